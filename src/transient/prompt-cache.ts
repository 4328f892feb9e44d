// A provider's prompt cache as its rules describe it: which beginning of a prompt is read, what is written, and
// what that costs in uncached tokens.
import type { CacheLife, CacheRules } from './cache-rules';

/** A mark that asks a provider to cache a prompt up to a block. */
export interface CacheMark {
	/** Index of the block. */
	readonly at: number;
	readonly life: CacheLife;
}

/** A prompt as a cache sees it: blocks, of which the first stands for tools and system. */
export interface CachedPrompt {
	readonly blocks: number;
	/** Tokens up to and with a block. */
	upTo(block: number): number;
	/** Identity of everything up to and with a block. */
	prefix(block: number): number;
	/** In order; ignored where the provider needs none. */
	readonly marks: readonly CacheMark[];
}

/** A beginning of a prompt that the provider holds. */
export interface CacheEntry {
	/** Index of its last block. */
	readonly at: number;
	readonly prefix: number;
	/** Milliseconds since the epoch. */
	readonly until: number;
	readonly lasts: number;
	/** Tokens as the provider counted them, where a prompt ended here. */
	readonly tokens?: number;
}

/** Entries that are remembered of a conversation, the newest. */
const MOST_ENTRIES = 64;

/**
 * Entries that hold a beginning of a prompt, longest first.
 * @param grace lifetimes that an entry may outlast its own
 */
export const entriesOf = (
	prompt: Pick<CachedPrompt, 'blocks' | 'prefix'>,
	entries: readonly CacheEntry[],
	now: number,
	grace: number,
): readonly CacheEntry[] =>
	entries
		.filter(
			({ at, prefix, until, lasts }) =>
				until + grace * lasts >= now && at < prompt.blocks && prompt.prefix(at) === prefix,
		)
		.toSorted((a, b) => b.at - a.at);

/**
 * The same as it may be at best: where any beginning is found, a prompt that does not go on from the one sent last may
 * share all but its last block with the longest that is still held.
 */
export const possibleEntriesOf = (
	prompt: CachedPrompt,
	entries: readonly CacheEntry[],
	now: number,
	{ anywhere }: CacheRules,
): readonly CacheEntry[] => {
	const found = entriesOf(prompt, entries, now, 1);
	// A read renews an entry to the same moment as the end of the prompt that read it.
	const [last, ...others] = entries
		.filter(({ until, lasts }) => until + lasts >= now)
		.toSorted((a, b) => b.until - a.until || b.at - a.at);
	if (!anywhere || !last || found.some(({ prefix }) => prefix === last.prefix)) return found;
	const longest = others.reduce((at, each) => Math.max(at, each.at), last.at);
	const at = Math.min(longest, prompt.blocks - 1) - 1;
	if (at <= (found[0]?.at ?? -1)) return found;
	const { until, lasts } = last;
	return [{ at, prefix: prompt.prefix(at), until, lasts }, ...found];
};

/** Marks in force: a provider without marks has them at the end, and after tools and system. */
export const marksOf = (
	{ blocks, marks, upTo }: Pick<CachedPrompt, 'blocks' | 'marks' | 'upTo'>,
	{ marks: most, least, lives }: CacheRules,
): readonly CacheMark[] => {
	const [life] = lives;
	const own = life ? [0, blocks - 1].map((at) => ({ at, life })) : [];
	const given = most > 0 ? marks : own;
	return given.filter(({ at }) => upTo(at) >= least);
};

/** Returns whether an entry is found from one of the marks. */
export const isReached = (
	at: number,
	marks: readonly CacheMark[],
	{ lookBack }: CacheRules,
): boolean => marks.some((mark) => at <= mark.at && at > mark.at - lookBack);

/**
 * Prices a prompt of which a beginning is read.
 * @param hit its last block, −1 for none
 */
export function priceOf(
	{ blocks, upTo }: Pick<CachedPrompt, 'blocks' | 'upTo'>,
	marks: readonly CacheMark[],
	hit: number,
	{ read }: CacheRules,
): number {
	let done = hit < 0 ? 0 : upTo(hit);
	let price = done * read;
	for (const { at, life } of marks) {
		if (at <= hit) continue;
		price += (upTo(at) - done) * life.write;
		done = upTo(at);
	}
	return price + upTo(blocks - 1) - done;
}

/**
 * Returns the entries after a prompt was sent.
 * @param trusting true: whatever a read covers lives on, as providers say; false: only what was itself asked for
 */
export function entriesAfter(
	prompt: CachedPrompt,
	marks: readonly CacheMark[],
	hit: number,
	entries: readonly CacheEntry[],
	now: number,
	trusting: boolean,
	{ anywhere }: CacheRules,
): readonly CacheEntry[] {
	const asked = new Set(marks.map(({ at }) => at));
	const next = new Map<number, CacheEntry>();
	for (const entry of entries) {
		const { at, prefix, until, lasts } = entry;
		const stands = at < prompt.blocks && prompt.prefix(at) === prefix;
		if (until + lasts < now && !(anywhere && stands)) continue;
		// A cache that finds any beginning keeps all beginnings of a prompt alive, read or written.
		const isAsked = trusting || at === hit || asked.has(at);
		const livesOn = stands && (anywhere ? marks.length > 0 : at <= hit && isAsked);
		next.set(prefix, livesOn ? { ...entry, until: now + lasts } : entry);
	}
	for (const { at, life } of marks) {
		const prefix = prompt.prefix(at);
		if (at <= hit && !trusting) continue;
		next.set(prefix, { at, prefix, until: now + life.lasts, lasts: life.lasts });
	}
	return [...next.values()].toSorted((a, b) => b.until - a.until).slice(0, MOST_ENTRIES);
}
