// The SQLite workflow stores keep the contracts, over parts and blocks too.
import { expect, it } from 'vitest';
import { textParts } from '../../src/shared/text-parts';
import { startRun } from '../../src/workflow/machine';
import { createDefinitionStore } from '../../src/workflow/storage/definitions';
import { createRunStore } from '../../src/workflow/storage/runs';
import type { HistoryEntry, RunRecord } from '../../src/workflow/store';
import { openSql } from '../adapters/sqlite/open';
import { definitionOf, SAMPLE, step } from './sample';
import { definitionStoreContract, runStoreContract } from './store-contract';

definitionStoreContract('sqlite', () => createDefinitionStore(openSql()));
runStoreContract('sqlite', () => createRunStore(openSql()));

const entry: HistoryEntry = {
	at: 1,
	event: 'start',
	position: 1,
	status: 'running',
	step: 'plan',
};

it('gives long texts back as they were, pairs of surrogates at the seams included', () => {
	const sql = openSql();
	createDefinitionStore(sql);
	const parts = textParts(sql, 'workflow_parts');
	for (const [owner, text] of [
		['even', '🚢'.repeat(300_000)],
		['odd', `x${'🚢'.repeat(300_000)}`],
	] as const) {
		parts.write(owner, text);
		expect(parts.read(owner) === text).toBe(true);
	}
	const [longest] = sql.all<{ most: number }>(
		'SELECT MAX(LENGTH(CAST(text AS BLOB))) AS most FROM workflow_parts',
	);
	expect(longest?.most).toBeLessThan(1_000_000);
	parts.drop('even');
	expect(parts.read('even')).toBe('');
});

it('follows lists of tasks that shrink and grow across rows', () => {
	const store = createRunStore(openSql());
	let [run] = startRun(definitionOf(SAMPLE));
	let before: RunRecord = {
		id: 'run-1',
		principal: 'ada',
		session: 's1',
		workflow: 'sample',
		version: 0,
		createdAt: 1,
		updatedAt: 1,
		run,
		delivered: null,
	};
	store.insert(before, entry);
	for (const count of [32, 33, 100, 64, 63, 0, 3]) {
		const tasks = Array.from({ length: count }, (_, i) => ({ id: `t${i}`, title: `T${count}` }));
		[run] = step(run, { type: 'set_tasks', loop: 'work', tasks });
		const after = { ...before, run };
		store.update(before, after, entry);
		expect(store.get('run-1')).toEqual(after);
		before = after;
	}
});
