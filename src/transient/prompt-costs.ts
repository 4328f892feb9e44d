// The costs of a conversation's prompts, from what the provider said of each: paid, what would have been paid without
// removals, and whether the provider's numbers bear the rules out.
import type { CacheRules } from './prompt-cache';
import type { RemovalChoice } from './removals';

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
 * the same with every result in full; `checked`, `expected`: where the rules leave no doubt, paid and by the rules.
 */
export type PromptCosts = Readonly<
	Record<'requests' | 'told' | 'input' | 'read' | 'written' | 'output', number> &
		Record<'paid' | 'would' | 'checked' | 'expected', number>
>;

export const NO_COSTS: PromptCosts = {
	...{ requests: 0, told: 0, input: 0, read: 0, written: 0, output: 0 },
	...{ paid: 0, would: 0, checked: 0, expected: 0 },
};

/** Fraction by which rules and provider may differ. */
const AGREEMENT = 0.05;
/** Tokens in whose steps a provider may count what it read. */
const STEP = 128;

/** Returns whether the provider's numbers differ from the rules by more than 5 %. */
export const disagrees = ({ checked, expected }: PromptCosts): boolean =>
	Math.abs(checked - expected) > AGREEMENT * checked;

/** Returns the price of what a provider counted. */
export function paidFor({ input, read, written }: Usage, rules: CacheRules): number {
	const writing = Object.entries(written).map(([name, tokens]) => {
		const life = rules.lives.find((each) => each.name === name) ?? rules.lives[0];
		return tokens * (life?.write ?? 1);
	});
	return input + read * rules.read + sum(writing);
}

/**
 * Returns the costs of one request.
 * @param saved price without removals less that with them, by each beginning that may be cached: by the one that was read
 */
export function costsOf(
	usage: Usage,
	rules: CacheRules,
	{ price, tokens, ...choice }: Omit<RemovalChoice, 'after' | 'saved'>,
	saved: readonly number[],
): PromptCosts {
	const { input, read, output } = usage;
	const written = sum(Object.values(usage.written));
	const total = input + read + written;
	const [cached = 0, possible = cached] = choice.cached;
	// Sizes are the provider's: whether it read what the rules say is what is compared.
	const known = choice.counted ?? cached;
	const isNear = Math.abs(read - known) <= Math.max(STEP, AGREEMENT * total);
	const counted = isNear ? read : known;
	// The middle of a prompt was never counted by itself.
	const isSure = choice.isSure && (isNear || choice.counted !== undefined);
	const rest = tokens > cached ? Math.max(0, total - counted) / (tokens - cached) : 1;
	const paid = paidFor(usage, rules);
	return {
		requests: 0,
		told: 1,
		...{ input, read, written, output, paid },
		would: paid + (saved[Math.abs(read - possible) < Math.abs(read - cached) ? 1 : 0] ?? 0),
		checked: isSure ? paid : 0,
		expected: isSure ? counted * rules.read + rest * (price - cached * rules.read) : 0,
	};
}

/** Adds costs of two parts of a conversation. */
export function addCosts(one: PromptCosts, other: PromptCosts): PromptCosts {
	const sums = { ...NO_COSTS };
	for (const name of Object.keys(NO_COSTS) as (keyof PromptCosts)[])
		sums[name] = one[name] + other[name];
	return sums;
}

export const sum = (numbers: readonly number[]): number =>
	numbers.reduce((all, each) => all + each, 0);
