// Roll-ups that cover a range: days inside, hours and minutes at its ends, so that a long range
// costs few rows.
import { PERIODS } from './grouping';
import type { Grouping } from './ports';

/** The periods that are rolled up, in milliseconds, shortest first. */
export const ROLLED_UP = [60_000, 3_600_000, 86_400_000] as const;

/** Periods of one length, one after another; `from` included and `to` not, milliseconds since the epoch. */
export interface Slice {
	/** Milliseconds of each of its periods. */
	readonly period: number;
	/** Beginning of the first period, and end of the last. */
	readonly from: number;
	readonly to: number;
}

/** Periods in one slice: a bound on what is read at once. */
const MOST_PERIODS = 120;

/**
 * Slices that cover a range once, in order; whole minutes, those in which it begins and ends too.
 *
 * @param groupBy no period is longer than a group's
 */
export function slicesOf(from: number, to: number, groupBy: Grouping): Slice[] {
	const longest = PERIODS[groupBy] ?? Number.POSITIVE_INFINITY;
	const periods = ROLLED_UP.filter((period) => period <= longest);
	const [minute] = ROLLED_UP;
	return cover(Math.floor(from / minute) * minute, Math.ceil(to / minute) * minute, periods);
}

function cover(from: number, to: number, periods: readonly number[]): Slice[] {
	const period = periods.at(-1);
	if (period === undefined || from >= to) return [];
	const [begin, end] = [Math.ceil(from / period) * period, Math.floor(to / period) * period];
	const shorter = periods.slice(0, -1);
	if (begin >= end) return cover(from, to, shorter);
	const whole: Slice[] = [];
	for (let at = begin; at < end; at += period * MOST_PERIODS)
		whole.push({ period, from: at, to: Math.min(end, at + period * MOST_PERIODS) });
	return [...cover(from, begin, shorter), ...whole, ...cover(end, to, shorter)];
}
