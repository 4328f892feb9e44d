// Tallies of calls by group and by period: what stores keep of records, and the figures of it.
import {
	coarse,
	count,
	type Distribution,
	type Group,
	groupOf,
	inOrder,
	keyOf,
	mergeDistribution,
	quantiles,
	ROLLED_UP,
} from './group';
import type { CallRecord, Grouping } from './record';

/** Sums of calls, grouped as asked for. */
export class Tallies {
	readonly #tallies = new Map<string, Tally>();

	constructor(private readonly groupBy: Grouping) {}

	count(record: CallRecord): void {
		add(this.#at(record), record);
	}

	/** Adds the tally of calls that have these members in common. */
	merge(calls: Parameters<typeof keyOf>[0], tally: Tally): void {
		merge(this.#at(calls), tally);
	}

	/** Returns the figures of each group: by time in order, else by count. */
	groups(): Group[] {
		const groups = [...this.#tallies].map(([key, tally]) => figuresOf(key, tally));
		return inOrder(groups, this.groupBy);
	}

	/** Returns the figures of all calls, as the group `all`. @param isCounted by the key of a group */
	total(isCounted: (key: string) => boolean): Group {
		const all = noTally();
		for (const [key, tally] of this.#tallies) if (isCounted(key)) merge(all, tally);
		return figuresOf('all', all);
	}

	#at(call: Parameters<typeof keyOf>[0]): Tally {
		const key = keyOf(call, this.groupBy);
		const known = this.#tallies.get(key) ?? noTally();
		this.#tallies.set(key, known);
		return known;
	}
}

const figuresOf = (key: string, tally: Tally) => groupOf(key, tally.sums, percentilesOf(tally));

/** Tallies the calls of each period with the same endpoint, outcome and variant; values in distributions are rounded. */
export function rollUpsOf(records: readonly CallRecord[]) {
	const tallies = new Map<string, Tally>();
	for (const record of records) {
		const { time, endpoint, outcome, variant } = record;
		for (const period of ROLLED_UP) {
			const at = Math.floor(time / period) * period;
			const key = JSON.stringify({ period, at, endpoint, outcome, variant });
			const tally = tallies.get(key) ?? noTally();
			add(tally, record, coarse);
			tallies.set(key, tally);
		}
	}
	return Array.from(tallies, ([key, tally]) => ({ ...(JSON.parse(key) as RolledUp), tally }));
}

/** The calls of one period, its length and start in milliseconds. */
type RolledUp = Pick<CallRecord, 'endpoint' | 'outcome' | 'variant'> &
	Readonly<Record<'period' | 'at', number>>;

/** Measures with percentiles, each with its member of a record. */
export const MEASURED = {
	tokens: 'estimatedTokens',
	bytes: 'responseBytes',
	latencyMs: 'totalMs',
} as const satisfies Record<string, keyof CallRecord>;

/** Name of a measure with a distribution. */
export type Measure = keyof typeof MEASURED;
const MEASURES = Object.keys(MEASURED) as Measure[];

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

export const noTally = (): Tally => ({
	sums: noSums(),
	distributions: { tokens: {}, bytes: {}, latencyMs: {} },
});

/**
 * Counts one call in; of a failed one, which gave no result, the time alone is in a distribution.
 * @param rounded how values stand in the distributions; as they are unless given
 */
export function add(
	tally: Tally,
	record: CallRecord,
	rounded: (value: number) => number = (value) => value,
): void {
	for (const name of SUM_NAMES) tally.sums[name] += SUMS[name](record);
	for (const measure of MEASURES)
		if (measure === 'latencyMs' || record.outcome !== 'error')
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

const is = (condition: boolean): number => (condition ? 1 : 0);

/** Returns whether an estimate is within 20 % of the exact count. */
const isClose = (estimate: number | null, exact: number | null): boolean =>
	estimate !== null && exact !== null && Math.abs(estimate - exact) * 5 <= exact;

const outcome = (name: CallRecord['outcome']) => (record: CallRecord) =>
	is(record.outcome === name);
const whenSampled = (value: (record: CallRecord) => number | null) => (record: CallRecord) =>
	record.exactTokens === null ? 0 : (value(record) ?? 0);

/** One call's share of each sum. */
const SUMS = {
	count: () => 1,
	passthrough: outcome('passthrough'),
	paginated: outcome('paginated'),
	summarized: outcome('summarized'),
	chunked: outcome('chunked'),
	page: outcome('page'),
	error: outcome('error'),
	/** Calls that gave or continued a page to the model. */
	paged: ({ outcome, variant }: CallRecord) =>
		is(variant === 'on' && (outcome === 'paginated' || outcome === 'page')),
	oversized: ({ oversized }: CallRecord) => is(oversized),
	/** Sent over the limits: nothing was cut. */
	overflowed: ({ oversized, estimatedTokens, originalTokens }: CallRecord) =>
		is(oversized && estimatedTokens >= originalTokens),
	admissible: ({ verification }: CallRecord) => is(verification === 'admissible'),
	inadmissible: ({ verification }: CallRecord) => is(verification === 'inadmissible'),
	tokens: ({ estimatedTokens }: CallRecord) => estimatedTokens,
	bytes: ({ responseBytes }: CallRecord) => responseBytes,
	/** A later page has no original of its own. */
	originalTokens: ({ outcome, originalTokens }: CallRecord) =>
		outcome === 'page' ? 0 : originalTokens,
	originalBytes: ({ outcome, originalBytes }: CallRecord) =>
		outcome === 'page' ? 0 : originalBytes,
	grossSaved: ({ originalTokens, estimatedTokens }: CallRecord) => originalTokens - estimatedTokens,
	/** Counts against the savings of the calls that the pages continue. */
	pageTokens: ({ outcome, estimatedTokens }: CallRecord) =>
		outcome === 'page' ? estimatedTokens : 0,
	shadowSaved: ({ variant, estimatedTokens, protectedTokens }: CallRecord) =>
		variant === 'shadow' ? estimatedTokens - protectedTokens : 0,
	items: ({ itemCount }: CallRecord) => itemCount ?? 0,
	totalMs: ({ totalMs }: CallRecord) => totalMs,
	upstreamMs: ({ upstreamMs }: CallRecord) => upstreamMs ?? 0,
	upstreamCalls: ({ upstreamMs }: CallRecord) => is(upstreamMs !== null),
	sampled: ({ exactTokens }: CallRecord) => is(exactTokens !== null),
	exact: whenSampled(({ exactTokens }) => exactTokens),
	sampledEstimate: whenSampled(({ estimatedTokens }) => estimatedTokens),
	calibrated: whenSampled(({ calibratedTokens }) => calibratedTokens),
	heuristic: whenSampled(({ heuristicTokens }) => heuristicTokens),
	closeEstimate: ({ estimatedTokens, exactTokens }: CallRecord) =>
		is(isClose(estimatedTokens, exactTokens)),
	closeCalibrated: ({ calibratedTokens, exactTokens }: CallRecord) =>
		is(isClose(calibratedTokens, exactTokens)),
	closeHeuristic: ({ heuristicTokens, exactTokens }: CallRecord) =>
		is(isClose(heuristicTokens, exactTokens)),
} satisfies Readonly<Record<string, (record: CallRecord) => number>>;

type SumName = keyof typeof SUMS;
export type Sums = Record<SumName, number>;

const SUM_NAMES = Object.keys(SUMS) as SumName[];

export const noSums = (): Sums => Object.fromEntries(SUM_NAMES.map((name) => [name, 0])) as Sums;
