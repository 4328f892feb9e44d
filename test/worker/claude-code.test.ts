// The hooks of examples/claude-code, each run as Claude Code runs it: the event on standard input,
// the answer on standard output.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { program, type Said } from '../program';
import { startLoadline } from './serve';
import { type Moved, Restartable } from './workflow-walk';

const folder = mkdtempSync(join(tmpdir(), 'loadline-hooks-'));
const server = new Restartable(join(folder, 'storage'));

beforeAll(() => server.restart());
afterAll(async () => {
	await server.stop();
	rmSync(folder, { recursive: true, force: true });
});

interface Heard {
	readonly code: number | null;
	readonly err: string;
	/** What the hook answered, if it did. */
	readonly answer?: {
		readonly continue?: boolean;
		readonly stopReason?: string;
		readonly systemMessage?: string;
		readonly hookSpecificOutput?: { readonly additionalContext: string };
	};
}

const hook = async (
	script: string,
	event: Record<string, unknown>,
	url = server.loadline.url,
	token = '',
): Promise<Heard> =>
	heard(
		await program([`examples/claude-code/${script}.mjs`], {
			env: { CLAUDE_PROJECT_DIR: folder, LOADLINE_URL: url, LOADLINE_TOKEN: token },
			input: JSON.stringify({
				session_id: 'abc',
				transcript_path: '/none.jsonl',
				cwd: folder,
				...event,
			}),
		}),
	);

const heard = ({ status, out, err }: Said): Heard => ({
	code: status,
	err,
	...(out === '' ? {} : { answer: JSON.parse(out) }),
});

const afterTool = (tool: string, answer: Moved) =>
	hook('after-tool', {
		hook_event_name: 'PostToolUse',
		tool_name: `mcp__loadline__${tool}`,
		tool_input: {},
		tool_response: [{ type: 'text', text: JSON.stringify(answer) }],
	});
const stop = () => hook('stop', { hook_event_name: 'Stop', stop_hook_active: false });
const sessionStart = (source: string) =>
	hook('session-start', { hook_event_name: 'SessionStart', source });

it('hooks say nothing in a project without a run', async () => {
	expect(await stop()).toEqual({ code: 0, err: '' });
	expect(await sessionStart('startup')).toEqual({ code: 0, err: '' });
});

it('hooks surface a context action until it was run, and tell the fresh context where the work is', async () => {
	const started = await server.call('workflow_start', { workflow: 'draft-and-refine' });
	expect(await afterTool('workflow_start', started)).toEqual({ code: 0, err: '' });
	expect(await stop()).toEqual({ code: 0, err: '' });
	for (const [position, action] of [
		[2, 'compact'],
		[3, 'compact'],
		[4, 'compact'],
		[5, 'clear'],
	] as const) {
		const moved = await server.call('workflow_advance', { if_position: position - 1 });
		expect(moved.contextAction).toBe(`/${action}`);
		const { answer } = await afterTool('workflow_advance', moved);
		expect(answer).toEqual({
			continue: false,
			stopReason: expect.stringContaining(`Run /${action} now`),
		});
		expect((await stop()).answer).toEqual({ systemMessage: answer?.stopReason });
		if (action === 'clear') {
			const compacted = (await sessionStart('compact')).answer;
			expect(compacted?.systemMessage).toContain('Run /clear now');
		}
		const fresh = (await sessionStart(action)).answer;
		expect(fresh?.hookSpecificOutput?.additionalContext).toContain(`"position":${position},`);
		expect(fresh?.systemMessage).toBeUndefined();
		expect(await stop()).toEqual({ code: 0, err: '' });
		const status = await server.call('workflow_status');
		expect(await afterTool('workflow_status', status)).toEqual({ code: 0, err: '' });
	}
	await server.call('workflow_advance', {});
	expect(await sessionStart('startup')).toEqual({ code: 0, err: '' });
});

it('hooks have a status that is too long for them read by the model', async () => {
	const instructions = Array.from({ length: 1200 }, (_, i) => `Check rule ${i}.`).join('\n');
	const steps = [{ id: 'a', type: 'action', context: 'clear', instructions }];
	const body = JSON.stringify({ name: 'long', description: 'd', steps });
	await server.loadline.fetch('/api/workflows/long', { method: 'PUT', body });
	const started = await server.call('workflow_start', { workflow: 'long' });
	await afterTool('workflow_start', started);
	const told = (await sessionStart('clear')).answer?.hookSpecificOutput?.additionalContext;
	expect(told).toContain(`Call workflow_status with run_id "${started.run_id}" to read it.`);
	expect(told).not.toContain('Check rule');
});

it('hooks tell the user, not the model, that a token is not that of the run', async () => {
	const started = await server.call('workflow_start', { workflow: 'draft-and-refine' });
	await afterTool('workflow_start', started);
	const tokens = [{ name: 'root', workspace: 'ws-local', scopes: ['admin'] }].map((each) => ({
		...each,
		sha256: createHash('sha256').update('secret').digest('hex'),
	}));
	await server.stop();
	const vars = { LOADLINE_TOKENS: JSON.stringify(tokens) };
	const other = await startLoadline({ dev: false, persistTo: join(folder, 'storage'), vars });
	try {
		const event = { hook_event_name: 'SessionStart', source: 'startup' };
		const heard = await hook('session-start', event, other.url, 'secret');
		const err = `loadline hook: Loadline at ${other.url} says: Run '${started.run_id}' not found.`;
		expect(heard).toEqual({ code: 1, err: expect.stringContaining(err) });
	} finally {
		await other.stop();
		await server.restart();
	}
});

it('hooks say that Loadline does not answer, and stop nothing', async () => {
	const heard = await hook('stop', { hook_event_name: 'Stop' }, 'http://127.0.0.1:1');
	expect(heard).toEqual({ code: 1, err: expect.stringMatching(/^loadline hook: /) });
});

it('settings.json names the scripts that there are', () => {
	const { hooks } = JSON.parse(readFileSync('examples/claude-code/settings.json', 'utf8'));
	const scripts = Object.entries(hooks as Record<string, { hooks: { command: string }[] }[]>).map(
		([event, [first]]) => [event, /([\w-]+)\.mjs"$/.exec(first?.hooks[0]?.command ?? '')?.[1]],
	);
	expect(scripts).toEqual([
		['PostToolUse', 'after-tool'],
		['Stop', 'stop'],
		['SessionStart', 'session-start'],
	]);
});
