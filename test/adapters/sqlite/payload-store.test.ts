import { describe, expect, it } from 'vitest';
import { createSqlitePayloads } from '../../../src/adapters/sqlite/stores';
import { payloadStoreContract } from '../../replay/payload-store-contract';
import { openSql } from './open';

payloadStoreContract('SQLite', async () => {
	const table = createSqlitePayloads(openSql(), 'replay_saved');
	// Seen from another isolate, as it always is, each method is a promise.
	return {
		put: async (taskId, text) => table.put(taskId, text),
		get: async (taskId) => table.get(taskId),
	};
});

describe('payloads in SQLite', () => {
	it('lie in rows that a Durable Object holds, however long they are, and leave none behind', () => {
		const sql = openSql();
		const table = createSqlitePayloads(sql, 'replay_baselines');
		const text = 'ü🚢'.repeat(700_000);
		table.put('ada/long', text);
		expect(table.get('ada/long') === text).toBe(true);
		const lengths = 'SELECT LENGTH(CAST(text AS BLOB)) AS length FROM replay_parts';
		for (const { length } of sql.all<{ length: number }>(lengths))
			expect(length).toBeLessThan(2_000_000);
		table.put('ada/long', 'short');
		expect(sql.all(lengths)).toEqual([{ length: 5 }]);
	});

	it('are the newest thousand; one that is saved again is new', () => {
		const table = createSqlitePayloads(openSql(), 'replay_saved');
		table.put('first', '1');
		table.put('second', '2');
		for (let n = 0; n < 998; n++) table.put(`task ${n}`, '{}');
		table.put('first', 'again');
		table.put('last', '{}');
		expect(table.get('first')).toBe('again');
		expect(table.get('second')).toBeNull();
	});

	it('of one principal never push out those of another, nor those that all share', () => {
		const table = createSqlitePayloads(openSql(), 'replay_saved');
		table.put('shared', '1', { author: 'ada' });
		table.put('ada/task', '2');
		for (let n = 0; n < 1_001; n++) table.put(`bob/task ${n}`, '{}');
		expect(table.get('shared')).toBe('1');
		expect(table.get('ada/task')).toBe('2');
		expect(table.get('bob/task 0')).toBeNull();
		expect(table.get('bob/task 1')).toBe('{}');
		// A new share of bob's takes the place of the one before.
		for (let n = 0; n < 12; n++) table.put(`of bob ${n}`, '{}', { author: 'bob', most: 10 });
		expect(['of bob 1', 'of bob 2', 'shared'].map((task) => table.get(task))).toEqual([
			...[null, '{}', '1'],
		]);
	});
});
