// Reading a tape: plain functions on (tape, node). Strings are decoded only when asked for;
// everything else is a slice of the source text (docs/protect.md "Faithful data").
import {
	ARRAY,
	BLANK,
	COUNT,
	END,
	ESCAPED,
	HEIGHT_SHIFT,
	KEY_END,
	KEY_ESCAPED,
	KEY_START,
	KIND_MASK,
	META,
	NEXT,
	type Node,
	OBJECT,
	PARENT,
	START,
	STRIDE,
	STRING,
	type Tape,
} from './parse';

export { type Node, type ParseOptions, parseJson, type Tape } from './parse';

type Kind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

const KINDS: readonly Kind[] = ['object', 'array', 'string', 'number', 'true', 'false', 'null'];

const cell = (tape: Tape, node: Node, which: number): number =>
	tape.cells[node * STRIDE + which] as number;

export const kind = (tape: Tape, node: Node): Kind =>
	KINDS[cell(tape, node, META) & KIND_MASK] as Kind;

export const isObject = (tape: Tape, node: Node): boolean =>
	(cell(tape, node, META) & KIND_MASK) === OBJECT;

export const isArray = (tape: Tape, node: Node): boolean =>
	(cell(tape, node, META) & KIND_MASK) === ARRAY;

/** Tells whether the node has others in it. */
export const isContainer = (tape: Tape, node: Node): boolean =>
	(cell(tape, node, META) & KIND_MASK) <= ARRAY;

export const isString = (tape: Tape, node: Node): boolean =>
	(cell(tape, node, META) & KIND_MASK) === STRING;

/** Children as written, duplicate keys counted each; 0 for scalars. */
export const childCount = (tape: Tape, node: Node): number => cell(tape, node, COUNT);

/** The first child, or −1. */
export const firstChild = (tape: Tape, node: Node): Node =>
	cell(tape, node, COUNT) > 0 ? node + 1 : -1;

/** The next child of the same container, or −1. */
export const nextSibling = (tape: Tape, node: Node): Node => {
	const parent = cell(tape, node, PARENT);
	if (parent < 0) return -1;
	const next = cell(tape, node, NEXT);
	return next < subtreeEnd(tape, parent) ? next : -1;
};

/** The container of a node, −1 for the root. */
export const parentOf = (tape: Tape, node: Node): Node => cell(tape, node, PARENT);

/** The node after the subtree: the subtree is [node, subtreeEnd). */
export const subtreeEnd = (tape: Tape, node: Node): Node => cell(tape, node, NEXT);

/** Levels below the node: 0 for scalars and empty containers, 1 for `[1]`. */
export const height = (tape: Tape, node: Node): number => cell(tape, node, META) >> HEIGHT_SHIFT;

/** UTF-16 offset of the value in the source text. */
export const startOf = (tape: Tape, node: Node): number => cell(tape, node, START);

/** UTF-16 offset after the value in the source text. */
export const endOf = (tape: Tape, node: Node): number => cell(tape, node, END);

/** UTF-16 units of the value without insignificant whitespace; no counting, no writing. */
export const compactLength = (tape: Tape, node: Node): number =>
	cell(tape, node, END) - cell(tape, node, START) - cell(tape, node, BLANK);

/** The value as it stands in the source, insignificant whitespace included. */
export const rawText = (tape: Tape, node: Node): string =>
	tape.text.slice(cell(tape, node, START), cell(tape, node, END));

/** Tells whether the value is a string spelled with at least one escape. */
export const hasEscapes = (tape: Tape, node: Node): boolean =>
	(cell(tape, node, META) & ESCAPED) !== 0;

/** A string value decoded; for any other kind its source text. */
export const stringValue = (tape: Tape, node: Node): string => {
	if (!isString(tape, node)) return rawText(tape, node);
	return hasEscapes(tape, node)
		? (JSON.parse(rawText(tape, node)) as string)
		: tape.text.slice(cell(tape, node, START) + 1, cell(tape, node, END) - 1);
};

