// Constraints that say the same, or the opposite: of a draft beside what is published, shown to who reviews it
// (docs/memory.md, "Review"), and among what is published. By words alone: it points, people judge. Pure.
import { normalized } from './identity';
import type { Constraint } from './types';

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
	const note = (word: string, at: number): void => {
		const before = byWord.get(word) ?? [];
		if (before.length < MOST_ALIKE) byWord.set(word, before.concat(at));
	};
	return all.flatMap(({ said, ...one }, at): OverlapPair[] => {
		const words = rarest(said, counts);
		const near = new Set(words.flatMap((word) => byWord.get(word) ?? []));
		for (const word of words) note(word, at);
		return [...near].flatMap((index): OverlapPair[] => {
			const found = all[index];
			if (found === undefined) return [];
			const { said: theirs, ...other } = found;
			if (isLabel(said) || isLabel(theirs)) return [];
			const isSame = one.constraint.key === other.constraint.key;
			const kind = isSame ? 'duplicate' : relation(said, theirs);
			return kind === undefined ? [] : [{ kind, one: other, other: one }];
		});
	});
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
}

const saying = ({ text, heading = '', lead = '' }: Constraint): Saying => {
	const plain = normalized(text).toLowerCase();
	const above = `${heading} ${lead}`.toLowerCase();
	const negations = (plain.match(NEGATION)?.length ?? 0) + (above.match(NEGATION)?.length ?? 0);
	const words = plain.replaceAll(NEGATION, ' ').match(/[\p{L}\p{N}_]+/gu) ?? [];
	return {
		words: new Set(words.filter((word) => !FILLERS.has(word)).map(singular)),
		negates: negations % 2 === 1,
	};
};

const singular = (word: string): string =>
	word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;

const PAIR_WORDS: ReadonlySet<string> = new Set(PAIRS.flat().map((word) => singular(word)));

function relation(one: Saying, other: Saying): Overlap['kind'] | undefined {
	if (one.words.size < 2 || other.words.size < 2) return undefined;
	const both = [...one.words].filter((word) => other.words.has(word)).length;
	const share = both / (one.words.size + other.words.size - both);
	const isOpposed = PAIRS.some(([a, b]) => {
		const [here, there] = [singular(a), singular(b)];
		const isOf = (words: ReadonlySet<string>, word: string, not: string) =>
			words.has(word) && !words.has(not);
		return (
			(isOf(one.words, here, there) && isOf(other.words, there, here)) ||
			(isOf(one.words, there, here) && isOf(other.words, here, there))
		);
	});
	// What differs by the pair alone shares all but one word of each.
	const least = both / Math.max(1, Math.min(one.words.size, other.words.size) - 1);
	if (
		isOpposed !== (one.negates !== other.negates) &&
		(share >= OPPOSITE || (isOpposed && least >= 0.6))
	)
		return 'contradiction';
	return share >= DUPLICATE && !isOpposed && one.negates === other.negates
		? 'duplicate'
		: undefined;
}
