// Evidence in a provider's usage of its cache: the entry that it read, and by which reading of its rules it had it.
import type { CacheRules } from './cache-rules';
import {
	type CachedPrompt,
	type CacheEntry,
	type CacheMark,
	type CacheState,
	entriesAfter,
	hitsIn,
	isReached,
	marksOf,
	priceOf,
	type Reading,
} from './prompt-cache';
import { withMark } from './removal-places';

/** A prompt in full, and without what has left. */
export type SentPrompt = Readonly<Record<'whole' | 'sent', CachedPrompt>>;

/** Tokens that a provider counted, and of them those it read from its cache; and their price. */
export type ToldUsage = Readonly<Record<'read' | 'total' | 'paid', number>>;

/** A request as it was decided upon. */
export interface Decided {
	readonly state: CacheState;
	readonly rules: CacheRules;
	readonly now: number;
	readonly mark: CacheMark | undefined;
	/** Something left. */
	readonly isShorter: boolean;
	/** The last block that was sent before, by each reading; what leaves now is new. */
	readonly hits: readonly number[];
	readonly readings: readonly Reading[];
	/** Entries that may hold a beginning of a prompt. */
	holding(prompt: CachedPrompt, entries: readonly CacheEntry[]): readonly CacheEntry[];
	/** Identity of the conversation's beginning. */
	readonly own: number;
	/** Sums and exposures after it. @param saved by each reading */
	after(latest: CacheState, saved: readonly number[]): CacheState;
}

/** Fraction by which sizes may be off; of a prompt whose beginning was not counted by itself. */
const AGREEMENT = 0.05;
const UNCOUNTED = 0.2;
/** Tokens in whose steps a provider may count what it read, and by which counted sizes may differ from it. */
const STEP = 128;
const NEAR = 8;

/** Judges what was told of a request; undefined: nothing was. @param prompts by the sizes that are known by then */
export function toldOf(request: Decided, { whole, sent }: SentPrompt, usage?: ToldUsage) {
	const { state, rules, now, holding, own, readings } = request;
	const { read = 0, total = 0, paid = 0 } = usage ?? {};
	const wholeMarks = marksOf(whole, rules);
	const hostMarks = marksOf(sent, rules);
	const marks = withMark(hostMarks, request.mark);
	const held = holding(sent, state.sent);
	// Entries of another prompt with the same removals may be found; of a cache that finds any beginning, up to the first.
	const hits = rules.anywhere ? request.hits : hitsIn(held, readings, now, sent, marks, rules);
	const [hit = -1] = hits;
	const entries = hits.map((at) => held.find((each) => each.at === at));
	/** Tokens that the provider has of it, by each reading. */
	const tokens = hits.map(
		(at, reading) => entries[reading]?.tokens ?? (at < 0 ? 0 : sent.upTo(at)),
	);
	const [known = 0] = tokens;
	// The middle of a prompt was never counted by itself.
	const doubt = Math.max(STEP, (entries[0]?.tokens === undefined ? UNCOUNTED : AGREEMENT) * total);
	const isMissed = usage !== undefined && read < known - doubt;
	const off = tokens.map((each) => Math.abs(read - each));
	// The entry that was read may be none that is known here.
	const isKnown = !usage || Math.min(...off) <= doubt;
	/** The last block that was read, by its size. */
	let found = sent.blocks - 1;
	const farFrom = (at: number) => Math.abs(read - sent.upTo(at));
	while (!isKnown && found >= 0 && farFrom(found - 1) < farFrom(found)) found--;
	const isShared = !(isKnown || isMissed) && whole.prefix(found) === sent.prefix(found);
	const isCounted = entries.some((entry) => entry?.tokens === read);
	const near = isCounted ? 0 : 2 * Math.min(...off) + (rules.anywhere ? STEP : NEAR);
	/** Readings that the usage bears out. */
	const borne = readings.flatMap((_, at) => (usage && (off[at] ?? 0) > near ? [] : at));
	const isRenewing = borne.every((at) => readings[at]?.renewed === 'covered');
	// A miss may be of our making: something left, or the host's own marks would not have found the entry.
	const isOwn = request.isShorter || !isReached(hit, hostMarks, rules);
	const standing = holding(whole, state.whole);
	/** The entries that the prompt in full may have found, by each reading. */
	const had = hitsIn(standing, readings, now, whole, wholeMarks, rules).map((at) => {
		if (isShared) return Math.max(at, found);
		return isOwn ? at : Math.min(at, found);
	});
	const saved = borne.map((reading) => {
		const own = isKnown ? priceOf(sent, marks, hits[reading] ?? -1, rules) : paid;
		return priceOf(whole, wholeMarks, had[reading] ?? -1, rules) - own;
	});
	return {
		/** By each reading that is borne out, what removals save at this request, in uncached tokens. */
		saved,
		isMissed,
		/** Its price by the rules, whichever reading holds, at the most. */
		most: Math.max(...hits.map((at) => priceOf(sent, marks, at, rules))),
		/** @param latest state by then: others may have been answered meanwhile */
		after: (latest: CacheState): CacheState => {
			const renews = latest.renews === true || isRenewing;
			const given = { now, rules, of: own, total: usage?.total, missed: isMissed };
			const reached = holding(sent, latest.sent).find(({ at }) => at <= found);
			const seen = isMissed ? [reached?.at ?? -1] : borne.map((at) => hits[at] ?? -1);
			const places = borne.map((at) => had[at] ?? -1);
			return {
				...request.after(latest, saved),
				whole: entriesAfter(whole, latest.whole, wholeMarks, places, given),
				...{ sent: entriesAfter(sent, latest.sent, marks, seen, given), renews },
			};
		},
	};
}
