// The figures of a group of calls, as GET /api/telemetry gives them (docs/telemetry.md "Figures").
import { OUTCOMES, type Outcome } from './record';
import type { Sums } from './sums';
import type { Measure, Percentiles } from './tally';

/** Sum, mean and percentiles of one measure over the group's calls. */
export interface Spread extends Percentiles {
	readonly sum: number;
	readonly average: number | null;
}

/** A sum and what it is on average. */
export interface Amount {
	readonly sum: number;
	readonly average: number | null;
}

/** Accuracy of estimates against exact counts; null without samples. */
export interface Accuracy {
	/** Share of the sampled calls. */
	readonly within20Percent: number | null;
	/** By how much estimates are too high in all; negative when too low. */
	readonly biasPercent: number | null;
}

/** Percentages are null where there is nothing to take a share of. */
export interface Group {
	readonly key: string;
	readonly count: number;
	readonly outcomes: Readonly<Record<Outcome, number>>;
	/** Results over the limits as the server gave them. */
	readonly oversized: number;
	/** Those that were sent over the limits. */
	readonly overflowed: number;
	readonly items: number;
	/** Contexts that were compared after an action on them, by what was found. */
	readonly verifications: { readonly admissible: number; readonly inadmissible: number };
	/** Estimated tokens sent. */
	readonly tokens: Spread;
	readonly bytes: Spread;
	readonly latencyMs: Spread;
	/** Of the calls that reached their source. */
	readonly upstreamMs: { readonly average: number | null };
	/** Tokens of the sources' results, without later pages. */
	readonly originalTokens: Amount;
	readonly originalBytes: Amount;
	readonly reductionPercent: number | null;
	readonly netReductionPercent: number | null;
	/** Of the calls without an error. */
	readonly adoptionPercent: number | null;
	readonly oversizedPercent: number | null;
	readonly overflowedPercent: number | null;
	readonly errorPercent: number | null;
	/** Tokens. `net` is less what was sent later out of the same results; `shadow` would have been saved. */
	readonly savedTokens: { readonly gross: number; readonly net: number; readonly shadow: number };
	readonly accuracy: Accuracy & {
		readonly sampled: number;
		readonly calibrated: Accuracy;
		readonly heuristic: Accuracy;
	};
}

/** Two decimals: sums of floating point numbers differ by the order of adding. */
const rounded = (value: number): number => Math.round(value * 100) / 100;
const ratio = (part: number, whole: number): number | null =>
	whole > 0 ? rounded(part / whole) : null;
const percent = (part: number, whole: number): number | null => ratio(100 * part, whole);

/** The figures that follow from the sums and percentiles of a group. */
export function groupOf(
	key: string,
	sums: Sums,
	percentiles: Readonly<Record<Measure, Percentiles>>,
): Group {
	const { count, sampled, exact, grossSaved } = sums;
	const amount = (sum: number, calls: number): Amount => ({
		sum: rounded(sum),
		average: ratio(sum, calls),
	});
	const spread = (sum: number, { p50, p95, p99 }: Percentiles): Spread => ({
		...amount(sum, count),
		p50,
		p95,
		p99,
	});
	const accuracy = (close: number, estimates: number): Accuracy => ({
		within20Percent: percent(close, sampled),
		biasPercent: percent(estimates - exact, exact),
	});
	const first = count - sums.page;
	const netSaved = grossSaved - sums.pageTokens;
	return {
		key,
		count,
		outcomes: Object.fromEntries(OUTCOMES.map((name) => [name, sums[name]])) as Group['outcomes'],
		oversized: sums.oversized,
		overflowed: sums.overflowed,
		items: sums.items,
		verifications: { admissible: sums.admissible, inadmissible: sums.inadmissible },
		tokens: spread(sums.tokens, percentiles.tokens),
		bytes: spread(sums.bytes, percentiles.bytes),
		latencyMs: spread(sums.totalMs, percentiles.latencyMs),
		upstreamMs: { average: ratio(sums.upstreamMs, sums.upstreamCalls) },
		originalTokens: amount(sums.originalTokens, first),
		originalBytes: amount(sums.originalBytes, first),
		reductionPercent: percent(grossSaved, sums.originalTokens),
		netReductionPercent: percent(netSaved, sums.originalTokens),
		adoptionPercent: percent(sums.paged, count - sums.error),
		oversizedPercent: percent(sums.oversized, count),
		overflowedPercent: percent(sums.overflowed, count),
		errorPercent: percent(sums.error, count),
		savedTokens: { gross: grossSaved, net: netSaved, shadow: sums.shadowSaved },
		accuracy: {
			sampled,
			...accuracy(sums.closeEstimate, sums.sampledEstimate),
			calibrated: accuracy(sums.closeCalibrated, sums.calibrated),
			heuristic: accuracy(sums.closeHeuristic, sums.heuristic),
		},
	};
}
