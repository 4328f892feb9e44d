// Sums over calls; every figure of a group follows from these sums (docs/telemetry.md
// "Figures"). The Analytics Engine client has the same sums in SQL.
import type { CallRecord } from './record';

const is = (condition: boolean): number => (condition ? 1 : 0);

/** Returns whether an estimate is within 20 % of the exact count. */
const isClose = (estimate: number | null, exact: number | null): boolean =>
	estimate !== null && exact !== null && Math.abs(estimate - exact) * 5 <= exact;

const outcome = (name: CallRecord['outcome']) => (record: CallRecord) =>
	is(record.outcome === name);
const whenSampled = (value: (record: CallRecord) => number | null) => (record: CallRecord) =>
	record.exactTokens === null ? 0 : (value(record) ?? 0);

/** One call's share of each sum. */
export const SUMS = {
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

export type SumName = keyof typeof SUMS;
/** All of them. */
export type Sums = Record<SumName, number>;

export const SUM_NAMES = Object.keys(SUMS) as SumName[];

/** Sums over no calls. */
export const noSums = (): Sums => Object.fromEntries(SUM_NAMES.map((name) => [name, 0])) as Sums;
