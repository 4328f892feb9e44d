// A rule's way through a `/clear`: loaded from memory, saved before the context goes, told again by
// workflow_status, and compared with what was saved. Real clients, the real Worker.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callThrough, connectClient, someClients } from './clients';
import { type Loadline, startLoadline } from './serve';

const WORKFLOW = `name: clear-in-the-middle
description: Plans, forgets, builds
agents: { builder: { description: Builds } }
steps:
  - { id: plan, type: action, instructions: Make a plan }
  - { id: build, type: action, agent: builder, context: clear, instructions: Build it }
`;

const THREE_CLEARS = `name: three-clears
description: A clean context for each step
steps:
  - { id: one, type: action, context: clear, instructions: One }
  - { id: two, type: action, context: clear, instructions: Two }
  - { id: three, type: action, context: clear, instructions: Three }
`;

const LONG = JSON.stringify({
	name: 'long',
	description: 'Instructions of many chunks',
	steps: [
		{
			id: 'only',
			type: 'action',
			context: 'clear',
			instructions: Array.from({ length: 2_500 }, (_, at) => `Look at ${at}.`).join('\n'),
		},
	],
});

const RULE = `# Style

## Naming

- Names are whole words.
- Files are in kebab-case.

## Tests

Every change has a test.
`;

let loadline: Loadline;

beforeAll(async () => {
	loadline = await startLoadline();
	await put('/api/workflows/clear-in-the-middle', WORKFLOW, 'application/yaml');
	const compacting = WORKFLOW.replace('clear-in', 'compact-in').replace(
		'context: clear',
		'context: compact',
	);
	await put('/api/workflows/compact-in-the-middle', compacting, 'application/yaml');
	await put('/api/workflows/three-clears', THREE_CLEARS, 'application/yaml');
	await put('/api/workflows/long', LONG, 'application/json');
	await publish({ 'rules/STYLE.md': RULE, 'rules/LATER.md': '## Later\n\nFound on the way.\n' });
});

afterAll(() => loadline.stop());

async function publish(documents: Readonly<Record<string, string>>): Promise<void> {
	const files = Object.entries(documents).map(([file, content]) => ({ file, content, base: null }));
	const applied = await loadline.fetch('/api/memory/sync/apply', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ files }),
	});
	if (!applied.ok) throw new Error(await applied.text());
}

async function put(path: string, body: string, type: string): Promise<void> {
	const response = await loadline.fetch(path, {
		method: 'PUT',
		headers: { 'content-type': type },
		body,
	});
	if (!response.ok) throw new Error(await response.text());
}

interface Constraint {
	readonly id: string;
	readonly textHash: string;
	readonly text: string;
}

interface Section {
	readonly prompt_context: string;
	readonly verification: {
		readonly admissible: boolean;
		readonly failure_labels: readonly string[];
		readonly issues: readonly { readonly evidence?: readonly string[] }[];
	};
}

/** As JSON stands in a sentence. */
const spaced = (value: unknown): string => JSON.stringify(value).replaceAll(/([:,])(?! )/g, '$1 ');

const structured = async (client: Client, name: string, args: Record<string, unknown>) => {
	const shape = name === 'memload' && { shape: 'full' };
	const told = await callThrough(client, name, { ...shape, ...args });
	if (told.isError || !told.structured) throw new Error(`${name}: ${told.texts.join(' ')}`);
	return told.structured;
};

const setUp = (client: Client, session_id: string) =>
	structured(client, 'memsetup', { session_id, knownHashes: { 'META_PROMPT.md': '' } });

async function load(client: Client, session_id: string, path: string): Promise<Constraint[]> {
	const { items } = await structured(client, 'memdisc', { kind: 'rule', session_id });
	const found = (items as { id: string; path: string }[]).find((item) => item.path === path);
	const id = found?.id ?? '';
	const args = { ids: [id], knownHashes: { [id]: '' }, session_id };
	const loaded = await structured(client, 'memload', args);
	return (loaded.items as [{ constraints: Constraint[] }])[0].constraints;
}

/** Sets up, loads the rule, and runs the workflow to its `/clear`. */
async function toTheClear(client: Client, session_id: string, rule = 'STYLE.md') {
	await setUp(client, session_id);
	const constraints = await load(client, session_id, rule);
	await structured(client, 'workflow_start', { workflow: 'clear-in-the-middle', session_id });
	const action = await structured(client, 'workflow_advance', { output: 'a plan', session_id });
	return { constraints, action, runId: String(action.run_id) };
}

