// The costs of a conversation's prompts, from what the provider said of each: paid, what would have been paid without
// removals, and whether the provider's numbers bear the rules out.
import { type CacheRules, timesOf } from './cache-rules';
import type { RemovalChoice } from './removals';
import type { SentPrompt } from './told-usage';

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
 * Sums over requests whose usage was told (`requests`: all that went up, or may have); prices in uncached tokens. `lost`:
 * what those may have cost that went out and were told nothing of, the dearest by the rules, by estimated sizes; `unknown`:
 * the same of those of which nobody knows whether they went out; `would`: the cost of those told with every result in
 * full, at the least; `unsure`: by how much that may be more; `missed`: requests for which the provider read less of its
 * cache than it has by its rules.
 */
export type PromptCosts = Readonly<
	Record<'requests' | 'told' | 'input' | 'read' | 'written' | 'output', number> &
		Record<'paid' | 'lost' | 'unknown' | 'would' | 'unsure' | 'missed', number>
>;

export const NO_COSTS: PromptCosts = {
	...{ requests: 0, told: 0, input: 0, read: 0, written: 0, output: 0 },
	...{ paid: 0, lost: 0, unknown: 0, would: 0, unsure: 0, missed: 0 },
};

/** Misses that chance explains: so many, and a part of all requests. */
const FEW_MISSES = 3;
const RARELY = 0.25;

/** Returns whether the provider misses what it has by its rules more often than by chance. */
export const disagrees = ({ missed, told }: PromptCosts): boolean =>
	missed > Math.max(FEW_MISSES, RARELY * told);

/**
 * Returns the costs of one request, for a prompt in full and as it was sent; `spent`, its price without removals, had it
 * not been long; and the state of the cache after it.
 * @param usage as it was told, else the name of what it may have cost
 * @param isAlone no other request of the conversation was under way
 */
export function costsOf(
	usage: Usage | 'lost' | 'unknown',
	rules: CacheRules,
	choice: Pick<RemovalChoice, 'told'>,
	prompts: SentPrompt,
	isAlone: boolean,
) {
	if (typeof usage === 'string') {
		const { blocks, upTo } = prompts.sent;
		const most = choice.told(prompts).most * timesOf(upTo(blocks - 1), rules);
		return { costs: { ...NO_COSTS, [usage]: most } };
	}
	const { input, read, output } = usage;
	const written = sum(Object.values(usage.written));
	const total = input + read + written;
	const times = timesOf(total, rules);
	const writing = Object.entries(usage.written).map(([name, tokens]) => {
		const life = rules.lives.find((each) => each.name === name) ?? rules.lives[0];
		return tokens * (life?.write ?? 1);
	});
	/** Were it not long. */
	const short = input + read * rules.read + sum(writing);
	const { saved, after, isMissed } = choice.told(prompts, { read, total, paid: short });
	const [least, most] = [Math.min(...saved), Math.max(...saved)];
	const spent = short + least;
	const { blocks, upTo } = prompts.whole;
	const longer = timesOf(upTo(blocks - 1), rules);
	const costs: PromptCosts = {
		...{ ...NO_COSTS, told: 1, input, read, written, output, paid: short * times },
		...{ would: spent * longer, unsure: (most - least) * longer },
		missed: isMissed && isAlone ? 1 : 0,
	};
	return { costs, spent, after };
}

/** Adds costs of two parts of a conversation. */
export function addCosts(one: PromptCosts, other: PromptCosts): PromptCosts {
	const sums = { ...NO_COSTS };
	for (const name of Object.keys(NO_COSTS) as (keyof PromptCosts)[])
		sums[name] = (one[name] ?? 0) + (other[name] ?? 0);
	return sums;
}

const number = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Says of what was paid the gain of leaving by the provider's own numbers; undefined where nothing was, or may have been. */
export function costWords(costs: PromptCosts & { readonly disagrees: boolean }) {
	const { paid, lost, unknown, would, unsure, disagrees, missed, told, requests } = costs;
	const others = [
		lost >= 1 && `to ${number(paid + lost)} with those whose answers told nothing, by estimate`,
		unknown >= 1 && `${number(unknown)} more at the most, if those went out that may not have`,
	].filter(Boolean);
	if (told + others.length === 0) return undefined;
	const difference = Math.round(paid - would);
	const change = `${difference > 0 ? '+' : '−'}${number(Math.abs(difference))}: `;
	const most = unsure >= 1 ? ` to ${number(would + unsure)}` : '';
	const doubt = disagrees ? ', but its provider counts otherwise, so nothing more leaves' : '';
	const gain = `${difference === 0 ? '' : change}${number(would)}${most} without leaving${doubt}`;
	const misses = missed > 0 ? `, of which its cache missed ${number(missed)}` : '';
	const share = `in uncached tokens, ${number(told)} of ${number(requests)} requests${misses}`;
	const ofTold = told > 0 && (others.length > 0 ? `those that told: ${gain}` : gain);
	return [...others, ofTold, share].filter(Boolean).join('; ');
}

export const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
