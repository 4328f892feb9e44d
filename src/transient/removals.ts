// The decision which used results leave a prompt: an investment, since what follows them is cached anew, made while
// the loss it may end in stays within a bound (as in ski rental).
import type { CacheRules } from './cache-rules';
import {
	type CachedPrompt,
	type CacheEntry,
	type CacheState,
	entriesOf,
	hitsIn,
	isHeld,
	isReached,
	marksOf,
	priceOf,
	readingsOf,
} from './prompt-cache';
import { type Place, places, withMark } from './removal-places';
import { type Decided, type SentPrompt, type ToldUsage, toldOf } from './told-usage';

/** Fraction of the price without removals that removals may lose at any moment of a conversation. */
const BOUND = 0.02;
/** Doubt about tokens against gains and for losses: where the provider counted them, and where all is estimated. */
const DOUBT = { counted: 0.1, estimated: 0.5 };
/** Requests that are still to come, by those that there were. */
const AHEAD = 1.5;

/** Removals whose possible losses are remembered, the newest. */
const MOST_EXPOSED = 64;
/** Times by which a conversation may be slower than just before, and still goes on. */
const MOST_SLOWER = 2;
/** Fraction of a request's price that is no loss: sizes are estimated. */
const LITTLE = 0.02;

/** A request to a model before anything new leaves it. */
export interface RemovalRequest {
	/** As its host wrote it. */
	readonly whole: CachedPrompt;
	/** Without what has left before. */
	readonly prompt: CachedPrompt;
	/** Used results that are still in it: block, and tokens that go. */
	readonly candidates: readonly { readonly at: number; readonly saves: number }[];
	/** Block of the newest result: what leaves here stays so in all prompts that go on from it. */
	readonly end: number;
	/** The last block of each thing that the user said. */
	readonly turns: readonly number[];
	/** The first block that goes once the user speaks: thinking that the model is shown no more. */
	readonly forgets?: number;
	/** Block of the first result that waits for its consumer. */
	readonly firstPending: number | undefined;
	/** Returns whether a block may bear a mark. */
	canMark(block: number): boolean;
	/** Marks that the request may still take. */
	readonly freeMarks: number;
	readonly state: CacheState;
	readonly rules: CacheRules;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** The provider tells its usage. */
	readonly isCounted: boolean;
	/** False: nothing more is invested. */
	readonly invests: boolean;
	/** The conversation's prompt before this one is in the state; undefined: there is none. */
	readonly knowsBefore?: boolean | undefined;
	/** Cached tokens may be of other blocks: all of them may be found, or none. */
	readonly mayForget?: boolean;
}

export type RemovalChoice = ReturnType<typeof chooseRemovals>;

interface Option extends Place {
	readonly prices: readonly number[];
	/** The part of the price that is not read from the cache. */
	readonly fresh: number;
	/** By each reading. */
	readonly hits: readonly number[];
	/** Several requests would each write anew what is kept without removals. */
	readonly isLost: boolean;
}

