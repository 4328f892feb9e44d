import { describe, expect, it } from 'vitest';
import { SessionService } from '../../src/session/service';
import { eventsOf, MAX_EVENTS, SessionList } from '../../src/session/store';
import type { ContextMarks } from '../../src/shared/context-marks';
import type { Sql, SqlValue } from '../../src/shared/sql';
import { openSql } from '../adapters/sqlite/open';

const hints = [{ tool: 'search', lifecycle: 'transient', consumedBy: 'store' }] as const;
const plain: ContextMarks = { consumed: false, hints: [] };

const call = (id: string, tool: string, marks: Partial<ContextMarks> = {}, tokens = 1_000) => ({
	at: 1,
	call: { id, tool, at: 1, marks: { ...plain, ...marks }, tokens, collapsedTokens: 20 },
	events: eventsOf(tool, false, () => undefined),
});

/** Enters one call. */
const enter = (session: SessionService, ...about: Parameters<typeof call>) =>
	session.note({ entries: [call(...about)] });

const open = (sql: Sql = openSql()) => new SessionService(sql);

describe('a session', () => {
	it('has what its calls asked for, and who called last, also after a restart', () => {
		const sql = openSql();
		const first = call('a', 'search');
		const client = { name: 'codex-mcp-client', host: 'codex' };
		const asked = { ...first.call, arguments: '{"query":"open"}', client };
		open(sql).note({ entries: [{ ...first, call: asked }, call('b', 'store')] });
		const { calls, client: last } = open(sql).view({});
		expect(calls.map((each) => each.arguments)).toEqual(['{"query":"open"}', undefined]);
		expect(last).toEqual(client);
	});

	it('knows what was used and what left, and keeps the order of events', () => {
		const session = open();
		enter(session, 'hint', 'get_workflow_step', { hints }, 50);
		enter(session, 'page', 'search', { transient: { summary: '15 records' } });
		const noted = enter(session, 'use', 'store', { consumed: true }, 30);
		expect(noted.used).toBe(1);
		const { calls, totals, pending, trace } = session.view({});
		expect(calls.map(({ state }) => state)).toEqual(['plain', 'used', 'consumed']);
		expect(totals).toMatchObject({
			tokensBefore: 1_080,
			tokensAfter: 1_080,
			tokensReleasable: 980,
		});
		expect(pending).toBe(0);
		expect(trace.map(({ kind }) => kind)).toEqual(['call', 'call', 'call', 'used']);
		const left = { results: [{ id: 'page' }], by: 'pass-through', at: 2 } as const;
		expect(session.left(left)).toMatchObject({ left: 1, tokensAfter: 100, tokensReleased: 980 });
		expect(session.left(left)).toMatchObject({ left: 1, tokensReleased: 980 });
		expect(session.view({}).trace.slice(4)).toEqual([
			{ n: 5, at: 2, kind: 'collapsed', call: 'page', by: 'pass-through' },
		]);
	});

	it('is the same after its object was evicted', () => {
		const sql = openSql();
		enter(open(sql), 'page', 'search', { hints, transient: {} });
		expect(enter(open(sql), 'use', 'store', { consumed: true }).used).toBe(1);
	});

	it('keeps a bounded trace', () => {
		const session = open();
		const events = Array.from({ length: MAX_EVENTS + 10 }, () => ({
			kind: 'referred' as const,
			count: 1,
		}));
		for (let at = 1; at <= 3; at++) session.trace({ events, at });
		const oldest = session.view({ limit: 1 }).trace[0]?.n ?? 0;
		const kept = 3 * events.length - oldest + 1;
		expect(kept).toBeGreaterThanOrEqual(MAX_EVENTS);
		expect(kept).toBeLessThan(MAX_EVENTS + 600);
	});
});

describe('calls of a session', () => {
	const many = (from: number, amount: number) =>
		Array.from({ length: amount }, (_, n) => ({
			...call(`c${from + n}`, 'search', {}, 10),
			record: { number: from + n },
		}));

	it('cost a row each, and are known again however often the object was evicted', () => {
		const sql = openSql();
		const written: string[] = [];
		const counted = {
			...sql,
			all: <Row extends object>(statement: string, ...bindings: readonly SqlValue[]) => {
				if (/^\s*(INSERT|UPDATE|DELETE)/.test(statement)) written.push(statement);
				return sql.all<Row>(statement, ...bindings);
			},
		};
		const session = open(counted);
		session.note({ entries: many(0, 1) });
		written.length = 0;
		for (let n = 1; n < 20; n++) session.note({ entries: many(n, 1) });
		expect(written).toHaveLength(19);
		for (let n = 20; n < 100; n++) open(sql).note({ entries: many(n, 1) });
		expect(open(sql).view({}).totals).toMatchObject({ calls: 100, tokensBefore: 1_000 });
		expect(
			open(sql)
				.view({})
				.calls.map(({ id }) => id),
		).toEqual(many(0, 100).map(({ call: { id } }) => id));
	});

	it('are told once, in order, in batches that say where they begin', () => {
		const sql = openSql();
		open(sql).note({ entries: many(0, 250) });
		const told: unknown[] = [];
		for (let turn = 0; turn < 2; turn++) {
			const session = open(sql);
			const batch = session.due();
			expect(batch?.from).toBe(told.length + 1);
			told.push(...(batch?.records ?? []));
			session.forwarded({ through: batch?.through ?? 0 });
		}
		expect(told).toEqual(many(0, 250).map(({ record }) => record));
		expect(open(sql).due()).toBeNull();
		// The row that is open is written with the next call anyway.
		const kept = sql.all<{ entries: string }>('SELECT entries FROM session_chunks ORDER BY n');
		expect(kept.slice(0, -1).filter(({ entries }) => entries.includes('number'))).toEqual([]);
	});
});

