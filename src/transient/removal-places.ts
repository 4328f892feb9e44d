// The places in a prompt from which used results may leave, and where the free mark then stands.
import {
	type CachedPrompt,
	type CacheEntry,
	type CacheMark,
	isReached,
	marksOf,
} from './prompt-cache';
import type { RemovalRequest } from './removals';

/** Times by which what stands before a removal exceeds what a provider caches at least: estimates may be far off. */
const ABOVE_LEAST = 2;
/** The block from which results leave, undefined for none, and the prompt that is left. */
export interface Place extends Pick<CachedPrompt, 'upTo'> {
	readonly from?: number;
	readonly mark: CacheMark | undefined;
	readonly saves: number;
}

/** Returns marks in order, with one more. */
export const withMark = (marks: readonly CacheMark[], mark?: CacheMark): readonly CacheMark[] =>
	mark ? [...marks, mark].toSorted((a, b) => a.at - b.at) : marks;

/**
 * The prompt as it is, first; then with all candidates from a place on left out, for each such place.
 * @param kept the last block to which the cache would have it whole, were something else said at its end
 */
export function* places(
	{ prompt, candidates, rules, canMark, freeMarks, firstPending, end }: RemovalRequest,
	alive: readonly CacheEntry[],
	kept: number,
): Iterable<Place> {
	const marks = marksOf(prompt, rules);
	const last = marks.at(-1)?.at ?? -1;
	const sorted = candidates.toSorted((a, b) => b.at - a.at);
	const isFree = freeMarks > 0 && rules.marks > 0 && marks.length > 0;
	/** The free mark on the block, or the nearest before it that may bear one. */
	const markAt = (block: number, from: number): CacheMark | undefined => {
		for (let at = Math.min(block, last - 1); isFree && at >= Math.max(1, from); at--) {
			// Too short a beginning is not cached, whatever its mark.
			if (prompt.upTo(at) < ABOVE_LEAST * rules.least) return undefined;
			const life = canMark(at) ? marks.find((mark) => mark.at > at)?.life : undefined;
			if (life) return { at, life };
		}
		return undefined;
	};
	/** The free mark that finds the longest entry before a block, and makes one as near to another as that allows. */
	const finding = (before: number, to: number): CacheMark | undefined => {
		const entry = alive.find(({ at }) => at < before);
		if (!entry) return markAt(to, to + 1 - rules.lookBack);
		return markAt(Math.min(Math.max(to, entry.at), entry.at + rules.lookBack - 1), entry.at);
	};
	const found = alive.find(({ at }) => isReached(at, marks, rules))?.at ?? -1;
	const isMissed = alive[0] !== undefined && alive[0].at > found;
	const isLost = kept > (alive.find(({ at }) => at <= end)?.at ?? -1);
	const first = Math.min(firstPending ?? prompt.blocks, sorted.at(-1)?.at ?? prompt.blocks);
	const ahead = first < prompt.blocks ? finding(first, first - 1) : undefined;
	const mark = isMissed || isLost ? finding(prompt.blocks, end) : ahead;
	yield { saves: 0, mark, upTo: prompt.upTo };
	const removed = new Float64Array(prompt.blocks + 1);
	for (const { at, saves } of candidates) removed[at] = (removed[at] ?? 0) + saves;
	for (let at = 1; at <= prompt.blocks; at++)
		removed[at] = (removed[at] ?? 0) + (removed[at - 1] ?? 0);
	const all = removed[prompt.blocks] ?? 0;
	for (const [index, { at }] of sorted.entries()) {
		if (sorted[index + 1]?.at === at) continue;
		// Also of a prompt without marks: the next one may have some.
		if (prompt.upTo(at - 1) < ABOVE_LEAST * rules.least) continue;
		const before = removed[at - 1] ?? 0;
		const upTo = (block: number) =>
			prompt.upTo(block) - (block < at ? 0 : (removed[block] ?? 0) - before);
		yield { from: at, saves: all - before, mark: finding(at, at <= kept ? end : at - 1), upTo };
	}
}