/** UTF-16 offset of the key of a member in the source text, −1 for items and the root. */
export const keyStart = (tape: Tape, node: Node): number => cell(tape, node, KEY_START);

/** The key of a member with its quotes, as spelled; empty for items and the root, whose key is from −1 to 0. */
export const rawKey = (tape: Tape, node: Node): string =>
	tape.text.slice(cell(tape, node, KEY_START), cell(tape, node, KEY_END));

/** The key of a member, decoded; empty for items and the root. */
export const keyOf = (tape: Tape, node: Node): string => {
	const start = cell(tape, node, KEY_START);
	if (start < 0) return '';
	const end = cell(tape, node, KEY_END);
	return (cell(tape, node, META) & KEY_ESCAPED) === 0
		? tape.text.slice(start + 1, end - 1)
		: (JSON.parse(tape.text.slice(start, end)) as string);
};

/** Tells whether the key of a member is this one. */
export const hasKey = (tape: Tape, node: Node, key: string): boolean => {
	if ((cell(tape, node, META) & KEY_ESCAPED) !== 0) return keyOf(tape, node) === key;
	const start = cell(tape, node, KEY_START) + 1;
	if (cell(tape, node, KEY_END) - start - 1 !== key.length) return false;
	// Keys are short: a call of the engine's own comparison costs more.
	for (let at = 0; at < key.length; at++)
		if (tape.text.charCodeAt(start + at) !== key.charCodeAt(at)) return false;
	return true;
};

/** The member of that key, the last one of duplicates (as JSON.parse), or −1. */
export const member = (tape: Tape, node: Node, key: string): Node => {
	if (!isObject(tape, node)) return -1;
	let found = -1;
	const end = subtreeEnd(tape, node);
	for (let at = node + 1; at < end; at = subtreeEnd(tape, at)) {
		if (hasKey(tape, at, key)) found = at;
	}
	return found;
};

/** All children in source order, duplicate keys included. */
export const children = (tape: Tape, node: Node): Int32Array => {
	const nodes = new Int32Array(childCount(tape, node));
	for (let index = 0, at = node + 1; index < nodes.length; index++, at = subtreeEnd(tape, at)) {
		nodes[index] = at;
	}
	return nodes;
};

/** The members JSON.parse would see, in source order: of duplicate keys only the last. */
export const members = (tape: Tape, node: Node): Int32Array => {
	if (!isObject(tape, node)) return new Int32Array(0);
	const all = children(tape, node);
	const last = new Map<string, Node>();
	for (const child of all) last.set(keyOf(tape, child), child);
	if (last.size === all.length) return all;
	return Int32Array.from(last.values()).sort();
};

/** Returns a test for the keys at a document's root; without a document it has none. */
export function rootKeys(tape: Tape | undefined): (key: string) => boolean {
	const keys = new Set<string>();
	if (tape && isObject(tape, 0)) for (const node of members(tape, 0)) keys.add(keyOf(tape, node));
	return (key) => keys.has(key);
}

const indexes = new WeakMap<Tape, Map<Node, Int32Array>>();

/** The nodes of all items. Found once per list and kept as long as the tape lives. */
export const allItems = (tape: Tape, listNode: Node): Int32Array => {
	let lists = indexes.get(tape);
	if (lists === undefined) {
		lists = new Map();
		indexes.set(tape, lists);
	}
	let nodes = lists.get(listNode);
	if (nodes === undefined) {
		nodes = isObject(tape, listNode) ? members(tape, listNode) : children(tape, listNode);
		lists.set(listNode, nodes);
	}
	return nodes;
};

/** The nodes of the items from index `from` up to but not including `to`, clamped to the list. */
export const items = (tape: Tape, listNode: Node, from: number, to: number): Int32Array => {
	const nodes = allItems(tape, listNode);
	const first = Math.min(Math.max(from, 0), nodes.length);
	return nodes.subarray(first, Math.min(Math.max(to, first), nodes.length));
};
