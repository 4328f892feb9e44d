// Tests of every DefinitionStore and RunStore; each adapter's test runs them.

import { describe, expect, it } from 'vitest';
import { startRun } from '../../src/workflow/machine';
import type { DefinitionStore } from '../../src/workflow/storage/definitions';
import type { RunStore } from '../../src/workflow/storage/runs';
import {
	type HistoryEntry,
	type RunRecord,
	type StoredDefinition,
	summaryOf,
} from '../../src/workflow/store';
import type { RunEvent } from '../../src/workflow/types';
import { advance, definitionOf, SAMPLE, step, TASKS } from './sample';

const definition = definitionOf(SAMPLE);
const page = { limit: 50, offset: 0 };

const stored = (name: string, version: number): StoredDefinition => ({
	name,
	version,
	yaml: `${SAMPLE}# ${version} 🚢\n`,
	definition: { ...definition, name },
	createdAt: 1000 + version,
	principal: 'ada',
});

const definitionSummaryOf = ({ yaml: _, definition, ...head }: StoredDefinition) => ({
	...head,
	description: definition.description,
	steps: definition.steps.length,
});

const record = (id: string, members: Partial<RunRecord> = {}): RunRecord => {
	const [run] = startRun(definition, 'ünïcödé 🚢');
	return {
		id,
		principal: 'ada',
		session: 's1',
		workflow: 'sample',
		version: 2,
		createdAt: 1000,
		updatedAt: 1000,
		run,
		delivered: null,
		...members,
	};
};

const entry = (position: number, members: Partial<HistoryEntry> = {}): HistoryEntry => ({
	at: 1000 + position,
	event: 'advance',
	position,
	status: 'running',
	step: 'plan',
	...members,
});

export const definitionStoreContract = (name: string, open: () => DefinitionStore): void => {
	describe(`${name} as a DefinitionStore`, () => {
		it('has nothing before the first write', () => {
			const store = open();
			expect(store.latest('sample')).toBeNull();
			expect(store.list()).toEqual([]);
			expect(store.versions('sample')).toEqual([]);
		});

		it('gives back the newest version as it was put', () => {
			const store = open();
			store.put(stored('a', 1), 9);
			store.put(stored('a', 2), 9);
			expect(store.latest('a')).toEqual(stored('a', 2));
			expect(store.versions('a')).toEqual([2, 1].map((v) => definitionSummaryOf(stored('a', v))));
		});

		it('lists the newest of each name, the one changed last first', () => {
			const store = open();
			store.put(stored('a', 1), 9);
			store.put(stored('b', 1), 9);
			store.put(stored('a', 2), 9);
			expect(store.list()).toEqual([stored('a', 2), stored('b', 1)].map(definitionSummaryOf));
		});

		it('forgets versions beyond those to keep, of the same name only', () => {
			const store = open();
			store.put(stored('b', 1), 2);
			for (const version of [1, 2, 3]) store.put(stored('a', version), 2);
			expect(store.versions('a').map(({ version }) => version)).toEqual([3, 2]);
			expect(store.versions('b')).toHaveLength(1);
		});
	});
};