/** Chooses what leaves a prompt and where the free mark stands. */
export function chooseRemovals(request: RemovalRequest) {
	const { whole, prompt, state, rules, now, end, turns } = request;
	const doubt = request.isCounted ? DOUBT.counted : DOUBT.estimated;
	const wholeMarks = marksOf(whole, rules);
	const isCached = wholeMarks.length > 0;
	const own = whole.prefix(turns[0] ?? 0);
	// Of a conversation that is new here, was forgotten, or went on elsewhere, all may be cached.
	const isUnknown =
		isCached && (request.mayForget === true || !(request.knowsBefore ?? state.requests > 0));
	const holding = (each: CachedPrompt, entries: readonly CacheEntry[]) =>
		entriesOf(each, entries, now, rules, isUnknown);
	const [possible, earlier] = [holding(whole, state.whole), holding(prompt, state.sent)];
	const hasRuns = whole.position(whole.blocks - 1) < whole.blocks - 1;
	const readings = readingsOf([possible, earlier], now, hasRuns, state.renews);
	const wholeHits = hitsIn(possible, readings, now, whole, wholeMarks, rules);
	const wholePrices = wholeHits.map((hit) => priceOf(whole, wholeMarks, hit, rules));
	const priced = (place: Place): Option => {
		const changed = { ...prompt, upTo: place.upTo };
		const marks = withMark(marksOf(changed, rules), place.mark);
		const hits = hitsIn(earlier, readings, now, prompt, marks, rules, place.from);
		const isLost = kept >= (place.from ?? 0) && !marks.some(({ at }) => at >= kept && at <= end);
		const prices = hits.map((hit) => priceOf(changed, marks, hit, rules));
		const [hit = -1] = hits;
		const fresh = (prices[0] ?? 0) - (hit < 0 ? 0 : prompt.upTo(hit) * rules.read);
		return { ...place, prices, fresh, hits, isLost };
	};
	// Behind its end a user may say something else again and again: what is found there without removals has to be found.
	const ends = rules.anywhere || end === whole.blocks - 1 ? [] : possible;
	const kept = isUnknown ? end : (ends.find(({ at }) => at <= end)?.at ?? -1);
	const [surest] = readings;
	const sure = earlier.filter((each) => surest && isHeld(each, surest, now));
	// A mark that finds what has outlived its time costs nothing where it has not.
	const isSure = sure.some(({ at }) => at > 0) || !earlier[0];
	const isNear = isSure || isReached(earlier[0]?.at ?? 0, marksOf(prompt, rules), rules);
	const alive = isNear ? sure : earlier;
	const [stay, ...others] = [...places(request, alive, kept)].map(priced);
	if (!stay) throw new Error('a prompt may stay as it is');
	/** Returns the gain at this request, whatever has outlived its time. */
	const gain = (saved: readonly number[]) => {
		const least = Math.min(...saved);
		return least * (least < 0 ? 1 + doubt : 1 - doubt);
	};
	const savedBy = ({ prices }: Option) => prices.map((price, at) => (wholePrices[at] ?? 0) - price);
	const least = Math.min(...wholePrices);
	const lowest = (-BOUND * (state.spent + least)) / (request.isCounted ? 1 : 1 + doubt);
	// Another isolate that served it may have invested as much as is allowed.
	const missed = request.knowsBefore === false ? Math.min(0, lowest - state.gained) : 0;
	// Behind its last mark a request reads and writes nothing: the next one with a mark there may read what is cached still.
	const lastMark = rules.anywhere ? whole.blocks : (wholeMarks.at(-1)?.at ?? -1);
	const needed = possible.find(({ at }) => at > lastMark)?.at ?? -1;
	/** Removals that this conversation went back before. */
	const gone = (state.exposed ?? []).filter(
		({ of, at, prefix }) => of === own && (at >= whole.blocks || whole.prefix(at) !== prefix),
	);
	const standing = lossOf(state.exposed) - lossOf(gone);
	const jumps = state.jumps === true || -gain(savedBy(stay)) > lossOf(gone) + LITTLE * least;
	const mine = state.sent.filter(({ of }) => of === own);
	const times = mine.map(({ until, lasts }) => until - lasts);
	const since = now - Math.max(...times);
	const before = Math.max(...times.filter((time) => time < now - since));
	const slow = MOST_SLOWER * (now - since - before);
	/**
	 * The loss where a conversation goes back to before a removal, when no earlier prompt is in the cache any more: what
	 * had left stands there again, and is written anew, all of it where there is no mark to find what stands before.
	 */
	const exposure = ({ from, mark, hits }: Option): number => {
		if (from === undefined || !isCached) return 0;
		// It goes on as it did, warm or cold; after a pause it may go back to anywhere, unless its user spoke.
		const isWarm = earlier.some(({ at, lasts }) => at >= from && since <= Math.max(lasts, slow));
		const isKnown = !jumps && (isWarm || (turns.at(-1) ?? 0) > end);
		const turn = turns.findLast((at) => at <= end) ?? 0;
		const back = (isKnown ? Math.max(turn, request.forgets ?? 0) : end) - 1;
		if (back < from) return 0;
		const write = wholeMarks.at(-1)?.life.write ?? 1;
		const isFound = rules.anywhere || request.freeMarks > 0;
		const found = isFound ? Math.max(mark?.at ?? 0, hits[0] ?? 0) : 0;
		// A block that is not cached without removals either is no loss.
		const start = possible.some(({ at }) => at > found && at <= back) ? found : from - 1;
		return (whole.upTo(back) - whole.upTo(start)) * (write - rules.read) * (1 + doubt);
	};
	const value = (each: Option) => {
		const extra = Math.max(...each.prices.map((price, at) => price - (stay.prices[at] ?? 0)));
		const saved = each.saves * (isCached ? rules.read : 1);
		const net = (AHEAD * state.requests + 1) * saved * (1 - doubt) - extra * (1 + doubt);
		// Text that is written anew was weighed with others, perhaps not once by itself.
		const out = state.gained + missed + gain(savedBy(each)) - each.fresh * DOUBT.counted;
		const loss = exposure(each);
		const isBound = (extra <= 0 && loss === 0) || out - loss - standing >= lowest;
		const mayLeave = request.invests && !each.isLost && (each.from ?? 0) > needed;
		return mayLeave && isBound ? net : Number.NEGATIVE_INFINITY;
	};
	const worths = others.map(value);
	const most = Math.max(0, ...worths);
	const best = (most > 0 && others[worths.indexOf(most)]) || stay;
	const exposed = { at: end, prefix: whole.prefix(end), loss: exposure(best), of: own };
	const decided: Decided = {
		...{ state, rules, now, holding, readings, own, mark: best.mark },
		...{ isShorter: best.from !== undefined, hits: best.hits },
		after: (latest, saved) => ({
			...latest,
			requests: latest.requests + 1,
			gained: latest.gained + missed + gain(saved),
			spent: latest.spent + least,
			exposed: [...(latest.exposed ?? []), exposed]
				.filter((each) => each.loss > 0 && !gone.includes(each))
				.slice(-MOST_EXPOSED),
			jumps: jumps || latest.jumps === true,
		}),
	};
	return {
		/** Candidates from this block on leave; undefined: none. */
		from: best.from,
		mark: best.mark,
		/** Judges the prompts by the provider's usage. */
		told: (prompts: SentPrompt, usage?: ToldUsage) => toldOf(decided, prompts, usage),
	};
}

const lossOf = (exposed: CacheState['exposed'] = []): number =>
	exposed.reduce((sum, { loss }) => sum + loss, 0);
