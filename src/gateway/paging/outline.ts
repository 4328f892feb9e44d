// The outline of a JSON document, for who asks about its frame and not about its items: objects with their
// members, of each list its length, its first and its last item. It costs what is in it, not what it is of.
import type { Node, Tape } from '../../shared/json/layout';
import {
	allItems,
	childCount,
	isArray,
	isContainer,
	isObject,
	isString,
	keyOf,
	kind,
	rawText,
	stringValue,
} from '../../shared/json/tape';

/** Objects and lists that are opened, the highest first; others are empty. */
const MOST_OPENED = 1_000;
/** UTF-16 units of a text that is decoded: nothing longer is a mark. */
const LONGEST_DECODED = 5_000;

/** As JSON.parse gives it, but for what lies between the ends of lists. */
export function outlineOf(tape: Tape): unknown {
	const root = shellOf(tape, 0);
	const waiting: [Node, object][] = isContainer(tape, 0) ? [[0, root as object]] : [];
	for (let at = 0; at < waiting.length && at < MOST_OPENED; at++) {
		const [node, value] = waiting[at] as [Node, object];
		const nodes = allItems(tape, node);
		const shown = isObject(tape, node) ? nodes : new Set([nodes.at(0), nodes.at(-1)]);
		for (const child of shown) {
			if (child === undefined) continue;
			const inner = shellOf(tape, child);
			const index = child === nodes[0] ? 0 : nodes.length - 1;
			const key = isObject(tape, node) ? keyOf(tape, child) : index;
			Object.defineProperty(value, key, { value: inner, enumerable: true, configurable: true });
			if (isContainer(tape, child) && waiting.length < MOST_OPENED)
				waiting.push([child, inner as object]);
		}
	}
	return root;
}

/** A scalar, or a container with nothing in it yet. */
function shellOf(tape: Tape, node: Node): unknown {
	if (isArray(tape, node)) {
		const list: unknown[] = [];
		list.length = childCount(tape, node);
		return list;
	}
	if (isObject(tape, node)) return {};
	const raw = rawText(tape, node);
	if (isString(tape, node)) return raw.length > LONGEST_DECODED ? raw : stringValue(tape, node);
	return kind(tape, node) === 'number' ? Number(raw) : JSON.parse(raw);
}
