// Which fetched result a consumer has used up: one rule for the server's ledger and the client, so
// that what one counts as released is what the other leaves out.

/** A consumer and a tool whose results it uses up. */
export type Pair = readonly [consumedBy: string, tool: string];

/** Which of several pending results goes first. */
export type Pairing = 'oldest' | 'newest';

/** Pairs of a session; hints beyond that are not kept. */
const MAX_PAIRS = 1_000;

/** The pairs with those that hints add; each pair once, in order of arrival. */
export function addPairs(
	pairs: readonly Pair[],
	hints: readonly { readonly tool: string; readonly consumedBy: string }[],
): readonly Pair[] {
	const added = [...pairs];
	// A result may bring a quarter of a million: each is looked up, not searched for.
	const known = new Set(pairs.map((pair) => JSON.stringify(pair)));
	for (const { consumedBy, tool } of hints) {
		if (added.length >= MAX_PAIRS) break;
		const pair: Pair = [consumedBy, tool];
		const key = JSON.stringify(pair);
		if (!known.has(key)) added.push(pair);
		known.add(key);
	}
	return added.length === pairs.length ? pairs : added;
}

/**
 * The pending result that a consumer's success uses up: of all tools paired with it together, the
 * oldest (or newest). None if the consumer is unknown or nothing of its tools is pending.
 *
 * @param pending - results not yet consumed, in call order
 */
export function chooseConsumed<Result extends { readonly tool: string }>(
	pairs: readonly Pair[],
	consumer: string,
	pending: readonly Result[],
	pairing: Pairing,
): Result | undefined {
	const tools = new Set(
		pairs.flatMap(([consumedBy, tool]) => (consumedBy === consumer ? tool : [])),
	);
	const matches = ({ tool }: Result) => tools.has(tool);
	return pairing === 'oldest' ? pending.find(matches) : pending.findLast(matches);
}
