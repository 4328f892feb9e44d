// Which terms each value of a document meets, by its key or itself, in one pass over the document.

import type { MainList } from '../outline';
import type { Node, Tree } from '../value';
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

export interface Unit {
	/** The item, or the value where it belongs to none. */
	readonly node: Node;
	/** It is an item of a list, or of a map from id to object. */
	readonly isItem: boolean;
	/** Every word is met as a whole word, every `key:value` by just that value. */
	readonly isWhole: boolean;
	/** The innermost values in it that meet all terms. */
	readonly places: readonly Node[];
}

/** A map has at least so many members, all of them objects. */
const LEAST_MEMBERS = 3;

/** Those that meet all of `wanted` and none of `unwanted`; whole words first, else in order. */
export const unitsOf = (
	tree: Tree,
	marks: Marks,
	wanted: number,
	unwanted: number,
	list: MainList | undefined,
): readonly Unit[] => {
	const { inside, whole } = marks;
	const found = new Map<Node, { readonly isItem: boolean; readonly places: Node[] }>();
	if (wanted === 0) {
		const of = list?.node ?? 0;
		for (const node of tree.children(of)) found.set(node, { isItem: true, places: [] });
	} else
		for (const node of innermost(tree, inside, wanted)) {
			// Words that only meet in different items of a list are in no item.
			if (holdsItems(tree, node) || (node === 0 && list)) continue;
			const [unit, isItem] = mainItem(tree, node, list) ?? unitAround(tree, node);
			const known = found.get(unit);
			if (known) known.places.push(node);
			else found.set(unit, { isItem, places: [node] });
		}
	const units: Unit[] = [];
	for (const [node, { isItem, places }] of found) {
		if (((inside[node] as number) & unwanted) !== 0) continue;
		const isWhole = ((whole[node] as number) & wanted) === wanted;
		units.push({ node, isItem, isWhole, places });
	}
	units.sort((a, b) => a.node - b.node);
	return [...units.filter(({ isWhole }) => isWhole), ...units.filter(({ isWhole }) => !isWhole)];
};

const holdsItems = (tree: Tree, node: Node): boolean => {
	const kind = tree.kind(node);
	if (kind === 'object') return isMap(tree, node);
	if (kind !== 'array') return false;
	const first = tree.children(node)[0];
	return first !== undefined && (tree.kind(first) === 'object' || tree.kind(first) === 'array');
};

/** Values that meet all terms, of which no part does so by itself. */
const innermost = (tree: Tree, inside: Int32Array, wanted: number): readonly Node[] => {
	const found: Node[] = [];
	const hasInner = new Uint8Array(tree.size);
	for (let node = tree.size - 1; node >= 0; node--) {
		if (((inside[node] as number) & wanted) !== wanted) continue;
		const parent = tree.parent(node);
		if (parent >= 0) hasInner[parent] = 1;
		if (hasInner[node] === 0) found.push(node);
	}
	return found.reverse();
};

/** The item of the document's main list that a value is in. */
const mainItem = (
	tree: Tree,
	node: Node,
	list: MainList | undefined,
): readonly [Node, boolean] | undefined => {
	if (!list) return undefined;
	for (let at = node; at > 0; at = tree.parent(at))
		if (tree.parent(at) === list.node) return [at, true];
	return undefined;
};

/** The closest item around a value, itself included. */
const unitAround = (tree: Tree, node: Node): readonly [Node, boolean] => {
	for (let at = node; at > 0; at = tree.parent(at)) {
		const parent = tree.parent(at);
		const kind = tree.kind(at);
		if (kind !== 'object' && kind !== 'array') continue;
		if (tree.kind(parent) === 'array' && (kind === 'object' || tree.kind(at) === 'array'))
			return [at, true];
		if (kind === 'object' && isMap(tree, parent)) return [at, true];
	}
	const isElement = node > 0 && tree.kind(tree.parent(node)) === 'array';
	return [node, isElement];
};

const isMap = (tree: Tree, node: Node): boolean => {
	if (tree.kind(node) !== 'object' || tree.count(node) < LEAST_MEMBERS) return false;
	const members = tree.children(node);
	const looked = members.subarray(0, 50);
	return looked.every((member) => tree.kind(member) === 'object') && likeEachOther(tree, looked);
};

/** Objects of a map have keys in common; sections of a document have not. */
const likeEachOther = (tree: Tree, nodes: Int32Array): boolean => {
	const [first] = nodes;
	if (first === undefined) return false;
	const keys = Array.from(tree.children(first), (child) => tree.key(child));
	const alike = nodes.filter((node) => keys.some((key) => tree.member(node, key) >= 0));
	return keys.length === 0 ? nodes.length >= 10 : alike.length >= nodes.length * 0.6;
};
