// The costs of a conversation's prompts, from what the provider said of each: paid, what would have been paid without
// removals, and whether the provider's numbers bear the rules out.
import { type CacheRules, timesOf } from './cache-rules';
import type { RemovalChoice, SentPrompt } from './removals';

/** Tokens of one request as its provider counted them. */
export interface Usage {
	/** Neither read from a cache nor written to one. */
	readonly input: number;
	readonly read: number;
	/** Written, by lifetime; `''` where the provider names none. */
	readonly written: Readonly<Record<string, number>>;
	readonly output: number;
}

/**
 * Sums over requests whose usage was told (`requests`: all that went up); prices in uncached tokens. `would`: the cost of
 * the same with every result in full; `checked`, `expected`: where the rules leave no doubt, paid and by the rules;
 * `missed`: requests for which the provider read less of its cache than it has by its rules.
 */
export type PromptCosts = Readonly<
	Record<'requests' | 'told' | 'input' | 'read' | 'written' | 'output', number> &
		Record<'paid' | 'would' | 'checked' | 'expected' | 'missed', number>
>;

export const NO_COSTS: PromptCosts = {
	...{ requests: 0, told: 0, input: 0, read: 0, written: 0, output: 0 },
	...{ paid: 0, would: 0, checked: 0, expected: 0, missed: 0 },
};

/** Fraction by which rules and provider may differ; of a prompt whose beginning was not counted by itself, a doubt. */
const AGREEMENT = 0.05;
const UNCOUNTED = 0.2;
/** Tokens in whose steps a provider may count what it read. */
const STEP = 128;
/** Misses that chance explains: so many, and a part of all requests. */
const FEW_MISSES = 3;
const RARELY = 0.25;

/** Returns whether the provider's numbers differ from the rules by more than 5 %, or it misses its cache most often. */
export const disagrees = ({ checked, expected, missed, told }: PromptCosts): boolean =>
	Math.abs(checked - expected) > AGREEMENT * checked ||
	missed > Math.max(FEW_MISSES, RARELY * told);

/** Returns the price of what a provider counted, of a prompt that is not long. */
export function paidFor({ input, read, written }: Usage, rules: CacheRules): number {
	const writing = Object.entries(written).map(([name, tokens]) => {
		const life = rules.lives.find((each) => each.name === name) ?? rules.lives[0];
		return tokens * (life?.write ?? 1);
	});
	return input + read * rules.read + sum(writing);
}

/**
 * Returns the costs of one request, for a prompt in full and as it was sent; what removals saved at it; and `spent`, its
 * price without, had it not been long; and `missed`, the tokens read where that was less than the rules promise.
 */
export function costsOf(
	usage: Usage,
	rules: CacheRules,
	choice: RemovalChoice,
	prompts: SentPrompt,
) {
	const { price, tokens, head, longest, isSure, counted } = choice;
	const { input, read, output } = usage;
	const written = sum(Object.values(usage.written));
	const [cached = 0, possible = cached] = choice.cached;
	const total = input + read + written;
	const times = timesOf(total, rules);
	const short = paidFor(usage, rules);
	const known = counted ?? cached;
	// The middle of a prompt was never counted by itself.
	const doubt = Math.max(STEP, (counted === undefined ? UNCOUNTED : AGREEMENT) * total);
	const missed = read < known - doubt ? read : undefined;
	const saved = choice.saved(prompts, missed);
	const spent = short + (saved[Math.abs(read - possible) < Math.abs(read - cached) ? 1 : 0] ?? 0);
	const told = { saved, spent, missed };
	const { blocks, upTo } = prompts.whole;
	const would = spent * timesOf(upTo(blocks - 1), rules);
	const costs = { ...NO_COSTS, told: 1, input, read, written, output, paid: short * times, would };
	const isNear = Math.abs(read - known) <= Math.max(STEP, AGREEMENT * total);
	// Other conversations have the same tools and system; another process may have sent this one.
	const isOthers = read <= head * (1 + AGREEMENT) || read > longest * (1 + UNCOUNTED);
	if (!isSure || (read > known && isOthers)) return { costs, ...told };
	if (missed !== undefined) return { costs: { ...costs, missed: 1 }, ...told };
	if (!isNear && counted === undefined) return { costs, ...told };
	// Sizes are the provider's: whether it read what the rules say is what is compared.
	const found = isNear ? read : known;
	const rest = tokens > cached ? Math.max(0, total - found) / (tokens - cached) : 1;
	const expected = times * (found * rules.read + rest * (price - cached * rules.read));
	return { costs: { ...costs, checked: costs.paid, expected }, ...told };
}

/** Adds costs of two parts of a conversation. */
export function addCosts(one: PromptCosts, other: PromptCosts): PromptCosts {
	const sums = { ...NO_COSTS };
	for (const name of Object.keys(NO_COSTS) as (keyof PromptCosts)[])
		sums[name] = (one[name] ?? 0) + (other[name] ?? 0);
	return sums;
}

export const sum = (numbers: readonly number[]): number =>
	numbers.reduce((all, each) => all + each, 0);
