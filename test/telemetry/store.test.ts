import { describe, expect, it } from 'vitest';
import { ok } from '../../src/shared/result';
import type { TelemetrySource } from '../../src/telemetry/record';
import { TelemetryStore } from '../../src/telemetry/store';
import { openSql } from '../adapters/sqlite/open';
import { manyRecords, recordWith, START } from './records';
import { testSource } from './source-contract';

const DAY = 86_400_000;

function open(mostRecords?: number) {
	const sql = openSql();
	const clock = { now: START };
	const alarms: number[] = [];
	const store = new TelemetryStore(sql, {
		now: () => clock.now,
		wakeAt: (time) => alarms.push(time),
		...(mostRecords === undefined ? {} : { mostRecords }),
	});
	const rows = (table: string) =>
		Number(sql.all<{ n: number }>(`SELECT count(*) AS n FROM telemetry_${table}`)[0]?.n);
	const records = () =>
		Number(sql.all<{ n: number }>('SELECT sum(count) AS n FROM telemetry_batches')[0]?.n ?? 0);
	return { store, clock, alarms, rows, records };
}

describe('the embedded telemetry store', () => {
	testSource((records): TelemetrySource => {
		const { store } = open();
		for (let from = 0; from < records.length; from += 70)
			store.write(records.slice(from, from + 70));
		return {
			query: async (query) => ok(store.query(query)),
			requests: async (query) => store.requests(query),
		};
	});

	it('keeps the newest records, and counts the others from what their minutes came to', () => {
		const { store, records } = open(100);
		const made = manyRecords(400);
		store.write(made);
		const exact = open().store;
		exact.write(made);
		store.clear();
		expect(records()).toBe(100);
		const query = { from: START, to: START + DAY, groupBy: 'outcome' } as const;
		const [rolledUp, wanted] = [store.query(query), exact.query(query)];
		for (const [index, group] of rolledUp.entries()) {
			const { tokens, bytes, latencyMs, ...figures } = group;
			expect(wanted[index]).toMatchObject(figures);
			expect(wanted[index]?.tokens.sum).toBe(tokens.sum);
			for (const level of ['p50', 'p95', 'p99'] as const) {
				const exactly = wanted[index]?.tokens[level] ?? 0;
				expect(Math.abs(tokens[level] - exactly)).toBeLessThanOrEqual(exactly * 0.02);
			}
		}
		expect(rolledUp.reduce((sum, { count }) => sum + count, 0)).toBe(400);
	});

	it('removes by alarm what is older than 90 days, and then rests', () => {
		const { store, clock, alarms, rows, records } = open();
		store.write([recordWith()]);
		store.write([recordWith({ time: START + 80 * DAY })]);
		expect(alarms).toHaveLength(2);
		clock.now = START + 91 * DAY;
		expect(store.clear()).toBe(true);
		expect([records(), rows('periods')]).toEqual([1, 3]);
		expect(alarms).toHaveLength(3);
		clock.now = START + 171 * DAY;
		expect(store.clear()).toBe(false);
		expect([records(), rows('periods'), alarms.length]).toEqual([0, 0, 3]);
	});

	it('sums up the last minutes, the running one with them', () => {
		const { store, clock } = open();
		clock.now = START + 10 * 60_000;
		store.write([
			recordWith({ time: START }),
			recordWith({ time: clock.now - 1000, oversized: false }),
			recordWith({ time: clock.now }),
		]);
		expect(store.latest({ windowMinutes: 5 })).toMatchObject({ count: 2, oversizedPercent: 50 });
		expect(store.latest({ windowMinutes: 60 }).count).toBe(3);
		expect(open().store.latest({ windowMinutes: 60 })).toMatchObject({
			count: 0,
			adoptionPercent: null,
		});
	});

	it('counts no call of the playground, and none of the demo once another server is connected or was called', () => {
		const { store, clock } = open();
		const write = (...tools: string[]) =>
			store.write(tools.map((endpoint) => recordWith({ endpoint, time: clock.now })));
		clock.now = START;
		write('demo__list', 'playground:shop__list', 'demo:search_records', 'search_records');
		expect([store.hasOthers(), store.latest({ windowMinutes: 60 }).count]).toEqual([false, 3]);
		expect(store.latest({ windowMinutes: 60, isWithoutTrials: true }).count).toBe(1);
		write('shop__list', 'demonstration__list');
		expect([store.hasOthers(), store.latest({ windowMinutes: 60 }).count]).toEqual([true, 3]);
		// However long ago that was.
		clock.now += 7_200_000;
		write('demo__list', 'search_records');
		expect(store.latest({ windowMinutes: 60 }).count).toBe(1);
	});

	it('keeps what is tried on the playground apart from the calls of a server', () => {
		const { store } = open();
		const tools = ['shop__list', 'playground:shop__list', 'playground:read_result', 'read_result'];
		store.write(tools.map((endpoint) => recordWith({ endpoint, time: START })));
		const groups = store.query({ from: START, to: START + DAY, groupBy: 'upstream' });
		expect(groups.map(({ key, count }) => [key, count])).toEqual([
			['loadline', 1],
			['playground:loadline', 1],
			['playground:shop', 1],
			['shop', 1],
		]);
	});

	it('pages by time through records that arrived in any order', () => {
		const { store } = open();
		const made = manyRecords(300).map((record, n) => ({
			...record,
			time: START + ((n * 7) % 150),
		}));
		for (let from = 0; from < made.length; from += 9) store.write(made.slice(from, from + 9));
		const times: number[] = [];
		const seen = new Set<string>();
		for (let cursor: string | undefined; ; ) {
			const page = store.requests({
				from: START,
				to: START + DAY,
				limit: 17,
				...(cursor && { cursor }),
			});
			if (!page.ok) throw new Error(page.error.code);
			for (const { time, correlationId } of page.value.requests) {
				times.push(time);
				seen.add(correlationId);
			}
			cursor = page.value.nextCursor;
			if (cursor === undefined) break;
		}
		expect(times).toHaveLength(300);
		expect(times).toEqual(times.toSorted((one, other) => other - one));
		expect(seen.size).toBe(new Set(made.map(({ correlationId }) => correlationId)).size);
	});
});
