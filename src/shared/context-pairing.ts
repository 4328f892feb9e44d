// Pairing of consumers with the results they used: one rule for the server's ledger and the client, so
// that what one counts as released is what the other leaves out.

/** A consumer and a tool whose results it uses up. */
export type Pair = readonly [consumedBy: string, tool: string];

/** The results used by a consumer that names none: all that are pending, or one of them. */
export type Pairing = 'all' | 'oldest' | 'newest';

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
 * The pending results that a consumer's success uses up, of all tools paired with it together: those that
 * hold something which its call named, where it named any of them; else all, the oldest or the newest.
 * None if the consumer is unknown or nothing of its tools is pending.
 * @param named - ids in the consumer's arguments
 * @param pending - results not yet consumed, in call order
 */
export function chooseUsed<
	Result extends { readonly tool: string; readonly ids?: readonly string[] },
>(
	pairs: readonly Pair[],
	consumer: string,
	named: readonly string[],
	pending: readonly Result[],
	pairing: Pairing,
): readonly Result[] {
	const tools = new Set(
		pairs.flatMap(([consumedBy, tool]) => (consumedBy === consumer ? tool : [])),
	);
	const candidates = pending.filter(({ tool }) => tools.has(tool));
	const names = new Set(named);
	const told =
		names.size > 0 ? candidates.filter(({ ids = [] }) => ids.some((id) => names.has(id))) : [];
	if (told.length > 0) return told;
	if (pairing === 'all') return candidates;
	return pairing === 'oldest' ? candidates.slice(0, 1) : candidates.slice(-1);
}
