// Keys of groups of calls, and their order.
import { byCodePoint } from '../shared/code-point-order';
import type { Group } from './group';
import { type Grouping, MOST_GROUPS } from './ports';
import type { CallRecord } from './record';

/** Milliseconds of the groupings by time. */
export const PERIODS: Readonly<Partial<Record<Grouping, number>>> = {
	minute: 60_000,
	hour: 3_600_000,
	day: 86_400_000,
};

/** The start of a period as a group's key, UTC: `2026-11-21T06:00:00Z`. */
export const periodKey = (time: number, period: number): string =>
	new Date(Math.floor(time / period) * period).toISOString().replace('.000Z', 'Z');

/** The key of a call's group. */
export function keyOf(
	call: Pick<CallRecord, 'time' | 'endpoint' | 'outcome' | 'variant'>,
	groupBy: Grouping,
): string {
	switch (groupBy) {
		case 'endpoint':
		case 'outcome':
		case 'variant':
			return call[groupBy];
		default:
			return periodKey(call.time, PERIODS[groupBy] ?? 1);
	}
}

/** By time in order, else by count; as many as an answer may have. */
export const inOrder = (groups: readonly Group[], groupBy: Grouping): Group[] =>
	PERIODS[groupBy] === undefined
		? [...groups]
				.sort((a, b) => b.count - a.count || byCodePoint(a.key, b.key))
				.slice(0, MOST_GROUPS)
		: [...groups].sort((a, b) => byCodePoint(a.key, b.key));
