// The part of a JSON tree that a summary may show: its values breadth-first, up to a bound.
import { isIdentifying } from './identity';
import {
	childCount,
	compactLength,
	isArray,
	isContainer,
	isObject,
	isString,
	keyOf,
	members,
	type Node,
	rawText,
	stringValue,
	subtreeEnd,
	type Tape,
} from './json/tape';

/** One value of the tree; children stand next to each other, from `first` to before `end`. */
export interface Part {
	readonly node: Node;
	readonly parent: number;
	readonly depth: number;
	readonly key: string | undefined;
	readonly container: boolean;
	readonly list: boolean;
	/** Decoded text of a string value, else undefined. */
	readonly text: string | undefined;
	/** Characters as source text. */
	readonly length: number;
	readonly identifying: boolean;
	/** All children, also those past the bound. */
	readonly count: number;
	first: number;
	end: number;
}

/** Levels that a summary opens; deeper ones are told by their shape. */
const DEEPEST = 900;

/**
 * The tree below `root`, breadth-first, at most `most` values. `essential` names fields that
 * count as identifying wherever they stand.
 */
export function outline(
	tape: Tape,
	root: Node,
	most: number,
	essential: ReadonlySet<string>,
	skip?: Node,
): Part[] {
	const parts: Part[] = [part(tape, root, -1, 0, undefined, essential)];
	for (let at = 0; at < parts.length; at++) {
		const parent = parts[at] as Part;
		if (!parent.container || parent.depth >= DEEPEST) continue;
		parent.first = parts.length;
		for (const child of openable(tape, parent, most - parts.length)) {
			if (child === skip) continue;
			const key = parent.list ? undefined : keyOf(tape, child);
			parts.push(part(tape, child, at, parent.depth + 1, key, essential));
		}
		parent.end = parts.length;
	}
	return parts;
}

/** The children of a container, at most `most`; of duplicate keys the last. */
function openable(
	tape: Tape,
	{ node, list }: Part,
	most: number,
): ArrayLike<Node> & Iterable<Node> {
	if (!list) return members(tape, node).subarray(0, Math.max(0, most));
	const found: Node[] = [];
	const end = subtreeEnd(tape, node);
	for (let at = node + 1; at < end && found.length < most; at = subtreeEnd(tape, at))
		found.push(at);
	return found;
}

function part(
	tape: Tape,
	node: Node,
	parent: number,
	depth: number,
	key: string | undefined,
	essential: ReadonlySet<string>,
): Part {
	const container = isContainer(tape, node);
	const text = isString(tape, node) ? stringValue(tape, node) : undefined;
	return {
		node,
		parent,
		depth,
		key,
		container,
		list: isArray(tape, node),
		text,
		length: compactLength(tape, node),
		identifying:
			!container && key !== undefined && (essential.has(key) || isIdentifying(key, text)),
		count: isObject(tape, node)
			? members(tape, node).length
			: container
				? childCount(tape, node)
				: 0,
		first: 0,
		end: 0,
	};
}

/** What stands for a container that is not opened: `{…12 fields}`, `[…37 items]`. */
export const shapeNote = (list: boolean, count: number): string =>
	list
		? `[…${count} ${count === 1 ? 'item' : 'items'}]`
		: `{…${count} ${count === 1 ? 'field' : 'fields'}}`;

/** The first `chars` characters, never half of a surrogate pair. */
export function prefix(text: string, chars: number): string {
	const last = text.charCodeAt(chars - 1);
	return text.slice(0, last >= 0xd800 && last <= 0xdbff ? chars - 1 : chars);
}

/** Characters a value may take before it counts as long. */
export const SMALL_CHARS = 80;

export const isSmall = (part: Part): boolean =>
	!part.container && (part.text === undefined || part.text.length <= SMALL_CHARS);

/** Source text of a scalar, verbatim. */
export const verbatim = (tape: Tape, part: Part): string => rawText(tape, part.node);
