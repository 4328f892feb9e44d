// The figures of a group of calls, as GET /api/telemetry gives them (docs/telemetry.md "Figures"): their keys
// and order, the distributions and periods that they are made of, and the range and groups that a request asks for.
import { byCodePoint } from '../shared/code-point-order';
import { defined } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import {
	type CallRecord,
	type Grouping,
	MOST_GROUPS,
	OUTCOMES,
	type Outcome,
	type RecordFilter,
	recordedName,
	type TelemetryQuery,
} from './record';
import type { Measure, Percentiles, Sums } from './tallies';

/** Two decimals: sums of floating point numbers differ by the order of adding. */
const rounded = (value: number): number => Math.round(value * 100) / 100;
const ratio = (part: number, whole: number) => (whole > 0 ? rounded(part / whole) : null);
const percent = (part: number, whole: number): number | null => ratio(100 * part, whole);

/** Returns the figures that follow from a group's sums and percentiles; percentages are null of nothing. */
export function groupOf(
	key: string,
	sums: Sums,
	percentiles: Readonly<Record<Measure, Percentiles>>,
) {
	const { count, sampled, exact, grossSaved } = sums;
	const amount = (sum: number, calls: number) => ({
		sum: rounded(sum),
		average: ratio(sum, calls),
	});
	const spread = (sum: number, at: Percentiles) => ({ ...amount(sum, count), ...at });
	const accuracy = (close: number, estimates: number) => ({
		/** Share of the sampled calls. */
		within20Percent: percent(close, sampled),
		/** By how much estimates are too high in all; negative when too low. */
		biasPercent: percent(estimates - exact, exact),
	});
	const first = count - sums.page;
	const netSaved = grossSaved - sums.pageTokens;
	return {
		key,
		count,
		outcomes: Object.fromEntries(OUTCOMES.map((name) => [name, sums[name]])) as Readonly<
			Record<Outcome, number>
		>,
		/** Results over the limits as the server gave them, and those that were sent so. */
		oversized: sums.oversized,
		overflowed: sums.overflowed,
		items: sums.items,
		/** Contexts that were compared after an action on them, by what was found. */
		verifications: { admissible: sums.admissible, inadmissible: sums.inadmissible },
		/** Estimated tokens sent; percentiles of results, which failed calls gave none of. */
		tokens: spread(sums.tokens, percentiles.tokens),
		bytes: spread(sums.bytes, percentiles.bytes),
		latencyMs: spread(sums.totalMs, percentiles.latencyMs),
		/** Of the calls that reached their source. */
		upstreamMs: { average: ratio(sums.upstreamMs, sums.upstreamCalls) },
		/** Tokens of the sources' results, without later pages. */
		originalTokens: amount(sums.originalTokens, first),
		originalBytes: amount(sums.originalBytes, first),
		reductionPercent: percent(grossSaved, sums.originalTokens),
		netReductionPercent: percent(netSaved, sums.originalTokens),
		/** Of the calls without an error. */
		adoptionPercent: percent(sums.paged, count - sums.error),
		oversizedPercent: percent(sums.oversized, count),
		overflowedPercent: percent(sums.overflowed, count),
		errorPercent: percent(sums.error, count),
		/** `net` is less what was sent later out of the same results; `shadow` would have been saved. */
		savedTokens: { gross: grossSaved, net: netSaved, shadow: sums.shadowSaved },
		accuracy: {
			sampled,
			...accuracy(sums.closeEstimate, sums.sampledEstimate),
			calibrated: accuracy(sums.closeCalibrated, sums.calibrated),
			heuristic: accuracy(sums.closeHeuristic, sums.heuristic),
		},
	};
}

/** The figures of a group of calls. */
export type Group = ReturnType<typeof groupOf>;

/** The periods that are rolled up, in milliseconds, shortest first. */
export const ROLLED_UP = [60_000, 3_600_000, 86_400_000] as const;

/** Periods of one length, one after another; `from` included and `to` not, milliseconds since the epoch. */
interface Slice {
	/** Milliseconds of each of its periods. */
	readonly period: number;
	/** Beginning of the first period, and end of the last. */
	readonly from: number;
	readonly to: number;
}

/** Periods in one slice: a bound on what is read at once. */
const MOST_PERIODS = 120;

/** Slices that cover a range once, in order, by whole minutes, begun ones too. @param groupBy bounds a period */
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

/** Milliseconds of the groupings by time. */
const PERIODS: Readonly<Partial<Record<Grouping, number>>> = {
	minute: 60_000,
	hour: 3_600_000,
	day: 86_400_000,
};

/** Returns whether calls are trials, by the name of their endpoint or server: made on the playground, or of the demo and its recording, where those are some. */
export const isTrialOf = (key: string, isDemo = true): boolean =>
	key.startsWith('playground:') || (isDemo && /^demo(?:__|:|$)/.test(key));

/** Returns whether an endpoint is of a server other than the demo, called by a client. */
export const isOther = (endpoint: string) => endpoint.includes('__') && !isTrialOf(endpoint);

