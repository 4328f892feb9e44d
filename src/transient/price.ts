// What leaving results out costs and saves, where a provider keeps the prefix of a conversation it has read:
// a collapse has to be written anew from there on, and every later request is shorter. Pure.

/** Of a token, in units of an uncached one: read from the cache, and written to it. */
export interface Prices {
	readonly read: number;
	readonly write: number;
}

/** A result that may be left out from some request on. */
export interface Leaving {
	readonly id: string;
	/** The message that it stands in. */
	readonly at: number;
	/** The later message that uses it up: the first request that ends there, or later, may do without it. */
	readonly due: number;
	readonly tokens: number;
	/** Of what takes its place. */
	readonly collapsed: number;
}

/** A conversation and what may leave it; messages are named by their index, from 0. */
export interface PricedConversation {
	/** Tokens of each message, results in full. */
	readonly weights: readonly number[];
	/** The last message of each request so far, the present one included, in order. */
	readonly requests: readonly number[];
	readonly leaving: readonly Leaving[];
	readonly prices: Prices;
}

/** By how much an estimate may be wrong, to our disadvantage. */
const DOUBT = 0.08;
/** Places at which a request may begin to leave out, the latest ones: bounds the work. */
const MOST_PLACES = 40;

/** A stretch of the conversation: a result that may leave, or what stands between. */
interface Stretch {
	readonly message: number;
	readonly tokens: number;
	readonly result?: Leaving;
}

interface Cost {
	readonly price: number;
	/** Tokens written anew that stood in the request before. */
	readonly rewritten: number;
}

/**
 * Which results the present request does without. Every earlier request is decided again in the same way, so
 * that nothing has to be remembered and what left once stays left. At no request do all requests so far
 * together cost more than they would with every result in full.
 *
 * @returns ids of results, those that left at an earlier request among them
 */
export function priced(conversation: PricedConversation): ReadonlySet<string> {
	const { requests, leaving, prices } = conversation;
	const stretches = stretchesOf(conversation);
	const none: ReadonlySet<string> = new Set();
	let gone: ReadonlySet<string> = none;
	/** What has been saved so far, in uncached tokens. */
	let account = 0;
	let before = -1;
	for (const [index, end] of requests.entries()) {
		const part = stretches.filter(({ message }) => message <= end);
		const price = (now: ReadonlySet<string>, earlier: ReadonlySet<string>): Cost =>
			costOf(part, before, now, earlier, prices);
		const full = price(none, none).price;
		const stay = price(gone, gone).price;
		let best: { readonly gone: ReadonlySet<string>; readonly price: number; readonly net: number } =
			{
				gone,
				price: stay,
				net: 0,
			};
		const open = leaving
			.filter(({ id, due }) => due <= end && !gone.has(id))
			.toSorted((a, b) => b.at - a.at);
		const places = [...new Set(open.map(({ at }) => at))].slice(0, MOST_PLACES);
		for (const place of places) {
			const more = open.filter(({ at }) => at >= place);
			const now = new Set([...gone, ...more.map(({ id }) => id)]);
			const cost = price(now, gone);
			const released = sum(more.map(({ tokens, collapsed }) => tokens - collapsed));
			const doubt =
				DOUBT *
				(prices.write * (cost.rewritten + sum(more.map(({ collapsed }) => collapsed))) +
					prices.read * released);
			if (account + full - cost.price - doubt < 0) continue;
			// As many requests are to come as have been, for all one knows.
			const net = (index + 1) * released * prices.read * (1 - DOUBT) - (cost.price - stay);
			if (net > best.net) best = { gone: now, price: cost.price, net };
		}
		account += full - best.price;
		gone = best.gone;
		before = end;
	}
	return gone;
}

/** The price of a request: read as far as it begins like the one before, written from there on. */
function costOf(
	stretches: readonly Stretch[],
	before: number,
	now: ReadonlySet<string>,
	earlier: ReadonlySet<string>,
	{ read, write }: Prices,
): Cost {
	let isSame = true;
	let price = 0;
	let rewritten = 0;
	for (const { message, tokens, result } of stretches) {
		const isGone = result !== undefined && now.has(result.id);
		const stood = message <= before;
		if (!stood || (result !== undefined && isGone !== earlier.has(result.id))) isSame = false;
		const size = isGone ? result.collapsed : tokens;
		price += size * (isSame ? read : write);
		if (!isSame && stood && !isGone) rewritten += size;
	}
	return { price, rewritten };
}

/** Results stand first in their message, what is said beside them behind. */
function stretchesOf({ weights, leaving }: PricedConversation): readonly Stretch[] {
	const byMessage = Map.groupBy(leaving, ({ at }) => at);
	return weights.flatMap((weight, message) => {
		const results = byMessage.get(message) ?? [];
		const rest = Math.max(0, weight - sum(results.map(({ tokens }) => tokens)));
		return [
			...results.map((result): Stretch => ({ message, tokens: result.tokens, result })),
			{ message, tokens: rest },
		];
	});
}

/** All of them together. */
export const sum = (numbers: readonly number[]): number =>
	numbers.reduce((all, each) => all + each, 0);
