// Claude Code without any hook, its model behind the pass-through: two conversations, one with a subagent, each have
// a session of their own, which says what their prompts show.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASKED, claudeEnv } from '../leaving/claude-code';
import { inFolder, mustRun } from '../leaving/host';
import { program } from '../leaving/packages';
import type { Step } from '../leaving/scripted-model';
import { ANTHROPIC } from '../leaving/simulated-provider';
import { type Check, demand } from './setting';

const own =
	(name: string, input: object): Step =>
	() => ({ name: `mcp__loadline__${name}`, input });
const page: Step = (cursor) => ({
	name: 'mcp__loadline__search_records',
	input: cursor === undefined ? { model: 'activity' } : { cursor },
});
let findings = 0;
const finding: Step = () =>
	own('store_analysis_memory', { finding: `Finding ${++findings} of a page.` })(undefined);
const log: Step = () => ({ name: 'Bash', input: { command: 'seq 1 40', description: 'Counts' } });
const PROMPT = 'Read a page and store what you find.';
const agent: Step = () => ({
	name: 'Agent',
	input: { description: 'Reads', prompt: PROMPT, subagent_type: 'general-purpose' },
});

const NAME = /^(?:search|store)/;

interface Prompt {
	readonly messages: readonly { readonly content: unknown }[];
}
interface Block {
	readonly id?: string;
	readonly name?: string;
	readonly tool_use_id?: string;
	readonly content?: unknown;
}
interface Session {
	readonly calls: readonly { readonly tool: string; readonly state: string }[];
	readonly totals: { readonly left: number };
}

export const apart =
	(version: 'claude' | 'claude-before'): Check =>
	async ({ loadline, model }) => {
		const claude = await program(version);
		const get = async (path: string) => (await fetch(`${loadline.url}/api/${path}`)).json();
		const talk = async (steps: readonly (Step | undefined)[]) => {
			model.play(steps);
			model.follow(ANTHROPIC);
			await inFolder(async (folder) => {
				const [home, project] = [join(folder, 'home'), join(folder, 'project')];
				for (const each of [home, project]) mkdirSync(each);
				const servers = join(folder, 'mcp.json');
				const server = { type: 'http', url: `${loadline.url}/mcp` };
				writeFileSync(servers, JSON.stringify({ mcpServers: { loadline: server } }));
				const tools = ['--allowedTools', 'mcp__loadline__*,Bash,Agent,Task'];
				const args = [...ASKED, '--mcp-config', servers, '--strict-mcp-config', ...tools];
				const env = claudeEnv(home, `${loadline.url}/llm/anthropic`);
				await mustRun(claude, args, { cwd: project, env });
			});
			demand(model.played >= steps.length, 'it stopped early', model.played);
			return model.bodies as unknown as readonly Prompt[];
		};
		// A subagent runs beside the main agent: who of them is told the next step is theirs to race for.
		const first = await talk([
			...[page, log, finding, page, agent, page, log, finding, log, page, finding],
			...[log, log, finding, log],
			// Long enough for what leaves to be worth what is written anew.
			...Array.from({ length: 8 }, () => [page, log, finding]).flat(),
		]);
		const second = await talk([page, log, finding, log]);
		const isSub = ({ messages }: Prompt) =>
			!JSON.stringify(messages.slice(0, 1)).includes(ASKED[1] ?? '');
		const prompts = [first.filter((body) => !isSub(body)), first.filter(isSub), second].map(
			(bodies) => bodies.map(callsIn),
		);
		for (const calls of prompts.flat())
			demand(
				calls.every(
					({ left }, at) => !left || calls.slice(at).some(({ name }) => name === 'store'),
				),
				'a page left before its own agent used it',
				calls,
			);
		const shown = prompts
			.map((each) => each.at(-1) ?? [])
			.map((calls) => ({
				tools: calls.map(({ name }) => name).join(' '),
				left: calls.filter(({ left }) => left).length,
			}));
		const { sessions } = (await get('sessions')) as { sessions: { id: string }[] };
		const told = await Promise.all(
			sessions.map(async ({ id }) => {
				const { calls, totals } = (await get(`sessions/${id}`)) as Session;
				const tools = calls.flatMap(({ tool }) => NAME.exec(tool)?.[0] ?? []).join(' ');
				return { tools, left: totals.left };
			}),
		);
		const texts = [shown, told].map((all) =>
			all
				.map((one) => JSON.stringify(one))
				.sort()
				.join(),
		);
		demand(texts[0] === texts[1], 'sessions are not what prompts show', { told, shown });
		demand(!sessions.some(({ id }) => id === 'default'), 'a call stands in no conversation', told);
		demand(
			shown.some(({ left }) => left > 0),
			'nothing left',
			shown,
		);
		return `three sessions: ${told.map(({ tools, left }) => `${tools}, ${left} left`).join('; ')}`;
	};

/** Loadline's calls that a prompt shows the results of. */
function callsIn({ messages }: Prompt) {
	const blocks = messages.flatMap(
		({ content }) => (Array.isArray(content) ? content : []) as Block[],
	);
	const results = new Map(
		blocks.map((block) => [block.tool_use_id, JSON.stringify(block.content)]),
	);
	return blocks.flatMap(({ id, name }) => {
		const called = NAME.exec(/^mcp__loadline__(.*)/.exec(name ?? '')?.[1] ?? '')?.[0];
		const result = id === undefined ? undefined : results.get(id);
		return called === undefined || result === undefined
			? []
			: [{ name: called, left: result.includes('[collapsed; ') }];
	});
}
