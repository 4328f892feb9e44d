// Recorded runs of the format's first implementation come out the same, apart from what differs on
// purpose: descriptions are filled in, agents are named instead of told, actions deliver themselves, and
// a sub-step's own action wins over its step's while the loop waits.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDefinition } from '../../src/workflow/definition/parse';
import { startRun, transition } from '../../src/workflow/machine';
import { checkTasks } from '../../src/workflow/run-call';
import { statusOf } from '../../src/workflow/status';
import type { Run, RunEffect } from '../../src/workflow/types';

const folder = resolve(import.meta.dirname, '../../../shared/fixtures/workflow');
const file = join(folder, 'transcripts.json');
const read = (path: string): string => readFileSync(path, 'utf8');

interface Entry {
	readonly op: readonly [string, ...unknown[]];
	readonly contextAction?: string | null;
	readonly error?: string;
	readonly status?: Record<string, unknown> & { instructions: string };
	readonly state?: Record<string, unknown>;
}

interface Transcript {
	readonly name: string;
	readonly yaml: string;
	readonly log: readonly Entry[];
	readonly outputs: Record<string, string>;
}

const transcripts: readonly Transcript[] = existsSync(file) ? JSON.parse(read(file)) : [];
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const definitionOf = (yaml: string) => {
	const parsed = parseDefinition(yaml);
	if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
	return parsed.value.definition;
};

/** The recorded status in our terms. */
const expected = (entry: Entry, run: Run): unknown => {
	const { delegate: _, ...status } = entry.status ?? { delegate: false, instructions: '' };
	const { task, tasks, step } = run.state;
	const description = task === undefined ? '' : (tasks[step]?.[task.index]?.description ?? '');
	const instructions = status.instructions
		.replace(/^SPAWN the '.*' sub-agent to handle this step:\n\n/, '')
		.replaceAll('{task.description}', description);
	return { ...status, instructions };
};

describe.runIf(transcripts.length > 0)('a recorded run', () => {
	it.each(transcripts)('of $name comes out the same', ({ yaml, log, outputs }) => {
		let run: Run | undefined;
		let effects: readonly RunEffect[] = [];
		for (const entry of log) {
			const [op, first, second] = entry.op;
			if (op === 'start') [run, effects] = startRun(definitionOf(yaml));
			if (run === undefined) throw new Error('a transcript begins with start');
			if (op === 'setTasks' || op === 'advance') {
				const tasks = checkTasks(second);
				const ended = run.state.status !== 'running';
				const result = transition(
					run,
					op === 'advance'
						? { type: 'advance', output: String(first), maxRetries: 3 }
						: { type: 'set_tasks', loop: String(first), tasks: tasks.ok ? tasks.value : [] },
				);
				if (entry.error !== undefined || ended) {
					expect(result).toMatchObject({ ok: false });
					if (!result.ok && !ended) expect(result.error.message).toContain(entry.error);
					continue;
				}
				if (!result.ok) throw new Error(result.error.message);
				[run, effects] = result.value;
			}
			const { run_id, position, note, ...status } = statusOf('run-1', run);
			expect(plain(status)).toEqual(expected(entry, run));
			const action = effects.find(({ kind }) => kind === 'context_action');
			const waits = run.state.stepType === 'loop' && run.state.task === undefined;
			if (waits && run.definition.loops[run.state.step]?.[0]?.context !== undefined) {
				expect(action).toBeUndefined();
				continue;
			}
			if (op === 'mark') {
				expect(run.state.contextActionExecuted).toBe(true);
				expect(entry.state).toEqual(plain(run.state));
			} else {
				expect(action ?? null).toEqual(
					entry.contextAction ? expect.objectContaining({ action: entry.contextAction }) : null,
				);
				// An action recorded as due is delivered already.
				const delivered = entry.contextAction ? { contextActionExecuted: true } : {};
				expect(plain(run.state)).toEqual({ ...entry.state, ...delivered });
			}
		}
		expect(run?.state.outputs).toEqual(outputs);
	});
});

describe.runIf(existsSync(folder))('a recorded definition', () => {
	const cases: readonly { name: string; yaml: string; ok: boolean; error?: string }[] = existsSync(
		folder,
	)
		? JSON.parse(read(join(folder, 'validation.json')))
		: [];
	/** Accepted before, refused now. */
	const stricter = ['duplicate step ids', 'artefacts not boolean'];
	/** Refused before, accepted now. */
	const looser = ['no description'];

	it.each(cases)('is judged as before: $name', ({ name, yaml, ok, error }) => {
		const parsed = parseDefinition(yaml);
		if (looser.includes(name)) return;
		expect(parsed.ok).toBe(ok && !stricter.includes(name));
		if (error !== undefined && !parsed.ok)
			expect(parsed.error.map(({ message }) => message)).toContain(error);
	});

	it('is accepted in four of five files, and one has an unknown agent', () => {
		const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
		const refused = files.flatMap((name) => {
			const parsed = parseDefinition(read(join(folder, name)));
			return parsed.ok ? [] : parsed.error.map((issue) => ({ name, ...issue }));
		});
		expect(files).toHaveLength(5);
		expect(refused).toEqual([
			{
				name: 'lanes-bugfix.yaml',
				step: 'final_verify',
				rule: 'reference',
				line: 74,
				column: 12,
				message: "Step 'final_verify' references unknown agent 'code-reviewer'",
			},
		]);
	});
});
