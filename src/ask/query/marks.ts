// Which terms each value of a document meets, by its key or itself, in one pass over the document.
import type { Node, Tree } from '../tree';
import {
	fold,
	isExactly,
	isWhole,
	type KeyValue,
	meets,
	type PatternTerm,
	type Term,
	type Words,
} from './terms';

export interface Marks {
	/** By node: the terms met inside its subtree, one bit each. */
	readonly inside: Int32Array;
	/** The same, where a word was met as a whole word, `key:value` by just that value; other terms always. */
	readonly whole: Int32Array;
	/** Values (or keys) that meet each term. */
	readonly counts: readonly number[];
	/** Where terms are met: node by node, in document order. */
	readonly nodes: readonly Node[];
	/** Values that meet `key:value` further down, where the items have the key themselves. */
	readonly deeper: number;
}

/**
 * Finds where each term is met.
 *
 * @param list - the document's main list: where its items have a key themselves, `key:value` is about it
 */
export const markAll = (tree: Tree, terms: readonly Term[], list?: Node): Marks => {
	let deeper = 0;
	const inside = new Int32Array(tree.size);
	const whole = new Int32Array(tree.size);
	const counts = terms.map(() => 0);
	const mark = (node: Node, term: number, isWholeWord: boolean): void => {
		const bit = 1 << term;
		if (((inside[node] as number) & bit) === 0) counts[term] = (counts[term] as number) + 1;
		inside[node] = (inside[node] as number) | bit;
		if (isWholeWord) whole[node] = (whole[node] as number) | bit;
	};
	const folded = foldedSource(tree.source);
	for (const [at, term] of terms.entries()) {
		if (term.kind === 'words') {
			if (folded === undefined) markSlowly(tree, term, at, mark);
			else markWords(tree, folded, term, at, mark);
		} else if (term.kind === 'pattern') markPattern(tree, term, at, mark);
		else deeper += markPairs(tree, term, at, mark, list);
	}
	const nodes: Node[] = [];
	for (let node = 0; node < tree.size; node++) if (inside[node] !== 0) nodes.push(node);
	for (let node = tree.size - 1; node > 0; node--) {
		if (inside[node] === 0) continue;
		const parent = tree.parent(node);
		inside[parent] = (inside[parent] as number) | (inside[node] as number);
		whole[parent] = (whole[parent] as number) | (whole[node] as number);
	}
	return { inside, whole, counts, nodes, deeper };
};

type Mark = (node: Node, term: number, isWholeWord: boolean) => void;

/** Undefined where folding moves characters. */
const foldedSource = (source: string): string | undefined => {
	const folded = fold(source);
	return folded.length === source.length ? folded : undefined;
};

/** Whether values stand in it. */
export const isContainer = (tree: Tree, node: Node): boolean => {
	const kind = tree.kind(node);
	return kind === 'object' || kind === 'array';
};

/** Walks the values and the places where the word stands side by side, both in source order. */
const markWords = (
	tree: Tree,
	folded: string,
	{ needle }: Words,
	term: number,
	mark: Mark,
): void => {
	let found = folded.indexOf(needle);
	const hasEscapes = tree.source.includes('\\');
	if (found < 0 && !hasEscapes) return;
	const test = (node: Node, from: number, to: number): void => {
		while (found >= 0 && found < from) found = folded.indexOf(needle, found + 1);
		while (found >= 0 && found + needle.length <= to) {
			mark(node, term, isWhole(folded, found, needle.length));
			found = folded.indexOf(needle, found + 1);
		}
	};
	for (let node = 0; node < tree.size; node++) {
		if (found < 0 && !hasEscapes) return;
		if (hasEscapes && tree.isEscaped(node)) {
			markDecoded(tree, node, needle, term, mark);
			continue;
		}
		const keyStart = tree.keyStart(node);
		if (keyStart >= 0) test(node, keyStart, tree.keyEnd(node));
		// Of a container only the key is its own.
		if (!isContainer(tree, node)) test(node, tree.start(node), tree.end(node));
	}
};

const markDecoded = (tree: Tree, node: Node, needle: string, term: number, mark: Mark): void => {
	for (const text of textsOf(tree, node)) {
		const folded = fold(text);
		for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + 1)) {
			mark(node, term, isWhole(folded, at, needle.length));
			if (isWhole(folded, at, needle.length)) break;
		}
	}
};

const markSlowly = (tree: Tree, { needle }: Words, term: number, mark: Mark): void => {
	for (let node = 0; node < tree.size; node++) markDecoded(tree, node, needle, term, mark);
};

/** The texts that are a node's own: its key, and itself where it is no container. */
const textsOf = (tree: Tree, node: Node): readonly string[] => {
	const own = isContainer(tree, node) ? [] : [tree.text(node)];
	return tree.keyStart(node) < 0 ? own : [tree.key(node), ...own];
};

const markPattern = (tree: Tree, { test }: PatternTerm, term: number, mark: Mark): void => {
	for (let node = 0; node < tree.size; node++)
		if (textsOf(tree, node).some((text) => test(text))) mark(node, term, true);
};

/** Members whose key is the one asked for, with what is inside them; how many values it leaves out. */
const markPairs = (
	tree: Tree,
	term: KeyValue,
	at: number,
	mark: Mark,
	list: Node | undefined,
): number => {
	const name = term.path.at(-1) ?? '';
	const own: Node[] = [];
	const others: Node[] = [];
	let hasOwn = false;
	for (let node = 1; node < tree.size; node++) {
		if (tree.keyStart(node) < 0 || !isNamed(tree, node, name)) continue;
		if (!isBelow(tree, node, term.path)) continue;
		const isOwn =
			list !== undefined && term.path.length === 1 && tree.parent(tree.parent(node)) === list;
		if (isOwn) hasOwn = true;
		const met = isOwn ? own : others;
		const last = tree.after(node);
		for (let inner = node; inner < last; inner++)
			if (!isContainer(tree, inner) && meets(term, tree.text(inner))) met.push(inner);
		if (term.value === '' && !term.test && isContainer(tree, node)) met.push(node);
	}
	// A key of the items whose values are all others may have been meant further down.
	const isTheirs = own.length > 0 || (hasOwn && term.isNot);
	for (const node of isTheirs ? own : others)
		mark(node, at, isContainer(tree, node) || isExactly(term, tree.text(node)));
	return isTheirs && !term.isNot ? others.length : 0;
};

const isNamed = (tree: Tree, node: Node, name: string): boolean => {
	const length = tree.keyEnd(node) - tree.keyStart(node) - 2;
	// Folding changes few lengths, and escapes make keys longer.
	if (length < name.length - 2) return false;
	const key = tree.key(node);
	return key === name || (key.length === name.length && fold(key) === name);
};

/** The names of the path above, through lists. */
const isBelow = (tree: Tree, node: Node, path: readonly string[]): boolean => {
	let above = node;
	for (let step = path.length - 2; step >= 0; step--) {
		do above = tree.parent(above);
		while (above > 0 && tree.keyStart(above) < 0);
		if (above <= 0 || fold(tree.key(above)) !== path[step]) return false;
	}
	return true;
};
