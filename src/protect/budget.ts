// Weighs pieces of text against the token budget (context window protection, FR-009, FR-010 and
// Risk 3). A fit uses the ceiling, not the estimate: the budget then also holds when counted exactly.
import { utf8Bytes } from '../shared/utf8';
import { ceiling } from './tokens/ceiling';
import { isRepetitive, measure, spread } from './tokens/estimate';
import type { Policy } from './types';

/** Tokens (an upper bound) and UTF-8 bytes. */
export interface Weight {
	readonly tokens: number;
	readonly bytes: number;
}

/** `most`: what is heavier need not be weighed to its end; it then weighs anything above that. */
export type Weigh = (text: string, most?: Weight) => Weight;

export const NOTHING: Weight = { tokens: 0, bytes: 0 };
const UNBOUNDED: Weight = { tokens: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
/** Makes what does the same with both measures of two weights. */
const inBoth =
	(of: (a: number, b: number) => number) =>
	(a: Weight, b: Weight): Weight => ({
		tokens: of(a.tokens, b.tokens),
		bytes: of(a.bytes, b.bytes),
	});
/** Both together, in tokens and bytes. */
export const plus = inBoth((a, b) => a + b);
/** Subtracts; may be negative. */
export const minus = inBoth((a, b) => a - b);
export const heavier = inBoth(Math.max);
/** The smaller of each measure. */
export const lighter = inBoth(Math.min);
/** A share of a weight, rounded down. */
export const scale = (a: Weight, by: number): Weight => ({
	tokens: Math.floor(a.tokens * by),
	bytes: Math.floor(a.bytes * by),
});
/** Tells whether a weight is over the limit in neither measure. */
export const within = (a: Weight, limit: Weight): boolean =>
	a.tokens <= limit.tokens && a.bytes <= limit.bytes;

/** UTF-16 units that a token has at most in anything but blanks: what is longer need not be weighed. */
const UNITS_PER_TOKEN = 6.5;

/** Tells whether a text is so long that it cannot be within a limit. */
export const exceeds = (units: number, { tokens, bytes }: Weight): boolean =>
	units > bytes || units > tokens * UNITS_PER_TOKEN;

/** Texts whose weights are remembered while one answer is made. */
const MOST_KNOWN = 500;

/** UTF-16 units from which a text may be doubtful. */
const REMEMBERED = 2_000;

/** The ceiling times this bounds a count: it is fitted, not proven, and words it never met may exceed it. */
export const CEILING_MARGIN = 1.05;

/** Returns the ceiling of a text with its margin, in tokens of a family that makes `tokenFamily` times o200k's. */
export const boundTokens = (text: string, tokenFamily = 1): number =>
	Math.ceil(ceiling(text) * CEILING_MARGIN * tokenFamily);

/** Tokens of a text at most, where no policy says more; a text of few words repeated costs its bytes. */
export const atMost = (text: string): number =>
	text.length > REMEMBERED && isRepetitive(text) ? utf8Bytes(text) : boundTokens(text);

/** Weighs by the larger of ceiling and configured estimate. Over the byte limit a text weighs infinitely much. */
export function weigher(policy: Policy): Weigh {
	const { bytes: longest } = budgetOf(policy);
	// The same values are weighed again at the next try, and for the report: to its end, or only beyond a limit.
	const known = new Map<string, Weight & { readonly isWhole: boolean }>();
	return (text, { tokens: most } = UNBOUNDED) => {
		const remembered = known.get(text);
		if (remembered && (remembered.isWhole || remembered.tokens > most)) return remembered;
		const tokens = text.length > longest ? Infinity : tokensOf(text, policy, most);
		const weight = { tokens, bytes: bytesOf(text, policy), isWhole: tokens <= most };
		if (known.size < MOST_KNOWN) known.set(text, weight);
		return weight;
	};
}

/** Bytes of a text. Of a host that counts characters or lines the limit is stretched to bytes. */
function bytesOf(text: string, policy: Policy): number {
	const { characters = Infinity, lines = Infinity } = policy.host ?? {};
	if (characters === Infinity && lines === Infinity) return utf8Bytes(text);
	const { bytes: most } = budgetOf(policy);
	return Math.max(
		utf8Bytes(text),
		Math.ceil(text.length * (most / characters)),
		lines < Infinity ? Math.ceil(lineEnds(text) * (most / lines)) : 0,
	);
}

/** Line ends of a text, which is what the pieces of a text add up to. */
function lineEnds(text: string): number {
	let count = 0;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
	return count;
}

/** UTF-16 units of a text that are counted while somebody waits. */
const COUNTED = 400_000;

/** Weighs by the exact count, where there is one and nothing else was configured. */
export function exactWeigher(policy: Policy, weigh: Weigh): Weigh {
	const { count, estimator, tokenFamily } = policy;
	if (!count || estimator !== 'calibrated') return weigh;
	const longest = Math.min(budgetOf(policy).bytes, COUNTED);
	return (text) =>
		text.length > longest
			? weigh(text)
			: { tokens: Math.ceil(count(text) * tokenFamily), bytes: bytesOf(text, policy) };
}

/** Few words repeated may cost several times their ceiling: counted if possible. @param most tokens after which it ends */
function tokensOf(text: string, policy: Policy, most: number): number {
	const { count, tokenFamily } = policy;
	const isCounted =
		count && text.length > REMEMBERED && text.length <= COUNTED && isRepetitive(text);
	const upper = isCounted
		? count(text, most / tokenFamily)
		: ceiling(text, most / (CEILING_MARGIN * tokenFamily)) * CEILING_MARGIN;
	const tokens = Math.ceil(upper * tokenFamily);
	return tokens > most ? tokens : Math.max(tokens, measure(text, policy));
}

/** Tells whether a text may cost more than its bound, and more than the budget: to be counted before it is sent. */
export const isDoubtful = (text: string, policy: Policy): boolean =>
	text.length > Math.max(REMEMBERED, budgetOf(policy).tokens) && isRepetitive(text);

/** Times the bound of a text up to which an estimate may be wrong about it. */
const NEAR = 1.5;

/** Tells whether an estimate is so little over the bound of a text that only a count can tell. */
export const isNearBound = (tokens: number, { chunkTokenThreshold }: Policy): boolean =>
	tokens > chunkTokenThreshold && tokens <= chunkTokenThreshold * NEAR;

/** The whole response's budget: the user's or the host's, whichever is less. */
export const budgetOf = ({ tokenBudgetThreshold, hardByteLimit, host }: Policy): Weight => ({
	tokens: Math.min(tokenBudgetThreshold, host?.tokens ?? Number.POSITIVE_INFINITY),
	bytes: Math.min(hardByteLimit, host?.bytes ?? Number.POSITIVE_INFINITY),
});

/** Ordinary text costs more than this share of its ceiling: an estimate below it has met what it cannot judge. */
const LEAST_SHARE = 0.55;
/** Parts of a text whose ceiling stands for the whole, and the UTF-16 units of each. */
const PARTS = 4;
const PART = 256;

/** The estimate reported to the model and to telemetry, in tokens. */
export function estimated(text: string, policy: Policy): number {
	const { estimator, tokenFamily } = policy;
	const tokens = measure(text, policy);
	if (estimator !== 'calibrated') return tokens;
	let most = 0;
	if (text.length <= PARTS * PART) most = ceiling(text);
	else {
		for (const [from, to] of spread(text.length, PARTS, PART))
			most += ceiling(text.slice(from, to));
		most = (most * text.length) / (PARTS * PART);
	}
	return Math.max(tokens, Math.floor(most * CEILING_MARGIN * tokenFamily * LEAST_SHARE));
}

/**
 * Returns what `make` gives for the largest size from `least` to `most` that it gives something for. Looks
 * near `least` first: what is far too large is dear to make.
 */
export function largestFitting<T>(
	least: number,
	most: number,
	make: (size: number) => T | undefined,
): T | undefined {
	let best: T | undefined;
	let low = least;
	let high = most;
	let step = 1;
	while (low <= high) {
		const tried = step > 0 ? Math.min(high, low + step - 1) : (low + high + 1) >> 1;
		const made = make(tried);
		if (made === undefined) {
			high = tried - 1;
			step = 0;
		} else {
			best = made;
			low = tried + 1;
			step *= 2;
		}
	}
	return best;
}
