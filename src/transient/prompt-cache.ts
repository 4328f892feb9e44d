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
	/** Place of a block where an entry is looked for: calls in a row, and results, are one (Claude API). */
	position(block: number): number;
	/** In order; ignored where the provider needs none. */
	readonly marks: readonly CacheMark[];
}

/** A beginning of a prompt that the provider holds. */
export interface CacheEntry extends Pick<CacheLife, 'lasts' | 'outlasts'> {
	/** Index of its last block. */
	readonly at: number;
	readonly prefix: number;
	/** Until when it surely lives, milliseconds since the epoch. */
	readonly until: number;
	/** The same where a read renews all entries that it covers, and not the one alone that was found; absent: the same. */
	readonly covered?: number | undefined;
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
	/** Its provider was seen to renew all that a read covers. */
	readonly renews?: boolean;
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

/**
 * Readings of what a provider holds, from the least to the most: a read renews the entry alone that it found; all that it
 * covers; entries may outlast their time, and be there in spite of a miss; and what is not known here may be held, too.
 */
export const READINGS = [0, 1, 2, 3] as const;
type Reading = (typeof READINGS)[number];
/** The most that entries that are known may live. */
export const OUTLASTING: Reading = 2;

/** The last moment at which a provider holds an entry by a reading. */
const heldUntil = (
	{ until, covered = until, lasts, outlasts = lasts, isDoubted }: CacheEntry,
	reading: Reading,
): number => {
	if (reading >= OUTLASTING) return covered + outlasts;
	return isDoubted ? 0 : reading === 0 ? until : covered;
};
const goneAt = (entry: CacheEntry): number => heldUntil(entry, OUTLASTING);

/** Entries that hold a beginning of a prompt, longest first. */
export const entriesOf = (
	prompt: Pick<CachedPrompt, 'blocks' | 'prefix'>,
	entries: readonly CacheEntry[],
	now: number,
	reading: Reading,
): readonly CacheEntry[] =>
	entries
		.filter((each) => heldUntil(each, reading) >= now)
		.filter(({ at, prefix }) => at < prompt.blocks && prompt.prefix(at) === prefix)
		.toSorted((a, b) => b.at - a.at);

/**
 * The same as it may be at best: of an unknown conversation all of it; where any beginning is found, of one that does
 * not go on from the prompt sent last all but its last block, shared with the longest that is still held.
 */
const possibleEntriesOf = (
	prompt: CachedPrompt,
	entries: readonly CacheEntry[],
	now: number,
	rules: CacheRules,
	isUnknown: boolean,
): readonly CacheEntry[] => {
	const end = marksOf(prompt, rules).at(-1)?.at ?? prompt.blocks - 1;
	if (isUnknown) return [{ at: end, prefix: prompt.prefix(end), until: now, lasts: 0 }];
	const found = entriesOf(prompt, entries, now, OUTLASTING);
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

/** The same by each reading. @param isUnknown the conversation is none that is known here */
export const heldOf = (
	prompt: CachedPrompt,
	entries: readonly CacheEntry[],
	now: number,
	rules: CacheRules,
	isUnknown: boolean,
): readonly (readonly CacheEntry[])[] =>
	READINGS.map((reading) =>
		reading <= OUTLASTING
			? entriesOf(prompt, entries, now, reading)
			: possibleEntriesOf(prompt, entries, now, rules, isUnknown),
	);

/**
 * The last block of the entry that is read, by each reading; −1 for none.
 * @param before the first block that is not as it was sent before
 */
export const hitsIn = (
	held: readonly (readonly CacheEntry[])[],
	{ blocks, position }: Pick<CachedPrompt, 'blocks' | 'position'>,
	marks: readonly CacheMark[],
	rules: CacheRules,
	before = blocks,
): readonly number[] =>
	held.map((entries, reading) => {
		if (rules.anywhere) return Math.min(before - 1, entries[0]?.at ?? -1);
		// Other platforms than the Claude API count each block.
		const placeOf = reading === 0 ? undefined : position;
		const isFound = ({ at }: CacheEntry) => at < before && isReached(at, marks, rules, placeOf);
		return entries.find(isFound)?.at ?? -1;
	});

/** Marks in force: a provider without marks has them at the end, and after tools and system. */
export const marksOf = (
	{ blocks, marks, upTo }: Pick<CachedPrompt, 'blocks' | 'marks' | 'upTo'>,
	{ marks: most, least, lives }: CacheRules,
): readonly CacheMark[] => {
	const own = lives.slice(0, 1).flatMap((life) => [0, blocks - 1].map((at) => ({ at, life })));
	return (most > 0 ? marks : own).filter(({ at }) => upTo(at) >= least);
};

/** Returns whether an entry is found from one of the marks, by blocks or by another place of each. */
export const isReached = (
	at: number,
	marks: readonly CacheMark[],
	{ lookBack }: CacheRules,
	placeOf = (block: number) => block,
) => marks.some((mark) => at <= mark.at && placeOf(at) > placeOf(mark.at) - lookBack);

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
 * @param hits block of the entry that was read, at the least and at most; −1 for none
 * @param given time, identity of the conversation's beginning, tokens of the prompt as its provider counted them, and
 * whether its cache was missed: an earlier entry is then believed in no more until it is read
 */
export function entriesAfter(
	prompt: CachedPrompt,
	entries: readonly CacheEntry[],
	marks: readonly CacheMark[],
	hits: readonly number[],
	given: Readonly<Record<'now' | 'of', number> & Record<'missed' | 'renews', boolean>> & {
		readonly rules: CacheRules;
		readonly total: number | undefined;
	},
) {
	const { now, of, total, missed, renews } = given;
	const { anywhere } = given.rules;
	const [hit, most] = [Math.min(...hits), Math.max(...hits)];
	const next = new Map<number, CacheEntry>();
	for (const entry of entries) {
		const { at, prefix, until, lasts } = entry;
		const stands = at < prompt.blocks && prompt.prefix(at) === prefix;
		if (goneAt(entry) < now && !(anywhere && stands)) continue;
		// A longer one would have been read.
		const isLonger = stands && at > most && !anywhere && !missed;
		if (isLonger && isReached(at, marks, given.rules, prompt.position)) continue;
		// A cache that finds any beginning keeps all beginnings of a prompt alive, read or written.
		const livesOn = anywhere ? stands && marks.length > 0 : stands && at <= most;
		const isFound = stands && at === hit && at === most;
		const isRenewed = livesOn && (anywhere || isFound || (renews && at <= hit));
		const covered = livesOn ? Math.max(until, now + lasts) : entry.covered;
		const isDoubted = !(isFound || isRenewed) && (missed || entry.isDoubted === true);
		const kept = { ...entry, covered, isDoubted, ...(livesOn && { of }) };
		next.set(prefix, isRenewed ? { ...kept, until: Math.max(until, now + lasts) } : kept);
	}
	for (const { at, life } of marks) {
		const prefix = prompt.prefix(at);
		const isWritten = at > most;
		if (!isWritten && next.has(prefix)) continue;
		const { lasts, outlasts } = life;
		const until = isWritten ? now + lasts : now - 1;
		next.set(prefix, { at, prefix, until, covered: now + lasts, lasts, outlasts, of });
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
