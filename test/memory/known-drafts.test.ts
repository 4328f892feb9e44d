// The list of drafts is kept as they are put and dropped: the same as the table's, and none is read a second time.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../src/memory/storage/memory-store';
import type { Sql } from '../../src/shared/sql';
import { openSql } from '../adapters/sqlite/open';
import { draftOf } from './store-given';

const STATES = ['draft', 'submitted', 'rejected', 'approved', 'replaced'] as const;
const steps = fc.array(
	fc.record({
		id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
		createdAt: fc.integer({ min: 1, max: 3 }),
		state: fc.constantFrom(...STATES, 'dropped' as const),
		isUndone: fc.boolean(),
	}),
	{ maxLength: 30 },
);

it('lists drafts as a store does that reads the table anew', () => {
	fc.assert(
		fc.property(steps, (given) => {
			const sql = openSql();
			const store = createMemoryStore(sql);
			const lists = (one = store) => [one.drafts(), one.decided()];
			for (const { id, createdAt, state, isUndone } of given) {
				const work = () =>
					store.transaction(() => {
						if (state === 'dropped') store.dropDraft(id);
						else store.putDraft(draftOf(id, { createdAt, state }));
						lists();
						if (isUndone) throw new Error('undone');
					});
				if (isUndone) expect(work).toThrow('undone');
				else work();
				expect(lists()).toEqual(lists(createMemoryStore(sql)));
			}
		}),
		{ numRuns: 50 },
	);
});

it('reads the table once, however many are put', () => {
	const sql = openSql();
	let reads = 0;
	const all = ((...given: Parameters<Sql['all']>) => {
		if (String(given[0]).startsWith('SELECT draft FROM memory_drafts')) reads++;
		return sql.all(...given);
	}) as Sql['all'];
	const store = createMemoryStore({ ...sql, transaction: sql.transaction.bind(sql), all });
	for (let n = 0; n < 20; n++) {
		store.putDraft(draftOf(`draft-${n}`, { createdAt: n }));
		expect(store.drafts()).toHaveLength(n + 1);
	}
	expect(reads).toBe(1);
});
