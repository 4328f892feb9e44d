// What an edit did to a document's constraints: which stayed, which became another, which came and went.
// By key first; what is left over pairs by its id or its words (docs/memory.md, "Identity").
import { normalized } from './identity';
import type { Constraint } from './types';

type Compared = Pick<Constraint, 'id' | 'key' | 'text'>;

/** What became of each constraint; those with the same key on both sides are in none of the lists. */
export interface Comparison<One extends Compared> {
	/** Before and after. */
	readonly changed: readonly (readonly [One, One])[];
	readonly removed: readonly One[];
	readonly added: readonly One[];
}

/** Words that two wordings of one constraint share, of all they have, at least. */
const ALIKE = 0.5;
/** With the same id, at least. */
const ALIKE_IN_PLACE = 0.25;
/** Constraints a side that are compared by their words. */
const MOST_COMPARED = 200;

/** What of `before` is gone from `after`, what is new, and what stayed, by the identity of their words. */
export function compareConstraints<One extends Compared>(
	before: readonly One[],
	after: readonly One[],
): Comparison<One> {
	const now = new Set(after.map(({ key }) => key));
	const then = new Set(before.map(({ key }) => key));
	const gone = before.filter(({ key }) => !now.has(key));
	const come = after.filter(({ key }) => !then.has(key));
	const moved = sameText(gone, come);
	const settled = new Set(moved.flat());
	const rest = (each: readonly One[]) =>
		each.filter((one) => !settled.has(one)).slice(0, MOST_COMPARED);
	const pairs = [...moved, ...pairsOf(rest(gone), rest(come))];
	const paired = new Set(pairs.flat());
	return {
		changed: pairs,
		removed: gone.filter((each) => !paired.has(each)),
		added: come.filter((each) => !paired.has(each)),
	};
}

/** What stayed itself and stands under other words. */
function sameText<One extends Compared>(gone: readonly One[], come: readonly One[]): [One, One][] {
	const byText = Map.groupBy(come, ({ text }) => text);
	return gone.flatMap((one): [One, One][] => {
		const other = byText.get(one.text)?.shift();
		return other === undefined ? [] : [[one, other]];
	});
}

/** The most alike first; each is in one pair. */
function pairsOf<One extends Compared>(gone: readonly One[], come: readonly One[]): [One, One][] {
	const words = new Map([...gone, ...come].map((each) => [each, wordsOf(each.text)]));
	const candidates = gone.flatMap((one) =>
		come.flatMap((other) => {
			const share = shared(words.get(one) ?? new Set(), words.get(other) ?? new Set());
			const isInPlace = one.id === other.id;
			const isAlike = share >= (isInPlace ? ALIKE_IN_PLACE : ALIKE);
			return isAlike ? [{ one, other, share: share + (isInPlace ? 0.1 : 0) }] : [];
		}),
	);
	candidates.sort((one, other) => other.share - one.share);
	const taken = new Set<One>();
	const pairs: [One, One][] = [];
	for (const { one, other } of candidates) {
		if (taken.has(one) || taken.has(other)) continue;
		taken.add(one).add(other);
		pairs.push([one, other]);
	}
	return pairs;
}

const wordsOf = (text: string): ReadonlySet<string> =>
	new Set(
		normalized(text)
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? [],
	);

const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
	let both = 0;
	for (const word of one) if (other.has(word)) both++;
	const all = one.size + other.size - both;
	return all === 0 ? 1 : both / all;
};