export const runStoreContract = (name: string, open: () => RunStore): void => {
	describe(`${name} as a RunStore`, () => {
		it('gives back a run as it was inserted, and null for an unknown one', () => {
			const store = open();
			store.insert(record('run-1'), entry(1, { event: 'start' }));
			expect(store.get('run-1')).toEqual(record('run-1'));
			expect(store.get('run-2')).toBeNull();
		});

		it('refuses an id twice and an update of nothing, and changes nothing', () => {
			const store = open();
			store.insert(record('run-1'), entry(1));
			expect(() => store.insert(record('run-1', { session: 's2' }), entry(1))).toThrow();
			expect(() => store.update(record('run-2'), record('run-2'), entry(2))).toThrow();
			expect(store.get('run-1')).toEqual(record('run-1'));
			expect(store.history('run-1', page)).toHaveLength(1);
			expect(store.history('run-2', page)).toEqual([]);
		});

		it('keeps every change of a run, through to the end', () => {
			const store = open();
			let before = record('run-1');
			store.insert(before, entry(1));
			const events: RunEvent[] = [
				{ type: 'set_tasks', loop: 'work', tasks: TASKS },
				advance({ output: 'planned', artefacts: ['plan.md'] }),
				advance({ output: 'built' }),
				advance({ outcome: 'failed', output: '' }),
				{ type: 'set_tasks', loop: 'work', tasks: [{ id: 'x', title: 'X' }] },
				advance({ outcome: 'failed', output: 'gave up' }),
				advance({ output: 'gave up again', outcome: 'failed', maxRetries: 0 }),
			];
			for (const [index, event] of events.entries()) {
				if (before.run.state.status !== 'running') break;
				const [run] = step(before.run, event);
				const after: RunRecord = { ...before, run, updatedAt: 2000 + index, delivered: 'clear' };
				store.update(before, after, entry(run.position));
				expect(store.get('run-1')).toEqual(after);
				before = after;
			}
			expect(before.run.state.status).toBe('failed');
		});

		it('keeps outputs in their order, also when the oldest gave way', () => {
			const store = open();
			const first = record('run-1');
			const outputs = (texts: Record<string, string>): RunRecord => ({
				...first,
				run: { ...first.run, state: { ...first.run.state, outputs: texts } },
			});
			const steps = [
				first,
				outputs({ b: '1' }),
				outputs({ b: '1', a: '2' }),
				outputs({ b: '3', a: '2', c: '4' }),
				outputs({ a: '2', c: '4', d: '5' }),
			];
			store.insert(first, entry(1));
			for (const [index, after] of steps.entries()) {
				const before = steps[index - 1];
				if (before !== undefined) store.update(before, after, entry(index));
			}
			expect(JSON.stringify(store.get('run-1')?.run.state.outputs)).toBe(
				'{"a":"2","c":"4","d":"5"}',
			);
		});

		it('finds the run started last in a session of a principal', () => {
			const store = open();
			expect(store.latest('ada', 's1')).toBeNull();
			store.insert(record('run-1'), entry(1));
			store.insert(record('run-2', { createdAt: 1000 }), entry(1));
			store.insert(record('run-3', { session: 's2' }), entry(1));
			store.insert(record('run-4', { principal: 'bob' }), entry(1));
			store.update(record('run-1'), record('run-1', { updatedAt: 9000 }), entry(2));
			expect(store.latest('ada', 's1')?.id).toBe('run-2');
			expect(store.latest('bob', 's1')?.id).toBe('run-4');
			expect(store.latest('bob', 's2')).toBeNull();
		});

		it('lists runs of a principal or of all, the one started last first, in pages', () => {
			const store = open();
			for (const id of ['run-1', 'run-2', 'run-3'])
				store.insert(record(id, { principal: id === 'run-2' ? 'bob' : 'ada' }), entry(1));
			expect(store.list('ada', page)).toEqual(
				['run-3', 'run-1'].map((id) => summaryOf(record(id))),
			);
			expect(store.list(null, { limit: 1, offset: 1 }).map(({ id }) => id)).toEqual(['run-2']);
			expect(store.list(null, { limit: 5, offset: 3 })).toEqual([]);
		});

		it('numbers the changes of each run from 1 and lists them newest first, in pages', () => {
			const store = open();
			store.insert(record('run-1'), entry(1, { event: 'start', contextAction: 'compact' }));
			store.insert(record('run-2'), entry(1));
			for (const position of [2, 3, 4])
				store.update(record('run-1'), record('run-1'), entry(position, { outcome: 'ok' }));
			expect(store.history('run-1', { limit: 2, offset: 1 })).toEqual([
				{ ...entry(3, { outcome: 'ok' }), number: 3 },
				{ ...entry(2, { outcome: 'ok' }), number: 2 },
			]);
			expect(store.history('run-1', { limit: 2, offset: 3 })).toEqual([
				{ ...entry(1, { event: 'start', contextAction: 'compact' }), number: 1 },
			]);
			expect(store.history('run-2', page)).toHaveLength(1);
		});

		it('removes runs that nobody has moved for long, with all that leads to them', () => {
			const store = open();
			store.insert(record('run-1', { updatedAt: 10 }), entry(1), 'mine');
			store.insert(record('run-2', { updatedAt: 20 }), entry(1));
			store.join('ada', 's9', 'run-1');
			store.forgetBefore(20);
			expect(store.list(null, page).map(({ id }) => id)).toEqual(['run-2']);
			expect([store.get('run-1'), store.keyed('ada', 'mine'), store.latest('ada', 's9')]).toEqual([
				...[null, null, null],
			]);
			expect(store.history('run-1', page)).toEqual([]);
			expect(store.history('run-2', page)).toHaveLength(1);
		});

		it('holds ten thousand tasks with descriptions, and a change among them', () => {
			const store = open();
			const first = record('run-1');
			store.insert(first, entry(1));
			const tasks = Array.from({ length: 10_000 }, (_, i) => ({
				id: `task-${i}`,
				title: `Täsk ${i}`,
				description: 'd'.repeat(i < 50 ? 4000 : 50),
			}));
			const [set] = step(first.run, { type: 'set_tasks', loop: 'work', tasks });
			const [begun] = step(set, advance());
			const middle: RunRecord = { ...first, run: set };
			const last: RunRecord = { ...first, run: begun };
			store.update(first, middle, entry(1, { event: 'set_tasks' }));
			store.update(middle, last, entry(2));
			expect(store.get('run-1')).toEqual(last);
		});
	});
};
