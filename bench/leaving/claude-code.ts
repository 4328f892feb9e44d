// Claude Code, headless, against whatever stands for its model.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, mustRun, type RealHost } from './host';
import { program, versionOf } from './packages';
import { ANTHROPIC } from './simulated-provider';

const OWN = 'mcp__loadline__';

/** Of a Claude Code that knows nobody, in a home of its own. */
export const claudeEnv = (home: string, model: string): Readonly<Record<string, string>> => ({
	HOME: home,
	ANTHROPIC_BASE_URL: model,
	ANTHROPIC_API_KEY: 'sk-ant-scripted',
	CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
	DISABLE_AUTOUPDATER: '1',
	IS_SANDBOX: '1',
});

export const ASKED = ['-p', 'Read every page and store what you find.', '--output-format', 'json'];

export async function claudeCode(
	version: 'claude' | 'claude-before' = 'claude',
): Promise<RealHost> {
	const claude = await program(version);
	return {
		name: `Claude Code ${await versionOf(version)}`,
		rules: ANTHROPIC,
		provider: '/anthropic',
		own: (tool, input) => ({ name: `${OWN}${tool}`, input }),
		shell: (command) => ({ name: 'Bash', input: { command, description: 'Reads' } }),
		run: ({ model, mcp }) =>
			inFolder(async (folder) => {
				const [home, project] = [join(folder, 'home'), join(folder, 'project')];
				for (const each of [home, project]) mkdirSync(each);
				const servers = join(folder, 'mcp.json');
				writeFileSync(
					servers,
					JSON.stringify({ mcpServers: { loadline: { type: 'http', url: mcp } } }),
				);
				const args = [
					'--mcp-config',
					servers,
					'--strict-mcp-config',
					'--allowedTools',
					`${OWN}*,Bash`,
				];
				await mustRun(claude, [...ASKED, ...args], { cwd: project, env: claudeEnv(home, model) });
			}),
	};
}
