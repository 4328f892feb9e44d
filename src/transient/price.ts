// Cost model of removals under prompt caching: a removal rewrites the cache from its position on, and
// shortens every later request.

/** Prices per token, relative to an uncached one, of cache reads and writes. */
export interface Prices {
	readonly read: number;
	readonly write: number;
}

/** A result that could be removed. */
export interface RemovalCandidate {
	readonly id: string;
	/** Index of its message. */
	readonly at: number;
	/** Index of the message that uses it up; requests that end there or later may omit it. */
	readonly due: number;
	readonly tokens: number;
	/** Tokens of its replacement. */
	readonly collapsed: number;
}

/** A conversation and its removable results; messages are indices from 0. */
export interface PricedRequests {
	/** Tokens of each message, results in full. */
	readonly weights: readonly number[];
	/** Index of the last message of each request so far, in order, including the present one. */
	readonly requests: readonly number[];
	readonly candidates: readonly RemovalCandidate[];
	readonly prices: Prices;
}

/** Safety margin for estimates. */
const DOUBT = 0.08;
/** Bound on the positions considered per request, latest first. */
const MAX_PLACES = 40;

/** A result, or the text between results. */
interface Stretch {
	readonly message: number;
	readonly tokens: number;
	readonly result?: RemovalCandidate;
}

interface Cost {
	readonly price: number;
	/** Tokens rewritten that stood in the previous request. */
	readonly rewritten: number;
}

/**
 * Chooses the results that the present request omits. Earlier requests are decided again in the same way,
 * so that no state is needed and removed results stay removed; the total never exceeds the cost of keeping
 * all.
 * @returns ids of results, earlier removals included
 */
export function chooseRemovals(conversation: PricedRequests): ReadonlySet<string> {
	const { requests, candidates, prices } = conversation;
	const stretches = stretchesOf(conversation);
	const none: ReadonlySet<string> = new Set();
	let gone: ReadonlySet<string> = none;
	/** Savings so far, in uncached tokens. */
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
		const open = candidates
			.filter(({ id, due }) => due <= end && !gone.has(id))
			.toSorted((a, b) => b.at - a.at);
		const places = [...new Set(open.map(({ at }) => at))].slice(0, MAX_PLACES);
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
			// Assumes as many future requests as past ones.
			const net = (index + 1) * released * prices.read * (1 - DOUBT) - (cost.price - stay);
			if (net > best.net) best = { gone: now, price: cost.price, net };
		}
		account += full - best.price;
		gone = best.gone;
		before = end;
	}
	return gone;
}

/** Prices a request: the prefix shared with the previous one is read, the rest written. */
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

/** Splits messages into results, which come first, and the rest. */
function stretchesOf({ weights, candidates }: PricedRequests): readonly Stretch[] {
	const byMessage = Map.groupBy(candidates, ({ at }) => at);
	return weights.flatMap((weight, message) => {
		const results = byMessage.get(message) ?? [];
		const rest = Math.max(0, weight - sum(results.map(({ tokens }) => tokens)));
		return [
			...results.map((result): Stretch => ({ message, tokens: result.tokens, result })),
			{ message, tokens: rest },
		];
	});
}

/** Adds numbers. */
export const sum = (numbers: readonly number[]): number =>
	numbers.reduce((all, each) => all + each, 0);
