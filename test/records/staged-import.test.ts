// An import into the store: staged in parts, seen from its commit on, in place of records of the same id.
import { describe, expect, it } from 'vitest';
import { counted } from '../../src/shared/sql';
import { openSql } from '../adapters/sqlite/open';
import { openWorkspace } from './workspace';

describe('an import', () => {
	it('replaces records of the same id, which keep their place', () => {
		const workspace = openWorkspace();
		workspace.add('n', [{ id: 1, v: 'old words' }, { id: 2 }]);
		workspace.clock.now += 1000;
		workspace.add('n', [{ id: '1', v: 'new' }, { id: 3 }, { id: 3, v: 'last' }]);
		expect(workspace.search({ model: 'n' }).items).toEqual([
			'{"id":3,"v":"last"}',
			'{"id":"1","v":"new"}',
			'{"id":2}',
		]);
		expect(workspace.search({ model: 'n', query: 'old' }).totalCount).toBe(0);
		expect(workspace.search({ model: 'n', query: 'new' }).totalCount).toBe(1);
	});

	it('is staged in parts between which others go on, and an abandoned one in none', async () => {
		let pauses = 0;
		const { records } = openWorkspace(undefined, async () => void pauses++);
		const begun = records.beginImport('n');
		if (!begun.ok) throw new Error(begun.error.message);
		const batch = Array.from({ length: 1_000 }, (_, n) => {
			const json = JSON.stringify({ id: n, text: 'x'.repeat(n === 500 ? 90_000 : 200) });
			return { id: `${n}`, json, words: `${n}`, createdAt: null };
		});
		expect(await records.stageRecords(begun.value, batch)).toMatchObject({ ok: true });
		// At most 8,000 characters in each, but for the record that is longer.
		expect(pauses).toBe(30);
		expect(records.commitImport(begun.value, [])).toMatchObject({ value: { created: 1_000 } });
		expect(await records.stageRecords(begun.value, batch)).toMatchObject({ ok: false });
		expect(pauses).toBe(30);
	});

	it('hides what it replaces at once, and removes it in parts; so does the end of a model', async () => {
		let pauses = 0;
		const sql = openSql();
		const workspace = openWorkspace(sql, async () => void pauses++);
		const kept = () => [
			...['record_rows', 'record_texts', 'record_words', 'record_imports'].map((table) =>
				counted(sql, table),
			),
		];
		const values = Array.from({ length: 100 }, (_, id) => ({ id, text: 'one' }));
		workspace.add('n', values);
		workspace.add('n', [...values.slice(0, 90), { id: 100, text: 'two' }]);
		expect(workspace.search({ model: 'n' }).totalCount).toBe(101);
		expect(kept()).toEqual([191, 191, 191, 2]);
		for (const id of ['import-1', 'import-2']) await workspace.records.dropImport(id);
		expect([pauses, kept()]).toEqual([2, [101, 101, 101, 0]]);
		const removed = workspace.records.removeModel('n');
		expect(workspace.records.models({})).toEqual([]);
		expect([await removed, pauses, kept()]).toEqual([101, 4, [0, 0, 0, 0]]);
	});

	it('is committed by writing each row once: those that come, and those that they replace', async () => {
		const sql = openSql();
		const { records } = openWorkspace(sql);
		const written = () => sql.all<{ n: number }>('SELECT total_changes() AS n')[0]?.n ?? 0;
		const batch = Array.from({ length: 50 }, (_, n) => {
			return { id: `${n}`, json: `{"id":${n}}`, words: `${n}`, createdAt: null };
		});
		for (const rows of [50, 100]) {
			const begun = records.beginImport('n');
			if (!begun.ok) throw new Error(begun.error.message);
			await records.stageRecords(begun.value, batch);
			const before = written();
			records.commitImport(begun.value, []);
			// The import itself is renamed, and the model noted once.
			expect(written() - before).toBeLessThanOrEqual(rows + 2);
		}
	});

	it('is not seen before its commit, and forgotten when nobody goes on with it', async () => {
		const workspace = openWorkspace();
		const { records, clock, wakes } = workspace;
		const begun = records.beginImport('n');
		if (!begun.ok) throw new Error(begun.error.message);
		const batch = [{ id: '1', json: '{"id":1}', words: '1', createdAt: null }];
		await records.stageRecords(begun.value, batch);
		expect(records.models({})).toEqual([]);
		clock.now = wakes.at(-1) ?? 0;
		await records.sweep();
		expect(await records.stageRecords(begun.value, batch)).toMatchObject({ ok: false });
		expect(records.commitImport(begun.value, [])).toMatchObject({ ok: false });
		expect(records.models({})).toEqual([]);
	});

	it('takes names of models, not anything', () => {
		for (const name of ['', '1a', 'a b', "x'--", '__proto__', 'x'.repeat(64)])
			expect(openWorkspace().records.beginImport(name)).toMatchObject({ ok: false });
	});
});
