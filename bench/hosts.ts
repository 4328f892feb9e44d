// `npm run bench -- hosts`: what must be so in real hosts, against a scripted model. `--only=TEXT` runs the checks
// with that in their names. Ends with 1 when one of them is not so.
import { rm } from 'node:fs/promises';
import { bundleWorker } from '../test/worker/bundle';
import { activatedStay } from './hosts/claude-activated';
import { apart } from './hosts/claude-apart';
import { rulesStay } from './hosts/claude-rules';
import { claudeCommand, claudePlugin } from './hosts/claude-setup';
import { serverAway, windowsApart } from './hosts/claude-undisturbed';
import { geminiCli } from './hosts/gemini-cli';
import { killed } from './hosts/killed';
import { libraries } from './hosts/libraries';
import { claudeLogin, inspectorLogin, inspectorPage } from './hosts/logins';
import { opencode, pi } from './hosts/plugins';
import { type Check, forgetDown, setUp } from './hosts/setting';

const bundle = await bundleWorker();
const CHECKS: Readonly<Record<string, Check>> = {
	'Claude Code: the plug-in is installed and removed': claudePlugin,
	'Claude Code: `loadline claude` is set up and undone': claudeCommand,
	'Claude Code: a server that is down or hangs disturbs nobody': serverAway,
	'Claude Code: two windows and two projects never meet': windowsApart,
	'Claude Code: without hooks, conversations and subagents are told apart': apart('claude'),
	'Claude Code before: the same': apart('claude-before'),
	'Claude Code: logs in, refreshes and logs out': claudeLogin(bundle),
	'MCP Inspector: logs in, lists and calls': inspectorLogin(bundle),
	'MCP Inspector: logs in on its own page, lists and calls': inspectorPage(bundle),
	'Claude Code: a rule of AGENTS.md stays through /clear and compaction': rulesStay,
	'Claude Code: rules that were activated bind through /clear and compaction': activatedStay,
	'Gemini CLI: the extension shortens, clears and is removed': geminiCli,
	'opencode: used results leave': opencode,
	'pi: used results leave': pi,
	'Libraries: ready parts in their packages': libraries,
	'Loadline: killed at any point, it loses no original': killed(bundle),
};

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7) ?? '';
for (const [name, check] of Object.entries(CHECKS)) {
	if (!name.includes(only)) continue;
	forgetDown();
	const setting = await setUp(bundle);
	try {
		console.log(`ok      ${name}: ${await check(setting)}`);
	} catch (error) {
		process.exitCode = 1;
		console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
	} finally {
		await setting.stop();
	}
}
forgetDown();
await rm(bundle, { recursive: true, force: true });
process.exit();