describe('what an upstream sends of orders and names', () => {
	it('fits into rows of two megabytes, however long its names are', () => {
		const sql = openSql();
		const name = (n: number) => `${n}`.padEnd(200, '\u0001');
		const many = Array.from({ length: 1_000 }, (_, n) => ({
			tool: name(n),
			lifecycle: 'transient' as const,
			consumedBy: name(n),
		}));
		enter(open(sql), 'hint', 'search', { hints: many });
		expect(open(sql).view({}).totals.calls).toBe(1);
		const tables = sql.all<{ name: string }>(
			"SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'session%'",
		);
		for (const { name: table } of tables)
			for (const row of sql.all<Record<string, unknown>>(`SELECT * FROM ${table}`))
				expect(JSON.stringify(Object.values(row)).length).toBeLessThan(2_000_000);
	});

	const order = (n: number) => ({
		kind: 'required_order' as const,
		steps: Array.from({ length: 100 }, (_, at) => `${n}-${at}`.padEnd(200, 'x')),
	});

	it('fills neither an answer nor a payload: the newest orders count', () => {
		const session = open();
		const events = Array.from({ length: 300 }, (_, n) => order(n));
		session.trace({ events, at: 1 });
		const orders = session.requiredOrders({});
		expect(JSON.stringify(orders).length).toBeLessThan(100_000);
		expect(orders.at(-1)).toEqual(order(299).steps);
	});

	it('is shown in parts that follow each other', () => {
		const session = open();
		session.trace({ events: Array.from({ length: 300 }, (_, n) => order(n)), at: 1 });
		const numbers: number[] = [];
		for (let after = 0; ; after = numbers.at(-1) ?? 0) {
			const { trace } = session.view({ after });
			if (trace.length === 0) break;
			expect(JSON.stringify(trace).length).toBeLessThan(2_100_000);
			numbers.push(...trace.map(({ n }) => n));
		}
		expect(numbers).toEqual(Array.from({ length: 300 }, (_, n) => n + 1));
	});
});

describe('the trace of a call', () => {
	it('holds ids and hashes of what was loaded, and nothing else of it', () => {
		const loaded = {
			items: [
				{
					id: 'p-1',
					path: 'rules/A.md',
					hash: 'sha256:1',
					content: 'secret text',
					constraints: [{ id: 'Steps', textHash: 'sha256:2', text: 'secret text' }],
				},
			],
		};
		const events = eventsOf('memload', false, () => loaded);
		expect(events).toEqual([
			{ kind: 'call', tool: 'memload' },
			{
				kind: 'loaded',
				object: 'p-1',
				path: 'rules/A.md',
				hash: 'sha256:1',
				constraints: [{ id: 'Steps', hash: 'sha256:2' }],
			},
		]);
		expect(eventsOf('memload', true, () => loaded)).toEqual([
			{ kind: 'call', tool: 'memload', failed: true },
		]);
	});

	it.each([
		[{ run_id: 'r', position: 2, step: 'build' }, 'moved'],
		[{ run_id: 'r', position: 2, contextAction: '/clear' }, 'context_action'],
	])('says what a workflow did: %o', (structured, kind) => {
		expect(eventsOf('workflow_advance', false, () => structured)[1]?.kind).toBe(kind);
		expect(eventsOf('github__workflow_advance', false, () => structured)).toHaveLength(1);
	});
});

describe('the sessions of a workspace', () => {
	it('are listed by their last use, each principal its own, and forgotten after 90 days', () => {
		let now = 1_000;
		const list = new SessionList(openSql(), () => now);
		const row = (principal: string, session: string, at: number, calls: number) => ({
			principal,
			session,
			firstAt: at,
			lastAt: at,
			calls,
			tokensBefore: 0,
			tokensAfter: 0,
			tokensReleasable: 0,
			tokensReleased: 0,
		});
		list.update(row('ada', 'one', 1, 1), { born: 1, through: 1 });
		list.update(row('bob', 'one', 2, 1), { born: 2, through: 1 });
		expect(list.update(row('ada', 'one', 3, 7), { born: 1, through: 7 })).toBe(1);
		expect(list.list({ principal: 'ada' })).toEqual([{ ...row('ada', 'one', 1, 7), lastAt: 3 }]);
		expect(list.list({ principal: null }).map(({ principal }) => principal)).toEqual([
			'ada',
			'bob',
		]);
		now += 91 * 24 * 3600 * 1000;
		list.update(row('eve', 'new', now, 1), { born: now, through: 1 });
		list.forget();
		expect(list.list({ principal: null })).toHaveLength(1);
	});
});
