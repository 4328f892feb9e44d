// Workflows on the real Worker, through real clients: every context action once, whatever restarts,
// repeats or runs at the same time (docs/workflow.md).
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TransientContext } from '../../src/client/index';
import { isWhole, share } from '../fuzz-runs';
import { SAMPLE } from '../workflow/sample';
import { callThrough, connectClient, joinChunks } from './clients';
import { type Moved, Restartable, walk } from './workflow-walk';

const folder = mkdtempSync(join(tmpdir(), 'loadline-workflow-'));
const server = new Restartable(folder);
const TASKS = [
	{ id: 't1', title: 'First', description: 'one' },
	{ id: 't2', title: 'Second' },
];

beforeAll(() => server.restart());
afterAll(async () => {
	await server.stop();
	rmSync(folder, { recursive: true, force: true });
});

const push = (name: string, yaml: string) =>
	server.loadline.fetch(`/api/workflows/${name}`, { method: 'PUT', body: yaml });

/** Context actions in a run's history, as `position action`, oldest first. */
async function recorded(run: string): Promise<string[]> {
	const response = await server.loadline.fetch(`/api/runs/${run}?limit=200`);
	const { history } = (await response.json()) as {
		history: { position: number; contextAction?: string }[];
	};
	return history
		.filter(({ contextAction }) => contextAction !== undefined)
		.map(({ position, contextAction }) => `${position} /${contextAction}`)
		.reverse();
}

