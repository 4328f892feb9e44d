// The least price that leaving may come to: what leaves at which request, chosen by dynamic programming over a whole
// conversation that is known in advance. A change finds everything before it in the cache, wherever that is, and a
// beginning that outlived its time nothing: no policy can do better by the provider's rules.
import { type Block, blocksOf, lifeIn, type Provider } from './simulated-provider';

/** A request of a conversation as its host wrote it, and the results that are used up by then. */
export interface SeenRequest {
	readonly body: Readonly<Record<string, unknown>>;
	/** The same with all of these left out. */
	readonly shortened: Readonly<Record<string, unknown>>;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

interface Step {
	/** Blocks that stand as in the request before. */
	readonly shared: number;
	/** Blocks at which an entry ends that is found where a read renews the entry alone that it found; absent: at each. */
	readonly ends?: readonly number[];
	/** Tokens up to and with a block, where all stands. */
	readonly upTo: readonly number[];
	/** Used results by block, and the tokens that each saves. */
	readonly used: ReadonlyMap<number, number>;
	/** Price of a token that is written; undefined where nothing is cached. */
	readonly write: number | undefined;
}

interface State {
	readonly price: number;
	/** Tokens that prompts went without, all together. */
	readonly saved: number;
	/** Blocks of results that have left. */
	readonly left: ReadonlySet<number>;
	/** Price, and what reading used results that stay will cost. */
	readonly outlook: number;
}

/** States that are followed: the price found may be above the least one, never below it. */
const MOST = 24;

/**
 * Returns the least price of a conversation's prompts, the tokens that they went without at that price, and the price
 * without leaving.
 * @param most times of the price without leaving that it may come to at each request
 */
export function bestPrice(
	requests: readonly SeenRequest[],
	rules: Provider,
	most = Number.POSITIVE_INFINITY,
) {
	let states: readonly State[] = [{ price: 0, saved: 0, left: new Set(), outlook: 0 }];
	let plain = 0;
	const steps = stepsOf(requests, rules);
	for (const [at, step] of steps.entries()) {
		const whole = { price: plain, saved: 0, left: new Set<number>(), outlook: 0 };
		for (const { price } of followers(whole, { ...step, used: new Map() }, rules.read))
			plain = price;
		const all = states.flatMap((state) => [...followers(state, step, rules.read)]);
		const more = steps.slice(at + 1).filter(({ shared }) => shared > 0).length;
		const outlook = ({ price, left }: Omit<State, 'outlook'>): number => {
			const stays = [...step.used].filter(([block]) => !left.has(block));
			return price + more * stays.reduce((sum, [, saves]) => sum + saves, 0) * rules.read;
		};
		const next = all.filter(({ price }) => price <= most * plain);
		states = undominated(next.map((each) => ({ ...each, outlook: outlook(each) })));
	}
	return { ...states.reduce((best, each) => (each.price < best.price ? each : best)), plain };
}

function stepsOf(requests: readonly SeenRequest[], rules: Provider): readonly Step[] {
	let before: readonly Block[] = [];
	let last = 0;
	/** Ends of prompts, and when they were last read or written where a read renews what it found. */
	let entries: readonly { readonly end: number; readonly at: number }[] = [];
	return requests.map(({ body, shortened, now }): Step => {
		const blocks = blocksOf(body, rules);
		const short = blocksOf(shortened, rules);
		const life = lifeIn(body);
		const isWarm = life !== undefined && now - last <= rules.lives[life] * 60_000;
		const same = blocks.findIndex(({ prefix }, at) => prefix !== before[at]?.prefix);
		const used = new Map<number, number>();
		for (const [at, { tokens }] of blocks.entries())
			if (tokens > (short[at]?.tokens ?? tokens)) used.set(at, tokens - (short[at]?.tokens ?? 0));
		let all = 0;
		const upTo = blocks.map(({ tokens }) => (all += tokens));
		[before, last] = [blocks, now];
		const shared = isWarm ? (same < 0 ? blocks.length : same) : 0;
		const lasts = (life === undefined ? 0 : rules.lives[life]) * 60_000;
		entries = entries.filter(({ end, at }) => end <= shared && now - at <= lasts);
		const ends = rules.renewsFound ? entries.map(({ end }) => end) : undefined;
		const found = Math.max(...entries.map(({ end }) => end));
		entries = entries.map((each) => (each.end === found ? { ...each, at: now } : each));
		entries = [...entries, { end: blocks.length, at: now }];
		return { shared, ...(ends && { ends }), upTo, used, write: life && rules.write[life] };
	});
}

/** The states that a request may lead to: nothing more leaves, or all that is used from a block on. */
function* followers(
	{ price, saved: before, left }: State,
	{ shared, ends, upTo, used, write }: Step,
	read: number,
): Iterable<Omit<State, 'outlook'>> {
	const stays = [...used.keys()].filter((block) => !left.has(block) || block >= shared);
	for (const from of [upTo.length, ...stays]) {
		const gone = new Set([...used.keys()].filter((block) => left.has(block) || block >= from));
		const saved = (end: number) =>
			[...gone].reduce((sum, block) => sum + (block < end ? (used.get(block) ?? 0) : 0), 0);
		const total = (upTo.at(-1) ?? 0) - saved(upTo.length);
		const same = Math.min(shared, ...[...gone].filter((block) => !left.has(block)));
		const changed = ends ? Math.max(0, ...ends.filter((end) => end <= same)) : same;
		const found = changed === 0 ? 0 : (upTo[changed - 1] ?? 0) - saved(changed);
		const own = write === undefined ? total : found * read + (total - found) * write;
		yield { price: price + own, saved: before + saved(upTo.length), left: gone };
	}
}

function undominated(states: readonly State[]): readonly State[] {
	const kept: State[] = [];
	const best = states.toSorted((a, b) => a.outlook - b.outlook).slice(0, 8 * MOST);
	for (const state of best.toSorted((a, b) => a.price - b.price)) {
		const isWorse = kept.some(
			({ left }) => left.size >= state.left.size && [...state.left].every((each) => left.has(each)),
		);
		if (!isWorse) kept.push(state);
	}
	return kept.toSorted((a, b) => a.outlook - b.outlook).slice(0, MOST);
}