export function keyOf(
	call: Pick<CallRecord, 'time' | 'endpoint' | 'outcome' | 'variant'>,
	groupBy: Grouping,
): string {
	const period = PERIODS[groupBy];
	// UTC: `2026-11-21T06:00:00Z`.
	if (period !== undefined)
		return new Date(Math.floor(call.time / period) * period).toISOString().replace('.000Z', 'Z');
	if (groupBy === 'upstream')
		return call.endpoint.replace(
			/^((?:playground|demo):)?(?:(.+?)__)?.*$/,
			(_, trial = '', of = 'loadline') => trial + of,
		);
	return call[groupBy as 'endpoint' | 'outcome' | 'variant'];
}

/** By time in order, else by count; as many as an answer may have. */
export const inOrder = (groups: readonly Group[], groupBy: Grouping): Group[] =>
	PERIODS[groupBy] === undefined
		? [...groups]
				.sort((a, b) => b.count - a.count || byCodePoint(a.key, b.key))
				.slice(0, MOST_GROUPS)
		: [...groups].sort((a, b) => byCodePoint(a.key, b.key));

/** Value, as text, to how many calls had it. */
export type Distribution = Record<string, number>;

const PRECISION = 5;

/** A value rounded to 6 significant bits, at most 1.6 % off; small whole numbers stay exact. @param value not negative */
export function coarse(value: number): number {
	if (!(value >= 1)) return value > 0 ? Math.round(value * 64) / 64 : 0;
	const step = 2 ** (Math.floor(Math.log2(value)) - PRECISION);
	return Math.round(value / step) * step;
}

export function count(distribution: Distribution, value: number, calls = 1): void {
	distribution[value] = (distribution[value] ?? 0) + calls;
}

/** Adds the counts of one distribution to another. */
export function mergeDistribution(into: Distribution, from: Distribution): void {
	for (const [value, calls] of Object.entries(from)) count(into, Number(value), calls);
}

/** The smallest values that each share of the calls does not exceed; 0 without calls. @param shares ascending, 0 to 1 */
export function quantiles(distribution: Distribution, shares: readonly number[]): number[] {
	const values = Object.entries(distribution)
		.map(([value, calls]) => [Number(value), calls] as const)
		.sort(([a], [b]) => a - b);
	const total = values.reduce((sum, [, calls]) => sum + calls, 0);
	let at = 0;
	let reached = values[0]?.[1] ?? 0;
	return shares.map((share) => {
		const wanted = Math.max(1, Math.ceil(total * share));
		while (reached < wanted && at < values.length - 1) reached += values[++at]?.[1] ?? 0;
		return values[at]?.[0] ?? 0;
	});
}

/** `parameter` is the one that is wrong; `message` says what to write. */
interface ParameterFault {
	readonly parameter: string;
	readonly message: string;
}

/** A filter as it is asked for: ISO 8601 or milliseconds since the epoch, and a tool, `<upstream>__<tool>`. */
type Asked = Partial<Pick<RecordFilter, 'outcome' | 'variant'>> &
	Readonly<Partial<Record<'from' | 'to' | 'endpoint', string>>>;

const DAY = 86_400_000;
/** Points of a series: a day of minutes, and a little. */
const MOST_POINTS = 1_500;

/** @param now milliseconds since the epoch */
export function readTelemetryQuery(
	{ groupBy = 'endpoint', ...asked }: Asked & Partial<Pick<TelemetryQuery, 'groupBy'>>,
	now: number,
): Result<TelemetryQuery, ParameterFault> {
	const filter = readFilter(asked, now);
	if (!filter.ok) return filter;
	const period = PERIODS[groupBy];
	if (period !== undefined && (filter.value.to - filter.value.from) / period > MOST_POINTS)
		return fault(
			'groupBy',
			`${groupBy} over this range is more than ${MOST_POINTS} groups: move from and to closer, or take a longer period`,
		);
	return ok({ ...filter.value, groupBy });
}

const fault = (parameter: string, message: string) => err({ parameter, message });

/** @param now milliseconds since the epoch */
export function readFilter(
	{ from: first, to: last, endpoint: named, ...chosen }: Asked,
	now: number,
): Result<RecordFilter, ParameterFault> {
	// Calls until now are before the next millisecond.
	const to = time('to', last, now + 1);
	if (!to.ok) return to;
	const from = time('from', first, to.value - DAY);
	if (!from.ok) return from;
	if (from.value >= to.value) return fault('from', 'must be before to');
	if (named === '') return fault('endpoint', 'must be a tool name, <upstream>__<tool>');
	const endpoint = named && recordedName(named);
	return ok(defined({ from: from.value, to: to.value, endpoint, ...chosen }));
}

const DATE_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Returns whether a month has the day: Date.parse takes February 30 for March 2. */
const isDay = (date: string): boolean => new Date(date).toISOString().startsWith(date);

/** An ISO 8601 date or date-time, or milliseconds since the epoch. */
function time(name: string, given: string | undefined, fallback: number) {
	if (given === undefined) return ok(fallback);
	// A + of a time zone that was not percent-encoded arrives as a space.
	const text = given.replace(/ (?=\d\d:\d\d$)/, '+');
	const isNumber = /^\d{1,14}$/.test(text);
	const value = isNumber ? Number(text) : DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
	if (Number.isNaN(value) || !(isNumber || isDay(text.slice(0, 10))))
		return fault(
			name,
			'must be a time such as 2026-01-31T12:00:00Z, or milliseconds since the epoch',
		);
	return ok(value);
}
