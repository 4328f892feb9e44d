// Quick access to the items of a list, which is an array, or an object whose members are its items.
import { children, isObject, members, type Node, type Tape } from './tape';

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
