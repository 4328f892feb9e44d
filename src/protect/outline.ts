// The part of a JSON tree that a summary may show: a bounded number of its values, shared out
// fairly between the branches, so that no long list keeps the others or what is below it out.
import { isDate, isIdentifyingName } from './identity';
import { quote } from './json/quote';
import {
	childCount,
	compactLength,
	hasEscapes,
	isArray,
	isContainer,
	isString,
	keyOf,
	members,
	type Node,
	rawKey,
	rawText,
	stringValue,
	subtreeEnd,
	type Tape,
} from './json/tape';
import { waterLevel } from './water-level';

/** One value of the tree; children stand next to each other, from `first` to before `end`. */
export interface Part {
	readonly node: Node;
	readonly parent: number;
	readonly depth: number;
	readonly key: string | undefined;
	/** Characters of the key as written, with its quotes; 0 where there is none. */
	readonly keyLength: number;
	/** Characters of the dotted path; items share that of their list. */
	readonly pathLength: number;
	/** An object or list with something in it. */
	readonly container: boolean;
	readonly list: boolean;
	/** Text of a value that can be cut: a string, decoded, or a number too long to be one. */
	readonly text: string | undefined;
	/** Characters as JSON. */
	readonly length: number;
	readonly identifying: boolean;
	/** All children, also those past the bound. */
	count: number;
	first: number;
	end: number;
}

/** Levels that a summary opens; deeper ones are told by their shape. */
const DEEPEST = 900;
/** Values of one item that a list makes room for before it takes in another item. */
const ITEM_VALUES = 24;
/** Characters of a number from which it is cut like a text. */
const LONG_NUMBER = 200;

/**
 * The tree below `root`, breadth-first, about `most` values. `essential` names fields that count as
 * identifying wherever they stand.
 */
export function outline(
	tape: Tape,
	root: Node,
	most: number,
	essential: ReadonlySet<string>,
	skip?: Node,
): Part[] {
	const names = new Map<string, boolean>();
	const identifies = (key: string): boolean => {
		let known = names.get(key);
		if (known === undefined) {
			known = essential.has(key) || isIdentifyingName(key);
			names.set(key, known);
		}
		return known;
	};
	const parts: Part[] = [part(tape, root, undefined, -1, identifies)];
	/** Values that may be taken in below each part. */
	const quotas: number[] = [most];
	for (let at = 0; at < parts.length; at++) {
		const parent = parts[at] as Part;
		const quota = quotas[at] as number;
		parent.first = parts.length;
		parent.end = parts.length;
		if (!parent.container || parent.depth >= DEEPEST || quota < 1) continue;
		const nodes = parent.list
			? itemsWithin(tape, parent.node, quota)
			: membersWithin(tape, parent, quota, essential);
		const below = nodes.map((node) => subtreeEnd(tape, node) - node - 1);
		const level = waterLevel(below, quota - nodes.length);
		for (let index = 0; index < nodes.length; index++) {
			const node = nodes[index] as Node;
			if (node === skip) continue;
			parts.push(part(tape, node, parent, at, identifies));
			quotas.push(Math.min(level, below[index] as number));
		}
		parent.end = parts.length;
	}
	return parts;
}

/** The first items of a list, as many as `quota` values suffice for. */
function itemsWithin(tape: Tape, list: Node, quota: number): Node[] {
	const found: Node[] = [];
	const end = subtreeEnd(tape, list);
	let left = quota;
	for (let at = list + 1; at < end; at = subtreeEnd(tape, at)) {
		left -= Math.min(ITEM_VALUES, subtreeEnd(tape, at) - at);
		if (left < 0 && found.length > 0) break;
		found.push(at);
	}
	return found;
}

/** The members of an object, at most `quota`: identifying ones wherever they stand, then the first. */
function membersWithin(
	tape: Tape,
	object: Part,
	quota: number,
	essential: ReadonlySet<string>,
): Node[] {
	const all = members(tape, object.node);
	object.count = all.length;
	if (all.length <= quota) return Array.from(all);
	const chosen = new Set<Node>();
	for (let at = 0; at < all.length && chosen.size < quota / 2; at++) {
		const node = all[at] as Node;
		if (isContainer(tape, node)) continue;
		const key = keyOf(tape, node);
		if (essential.has(key) || isIdentifyingName(key)) chosen.add(node);
	}
	for (let at = 0; chosen.size < quota; at++) chosen.add(all[at] as Node);
	return [...chosen].sort((a, b) => a - b);
}

function part(
	tape: Tape,
	node: Node,
	parent: Part | undefined,
	at: number,
	identifies: (key: string) => boolean,
): Part {
	const key = !parent || parent.list ? undefined : keyOf(tape, node);
	const container = isContainer(tape, node) && childCount(tape, node) > 0;
	const length = compactLength(tape, node);
	const isText = isString(tape, node);
	const text = isText
		? stringValue(tape, node)
		: !isContainer(tape, node) && length > LONG_NUMBER
			? rawText(tape, node)
			: undefined;
	const path = parent?.pathLength ?? 0;
	return {
		node,
		parent: at,
		depth: parent ? parent.depth + 1 : 0,
		key,
		keyLength: key === undefined ? 0 : rawKey(tape, node).length,
		pathLength: key === undefined ? path : path === 0 ? key.length : path + 1 + key.length,
		container,
		list: isArray(tape, node),
		text,
		// A string spelled with escapes it does not need is written without them.
		length: isText && hasEscapes(tape, node) ? quote(text as string).length : length,
		identifying: !container && key !== undefined && (identifies(key) || isDate(text)),
		count: childCount(tape, node),
		first: 0,
		end: 0,
	};
}

/** Characters a value may take before it counts as long. */
export const SMALL_CHARS = 80;

export const isSmall = (part: Part): boolean =>
	!part.container && (part.text === undefined || part.text.length <= SMALL_CHARS);
