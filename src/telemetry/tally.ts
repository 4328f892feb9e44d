// Everything that is kept of many calls at once: sums, and the distributions behind percentiles.
import { count, type Distribution, mergeDistribution, quantiles } from './distribution';
import type { CallRecord } from './record';
import { noSums, SUM_NAMES, SUMS, type Sums } from './sums';

/** Measures with percentiles, each with its member of a record. */
const MEASURED = {
	tokens: 'estimatedTokens',
	bytes: 'responseBytes',
	latencyMs: 'totalMs',
} as const satisfies Record<string, keyof CallRecord>;

/** Name of a measure with a distribution. */
export type Measure = keyof typeof MEASURED;
export const MEASURES = Object.keys(MEASURED) as Measure[];

/** Counts of a group of calls. */
export interface Tally {
	readonly sums: Sums;
	readonly distributions: Record<Measure, Distribution>;
}

/** Of a distribution, in its own unit. */
export interface Percentiles {
	readonly p50: number;
	readonly p95: number;
	readonly p99: number;
}

/** Nothing counted yet. */
export const noTally = (): Tally => ({
	sums: noSums(),
	distributions: { tokens: {}, bytes: {}, latencyMs: {} },
});

/**
 * Counts one call in.
 *
 * @param rounded - how values stand in the distributions; as they are unless given
 */
export function add(
	tally: Tally,
	record: CallRecord,
	rounded: (value: number) => number = (value) => value,
): void {
	for (const name of SUM_NAMES) tally.sums[name] += SUMS[name](record);
	for (const measure of MEASURES)
		count(tally.distributions[measure], rounded(record[MEASURED[measure]]));
}

/** Adds the second to the first. A tally that was stored before a sum existed counts 0 of it. */
export function merge(into: Tally, from: Tally): void {
	for (const name of SUM_NAMES) into.sums[name] += from.sums[name] ?? 0;
	for (const measure of MEASURES)
		mergeDistribution(into.distributions[measure], from.distributions[measure] ?? {});
}

export const percentilesOf = (tally: Tally): Record<Measure, Percentiles> => {
	const of = (measure: Measure): Percentiles => {
		const [p50 = 0, p95 = 0, p99 = 0] = quantiles(tally.distributions[measure], [0.5, 0.95, 0.99]);
		return { p50, p95, p99 };
	};
	return { tokens: of('tokens'), bytes: of('bytes'), latencyMs: of('latencyMs') };
};
