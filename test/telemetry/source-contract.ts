// Tests of every TelemetrySource, whatever it is over.
import { expect, it } from 'vitest';
import { groupOf, inOrder, keyOf } from '../../src/telemetry/group';
import {
	type CallRecord,
	GROUPINGS,
	type TelemetryQuery,
	type TelemetrySource,
} from '../../src/telemetry/record';
import { add, noTally, percentilesOf, type Tally } from '../../src/telemetry/tallies';
import { manyRecords, recordWith, START } from './records';

const END = START + 30 * 3_600_000;

/** @param make a source that holds these records */
export function testSource(make: (records: readonly CallRecord[]) => TelemetrySource): void {
	const query = async (records: readonly CallRecord[], parts: Partial<TelemetryQuery> = {}) => {
		const asked = { from: START, to: END, groupBy: 'endpoint' as const, ...parts };
		const answer = await make(records).query(asked);
		if (!answer.ok) throw new Error(JSON.stringify(answer.error));
		return answer.value;
	};

	it.each(GROUPINGS)('has the figures of every call, by %s', async (groupBy) => {
		const records = manyRecords(300);
		expect(await query(records, { groupBy })).toEqual(expected(records, groupBy));
	});

	it('counts the calls that a filter names and no other', async () => {
		const records = manyRecords(200);
		const endpoint = 'git hub__ü-tool';
		const [only, ...more] = await query(records, { endpoint, outcome: 'summarized' });
		const wanted = records.filter(
			(record) => record.endpoint === endpoint && record.outcome === 'summarized',
		);
		expect(more).toEqual([]);
		expect(only).toMatchObject({ key: endpoint, count: wanted.length });
		const shadow = await query(records, { variant: 'shadow', groupBy: 'variant' });
		expect(shadow.map(({ key }) => key)).toEqual(['shadow']);
	});

	it('takes the beginning of a range in and leaves its end out', async () => {
		const records = [0, 1000, 2000].map((after) => recordWith({ time: START + after }));
		const groups = await query(records, { from: START, to: START + 2000 });
		expect(groups.map(({ count }) => count)).toEqual([2]);
	});

	it('has no groups where there were no calls', async () => {
		expect(await query([])).toEqual([]);
	});

	it('takes what is sent later out of a result from its savings', async () => {
		const first = recordWith({ estimatedTokens: 1000, originalTokens: 5000 });
		const page = recordWith({
			outcome: 'page',
			cursorUse: 'cursor',
			estimatedTokens: 900,
			originalTokens: 900,
		});
		const [group] = await query([first, page, page]);
		expect(group).toMatchObject({
			savedTokens: { gross: 4000, net: 2200 },
			reductionPercent: 80,
			netReductionPercent: 44,
			adoptionPercent: 100,
		});
	});

	it('reckons percentiles of results over answers alone: a failed call gave none', async () => {
		const failed = recordWith({
			outcome: 'error',
			errorCode: 'timeout',
			estimatedTokens: 3,
			totalMs: 900,
		});
		const answers = [100, 200, 300].map((estimatedTokens) => recordWith({ estimatedTokens }));
		const [group] = await query([...answers, failed, failed, failed, failed]);
		expect(group).toMatchObject({
			count: 7,
			tokens: { p50: 200, p95: 300 },
			latencyMs: { p50: 900 },
		});
	});

	it('finds calls by a part of their correlation id or client, in any case, among all of them', async () => {
		const records = manyRecords(700);
		const ours = recordWith({ time: START + 1, clientName: 'Klient Ünder', correlationId: 'Zz-9' });
		const source = make([ours, ...records]);
		for (const word of ['zZ-9', 'klient ü', 'KLIENT'] as const) {
			const page = await source.requests({ from: 0, to: END, limit: 10, query: word });
			expect(page.ok && page.value.requests.map(({ correlationId }) => correlationId)).toEqual([
				'Zz-9',
			]);
		}
	});

	it('pages through the calls, newest first, each once', async () => {
		const records = manyRecords(25);
		const source = make(records);
		const seen: CallRecord[] = [];
		let cursor: string | undefined;
		do {
			const next = cursor === undefined ? {} : { cursor };
			const page = await source.requests({ from: START, to: END, limit: 10, ...next });
			if (!page.ok) throw new Error(JSON.stringify(page.error));
			seen.push(...page.value.requests);
			cursor = page.value.nextCursor;
		} while (cursor !== undefined);
		expect(seen).toEqual(records.toReversed());
	});

	it('refuses a cursor that it never gave', async () => {
		const page = await make([]).requests({ from: START, to: END, limit: 10, cursor: "1' OR 1" });
		expect(page).toEqual({ ok: false, error: { code: 'invalid_cursor' } });
	});
}

function expected(records: readonly CallRecord[], groupBy: TelemetryQuery['groupBy']) {
	const tallies = new Map<string, Tally>();
	for (const record of records) {
		const key = keyOf(record, groupBy);
		const tally = tallies.get(key) ?? noTally();
		add(tally, record);
		tallies.set(key, tally);
	}
	const groups = [...tallies].map(([key, tally]) => groupOf(key, tally.sums, percentilesOf(tally)));
	return inOrder(groups, groupBy);
}
