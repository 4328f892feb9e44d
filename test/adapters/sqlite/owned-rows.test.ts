// Tests of the owners of rows: what an export shows, what an erasure leaves.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eraseOf, HOLDINGS, type RowsPlace, rowsOf } from '../../../src/adapters/sqlite/owned-rows';
import { createSqlitePayloads } from '../../../src/adapters/sqlite/stores';
import { createMemoryStore } from '../../../src/memory/storage/memory-store';
import { createFindingStore } from '../../../src/records/finding-store';
import { openSql } from './open';

const src = resolve(import.meta.dirname, '../../../src');
const finding = (principal: string, text: string) => ({
	...{ finding: text, recordIds: [], tags: [], principal, session: 's', at: 1, shared: true },
	words: { finding: text, tags: '', details: '' },
});

describe('every table', () => {
	const text = globSync('**/*.ts', { cwd: src, exclude: ['adapters/node/**', 'library/**'] })
		.map((path) => readFileSync(resolve(src, path), 'utf8'))
		.join('\n');
	const made = [...text.matchAll(/CREATE (?:VIRTUAL )?TABLE (?:IF NOT EXISTS )?([a-z_]+)/g)];
	const parts = [...text.matchAll(/'(\w+_parts|replay_saved|replay_baselines)'/g)];
	const tables = new Set([...made, ...parts].map(([, name = '']) => name));
	// Indexes of words beside tables whose rows are nobody's.
	const words = [...tables].filter((name) => /^(memory_\w+|record)_words$/.test(name));

	it('has a line that says whose its rows are', () => {
		expect(tables.size).toBeGreaterThan(50);
		const unknown = [...tables].filter((name) => !(name in HOLDINGS) && !words.includes(name));
		expect(unknown).toEqual([]);
	});

	it('is there for every line', () => {
		const gone = Object.keys(HOLDINGS).filter((name) => !tables.has(name));
		expect(gone.sort()).toEqual(['memory_attestations', 'object_name', 'sessions']);
	});
});

describe('an erasure', () => {
	it('takes the rows of one and leaves those of others, their numbers and counts too', () => {
		const sql = openSql();
		const memory = createMemoryStore(sql);
		const findings = createFindingStore(sql);
		for (const principal of ['u-1', 'u-2']) {
			findings.add(finding(principal, `late ${principal}`));
			memory.attest({
				...{ event: 'load', objectId: 'o', principal, session: 's', at: 1 },
				reason: `because ${principal}`,
			} as never);
		}
		memory.tally('o', 'load', 'h', 1);
		expect(eraseOf(sql, 'u-1')).toBe(4);
		expect(eraseOf(sql, 'u-1')).toBe(0);
		const left = findings.recall('u-2', ['late'], []).findings.map((one) => one.finding);
		expect(left).toEqual(['late u-2']);
		const again = createMemoryStore(sql);
		expect(again.tallies()).toMatchObject([{ objectId: 'o', count: 1 }]);
		expect(
			again.attestations({ order: 'oldest', limit: 9 }).map(({ principal }) => principal),
		).toEqual(['u-2']);
		const next = again.attest({
			...{ event: 'load', objectId: 'o', principal: 'u-2', session: 's', at: 2 },
		} as never);
		expect(next.seq).toBeGreaterThan(2);
	});

	it('takes the name off records of calls, and shows nobody those of others', () => {
		const sql = openSql();
		sql.all('CREATE TABLE telemetry_batches (n INTEGER, records TEXT)');
		const records = ['u-1', 'u-2'].map((principal) => ({ principal, tokens: 1.5 }));
		sql.all('INSERT INTO telemetry_batches VALUES (1, ?)', JSON.stringify(records));
		expect(rowsOf(sql, { principal: 'u-1' }).rows.map(({ row }) => row)).toEqual([
			{ n: 1, records: JSON.stringify(records.slice(0, 1)) },
		]);
		expect(eraseOf(sql, 'u-1')).toBe(1);
		const [left] = rowsOf(sql, {}).rows;
		expect(JSON.parse(String(left?.row.records))).toEqual([
			{ principal: 'erased', tokens: 1.5 },
			records[1],
		]);
	});

	it('takes what is saved for all where it is what the principal saved', () => {
		const sql = openSql();
		const payloads = createSqlitePayloads(sql, 'replay_saved');
		createSqlitePayloads(sql, 'replay_baselines');
		for (const [task, text] of [
			...[['u-1/mine', 'one'] as const, ['mine', 'one'] as const],
			...[['u-1/theirs', 'old'] as const, ['u-2/theirs', 'new'] as const],
			['theirs', 'new'] as const,
		])
			payloads.put(task, text);
		eraseOf(sql, 'u-1');
		const left = ['u-1/mine', 'mine', 'u-1/theirs', 'u-2/theirs', 'theirs'].map(payloads.get);
		expect(left).toEqual([null, null, null, 'new', 'new']);
	});
});

describe('an export', () => {
	it('shows every row once, page by page, without secrets', () => {
		const sql = openSql();
		sql.all('CREATE TABLE api_tokens (id TEXT, principal TEXT, created_by TEXT, digest TEXT)');
		for (let n = 0; n < 30; n++)
			sql.all("INSERT INTO api_tokens VALUES (?, 'u-1', 'u-1', 'x')", 'long '.repeat(20_000) + n);
		sql.all("INSERT INTO api_tokens VALUES ('other', 'u-2', 'u-2', 'x')");
		const seen: string[] = [];
		let pages = 0;
		for (let after: RowsPlace | undefined, isFirst = true; isFirst || after; isFirst = false) {
			const page = rowsOf(sql, { principal: 'u-1', ...(after && { after }) });
			for (const { row } of page.rows) {
				expect(Object.keys(row)).toEqual(['id', 'principal', 'created_by']);
				seen.push(String(row.id).trim().split(' ').at(-1) ?? '');
			}
			after = page.next;
			pages++;
		}
		expect(pages).toBeGreaterThan(1);
		expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => `long${n}`.replace('long', '')));
	});
});

it('no place to begin at, whatever it says, is taken for a part of a statement', () => {
	const sql = openSql();
	createFindingStore(sql).add(finding('u-1', 'late'));
	const shown = '0; DROP TABLE record_findings; --' as never;
	expect(() => rowsOf(sql, { after: { table: 'record_findings', shown } })).toThrow();
	const after = { table: 'record_findings', shown: '1 UNION SELECT 1' as never };
	expect(() => rowsOf(sql, { after, principal: 'u-1' })).toThrow();
	const { rows } = rowsOf(sql, { tables: ['record_findings'] });
	expect(rows.map(({ row }) => row.finding)).toEqual(['late']);
});
