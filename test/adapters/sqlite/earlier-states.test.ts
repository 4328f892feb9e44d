// Databases as earlier versions left them: what they hold is there in the tables of today.
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/memory/storage/memory-store';
import { KeptResults } from '../../../src/session';
import { createRunStore } from '../../../src/workflow/storage/runs';
import { event } from '../../memory/store-given';
import { openSql } from './open';

it('of loads without a ledger: each document was told whole, as it was loaded last', () => {
	const sql = openSql();
	const before = createMemoryStore(sql);
	for (const [at, hash] of ['sha256:1', 'sha256:2'].entries())
		before.attest(event('p-1', { hash, at }));
	before.attest(event('p-2', { event: 'activate', hash: 'sha256:3', at: 2 }));
	sql.all('DROP TABLE memory_told');
	expect(createMemoryStore(sql).told('ada', 's1')).toEqual([
		{ objectId: 'p-1', tellings: [{ hash: 'sha256:2' }], at: 1 },
		{ objectId: 'p-2', tellings: [{ hash: 'sha256:3' }], at: 2 },
	]);
});

it('of results that left, found by their digests', () => {
	const sql = openSql();
	const ports = { now: () => 5, wakeAt: () => {} };
	const known = { id: 'k-1', session: 's1', text: 'gone', tool: 't', endpoint: 't', at: 1 };
	const marks = { consumed: false, hints: [] };
	new KeptResults(sql, ports).put({
		results: [{ ...known, marks, original: '{}', digests: [] }],
	});
	sql.all('CREATE TABLE kept_digests (digest TEXT PRIMARY KEY, result INTEGER NOT NULL)');
	sql.all("INSERT INTO kept_digests SELECT 'd1', n FROM kept_results");
	sql.all('DROP TABLE kept_texts');
	const found = new KeptResults(sql, ports).find({ digests: ['d1'] });
	expect(found).toMatchObject([{ id: 'k-1', digest: 'd1' }]);
	expect(new KeptResults(sql, ports).find({ digests: ['d1'] })).toHaveLength(1);
});

it('of sessions that went on with a run', () => {
	const sql = openSql();
	createRunStore(sql);
	sql.all(`CREATE TABLE workflow_adopted (
		principal TEXT NOT NULL, session TEXT NOT NULL, run TEXT NOT NULL, PRIMARY KEY (principal, session))`);
	sql.all("INSERT INTO workflow_adopted VALUES ('ada', 's1', 'r-1')");
	createRunStore(sql);
	expect(sql.all('SELECT principal, session, run FROM workflow_joined')).toEqual([
		{ principal: 'ada', session: 's1', run: 'r-1' },
	]);
});