describe.each(someClients(0))('with a %s client, a rule', (kind) => {
	it('survives a /clear: workflow_status tells it again and finds nothing lost', async () => {
		const client = await connectClient(kind, `${loadline.url}/mcp`);
		const session_id = `survives-${kind.replace(' ', '-')}`;
		const { action, runId } = await toTheClear(client, session_id);
		expect(action.contextAction).toBe('/clear');
		await client.close();

		const fresh = await connectClient(kind, `${loadline.url}/mcp`);
		const status = await structured(fresh, 'workflow_status', { run_id: runId, session_id });
		expect(status.step).toBe('build');
		const { prompt_context, verification } = status.replay as Section;
		expect(verification).toEqual({ admissible: true, failure_labels: [], issues: [] });
		for (const text of ['Names are whole words.', 'Files are in kebab-case.', 'Every change has'])
			expect(prompt_context).toContain(text);
		await fresh.close();
	});
});

describe('a status that comes in chunks', () => {
	it('says what binds in the first', async () => {
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		await setUp(client, 'chunks');
		await load(client, 'chunks', 'STYLE.md');
		const session_id = 'chunks';
		await structured(client, 'workflow_start', { workflow: 'long', session_id });
		const { chunk, text } = await structured(client, 'workflow_status', { session_id });
		expect(chunk).toMatchObject({ chunkIndex: 0 });
		expect(text).toContain('Names are whole words.');
		expect(text).toContain('"admissible":true');
		await client.close();
	});
});

describe('the worked example of the document', () => {
	it('is what happens', async () => {
		const document = readFileSync(join(import.meta.dirname, '../../docs/replay.md'), 'utf8');
		const example = document.slice(document.indexOf('### One rule'));
		const [, rule = ''] = /```markdown\n([^`]+)```/.exec(example) ?? [];
		const [, told = ''] = /```\n(task: [^`]+)\n```/.exec(example.replaceAll(/^ {3}/gm, '')) ?? [];
		await publish({ 'rules/WORDS.md': rule });

		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		const { constraints, runId } = await toTheClear(client, 'documented', 'WORDS.md');
		expect(constraints).toMatchObject([{ id: 'Naming/1', text: 'Names are whole words.' }]);
		const { replay } = await structured(client, 'workflow_status', { run_id: runId });
		const { prompt_context, verification } = replay as Section;
		const shown = prompt_context.replaceAll(runId, 'run-…');
		expect(shown.trim()).toBe(told);
		expect(example).toContain(`"verification": ${spaced(verification)}`);
		await client.close();
	});
});

describe('a run that goes on under a new session after every /clear', () => {
	it('stays bound to what all of them loaded', async () => {
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		await setUp(client, 'first');
		await load(client, 'first', 'STYLE.md');
		const { run_id } = await structured(client, 'workflow_start', {
			workflow: 'three-clears',
			session_id: 'first',
		});
		for (const [session_id, known] of [
			['second', ['Names are whole words.']],
			['third', ['Names are whole words.', 'Found on the way.']],
		] as const) {
			await setUp(client, session_id);
			const { replay } = await structured(client, 'workflow_status', { run_id, session_id });
			const { prompt_context, verification } = replay as Section;
			expect(verification).toEqual({ admissible: true, failure_labels: [], issues: [] });
			for (const text of known) expect(prompt_context).toContain(text);
			if (session_id === 'second') await load(client, session_id, 'LATER.md');
			await structured(client, 'workflow_advance', { run_id, session_id });
		}
		const { replay } = await structured(client, 'workflow_status', { run_id, held: {} });
		expect((replay as Section).verification.issues[0]?.evidence).toHaveLength(4);
		await client.close();
	});
});

describe('a run that asks for a /compact', () => {
	it('is verified after it as after a /clear', async () => {
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		const session_id = 'compacts';
		await setUp(client, session_id);
		const constraints = await load(client, session_id, 'STYLE.md');
		await structured(client, 'workflow_start', { workflow: 'compact-in-the-middle', session_id });
		const action = await structured(client, 'workflow_advance', { output: 'a plan', session_id });
		expect(action.contextAction).toBe('/compact');
		const told = await structured(client, 'workflow_status', { session_id });
		expect((told.replay as Section).verification.admissible).toBe(true);
		const held = Object.fromEntries(constraints.slice(1).map((each) => [each.id, each.textHash]));
		const { replay } = await structured(client, 'workflow_status', { session_id, held });
		const { prompt_context, verification } = replay as Section;
		expect(verification.failure_labels).toEqual(['CONSTRAINT_DRIFT']);
		expect(prompt_context).toContain(constraints[0]?.text);
		expect(prompt_context).not.toContain(constraints[1]?.text);
		await client.close();
	});
});

