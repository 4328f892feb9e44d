// When two wordings are one constraint (docs/memory.md, "Identity"): by their words, not by how they are
// wrapped, marked up, numbered or placed.
import { sha256Hex } from './hash';

/** Words of an emphasis, at most: longer ones keep their signs, so that hostile text stays linear. */
const EMPHASIS = [
	/(\*\*|\*)(?=[^\s*])([^*\n]{1,200})(?<=[^\s*])\1(?![\p{L}\p{N}])/gu,
	/(?<![\p{L}\p{N}])(__|_)(?=[^\s_])([^_\n]{1,200})(?<=[^\s_])\1(?![\p{L}\p{N}])/gu,
];
/** What is said in code is said to the letter. */
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]{1,2000}`)/;

/** The words of a text: the same for all ways of writing them that Markdown takes for one. */
export const normalized = (text: string): string =>
	text
		.replace(/^\s*\[[ xX]\]\s+/, '')
		.split(CODE)
		.map((part, at) => (at % 2 === 1 ? part : unmarked(part)))
		.join('')
		.replaceAll(/[\u2018\u2019]/g, "'")
		.replaceAll(/[\u201c\u201d]/g, '"')
		.normalize('NFC')
		.toWellFormed()
		.replaceAll(/\s+/g, ' ')
		.trim();

function unmarked(prose: string): string {
	const plain = prose
		.replaceAll(/\\(?=\r?\n)/g, ' ')
		.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
		.replaceAll(/<(https?:[^\s<>]{1,500})>/g, '$1');
	// Twice: one stands within another.
	return [...EMPHASIS, ...EMPHASIS].reduce((said, signs) => said.replaceAll(signs, '$2'), plain);
}

/** A heading or a leading line that turns what stands under it into its opposite. */
const NEGATIVE =
	/\b(?:not|never|no|avoid|don['’]?ts?|bad|wrong|forbidden|prohibited|anti-?patterns?|incorrect|disallowed)\b|❌|🚫/iu;

/** Whether words put what follows them in the negative. */
export const isNegative = (words: string): boolean => NEGATIVE.test(normalized(words));

/** Digits of a key, and of the short form of every hash. */
export const KEY_LENGTH = 12;

/**
 * @param words text of the constraint
 * @param parents words of the items it is nested in
 * @param negative whether it stands under words that negate it
 */
export const keyOf = (words: string, parents: readonly string[], negative: boolean): string =>
	sha256Hex([negative ? '!' : '', ...parents.map(normalized), normalized(words)].join('\n')).slice(
		0,
		KEY_LENGTH,
	);