describe('a run', () => {
	it.runIf(isWhole)(
		'goes through a restart before every call, each context action delivered once',
		async () => {
			const before = server.restarts;
			const { actions, steps, run } = await walk(server, 'tasks-one-by-one', { tasks: TASKS }, () =>
				server.restart(),
			);
			expect(steps).toEqual(['plan', 'tasks', 'tasks', 'tasks', 'tasks', 'review']);
			expect(actions).toEqual(['2 /clear', '4 /clear', '6 /compact']);
			expect(await recorded(run)).toEqual(actions);
			expect(server.restarts - before).toBe(11);
			const { outputs } = (await server.call('workflow_context')) as unknown as {
				outputs: Record<string, string>;
			};
			expect(Object.keys(outputs)).toEqual([
				'plan',
				'tasks.t1.do',
				'tasks.t1.check',
				'tasks.t2.do',
				'tasks.t2.check',
				'review',
			]);
		},
	);

	it.each(
		share(
			[
				['draft-and-refine', {}, ['2 /compact', '3 /compact', '4 /compact', '5 /clear']],
				['page-through', {}, []],
				[
					'sample',
					{ work: TASKS },
					[2, 3, 4, 5, 6, 7, 8, 9].map((at) => `${at} ${sampleAction(at)}`),
				],
			] as const,
			3,
			2,
		),
	)('of %s is the same with a restart in the middle', async (name, tasks, expected) => {
		if (name === 'sample') expect((await push(name, SAMPLE)).status).toBe(201);
		let calls = 0;
		const { actions, run } = await walk(server, name, tasks, async () => {
			if (++calls === 5) await server.restart();
		});
		expect(actions).toEqual(expected);
		expect(await recorded(run)).toEqual(actions);
	});

	it('moves once when two advance from the same position at the same time', async () => {
		const { run_id } = await server.call('workflow_start', {
			workflow: 'sample',
			session_id: 'two',
		});
		await server.call('workflow_set_tasks', { run_id, loop_id: 'work', tasks: TASKS });
		for (let position = 1; position < 8; position++) {
			const both = await Promise.all(
				[1, 2].map(() => server.call('workflow_advance', { run_id, if_position: position })),
			);
			expect(both.map(({ position: now }) => now)).toEqual([position + 1, position + 1]);
			expect(both.filter(({ stale }) => stale !== true)).toHaveLength(1);
			// Whichever answer is lost, the other says the same.
			for (const { contextAction } of both) expect(contextAction).toBe(sampleAction(position + 1));
		}
	});

	it.runIf(isWhole)('is resumed by a fresh session that knows its id alone', async () => {
		const { run_id } = await server.call('workflow_start', {
			workflow: 'draft-and-refine',
			session_id: 'left',
		});
		await server.restart();
		const status = await server.call('workflow_status', { run_id, session_id: 'fresh' });
		expect(status).toMatchObject({ run_id, position: 1, step: 'draft' });
		// It has it from then on; one that named nothing is told which there are.
		expect(await server.call('workflow_status', { session_id: 'fresh' })).toMatchObject({ run_id });
		await expect(server.call('workflow_status', { session_id: 'other' })).rejects.toThrow(run_id);
	});

	it('has its context actions performed by a host with the client library', async () => {
		const context = new TransientContext();
		const performed: string[] = [];
		let conversation: string[] = [];
		let calls = 0;
		const call = async (tool: string, args: Record<string, unknown>): Promise<Moved> => {
			const result = await server.client.callTool({ name: tool, arguments: args });
			context.observe({ id: ++calls, tool, result });
			const action = context.pendingAction;
			if (action === undefined) {
				conversation.push(JSON.stringify(result.content));
				return result.structuredContent as unknown as Moved;
			}
			performed.push(action.action);
			conversation = action.action === 'clear' ? [] : ['what was said so far, in short'];
			return call('workflow_status', { run_id: action.run_id });
		};
		let at = await call('workflow_start', { workflow: 'draft-and-refine', session_id: 'host' });
		while (at.status === 'running')
			at = await call('workflow_advance', { run_id: at.run_id, if_position: at.position });
		expect(performed).toEqual(['compact', 'compact', 'compact', 'clear']);
		expect(conversation.map((message) => /"step\\":\\"(\w+)/.exec(message)?.[1])).toEqual([
			'check',
			'check',
		]);
	});

	it('is not needed to read a step: its hints tell the client what may collapse', async () => {
		const { content, structuredContent, _meta } = await server.client.callTool({
			name: 'get_workflow_step',
			arguments: { workflow: 'page-through', step: 2 },
		});
		const [block] = content;
		const text = block?.type === 'text' ? block.text : '';
		expect(text).toMatch(/^## Steps 2–3 — loop/);
		// Hosts that prefer structured content would show its lines escaped.
		expect(structuredContent).toBeUndefined();
		expect((_meta as { contextHints?: unknown }).contextHints).toEqual([
			{
				step: 2,
				tool: 'search_records',
				lifecycle: 'transient',
				consumedBy: 'store_analysis_memory',
			},
		]);
	});

	it('has steps of any length, read in chunks', async () => {
		const long = Array.from({ length: 3000 }, (_, i) => `Check rule ${i} of the list.`).join('\n');
		const yaml = JSON.stringify({
			name: 'long',
			description: 'd',
			steps: [{ id: 'a', type: 'action', title: 'Long', instructions: long }],
		});
		expect((await push('long', yaml)).status).toBe(201);
		const first = await callThrough(server.client, 'get_workflow_step', {
			workflow: 'long',
			step: '1',
		});
		const whole = await joinChunks(first, (handle) =>
			callThrough(server.client, 'read_result', { handle }),
		);
		expect(whole).toMatch(/^## Step 1: Long/);
		expect(whole).toContain(long);
	});
});

/** SAMPLE: `build` clears, all else of the loop and the iterations compact. */
function sampleAction(position: number): string {
	return position === 2 || position === 5 ? '/clear' : '/compact';
}

const FIXTURES = join(process.cwd(), '../shared/fixtures/workflow');

describe.runIf(existsSync(FIXTURES))('definitions in real use', () => {
	const text = (name: string) => readFileSync(join(FIXTURES, `${name}.yaml`), 'utf8');

	it.each([
		['copy-writer', {}, 0, 7],
		['feature-dev', { feature_development: TASKS }, 0, 12],
		['gsd', { development: TASKS }, 10, 13],
		['orchestrate', { lane_starter: TASKS }, 0, 5],
	] as const)('run to the end: %s', async (name, tasks, count, length) => {
		expect((await push(name, text(name))).status).toBe(201);
		const { actions, steps, run } = await walk(server, name, tasks, async () => {
			if (isWhole) await server.restart();
		});
		expect(actions).toHaveLength(count);
		expect(new Set(actions).size).toBe(count);
		expect(await recorded(run)).toEqual(actions);
		expect(steps).toHaveLength(length);
	});

	it('are rejected with the reason where an agent is not declared', async () => {
		const response = await push('lanes-bugfix', text('lanes-bugfix'));
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({
			error: {
				code: 'invalid_definition',
				issues: [
					{
						step: 'final_verify',
						rule: 'reference',
						message: "Step 'final_verify' references unknown agent 'code-reviewer'",
					},
				],
			},
		});
	});
});

// Every later call asks for what a caller set up lately: these come last.
describe('a run beside sessions that were set up', () => {
	it("belongs to the session that its call names, and is nobody's guess", async () => {
		const args = { session_id: 'talk-1', knownHashes: { 'META_PROMPT.md': '' } };
		const all = await connectClient('v2 auto', `${server.loadline.url}/mcp`);
		expect((await callThrough(all, 'memsetup', args)).isError).toBe(false);
		const unnamed = await callThrough(all, 'workflow_start', { workflow: 'page-through' });
		expect(unnamed.texts[0]).toMatch(/^session_id: .* the handle that memsetup answered/);
		const own = { workflow: 'page-through', session_id: 'talk-1' };
		const { run_id } = (await callThrough(all, 'workflow_start', own)).structured ?? {};
		expect(await server.call('workflow_status', { session_id: 'talk-1' })).toMatchObject({
			run_id,
		});
	});
});
