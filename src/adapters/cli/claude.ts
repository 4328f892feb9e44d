// `loadline claude`: sets Claude Code up for a project, and `loadline claude --remove` undoes it to the byte
// (docs/llm.md, "Claude Code in one line").
import { join } from 'node:path';
import { Command } from 'commander';
import { type ClaudeParts, claudeServers, claudeSettings } from './claude-settings';
import { install, remove } from './patched-files';
import { ask, type ServerOptions, withServer } from './server';
import { complainer } from './terminal';

const complain = complainer('claude');
const LOCAL = 'http://localhost:8787';

interface Options extends ServerOptions {
	readonly dir: string;
	readonly remove?: boolean;
	readonly model?: boolean;
}

/** Record of what was written, for `--remove`. */
const STATE = join('.claude', 'loadline.json');

export function claudeCommand(): Command {
	return withServer(new Command('claude'))
		.description(
			'Set Claude Code up for a project: MCP server, hooks, and the pass-through to its model.',
		)
		.option('--dir <folder>', 'the project', '.')
		.option('--no-model', 'without the pass-through to the model')
		.option('--remove', 'undo it')
		.action(claude);
}

async function claude(options: Options): Promise<void> {
	const { dir } = options;
	if (options.remove === true) {
		const removed = await remove(dir, STATE);
		if (removed.ok)
			console.log(
				removed.value.length === 0
					? 'Nothing was set up here.'
					: `Removed from ${removed.value.join(', ')}.`,
			);
		else complain(removed.error);
		return;
	}
	const url = (options.url ?? process.env.LOADLINE_URL ?? LOCAL).replace(/\/+$/, '');
	const token = options.token ?? process.env.LOADLINE_TOKEN;
	const model = options.model !== false && (await passesThrough(options));
	const parts: ClaudeParts = { url, model, ...(token !== undefined && { token }) };
	const written = await install(dir, STATE, [
		{ path: join('.claude', 'settings.local.json'), patch: claudeSettings(parts) },
		{ path: '.mcp.json', patch: claudeServers(parts) },
	]);
	if (!written.ok) return void complain(written.error);
	console.log(
		`Wrote ${written.value.join(', ')}. Start claude in ${dir}; undo with: loadline claude --remove --dir ${dir}`,
	);
	if (!model && options.model !== false)
		console.log(
			`Results stay in the conversation: set llm.anthropic.url on ${url} (docs/llm.md), then run this again.`,
		);
}

/** Asks the server if a provider is configured, without which it passes no model requests through. */
async function passesThrough(options: Options): Promise<boolean> {
	const answer = await ask(options, 'GET /api/config');
	if (!answer.ok) {
		complain(answer.error.message);
		return false;
	}
	return answer.value.config.llm?.anthropic !== undefined;
}
