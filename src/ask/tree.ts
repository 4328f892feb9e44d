// The documents that are asked, parsed by the parser that protects them.
import {
	KEY_END,
	KEY_ESCAPED,
	KEY_START,
	META,
	parsing,
	STRIDE,
	type Tape,
} from '../shared/json/parse';
import {
	childCount,
	children,
	compactLength,
	endOf,
	hasEscapes,
	isObject,
	keyOf,
	kind,
	member,
	members,
	parentOf,
	startOf,
	stringValue,
	subtreeEnd,
} from '../shared/json/tape';
import { compact } from '../shared/json/write';
import type { Slices } from '../shared/slices';

/** Values a document may have and still be asked. */
const MOST_VALUES = 4_000_000;
/** UTF-16 units of a long text. */
const LONG = 1_000_000;
/** Objects with more members are looked up by an index. */
const WIDE = 40;

/** Parses a document in slices; undefined where the text is not one JSON value, or too large. */
export function* treeIn(text: string): Slices<Tree | undefined> {
	const source = text.startsWith('\ufeff') ? text.slice(1) : text;
	// A text that was put together has been laid out now.
	if (source.length > LONG) yield;
	const parsed = yield* parsing(source, { maxValues: MOST_VALUES });
	return parsed.ok ? new Tree(parsed.value) : undefined;
}

/** Index of a value in document order: 0 is the root, −1 none. */
export type Node = number;

/** A parsed JSON document; values are slices of the source. */
export class Tree {
	readonly source: string;
	/** Number of values, including containers. */
	readonly size: number;
	readonly #lists = new Map<Node, Int32Array>();
	readonly #indexes = new Map<Node, ReadonlyMap<string, Node>>();

	constructor(readonly tape: Tape) {
		this.source = tape.text;
		this.size = tape.size;
	}

	kind(node: Node) {
		return kind(this.tape, node);
	}

	count(node: Node): number {
		return childCount(this.tape, node);
	}

	/** Returns children in source order; of duplicate keys the last. */
	children(node: Node): Int32Array {
		const count = childCount(this.tape, node);
		if (count === 0) return NONE;
		const known = count > WIDE ? this.#lists.get(node) : undefined;
		if (known) return known;
		const found = isObject(this.tape, node) ? members(this.tape, node) : children(this.tape, node);
		if (count > WIDE) this.#lists.set(node, found);
		return found;
	}

	/** Returns the member with a key, or −1. */
	member(node: Node, key: string): Node {
		if (childCount(this.tape, node) <= WIDE) return member(this.tape, node, key);
		if (!isObject(this.tape, node)) return -1;
		let index = this.#indexes.get(node);
		if (!index) {
			index = new Map(Array.from(this.children(node), (child) => [this.key(child), child]));
			this.#indexes.set(node, index);
		}
		return index.get(key) ?? -1;
	}

	/** Returns the decoded key of a member; empty for items and the root. */
	key(node: Node): string {
		return keyOf(this.tape, node);
	}

	/** Returns the container, −1 for the root. */
	parent(node: Node): Node {
		return parentOf(this.tape, node);
	}

	after(node: Node): Node {
		return subtreeEnd(this.tape, node);
	}

	/** Returns a decoded string, or a scalar as spelled. */
	text(node: Node): string {
		return stringValue(this.tape, node);
	}

	/** Returns compact JSON. */
	json(node: Node): string {
		return compact(this.tape, node, Number.POSITIVE_INFINITY);
	}

	/** Length of the compact JSON in UTF-16 units. */
	length(node: Node): number {
		return compactLength(this.tape, node);
	}

	/** UTF-16 offsets in the source. */
	start(node: Node): number {
		return startOf(this.tape, node);
	}

	end(node: Node): number {
		return endOf(this.tape, node);
	}

	/** UTF-16 offsets of the key; −1 without one. */
	keyStart(node: Node): number {
		return this.tape.cells[node * STRIDE + KEY_START] as number;
	}

	keyEnd(node: Node): number {
		return this.tape.cells[node * STRIDE + KEY_END] as number;
	}

	/** The string or key contains an escape. */
	isEscaped(node: Node): boolean {
		return (
			hasEscapes(this.tape, node) ||
			((this.tape.cells[node * STRIDE + META] as number) & KEY_ESCAPED) !== 0
		);
	}
}

const NONE = new Int32Array(0);
