// A rule's way through a `/clear`: loaded from memory, saved before the context goes, told again by
// workflow_status, and compared with what was saved. Real clients, the real Worker.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectClient, someClients } from './clients';
import {
	load,
	loadline,
	publish,
	type Section,
	serveReplay,
	setUp,
	structured,
	toTheClear,
} from './replay-bed';

serveReplay();

/** As JSON stands in a sentence. */
const spaced = (value: unknown): string => JSON.stringify(value).replaceAll(/([:,])(?! )/g, '$1 ');

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
