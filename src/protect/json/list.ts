// Which list a document is paged by, and quick access to its items (docs/protect.md "The rules, in
// order", 3).
import {
	childCount,
	children,
	compactLength,
	isArray,
	keyOf,
	member,
	members,
	type Node,
	type Tape,
} from './tape';

export interface FoundList {
	readonly node: Node;
	/** Dot path of the list, '' when it is the document itself. */
	readonly path: string;
}

export interface ListOptions {
	/** Configured dot path of the list; ignored where it leads to no array. */
	readonly itemsPath?: string | undefined;
}

/** The value at a dot path; at each step a key that is the whole rest of the path wins. */
const follow = (tape: Tape, path: string): Node => {
	let node = 0;
	let rest = path;
	for (;;) {
		const exact = member(tape, node, rest);
		if (exact >= 0) return exact;
		const dot = rest.indexOf('.');
		if (dot < 0) return -1;
		node = member(tape, node, rest.slice(0, dot));
		if (node < 0) return -1;
		rest = rest.slice(dot + 1);
	}
};

/**
 * The list of a document: the configured one, the document itself when it is an array, or the
 * heaviest array (compact length) among the properties of a top-level object that has at least
 * two items. Null when there is none.
 */
export const findList = (tape: Tape, options: ListOptions = {}): FoundList | null => {
	if (options.itemsPath) {
		const node = follow(tape, options.itemsPath);
		if (node >= 0 && isArray(tape, node)) return { node, path: options.itemsPath };
	}
	if (isArray(tape, 0)) return { node: 0, path: '' };
	let heaviest = -1;
	for (const child of members(tape, 0)) {
		if (!isArray(tape, child) || childCount(tape, child) < 2) continue;
		if (heaviest < 0 || compactLength(tape, child) > compactLength(tape, heaviest)) {
			heaviest = child;
		}
	}
	return heaviest < 0 ? null : { node: heaviest, path: keyOf(tape, heaviest) };
};

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
		nodes = children(tape, listNode);
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
