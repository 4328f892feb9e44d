// Constraints that say the same, or the opposite: of a draft beside what is published, shown to who reviews it
// (docs/memory.md, "Review"), and among what is published. By words alone: it points, people judge. Pure.
import { normalized } from './identity';
import type { Constraint } from './types';

/** A drafted constraint beside a published one that says the same or the opposite. */
export interface Overlap {
	readonly kind: 'duplicate' | 'contradiction';
	/** Of the draft. */
	readonly text: string;
	readonly objectId: string;
	readonly path: string;
	readonly constraintId: string;
	/** Of what is published. */
	readonly published: string;
}

/** A constraint in force, and where it stands. */
export interface PublishedConstraint {
	readonly objectId: string;
	readonly path: string;
	readonly constraint: Constraint;
}

/** Telling words that two constraints share, of all they have, at least. */
const DUPLICATE = 0.7;
/** The same, where one of them negates. */
const OPPOSITE = 0.6;
/** Constraints that one is compared with for the sake of one word. */
const MOST_ALIKE = 100;

const NEGATION =
	/\b(?:not|never|no|don['’]?t|do not|avoid|without|forbid\w*|prohibit\w*|disallow\w*|stop|refrain)\b/giu;
/** Pairs of which a rule wants one. */
const PAIRS = [
	['always', 'never'],
	['tabs', 'spaces'],
	['single', 'double'],
	['enable', 'disable'],
	['allow', 'forbid'],
	['before', 'after'],
	['camelcase', 'snake_case'],
	['maximum', 'minimum'],
	['required', 'optional'],
	['merge', 'rebase'],
	['default', 'named'],
] as const;
const FILLERS = new Set(
	'a an and are as at be by do for from if in is it its must of on or please should shall that the this to use using we when will with you your always'.split(
		' ',
	),
);

/** Which drafted constraints say what is published already, or the opposite. */
export function overlapsOf(
	drafted: readonly Constraint[],
	published: readonly PublishedConstraint[],
): Overlap[] {
	const there = published.map((each) => ({ ...each, said: saying(each.constraint) }));
	return drafted
		.filter(({ leads }) => leads !== true)
		.flatMap((constraint): Overlap[] => {
			const mine = saying(constraint);
			return there.flatMap(({ objectId, path, constraint: other, said }): Overlap[] => {
				const kind = constraint.key === other.key ? 'duplicate' : relation(mine, said);
				if (kind === undefined) return [];
				const { id: constraintId, text } = other;
				return [{ kind, text: constraint.text, objectId, path, constraintId, published: text }];
			});
		});
}

/** Two constraints in force that say the same, or the opposite. */
export interface OverlapPair {
	readonly kind: Overlap['kind'];
	readonly one: PublishedConstraint;
	readonly other: PublishedConstraint;
}

/** Pairs among what is published, each once, in the order of the first. */
export function overlapsAmong(published: readonly PublishedConstraint[]): OverlapPair[] {
	const all = published
		.filter(({ constraint }) => constraint.leads !== true)
		.map((each) => ({ ...each, said: saying(each.constraint) }));
	const counts = new Map<string, number>();
	for (const { said } of all)
		for (const word of said.words) counts.set(word, (counts.get(word) ?? 0) + 1);
	const byWord = new Map<string, number[]>();
	// Who was looked at last by whom, so that nobody is compared twice.
	const seenBy = new Int32Array(all.length).fill(-1);
	const pairs: OverlapPair[] = [];
	for (const [at, other] of all.entries()) {
		if (isLabel(other.said)) continue;
		const words = rarest(other.said, counts);
		for (const word of words)
			for (const index of byWord.get(word) ?? []) {
				const one = all[index];
				if (one === undefined || seenBy[index] === at) continue;
				seenBy[index] = at;
				const isSame = one.constraint.key === other.constraint.key;
				const kind = isSame ? 'duplicate' : relation(other.said, one.said);
				if (kind !== undefined) pairs.push({ kind, one: bare(one), other: bare(other) });
			}
		for (const word of words) note(byWord, word, at);
	}
	return pairs;
}

const bare = ({ objectId, path, constraint }: PublishedConstraint): PublishedConstraint => ({
	objectId,
	path,
	constraint,
});

/** The first that share a word; a word of more than these tells too little. */
function note(byWord: Map<string, number[]>, word: string, at: number): void {
	const before = byWord.get(word);
	if (before === undefined) byWord.set(word, [at]);
	else if (before.length < MOST_ALIKE) before.push(at);
}

/** A word or two that head something say no rule, unless they choose one of a pair. */
const isLabel = ({ words }: Saying): boolean =>
	words.size < 3 && ![...words].some((word) => PAIR_WORDS.has(word));

/** Those of which two that overlap must share one: all but what they may differ in; words of pairs differ. */
function rarest({ words }: Saying, counts: ReadonlyMap<string, number>): string[] {
	const telling = [...words].filter((word) => !PAIR_WORDS.has(word));
	telling.sort(
		(one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0) || (one < other ? -1 : 1),
	);
	return telling.slice(0, Math.floor((1 - OPPOSITE) * telling.length) + 1);
}

interface Saying {
	/** Telling words, without negations. */
	readonly words: ReadonlySet<string>;
	readonly negates: boolean;
	/** A bit for each of {@link PAIRS} of which it has the one word, and of which the other. */
	readonly ones: number;
	readonly others: number;
}

const saying = ({ text, sense = '' }: Constraint): Saying => {
	const plain = normalized(text).toLowerCase();
	const above = sense.toLowerCase();
	const negations = [plain.match(NEGATION), above.match(NEGATION), above.match(/!/g)];
	const said = plain.replaceAll(NEGATION, ' ').match(/[\p{L}\p{N}_]+/gu) ?? [];
	const words = new Set(said.filter((word) => !FILLERS.has(word)).map(singular));
	const bits = (here: 0 | 1, not: 0 | 1) =>
		SINGULAR_PAIRS.reduce(
			(all, pair, at) => (words.has(pair[here]) && !words.has(pair[not]) ? all | (1 << at) : all),
			0,
		);
	return {
		words,
		negates: negations.reduce((sum, found) => sum + (found?.length ?? 0), 0) % 2 === 1,
		ones: bits(0, 1),
		others: bits(1, 0),
	};
};

const singular = (word: string): string =>
	word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;

const SINGULAR_PAIRS = PAIRS.map(([one, other]) => [singular(one), singular(other)] as const);
const PAIR_WORDS: ReadonlySet<string> = new Set(SINGULAR_PAIRS.flat());

function relation(one: Saying, other: Saying): Overlap['kind'] | undefined {
	const [fewer, more] =
		one.words.size < other.words.size ? [one.words, other.words] : [other.words, one.words];
	if (fewer.size < 2) return undefined;
	const isOpposed = ((one.ones & other.others) | (one.others & other.ones)) !== 0;
	// However many they share, they would be too few.
	if (!isOpposed && fewer.size < OPPOSITE * more.size) return undefined;
	let both = 0;
	for (const word of fewer) if (more.has(word)) both++;
	const share = both / (fewer.size + more.size - both);
	// What differs by the pair alone shares all but one word of each.
	const least = both / Math.max(1, fewer.size - 1);
	if (
		isOpposed !== (one.negates !== other.negates) &&
		(share >= OPPOSITE || (isOpposed && least >= 0.6))
	)
		return 'contradiction';
	return share >= DUPLICATE && !isOpposed && one.negates === other.negates
		? 'duplicate'
		: undefined;
}
