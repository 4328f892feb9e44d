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
export interface CacheEntry extends Pick<CacheLife, 'lasts' | 'outlasts'> {
	/** Index of its last block. */
	readonly at: number;
	readonly prefix: number;
	/** Milliseconds since the epoch. */
	readonly until: number;
	/** Tokens as the provider counted them, where a prompt ended here. */
	readonly tokens?: number;
	/** Identity of the beginning of the conversation that asked for it last: a session may have several. */
	readonly of?: number;
	/** A later request missed the cache, and nothing shows since that this is still in it. */
	readonly isDoubted?: boolean;
}

/** Entries and sums of a conversation, with removals and as it would be without. */
export interface CacheState {
	readonly requests: number;
	/** Entries of prompts as they were sent. */
	readonly sent: readonly CacheEntry[];
	/** Entries that prompts without removals would have left. */
	readonly whole: readonly CacheEntry[];
	/** Least gain of removals, in uncached tokens; negative while an investment is out. */
	readonly gained: number;
	/** Least cost of the requests without removals. */
	readonly spent: number;
	/** Losses that going back to before removals may bring yet; absent: none. */
	readonly exposed?: readonly Exposure[];
	/** Going back has cost more than that: its host goes back to other places than those where its user spoke. */
	readonly jumps?: boolean;
	/** Until when a provider may hold what there was no room to remember, milliseconds since the epoch. */
	readonly forgotten?: number;
}

/** A loss that comes true where a conversation goes back to before its end. */
interface Exposure {
	/** Last block of the request at which results left. */
	readonly at: number;
	readonly prefix: number;
	/** In uncached tokens. */
	readonly loss: number;
	/** Identity of the conversation's beginning. */
	readonly of?: number;
}

export const NEW_CACHE: CacheState = { requests: 0, sent: [], whole: [], gained: 0, spent: 0 };

/** Entries that are remembered of a conversation, the newest, and of a session, the newest of each conversation first. */
const MOST_ENTRIES = 64;
const MOST_IN_SESSION = 1_024;

/** The last moment at which a provider may hold an entry. */
const goneAt = ({ until, lasts, outlasts = lasts }: CacheEntry): number => until + outlasts;

/**
 * Entries that hold a beginning of a prompt, longest first.
 * @param grace 1: an entry may outlast its time, and be there in spite of a miss, 0: neither
 */
export const entriesOf = (
	prompt: Pick<CachedPrompt, 'blocks' | 'prefix'>,
	entries: readonly CacheEntry[],
	now: number,
	grace: number,
): readonly CacheEntry[] =>
	entries
		.filter((each) => (grace > 0 ? goneAt(each) : each.isDoubted ? 0 : each.until) >= now)
		.filter(({ at, prefix }) => at < prompt.blocks && prompt.prefix(at) === prefix)
		.toSorted((a, b) => b.at - a.at);

/**
 * The same as it may be at best: of an unknown conversation all of it; where any beginning is found, of one that does
 * not go on from the prompt sent last all but its last block, shared with the longest that is still held.
 */
export const possibleEntriesOf = (
	prompt: CachedPrompt,
	entries: readonly CacheEntry[],
	now: number,
	rules: CacheRules,
	isUnknown: boolean,
): readonly CacheEntry[] => {
	const end = marksOf(prompt, rules).at(-1)?.at ?? prompt.blocks - 1;
	if (isUnknown) return [{ at: end, prefix: prompt.prefix(end), until: now, lasts: 0 }];
	const found = entriesOf(prompt, entries, now, 1);
	// A read renews an entry to the same moment as the end of the prompt that read it.
	const [last, ...others] = entries
		.filter((entry) => goneAt(entry) >= now)
		.toSorted((a, b) => b.until - a.until || b.at - a.at);
	if (!rules.anywhere || !last || found.some(({ prefix }) => prefix === last.prefix)) return found;
	const longest = others.reduce((at, each) => Math.max(at, each.at), last.at);
	const at = Math.min(longest, prompt.blocks - 1) - 1;
	const best = { ...last, at, prefix: prompt.prefix(at) };
	return at <= (found[0]?.at ?? -1) ? found : [best, ...found];
};

