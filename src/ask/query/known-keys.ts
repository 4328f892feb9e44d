// Sorts terms of a query into those of keys that a document has, and those that are found as they are written.
import { shownName } from '../../shared/shown-text';
import { meantBy } from '../as-text';
import type { Node, Tape } from '../value';
import { fold, type KeyValue, type Term, type Words, wordsOf } from './terms';

/** The bit of an ASCII letter that its case is. */
const CASE = 0x20;
const BACKSLASH = 0x5c;

/** Yields the values under a key, folded. */
export function* nodesNamed(tree: Tape, name: string): Generator<Node> {
	const first = name.charCodeAt(0) | CASE;
	for (let node = 1; node < tree.size; node++) {
		const start = tree.keyStart(node);
		if (start < 0) continue;
		// Folding changes few lengths, and escapes only lengthen keys.
		const longer = tree.keyEnd(node) - start - 2 - name.length;
		if (longer < -2 || (longer > 2 && !tree.isEscaped(node))) continue;
		const begins = tree.source.charCodeAt(start + 1);
		if (begins < 0x80 && begins !== BACKSLASH && (begins | CASE) !== first) continue;
		const key = tree.key(node);
		if (key === name || fold(key) === name) yield node;
	}
}

/** Yields those that are texts. */
function* textsNamed(tree: Tape, name: string): Iterable<string> {
	for (const node of nodesNamed(tree, name)) if (tree.isString(node)) yield tree.text(node);
}

/** A time, or a host with its port. */
const NO_KEY = /^[^:"]*\d:\d\d/;

/** Returns what is written as `key:value` or `A->B` as the words that it is where there is no such key, which is told. */
export const asWords = ({ text, path, value, isNegated }: KeyValue): Words => {
	const words = wordsOf(text, text.replaceAll('"', ''), isNegated);
	const key = path.at(-1) ?? '';
	// Of `a->b` the key would be `a-`: an arrow between two words, and no key.
	return value === '' || key.endsWith('-') || NO_KEY.test(text) ? words : { ...words, key };
};

/** Joins `key:` and the word behind it, as `key: value`, where there is such a key. */
export const joined = (terms: readonly Term[], isKey: (name: string) => boolean): readonly Term[] =>
	terms.flatMap((term, at): Term[] => {
		const isOpen = (one: Term | undefined): one is KeyValue =>
			one?.kind === 'pair' &&
			one.text.endsWith(':') &&
			one.value === '' &&
			isKey(one.path.at(-1) ?? '');
		const next = terms[at + 1];
		if (isOpen(terms[at - 1]) && term.kind === 'words' && !term.isNegated) return [];
		if (!isOpen(term) || next?.kind !== 'words' || next.isNegated) return [term];
		const spelled = next.text.replace(/^"|"$/g, '');
		return [{ ...term, text: `${term.text} ${next.text}`, value: next.needle, spelled }];
	});

/** Explains `key:value` that was searched as text. */
export const unknownKeyNotice = (terms: readonly Term[]): string | undefined => {
	const keys = terms.flatMap((term) => (term.kind === 'words' ? (term.key ?? []) : []));
	return keys.length === 0 ? undefined : `No key ${keys.map(shownName).join(', ')}: found as text.`;
};

/** Treats `key:value` and `key>value` as text where the key does not exist; a key may have dots. */
export const resolveTerm = (tree: Tape, term: Term, isThere: (name: string) => boolean): Term => {
	if (term.kind !== 'pair') return term;
	const whole = term.path.join('.');
	const path = isThere(whole) ? [whole] : term.path;
	const name = path.at(-1) ?? '';
	if (term.test || isThere(name)) {
		const key = { type: 'field', name, quoted: false, at: 0 } as const;
		const isCompared = term.relation !== ':';
		const meant = isCompared ? meantBy(key, [term.spelled, ...textsNamed(tree, name)]) : undefined;
		return { ...term, path, meant };
	}
	return asWords(term);
};
