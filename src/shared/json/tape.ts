// A parsed document, read by its nodes. Strings are decoded only when asked for; everything else is a slice of the
// source text (docs/protect.md "Faithful data").

/** Index of a value on its tape, in document order: 0 is the root, −1 none. */
export type Node = number;

/** Cells of one value. */
export const STRIDE = 9;
/** Kind, escape marks and height: see the masks below. */
export const META = 0;
/** Offset of the first character. */
export const START = 1;
/** Offset after the last character. */
export const END = 2;
/** The node after this one's subtree: its next sibling, if it has one. */
export const NEXT = 3;
/** The container, −1 for the root. */
export const PARENT = 4;
/** Children of a container. */
export const COUNT = 5;
/** Offset of the opening quote of a member's key, −1 where there is no key. */
export const KEY_START = 6;
/** Offset after the closing quote of a member's key, 0 where there is no key. */
export const KEY_END = 7;
/** Insignificant whitespace characters inside a container, nested ones included. */
export const BLANK = 8;

export const KIND_MASK = 7;
/** The string value contains a backslash. */
export const ESCAPED = 8;
/** The key contains a backslash. */
export const KEY_ESCAPED = 16;
/** The rest of META is the height: levels below this value, 0 for scalars and empty containers. */
export const HEIGHT_SHIFT = 5;

export const OBJECT = 0;
export const ARRAY = 1;
export const STRING = 2;

type Kind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

const KINDS: readonly Kind[] = ['object', 'array', 'string', 'number', 'true', 'false', 'null'];
/** Containers with more children keep them, and objects with more members an index of their keys. */
const WIDE = 40;
const NONE = new Int32Array(0);

/** A document. Node `n` owns `cells[n * STRIDE]` and the cells after it; offsets are in UTF-16 units of the source. */
export class Tape {
	#children: Map<Node, Int32Array> | undefined;
	#keys: Map<Node, ReadonlyMap<string, Node>> | undefined;

	constructor(
		readonly source: string,
		readonly cells: Int32Array,
		/** Values of the document, containers included. */
		readonly size: number,
	) {}

