import { describe, expect, it } from 'vitest';
import { type AlertRules, type Episode, judge } from '../../src/telemetry/alerts';
import { groupOf } from '../../src/telemetry/group';
import type { CallRecord } from '../../src/telemetry/record';
import { add, noTally, percentilesOf } from '../../src/telemetry/tallies';
import { recordWith } from './records';

const groupWith = (...records: readonly CallRecord[]) => {
	const tally = noTally();
	for (const record of records) add(tally, record);
	return groupOf('all', tally.sums, percentilesOf(tally));
};
const rules: AlertRules = { windowMinutes: 60, minRequests: 2, oversizedRate: 0.5 };
const sound = recordWith({ oversized: false });
const oversized = recordWith({
	oversized: true,
	estimatedTokens: 9_000,
	originalTokens: 9_000,
});
const open: Episode = { rule: 'oversizedRate', startedAt: 5, told: true };

describe('alert rules', () => {
	it('are kept at their limit and broken beyond it', () => {
		expect(judge(groupWith(sound, oversized), rules, [], 9)).toEqual([]);
		expect(judge(groupWith(sound, oversized, oversized), rules, [], 9)).toMatchObject([
			{ state: 'firing', rule: 'oversizedRate', startedAt: 9, calls: 3 },
		]);
	});

	it('say nothing twice', () => {
		expect(judge(groupWith(oversized, oversized), rules, [open], 9)).toEqual([]);
	});

	it('repeat a beginning that was not told, with its own time', () => {
		const untold = { ...open, told: false };
		expect(judge(groupWith(oversized, oversized), rules, [untold], 9)).toMatchObject([
			{ state: 'firing', startedAt: 5 },
		]);
	});

	it('say when they are kept again', () => {
		expect(judge(groupWith(sound, sound), rules, [open], 9)).toMatchObject([
			{ state: 'recovered', startedAt: 5, value: 0 },
		]);
	});

	it('are not judged on too little traffic', () => {
		expect(judge(groupWith(oversized), rules, [], 9)).toEqual([]);
		expect(judge(groupWith(sound), rules, [open], 9)).toEqual([]);
	});

	it('cover errors, accuracy and latency', () => {
		const failed = recordWith({ outcome: 'error', totalMs: 900, oversized: false });
		const wrong = recordWith({ exactTokens: 3000, oversized: false });
		const all = { ...rules, errorRate: 0.1, accuracy: 0.9, p95LatencyMs: 500 };
		const notices = judge(groupWith(failed, wrong), all, [], 9);
		expect(notices.map(({ rule, value }) => [rule, value])).toEqual([
			['errorRate', 0.5],
			['accuracy', 0],
			['p95LatencyMs', 900],
		]);
	});
});
