// Databases as earlier versions left them: what they hold is there in the tables of today.
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/memory/storage/memory-store';
import { KeptResults, SessionList, SessionService } from '../../../src/session';
import { insert } from '../../../src/shared/sql';
import { TelemetryStore } from '../../../src/telemetry/store';
import { createRunStore } from '../../../src/workflow/storage/runs';
import { event } from '../../memory/store-given';
import { recordWith } from '../../telemetry/records';
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

it('of evidence, an event a row: all of it, by session and page, and counted on from', () => {
	const sql = openSql();
	sql.all(`CREATE TABLE memory_attestations (
		seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, event TEXT NOT NULL, principal TEXT NOT NULL,
		session TEXT NOT NULL, object_id TEXT, path TEXT, hash TEXT, constraint_id TEXT, reason TEXT,
		detail TEXT)`);
	const events = Array.from({ length: 250 }, (_, n) => ({
		...{ seq: n + 1, at: 1_000 + n, event: n % 3 === 0 ? ('load' as const) : ('refer' as const) },
		...{ principal: 'ada', session: n % 7 === 0 ? 'two' : 'one', objectId: `p-${n % 5}` },
		...(n % 3 === 0 ? { hash: `sha256:${n}` } : { detail: 'A "B"' }),
	}));
	for (const { objectId, ...rest } of events)
		insert(sql, 'INSERT INTO memory_attestations', { ...rest, object_id: objectId });
	const store = createMemoryStore(sql);
	expect(store.attestations({ order: 'oldest', limit: 1_000 })).toEqual(events);
	const page = {
		order: 'newest',
		limit: 20,
		beforeSeq: 100,
		session: 'one',
		event: 'load',
	} as const;
	const wanted = events.filter(({ session, event }) => session === 'one' && event === 'load');
	expect(store.attestations(page)).toEqual(
		wanted
			.filter(({ seq }) => seq < 100)
			.toReversed()
			.slice(0, 20),
	);
	// Each document was told whole, as it was loaded last.
	const last = wanted.findLast(({ objectId }) => objectId === 'p-1');
	const told = store.told('ada', 'one').find(({ objectId }) => objectId === 'p-1');
	expect(told?.tellings).toEqual([{ hash: last && 'hash' in last && last.hash }]);
	expect(store.attest({ at: 1, event: '.setup', principal: 'ada', session: 'x' }).seq).toBe(251);
	expect(createMemoryStore(sql).attestations({ order: 'oldest', limit: 1_000 })).toHaveLength(251);
});

it('of records of calls, a row each', () => {
	const sql = openSql();
	sql.all(`CREATE TABLE telemetry_records (
		n INTEGER PRIMARY KEY, at INTEGER NOT NULL, endpoint TEXT NOT NULL, outcome TEXT NOT NULL,
		variant TEXT NOT NULL, record TEXT NOT NULL)`);
	const START = 1_790_000_000_000;
	const made = Array.from({ length: 250 }, (_, at) => recordWith({ time: START + at }));
	for (const [at, { principal: _, references: __, ...record }] of made.entries()) {
		const { time, endpoint, outcome, variant } = record;
		const row = { n: at + 31, at: time, endpoint, outcome, variant };
		insert(sql, 'INSERT INTO telemetry_records', { ...row, record: JSON.stringify(record) });
	}
	const store = new TelemetryStore(sql, { now: () => START + 1_000, wakeAt: () => {} });
	const page = store.requests({ from: START, to: START + 1_000, limit: 200 });
	expect(page.ok && page.value.requests).toHaveLength(200);
	const untold = { principal: '', references: '' };
	expect(page.ok && page.value.requests[0]).toEqual({ ...made.at(-1), ...untold });
	// Counts that nobody made are null, and in no sum.
	const fresh = new TelemetryStore(openSql(), { now: () => START + 1_000, wakeAt: () => {} });
	fresh.write(made.map((record) => ({ ...record, ...untold })));
	const all = { from: START, to: START + 1_000, groupBy: 'endpoint' } as const;
	expect(store.query(all)).toEqual(fresh.query(all));
	store.write([recordWith({ time: START + 500 })]);
	expect(sql.all('SELECT sum(count) AS kept FROM telemetry_batches')).toEqual([{ kept: 251 }]);
});

it('of conversations: their sums, calls and trace, counted on from', () => {
	const sql = openSql();
	const call = { id: 'old', tool: 'search', at: 1, state: 'collapsed', tokensBefore: 900 };
	const before = {
		...{ pairs: [], pending: [], calls: [{ ...call, tokensAfter: 20, partner: 'x' }] },
		totals: {
			...{ calls: 1, transient: 1, collapsed: 1 },
			...{ tokensBefore: 900, tokensAfter: 20, tokensReleased: 880 },
		},
	};
	sql.all(`CREATE TABLE session_parts (owner TEXT NOT NULL, part INTEGER NOT NULL,
		text TEXT NOT NULL, PRIMARY KEY (owner, part)) WITHOUT ROWID`);
	const text = JSON.stringify(before);
	insert(sql, 'INSERT INTO session_parts', { owner: 'ledger', part: 0, text });
	sql.all(`CREATE TABLE session_trace (
		n INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, event TEXT NOT NULL)`);
	for (let n = 1; n <= 70; n++)
		insert(sql, 'INSERT INTO session_trace', { at: n, event: `{"kind":"call","tool":"t${n}"}` });
	const { totals, calls } = new SessionService(sql).view({});
	expect(totals).toEqual({
		...{ calls: 1, transient: 1, used: 1, left: 1, tokensBefore: 900, tokensAfter: 20 },
		...{ tokensReleasable: 880, tokensReleased: 880 },
	});
	expect(calls).toMatchObject([{ id: 'old', state: 'collapsed' }]);
	const marks = { consumed: false, hints: [] };
	const next = { id: 'new', tool: 'store', at: 80, marks, tokens: 5 };
	const events = [{ kind: 'call', tool: 'store' } as const];
	new SessionService(sql).note({ entries: [{ at: 80, call: next, events }] });
	const after = new SessionService(sql);
	expect(after.view({ after: 69 }).trace.map(({ n, at }) => [n, at])).toEqual([
		[70, 70],
		[71, 80],
	]);
	expect(after.view({}).totals.calls).toBe(2);
	expect(after.due()).toMatchObject({ from: 71, born: 1 });
});

it('of conversations that were listed elsewhere: those that are known stay', () => {
	const list = new SessionList(openSql(), () => 10);
	const sums = {
		calls: 1,
		tokensBefore: 9,
		tokensAfter: 9,
		tokensReleasable: 0,
		tokensReleased: 0,
	};
	const of = (session: string, calls: number) => ({
		...{ principal: 'ada', session, firstAt: 1, lastAt: calls },
		...{ ...sums, calls },
	});
	list.update(of('known', 7), { born: 1, through: 3 });
	list.adopt({ sessions: [of('known', 2), of('old', 5)] });
	expect(list.list({ principal: 'ada' })).toEqual([of('known', 7), of('old', 5)]);
	list.update(of('old', 6), { born: 1, through: 1 });
	expect(list.list({ principal: null })).toEqual([of('known', 7), of('old', 6)]);
});
