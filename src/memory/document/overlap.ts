// Finds constraints that repeat or contradict each other, between a draft and what is published (docs/memory.md,
// "Review") and among what is published. Compares words only: people judge.

import type { Constraint } from '../types';
import { normalized } from './identity';

/** A drafted constraint that repeats or contradicts a published one. */
export interface Overlap {
	readonly kind: 'duplicate' | 'contradiction';
	readonly text: string;
	readonly objectId: string;
	readonly path: string;
	readonly constraintId: string;
	readonly published: string;
}

interface PublishedConstraint {
	readonly objectId: string;
	readonly path: string;
	readonly constraint: Constraint;
}

/** Minimum shares of common words. */
const MIN_DUPLICATE_SHARE = 0.7;
const MIN_CONTRADICTION_SHARE = 0.6;
/** Maximum constraints that are compared because of one common word. */
const MAX_CANDIDATES = 100;

const NEGATION =
	/\b(?:not|never|no|don['’]?t|do not|avoid|without|forbid\w*|prohibit\w*|disallow\w*|stop|refrain)\b/giu;
/** Alternatives, of which a rule demands one. */
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

/** Finds published constraints that say nearly the same as drafted ones. */
export function overlapsOf(
	drafted: readonly Constraint[],
	published: readonly PublishedConstraint[],
): Overlap[] {
	const there = published.map((each) => ({ ...each, said: statementOf(each.constraint) }));
	return drafted
		.filter(({ leads }) => leads !== true)
		.flatMap((constraint): Overlap[] => {
			const mine = statementOf(constraint);
			return there.flatMap(({ objectId, path, constraint: other, said }): Overlap[] => {
				const kind = constraint.key === other.key ? 'duplicate' : relation(mine, said);
				if (kind === undefined) return [];
				const { id: constraintId, text } = other;
				return [{ kind, text: constraint.text, objectId, path, constraintId, published: text }];
			});
		});
}

/** Two constraints in force that repeat or contradict each other. */
export interface OverlapPair {
	readonly kind: Overlap['kind'];
	readonly one: PublishedConstraint;
	readonly other: PublishedConstraint;
}

/** Compares published constraints with each other; each pair is reported once. */
export function overlapsAmong(published: readonly PublishedConstraint[]): OverlapPair[] {
	const all = published
		.filter(({ constraint }) => constraint.leads !== true)
		.map((each) => ({ ...each, said: statementOf(each.constraint) }));
	const counts = new Map<string, number>();
	for (const { said } of all)
		for (const word of said.words) counts.set(word, (counts.get(word) ?? 0) + 1);
	const byWord = new Map<string, number[]>();
	// Index of the last constraint that was compared with each, so that no pair is compared twice.
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
				if (kind !== undefined) pairs.push({ kind, one, other });
			}
		for (const word of words) note(byWord, word, at);
	}
	return pairs;
}

function note(byWord: Map<string, number[]>, word: string, at: number): void {
	const before = byWord.get(word);
	if (before === undefined) byWord.set(word, [at]);
	else if (before.length < MAX_CANDIDATES) before.push(at);
}

/** Returns whether a constraint is a label of a word or two, without a choice of a pair. */
const isLabel = ({ words }: Statement): boolean =>
	words.size < 3 && ![...words].some((word) => PAIR_WORDS.has(word));

/** Returns the rarest words, of which overlapping constraints share one at least; words of pairs may differ. */
function rarest({ words }: Statement, counts: ReadonlyMap<string, number>): string[] {
	const telling = [...words].filter((word) => !PAIR_WORDS.has(word));
	telling.sort(
		(one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0) || (one < other ? -1 : 1),
	);
	return telling.slice(0, Math.floor((1 - MIN_CONTRADICTION_SHARE) * telling.length) + 1);
}

type Statement = ReturnType<typeof statementOf>;
/** Returns the words of a constraint without negations and stop words, and bit sets over {@link PAIRS}: of which it has one. */
const statementOf = ({ text, sense = '' }: Constraint) => {
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

function relation(one: Statement, other: Statement): Overlap['kind'] | undefined {
	const [fewer, more] =
		one.words.size < other.words.size ? [one.words, other.words] : [other.words, one.words];
	if (fewer.size < 2) return undefined;
	const isOpposed = ((one.ones & other.others) | (one.others & other.ones)) !== 0;
	// Too different in length to share enough words.
	if (!isOpposed && fewer.size < MIN_CONTRADICTION_SHARE * more.size) return undefined;
	let both = 0;
	for (const word of fewer) if (more.has(word)) both++;
	const share = both / (fewer.size + more.size - both);
	// Constraints that differ by the pair alone share all but one word of each.
	const least = both / Math.max(1, fewer.size - 1);
	if (
		isOpposed !== (one.negates !== other.negates) &&
		(share >= MIN_CONTRADICTION_SHARE || (isOpposed && least >= 0.6))
	)
		return 'contradiction';
	return share >= MIN_DUPLICATE_SHARE && !isOpposed && one.negates === other.negates
		? 'duplicate'
		: undefined;
}
