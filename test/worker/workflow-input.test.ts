// Tests of what a workflow call, a definition or a command line may not be, each with its own error and nothing
// changed; and what may be as long as it likes (docs/workflow.md).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWhole } from '../fuzz-runs';
import { SAMPLE } from '../workflow/sample';
import { callThrough, joinChunks } from './clients';
import { Restartable } from './workflow-walk';

const folder = mkdtempSync(join(tmpdir(), 'loadline-workflow-'));
const server = new Restartable(isWhole ? folder : undefined);

beforeAll(async () => {
	await server.restart();
	await push('sample', SAMPLE);
});
afterAll(async () => {
	await server.stop();
	rmSync(folder, { recursive: true, force: true });
});

interface ErrorBody {
	readonly error: {
		readonly code: string;
		readonly message: string;
		readonly issues?: readonly { rule: string; line: number; message: string }[];
	};
}

const push = (name: string, yaml: string) =>
	server.loadline.fetch(`/api/workflows/${name}`, { method: 'PUT', body: yaml });

const MEGABYTE = 'x'.repeat(1_000_000);

const status = async (run_id: string) =>
	(await callThrough(server.client, 'workflow_status', { run_id })).structured;

describe('a call that cannot be', () => {
	const task = { id: 'a', title: 'A' };
	it.each([
		[
			'workflow_start',
			/'nope' not found\. Available: sample, draft-and-refine/,
			{ workflow: 'nope' },
		],
		['workflow_start', /^workflow: /, {}],
		['workflow_start', /^session_id: must be 1 to 128/, { workflow: 'sample', session_id: 'a b' }],
		['workflow_status', /^Run 'run-x' not found/, { run_id: 'run-x' }],
		['workflow_advance', /^No workflow was started in this session/, { session_id: 'unused' }],
		['workflow_advance', /^outcome: /, { outcome: 'maybe' }],
		['workflow_advance', /^output has 1000000 characters; at most 65536/, { output: MEGABYTE }],
		['workflow_advance', /^artefacts\[1\] is ''/, { artefacts: ['ok', ''] }],
		['workflow_advance', /^artefacts: /, { artefacts: 'x' }],
		['workflow_advance', /^if_positon: unknown argument/, { if_positon: 1 }],
		['workflow_set_tasks', /^Loop 'nope' not found.*: work\./, { loop_id: 'nope', tasks: [task] }],
		['workflow_set_tasks', /^tasks: must be a list/, { loop_id: 'work' }],
		['workflow_set_tasks', /^tasks\[0\] has no id/, { loop_id: 'work', tasks: [{ title: 'A' }] }],
		['workflow_set_tasks', /^tasks\[0\] has no title/, { loop_id: 'work', tasks: [{ id: 'a' }] }],
		['workflow_set_tasks', /^tasks\[1\] has the id 'a'/, { loop_id: 'work', tasks: [task, task] }],
		['get_workflow_step', /^Step 9 not found.*: 1, 2, 3, 4/, { workflow: 'sample', step: 9 }],
		['get_workflow_step', /^step: must be the number/, { workflow: 'sample', step: {} }],
	] as const)('is refused by %s: %s', async (tool, reason, args) => {
		const started = await server.call('workflow_start', { workflow: 'sample' });
		const before = await status(started.run_id);
		const isMove = tool === 'workflow_advance' || tool === 'workflow_set_tasks';
		const which = isMove && !('session_id' in args) ? { run_id: started.run_id } : {};
		const { isError, texts } = await callThrough(server.client, tool, { ...which, ...args });
		expect({ isError, text: texts[0] }).toEqual({
			isError: true,
			text: expect.stringMatching(reason),
		});
		expect(await status(started.run_id)).toEqual(before);
	});

	it('is one after the end', async () => {
		const yaml = 'name: one\ndescription: d\nsteps:\n  - {id: a, type: action, instructions: x}\n';
		await push('one', yaml);
		const { run_id } = await server.call('workflow_start', { workflow: 'one' });
		expect(await server.call('workflow_advance', { run_id })).toMatchObject({ status: 'complete' });
		await expect(server.call('workflow_advance', { run_id })).rejects.toThrow(
			'This run is complete',
		);
	});
});

