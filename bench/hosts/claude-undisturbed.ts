// A server that is down, or takes connections and never answers, disturbs nobody; two projects and two windows of
// Claude Code never touch each other.
import { mkdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root } from '../../test/worker/bundle';
import { ASKED, claudeEnv } from '../leaving/claude-code';
import { inFolder, mustRun } from '../leaving/host';
import { program } from '../leaving/packages';
import { scriptedModel } from '../leaving/scripted-model';
import { demand, forgetDown, type Setting } from './setting';

const TOOLS = ['memsetup', 'workflow_start', 'workflow_advance', 'workflow_status'].map(
	(name) => `mcp__plugin_loadline_loadline__${name}`,
);

interface Window {
	readonly project: string;
	readonly env: Readonly<Record<string, string>>;
}

/** Runs a conversation in a project with the plug-in. */
async function talk(claude: string, { project, env }: Window, asked: readonly string[] = ASKED) {
	return mustRun(claude, [...asked, '--allowedTools', ['Bash', ...TOOLS].join(',')], {
		cwd: project,
		env,
	});
}

async function withPlugin<T>(
	url: string,
	model: string,
	work: (claude: string, window: (name: string) => Window) => Promise<T>,
): Promise<T> {
	const claude = await program('claude');
	return inFolder(async (folder) => {
		const home = join(folder, 'home');
		const env = { ...claudeEnv(home, model), LOADLINE_URL: url };
		const window = (name: string) => {
			mkdirSync(join(folder, name), { recursive: true });
			return { project: join(folder, name), env };
		};
		mkdirSync(home);
		const { project: cwd } = window('a');
		for (const args of [
			['marketplace', 'add', join(root, 'plugins')],
			['install', 'loadline@loadline'],
		])
			await mustRun(claude, ['plugin', ...args], { cwd, env });
		return work(claude, window);
	});
}

const commands = [1, 2, 3, 4, 5].map((n) => () => ({
	name: 'Bash',
	input: { command: `echo ${n}`, description: 'Says' },
}));

/** Seconds that a hung server may take of a whole conversation: one wait of a hook before it is left alone. */
const MOST_LOST = 8;

export async function serverAway({ model }: Setting): Promise<string> {
	const hung = createServer((socket) => socket.on('error', () => {}).resume());
	await new Promise<void>((resolve) => hung.listen(0, '127.0.0.1', resolve));
	const port = (hung.address() as AddressInfo).port;
	const run = async (url: string) => {
		forgetDown();
		return withPlugin(url, model.url, async (claude, window) => {
			model.play(commands);
			const { seconds, said } = await talk(claude, window('a'));
			demand(model.played === commands.length + 1, 'it stopped early', model.played);
			demand(!said.includes('hook'), 'it speaks of hooks', said);
			const results = JSON.stringify(model.bodies.at(-1)?.messages).match(/"content":"\d"/g);
			demand(results?.length === commands.length, 'results are not as they were', results);
			return seconds;
		});
	};
	try {
		const down = await run('http://127.0.0.1:1');
		const stuck = await run(`http://127.0.0.1:${port}`);
		demand(stuck - down < MOST_LOST, 'a hung server holds it up', { down, stuck });
		return `five commands take ${down.toFixed(1)} s while it is down, ${stuck.toFixed(1)} s while it hangs`;
	} finally {
		hung.close();
	}
}

export async function windowsApart({ loadline, model }: Setting): Promise<string> {
	const own = (name: string, input: object) => () => ({
		name: `mcp__plugin_loadline_loadline__${name}`,
		input,
	});
	const start = own('workflow_start', { workflow: 'draft-and-refine' });
	const advance = own('workflow_advance', { output: 'moved' });
	// Things that a workspace has none of are not listed there.
	const yaml = readFileSync(join(root, 'examples/workflows/draft-and-refine.yaml'));
	await fetch(`${loadline.url}/api/workflows/draft-and-refine`, { method: 'PUT', body: yaml });
	const other = await scriptedModel();
	try {
		return await withPlugin(loadline.url, model.url, async (claude, window) => {
			const a = window('a');
			// Another window of the same project, and another project, at the same time.
			const b = { ...window('a'), env: { ...a.env, ANTHROPIC_BASE_URL: other.url } };
			model.play([start, own('workflow_status', {})]);
			other.play([start, own('workflow_status', {})]);
			await Promise.all([talk(claude, a), talk(claude, b)]);
			const c = window('c');
			model.play([advance]);
			await talk(claude, c);
			const refused = JSON.stringify(model.bodies.at(-1)?.messages);
			demand(
				refused.includes('No workflow was started in this session'),
				'c moved a run',
				refused.slice(-900),
			);
			const { runs } = (await (await fetch(`${loadline.url}/api/runs`)).json()) as {
				runs: { id: string; session: string; position: number }[];
			};
			demand(runs.length === 2, 'there are not two runs', runs);
			demand(new Set(runs.map(({ session }) => session)).size === 2, 'they share a session', runs);
			demand(
				runs.every(({ position }) => position === 1),
				'somebody else moved one',
				runs,
			);
			for (const { bodies } of [model, other])
				demand(!JSON.stringify(bodies).includes('Several runs go on'), 'a session was lost');
			return 'two windows have a run each, a third project moves neither';
		});
	} finally {
		other.stop();
	}
}