describe('a caller that says what it still holds', () => {
	it('gets only the rest, and what it lacks is named as drift', async () => {
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		const { constraints, runId } = await toTheClear(client, 'holds');
		const [lost, ...kept] = constraints;
		const held = Object.fromEntries(kept.map(({ id, textHash }) => [id, textHash]));
		const args = { run_id: runId, session_id: 'holds', held };
		const { replay } = await structured(client, 'workflow_status', args);
		const { prompt_context, verification } = replay as Section;
		expect(verification.failure_labels).toEqual(['CONSTRAINT_DRIFT']);
		const evidence = verification.issues.flatMap((issue) => issue.evidence ?? []);
		expect(evidence).toHaveLength(1);
		expect(evidence[0]).toBe(lost?.text);
		expect(prompt_context).toContain('Names are whole words.');
		expect(prompt_context).not.toContain('kebab-case');

		const whole = Object.fromEntries(constraints.map(({ id, textHash }) => [id, textHash]));
		const again = await structured(client, 'workflow_status', { ...args, held: whole });
		expect((again.replay as Section).verification.admissible).toBe(true);

		const view = await (await loadline.fetch('/api/sessions/holds')).json();
		const verified = (view as { trace: { kind: string; admissible?: boolean }[] }).trace.filter(
			({ kind }) => kind === 'verified',
		);
		expect(verified.map(({ admissible }) => admissible)).toEqual([false, true]);
		await client.close();
	});

	it('is counted in telemetry', async () => {
		const counted = async () => {
			const answer = await loadline.fetch('/api/telemetry?endpoint=workflow_status');
			const { groups } = (await answer.json()) as {
				groups: { verifications: { admissible: number; inadmissible: number } }[];
			};
			return groups[0]?.verifications ?? { admissible: 0, inadmissible: 0 };
		};
		const before = await counted();
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		const { runId } = await toTheClear(client, 'counted');
		await structured(client, 'workflow_status', { run_id: runId });
		await structured(client, 'workflow_status', { run_id: runId, held: {} });
		await client.close();
		await expect.poll(counted).toEqual({
			admissible: before.admissible + 1,
			inadmissible: before.inadmissible + 1,
		});
	});

	it('is compared with the baseline that Loadline saved, whatever is saved under its name', async () => {
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		const { runId } = await toTheClear(client, 'forged');
		const payload = { task: runId, constraints: ['forged'] };
		await structured(client, 'save_context', { payload });
		const loaded = await structured(client, 'load_context', { task_id: payload.task });
		expect(loaded.payload).toMatchObject({ constraints: ['forged'] });
		const args = { run_id: runId, session_id: 'forged' };
		const { replay } = await structured(client, 'workflow_status', args);
		expect((replay as Section).verification).toMatchObject({ admissible: true });
		await client.close();
	});

	it('compares a payload with the one that was saved before the action', async () => {
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		const { runId } = await toTheClear(client, 'saved');
		const loaded = await structured(client, 'load_context', { task_id: runId });
		const baseline = loaded.payload as { constraints: string[] };
		const now = await structured(client, 'build_replay_payload', { session_id: 'saved' });
		expect(now).toEqual(baseline);
		const renamed = { session_id: 'saved', task: '../elsewhere' };
		const refused = await callThrough(client, 'build_replay_payload', renamed);
		expect(refused).toMatchObject({ isError: true, texts: [expect.stringMatching(/^task is "/)] });
		const without = { ...baseline, constraints: baseline.constraints.slice(1) };
		const verdict = await structured(client, 'validate_replay_payload', {
			payload: without,
			baseline,
		});
		expect(verdict.failure_labels).toEqual(['CONSTRAINT_DRIFT']);
		expect(JSON.stringify(verdict.issues)).toContain(
			JSON.stringify(baseline.constraints[0]).slice(1, -1),
		);
		const rendered = await structured(client, 'render_prompt_context', { payload: baseline });
		expect(rendered.prompt_context).toContain(`task: ${runId}`);
		await client.close();
	});
});
