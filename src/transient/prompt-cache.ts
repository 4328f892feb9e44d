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
	/** The same where a read renews what is marked, too; or all entries that it covers; absent: the same. */
	readonly marked?: number | undefined;
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

const RENEWED = ['until', 'marked', 'covered'] as const;

/** A way to read what documents leave open. */
export interface Reading {
	/** The moment that tells when a read renewed an entry: it found it; or it was marked as well; or covered. */
	readonly renewed: (typeof RENEWED)[number];
	/** Part of the time beyond its own that an entry lives; at 1, what was missed or is not known may be there, too. */
	readonly beyond: number;
	/** Calls in a row, and results, are one of the blocks that are looked back (Claude API). */
	readonly runs: boolean;
}

const timeBeyond = ({ outlasts, lasts }: CacheEntry): number => outlasts ?? lasts;
export function isHeld(entry: CacheEntry, { renewed, beyond }: Reading, now: number): boolean {
	if (entry.isDoubted && beyond < 1) return false;
	return (entry[renewed] ?? entry.until) + beyond * timeBeyond(entry) >= now;
}
const mayBeHeld = (entry: CacheEntry, now: number): boolean =>
	isHeld(entry, { renewed: 'covered', beyond: 1, runs: true }, now);

/**
 * Entries that may hold a beginning of a prompt, longest first: of an unknown conversation all of it; where any beginning
 * is found, of one that does not go on from the prompt sent last all but its last block, shared with the longest that is
 * still held.
 */
export function entriesOf(
	prompt: CachedPrompt,
	entries: readonly CacheEntry[],
	now: number,
	rules: CacheRules,
	isUnknown: boolean,
): readonly CacheEntry[] {
	const alive = entries.filter((each) => mayBeHeld(each, now));
	const found = alive
		.filter(({ at, prefix }) => at < prompt.blocks && prompt.prefix(at) === prefix)
		.toSorted((a, b) => b.at - a.at);
	// A read renews an entry to the same moment as the end of the prompt that read it.
	const [last, ...others] = alive.toSorted((a, b) => b.until - a.until || b.at - a.at);
	let at = -1;
	if (isUnknown) at = marksOf(prompt, rules).at(-1)?.at ?? prompt.blocks - 1;
	else if (rules.anywhere && last && !found.some(({ prefix }) => prefix === last.prefix))
		at = Math.min(Math.max(last.at, ...others.map((each) => each.at)), prompt.blocks - 1) - 1;
	if (at <= (found[0]?.at ?? -1)) return found;
	return [{ at, prefix: prompt.prefix(at), until: now, lasts: 0, isDoubted: true }, ...found];
}

/**
 * The readings that differ for some entries, first the one by which the least is held, last that by which the most is. How
 * long entries outlive their time is one part for all: what is younger than one that is found is found, too.
 * @param renews a read is known to renew all that it covers
 */
export const readingsOf = (
	standing: readonly (readonly CacheEntry[])[],
	now: number,
	hasRuns: boolean,
	renews = false,
): readonly Reading[] =>
	RENEWED.slice(renews ? -1 : 0).flatMap((renewed) => {
		/** Of entries, each longer than all younger ones. */
		const ages = standing.flatMap((entries) => {
			const all = entries
				.filter(({ isDoubted }) => !isDoubted)
				.map((each) => ({
					at: each.at,
					beyond: (now - (each[renewed] ?? each.until)) / timeBeyond(each),
				}));
			return all.flatMap(({ at, beyond }) =>
				beyond > 0 && beyond < 1 && !all.some((each) => each.at > at && each.beyond <= beyond)
					? beyond
					: [],
			);
		});
		const parts = [...new Set([0, ...ages, 1])].toSorted((a, b) => a - b);
		const ways = hasRuns ? [false, true] : [false];
		return parts.flatMap((beyond) => ways.map((runs) => ({ renewed, beyond, runs })));
	});

/**
 * The last block of the entry that is read, by each reading; −1 for none.
 * @param before the first block that is not as it was sent before
 */
export const hitsIn = (
	entries: readonly CacheEntry[],
	readings: readonly Reading[],
	now: number,
	{ blocks, position }: Pick<CachedPrompt, 'blocks' | 'position'>,
	marks: readonly CacheMark[],
	rules: CacheRules,
	before = blocks,
): readonly number[] =>
	readings.map((reading) => {
		const placeOf = reading.runs ? position : undefined;
		const found = entries.find(
			(each) =>
				isHeld(each, reading, now) &&
				(rules.anywhere || (each.at < before && isReached(each.at, marks, rules, placeOf))),
		);
		return Math.min(before - 1, found?.at ?? -1);
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
 * Returns the entries after a prompt was sent.
 * @param hits block of the entry that was read, at the least and at most; −1 for none
 * @param given time, identity of the conversation's beginning, tokens of the prompt as its provider counted them, and
 * whether its cache was missed: an earlier entry is then believed in no more until it is read
 */
export function entriesAfter(
	prompt: CachedPrompt,
	entries: readonly CacheEntry[],
	marks: readonly CacheMark[],
	hits: readonly number[],
	given: Readonly<Record<'now' | 'of', number> & Record<'missed', boolean>> & {
		readonly rules: CacheRules;
		readonly total: number | undefined;
	},
) {
	const { now, of, total, missed } = given;
	const { anywhere } = given.rules;
	const [hit, most] = [Math.min(...hits), Math.max(...hits)];
	const next = new Map<number, CacheEntry>();
	for (const entry of entries) {
		const { at, prefix, until, lasts } = entry;
		const stands = at < prompt.blocks && prompt.prefix(at) === prefix;
		if (!mayBeHeld(entry, now) && !(anywhere && stands)) continue;
		// A longer one would have been read.
		const isLonger = stands && at > most && !anywhere && !missed;
		if (isLonger && isReached(at, marks, given.rules)) continue;
		// A cache that finds any beginning keeps all beginnings of a prompt alive, read or written.
		const livesOn = anywhere ? stands && marks.length > 0 : stands && at <= most;
		const isFound = livesOn && (anywhere || (at === hit && at === most));
		const isMarked = livesOn && marks.some((mark) => mark.at === at);
		const renewal = Math.max(until, now + lasts);
		next.set(prefix, {
			...entry,
			...(livesOn && { covered: renewal, of }),
			...((isMarked || isFound) && { marked: renewal }),
			...(isFound && { until: renewal }),
			isDoubted: !isFound && (missed || entry.isDoubted === true),
		});
	}
	for (const { at, life } of marks) {
		const prefix = prompt.prefix(at);
		const isWritten = at > most;
		if (!isWritten && next.has(prefix)) continue;
		const { lasts, outlasts } = life;
		const until = isWritten || (at === hit && at === most) ? now + lasts : now - 1;
		const [marked, covered] = [now + lasts, now + lasts];
		next.set(prefix, { at, prefix, until, marked, covered, lasts, outlasts, of });
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
	return ranked
		.filter(({ rank }, at) => rank < MOST_ENTRIES && at < MOST_IN_SESSION)
		.map(({ entry }) => entry);
}