	#cell(node: Node, which: number): number {
		return this.cells[node * STRIDE + which] as number;
	}

	kind(node: Node): Kind {
		return KINDS[this.#cell(node, META) & KIND_MASK] as Kind;
	}

	isObject(node: Node): boolean {
		return (this.#cell(node, META) & KIND_MASK) === OBJECT;
	}

	isArray(node: Node): boolean {
		return (this.#cell(node, META) & KIND_MASK) === ARRAY;
	}

	/** Tells whether the node has others in it. */
	isContainer(node: Node): boolean {
		return (this.#cell(node, META) & KIND_MASK) <= ARRAY;
	}

	isString(node: Node): boolean {
		return (this.#cell(node, META) & KIND_MASK) === STRING;
	}

	/** Children as written, duplicate keys counted each; 0 for scalars. */
	count(node: Node): number {
		return this.#cell(node, COUNT);
	}

	/** The container, −1 for the root. */
	parent(node: Node): Node {
		return this.#cell(node, PARENT);
	}

	/** The node after the subtree: the subtree is [node, after). */
	after(node: Node): Node {
		return this.#cell(node, NEXT);
	}

	/** Levels below the node: 0 for scalars and empty containers, 1 for `[1]`. */
	height(node: Node): number {
		return this.#cell(node, META) >> HEIGHT_SHIFT;
	}

	/** Offset of the value in the source. */
	start(node: Node): number {
		return this.#cell(node, START);
	}

	/** Offset after the value in the source. */
	end(node: Node): number {
		return this.#cell(node, END);
	}

	/** UTF-16 units of the value without insignificant whitespace; no counting, no writing. */
	length(node: Node): number {
		return this.#cell(node, END) - this.#cell(node, START) - this.#cell(node, BLANK);
	}

	/** The value as it stands in the source, insignificant whitespace included. */
	raw(node: Node): string {
		return this.source.slice(this.start(node), this.end(node));
	}

	/** Tells whether the value or its key has an escape. */
	isEscaped(node: Node): boolean {
		return (this.#cell(node, META) & (ESCAPED | KEY_ESCAPED)) !== 0;
	}

	/** A string value decoded; for any other kind its source text. */
	text(node: Node): string {
		if (!this.isString(node)) return this.raw(node);
		return (this.#cell(node, META) & ESCAPED) === 0
			? this.source.slice(this.start(node) + 1, this.end(node) - 1)
			: (JSON.parse(this.raw(node)) as string);
	}

	/** Offset of the key of a member in the source, −1 for items and the root. */
	keyStart(node: Node): number {
		return this.#cell(node, KEY_START);
	}

	/** Offset after the key of a member in the source, 0 for items and the root. */
	keyEnd(node: Node): number {
		return this.#cell(node, KEY_END);
	}

	/** The key of a member with its quotes, as spelled; empty for items and the root. */
	rawKey(node: Node): string {
		return this.source.slice(this.#cell(node, KEY_START), this.#cell(node, KEY_END));
	}

	/** The key of a member, decoded; empty for items and the root. */
	key(node: Node): string {
		const start = this.#cell(node, KEY_START);
		if (start < 0) return '';
		const end = this.#cell(node, KEY_END);
		return (this.#cell(node, META) & KEY_ESCAPED) === 0
			? this.source.slice(start + 1, end - 1)
			: (JSON.parse(this.source.slice(start, end)) as string);
	}

	/** Tells whether the key of a member is this one. */
	hasKey(node: Node, key: string): boolean {
		if ((this.#cell(node, META) & KEY_ESCAPED) !== 0) return this.key(node) === key;
		const start = this.#cell(node, KEY_START) + 1;
		if (this.#cell(node, KEY_END) - start - 1 !== key.length) return false;
		// Keys are short: a call of the engine's own comparison costs more.
		for (let at = 0; at < key.length; at++)
			if (this.source.charCodeAt(start + at) !== key.charCodeAt(at)) return false;
		return true;
	}

	/** The member of that key, the last one of duplicates (as JSON.parse), or −1. */
	member(node: Node, key: string): Node {
		if (!this.isObject(node)) return -1;
		if (this.count(node) > WIDE) return this.#keysOf(node).get(key) ?? -1;
		let found = -1;
		const end = this.after(node);
		for (let at = node + 1; at < end; at = this.after(at)) if (this.hasKey(at, key)) found = at;
		return found;
	}

	#keysOf(node: Node): ReadonlyMap<string, Node> {
		this.#keys ??= new Map();
		let keys = this.#keys.get(node);
		if (!keys) {
			keys = new Map(Array.from(this.children(node), (child) => [this.key(child), child]));
			this.#keys.set(node, keys);
		}
		return keys;
	}

	/** All children in source order, duplicate keys included. */
	entries(node: Node): Int32Array {
		const nodes = new Int32Array(this.count(node));
		for (let index = 0, at = node + 1; index < nodes.length; index++, at = this.after(at))
			nodes[index] = at;
		return nodes;
	}

	/** The children JSON.parse would see, in source order: of duplicate keys only the last. */
	children(node: Node): Int32Array {
		const count = this.count(node);
		if (count === 0) return NONE;
		const known = count > WIDE ? this.#children?.get(node) : undefined;
		if (known) return known;
		const found = this.isObject(node) ? this.members(node) : this.entries(node);
		if (count > WIDE) {
			this.#children ??= new Map();
			this.#children.set(node, found);
		}
		return found;
	}

	/** The same of an object; none of any other value. */
	members(node: Node): Int32Array {
		if (!this.isObject(node)) return NONE;
		const all = this.entries(node);
		const last = new Map<string, Node>();
		for (const child of all) last.set(this.key(child), child);
		if (last.size === all.length) return all;
		return Int32Array.from(last.values()).sort();
	}
}

/** Returns a test for the keys at a document's root; without a document it has none. */
export function rootKeys(tape: Tape | undefined): (key: string) => boolean {
	const keys = new Set<string>();
	if (tape) for (const node of tape.members(0)) keys.add(tape.key(node));
	return (key) => keys.has(key);
}