/** Marks in force: a provider without marks has them at the end, and after tools and system. */
export const marksOf = (
	{ blocks, marks, upTo }: Pick<CachedPrompt, 'blocks' | 'marks' | 'upTo'>,
	{ marks: most, least, lives }: CacheRules,
): readonly CacheMark[] => {
	const own = lives.slice(0, 1).flatMap((life) => [0, blocks - 1].map((at) => ({ at, life })));
	return (most > 0 ? marks : own).filter(({ at }) => upTo(at) >= least);
};

/** Returns whether an entry is found from one of the marks. */
export const isReached = (at: number, marks: readonly CacheMark[], { lookBack }: CacheRules) =>
	marks.some((mark) => at <= mark.at && at > mark.at - lookBack);

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
 * Returns the entries after a prompt was sent, and until when some may live that there is no room for.
 * @param hit block of the entry that was read, −1 for none
 * @param trusting true: whatever a read covers lives on, as providers say; false: only what was itself asked for
 * @param given time, identity of the conversation's beginning, tokens of the prompt as its provider counted them, and
 * whether its cache was missed: an earlier entry is then believed in no more until it is read
 */
export function entriesAfter(
	prompt: CachedPrompt,
	entries: readonly CacheEntry[],
	marks: readonly CacheMark[],
	hit: number,
	trusting: boolean,
	given: { now: number; of: number; rules: CacheRules; missed: boolean; total: number | undefined },
) {
	const { now, of, total, missed } = given;
	const { anywhere } = given.rules;
	const asked = new Set(marks.map(({ at }) => at));
	const next = new Map<number, CacheEntry>();
	for (const entry of entries) {
		const { at, prefix, until, lasts } = entry;
		const stands = at < prompt.blocks && prompt.prefix(at) === prefix;
		if (goneAt(entry) < now && !(anywhere && stands)) continue;
		// A cache that finds any beginning keeps all beginnings of a prompt alive, read or written.
		const isAsked = trusting || at === hit || asked.has(at);
		const livesOn = stands && (anywhere ? marks.length > 0 : at <= hit && isAsked);
		// Entries that a read covers may live on all the same.
		const outlasts = Math.max(goneAt(entry), now + 2 * lasts) - until;
		const isKnown = stands && (at === hit || (anywhere && livesOn));
		const kept = { ...entry, isDoubted: !isKnown && (missed || entry.isDoubted === true) };
		if (livesOn) next.set(prefix, { ...kept, until: Math.max(until, now + lasts), of });
		else next.set(prefix, stands && at <= hit ? { ...kept, outlasts } : kept);
	}
	for (const { at, life } of marks) {
		const prefix = prompt.prefix(at);
		if (at <= hit && !trusting) continue;
		const { lasts, outlasts } = life;
		next.set(prefix, { at, prefix, until: now + lasts, lasts, outlasts, of });
	}
	const end = next.get(prompt.prefix(prompt.blocks - 1));
	if (end && total !== undefined) next.set(end.prefix, { ...end, tokens: total });
	const counts = new Map<number | undefined, number>();
	const own = new Set(marks.map(({ at }) => prompt.prefix(at)));
	const ranked = [...next.values()]
		.toSorted((a, b) => b.until - a.until || b.at - a.at)
		.map((entry) => {
			const count = counts.get(entry.of) ?? 0;
			counts.set(entry.of, count + 1);
			// Tools and system are what all conversations begin with; another may have been asked since.
			return { entry, rank: entry.at === 0 || own.has(entry.prefix) ? 0 : count };
		})
		.toSorted((a, b) => a.rank - b.rank);
	const hasRoom = ({ rank }: (typeof ranked)[number], at: number) =>
		rank < MOST_ENTRIES && at < MOST_IN_SESSION;
	const rest = ranked.filter((each, at) => !hasRoom(each, at));
	return {
		entries: ranked.filter(hasRoom).map(({ entry }) => entry),
		forgotten: rest.reduce((at, { entry }) => Math.max(at, goneAt(entry)), 0),
	};
}