describe('a definition that cannot be', () => {
	const steps = (text: string) => `name: bad\ndescription: d\nsteps:\n${text}`;
	const bomb = `a: &a [${'x,'.repeat(99)}x]\n${[...'bcdef'].map((key, i) => `${key}: &${key} [${`*${'abcde'[i]},`.repeat(9)}x]\n`).join('')}name: bad\n`;
	it.each([
		['n: 0', steps('  - {id: a, type: ralph, n: 0, instructions: x}\n'), 'value'],
		[
			'an unknown agent',
			steps('  - {id: a, type: action, agent: g, instructions: x}\n'),
			'reference',
		],
		['a step id twice', steps('  - &s {id: a, type: action, instructions: x}\n  - *s\n'), 'unique'],
		['an empty loop', `loops: {a: []}\n${steps('  - {id: a, type: loop}\n')}`, 'required'],
		['an anchor inside itself', `x: &x [*x]\n${steps('')}`, 'alias'],
		['aliases of aliases', bomb, 'alias'],
		['another name', steps('').replace('bad', 'good'), 'name'],
		['broken YAML', 'name: [', 'syntax'],
	])('is refused for %s, with the rule and the line', async (_, yaml, rule) => {
		const response = await push('bad', yaml);
		const { error } = (await response.json()) as ErrorBody;
		expect([response.status, error.code]).toEqual([400, 'invalid_definition']);
		expect(error.issues?.map((issue) => issue.rule)).toContain(rule);
		expect(error.issues?.every(({ line }) => line > 0)).toBe(true);
		expect((await server.loadline.fetch('/api/workflows/bad')).status).toBe(404);
	});

	it('is refused for its length or its name', async () => {
		const long = await push('bad', `${SAMPLE}${'#'.repeat(1_048_576)}`);
		expect(long.status).toBe(413);
		expect(((await long.json()) as ErrorBody).error.message).toContain('262144 bytes');
		expect((await push('Bad%20name', SAMPLE)).status).toBe(400);
		expect((await server.loadline.fetch('/api/runs/none')).status).toBe(404);
		expect((await server.loadline.fetch('/api/runs?limit=0')).status).toBe(400);
		const deletion = await server.loadline.fetch('/api/workflows/sample', { method: 'DELETE' });
		expect([deletion.status, deletion.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT']);
	});
});

describe('what is long', () => {
	it.runIf(isWhole)('may be ten thousand tasks, which survive a restart', async () => {
		const { run_id } = await server.call('workflow_start', { workflow: 'sample' });
		const tasks = Array.from({ length: 10_000 }, (_, i) => ({
			id: `task-${i}`,
			title: `Title ${i}`,
			description: `What ${i} is about, in a few words`,
		}));
		await server.call('workflow_set_tasks', { run_id, loop_id: 'work', tasks });
		await server.restart();
		await server.call('workflow_advance', { run_id });
		expect(await server.call('workflow_status', { run_id })).toMatchObject({
			step: 'work',
			task: { id: 'task-0', total: 10_000 },
		});
	});

	it('may be a status: its chunks join to the whole', async () => {
		// A client that has listed the tools checks every answer against their output schemas.
		await server.client.listTools();
		const instructions = Array.from({ length: 3000 }, (_, i) => `Check rule ${i}.`).join('\n');
		const step = { id: 'a', type: 'action', instructions };
		await push('long', JSON.stringify({ name: 'long', description: 'd', steps: [step] }));
		const { run_id } = await server.call('workflow_start', { workflow: 'sample' });
		const session = { session_id: 'long' };
		await callThrough(server.client, 'workflow_start', { workflow: 'long', ...session });
		const first = await callThrough(server.client, 'workflow_status', session);
		const whole = await joinChunks(first, (handle) =>
			callThrough(server.client, 'read_result', { handle }),
		);
		expect(JSON.parse(whole)).toMatchObject({ status: 'running', instructions });
		expect(JSON.parse(whole).run_id).not.toBe(run_id);
	});

	it('may be an output: workflow_context says what it left out and where it is', async () => {
		const { run_id } = await server.call('workflow_start', { workflow: 'sample' });
		await server.call('workflow_advance', { run_id, output: 'a plan '.repeat(9000) });
		const told = await callThrough(server.client, 'workflow_context', { run_id });
		expect(told.isError).toBe(false);
		const { handle } = told.data.summary as { handle: string };
		const read = await callThrough(server.client, 'read_result', {
			handle,
			pointer: '/outputs/plan',
		});
		expect(read.texts[0]).toContain('a plan a plan');
	});
});

describe('a sub-step that fails', () => {
	it('is repeated as often as the configuration allows, and then ends the run', async () => {
		const put = (path: string, body: object) =>
			server.loadline.fetch(path, {
				method: 'PUT',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
		const build = { id: 'build', instructions: 'Build', on_fail: 'retry' };
		const definition = {
			name: 'retrying',
			description: 'd',
			steps: [{ id: 'work', type: 'loop' }],
			loops: { work: [build] },
		};
		expect((await put('/api/workflows/retrying', definition)).status).toBe(201);
		expect((await put('/api/config', { workflow: { maxRetries: 1 } })).status).toBe(200);
		const call = async (name: string, args: object) =>
			(await callThrough(server.client, name, { session_id: 'retries', ...args })).data;
		await call('workflow_start', { workflow: 'retrying' });
		await call('workflow_set_tasks', { loop_id: 'work', tasks: [{ id: 't', title: 'T' }] });
		const fail = () => call('workflow_advance', { outcome: 'failed', output: 'no' });
		expect(await fail()).toMatchObject({
			subStep: 'build',
			note: expect.stringContaining('1 of 1'),
		});
		expect(await fail()).toMatchObject({ status: 'failed' });
		expect((await put('/api/config', {})).status).toBe(200);
	});
});
