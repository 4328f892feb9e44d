// Writing a subtree back as JSON text, in slices of the source (docs/protect.md "Faithful data"): compact for sending,
// broken into lines for chunks, or reduced to some of its fields (context window protection, FR-017), in its own shape
// and spellings. Keys are compared as text and never looked up on a prototype.

import { type FieldPlan, planFields } from './fields';
import type { Node, Tape } from './tape';

/** Levels of nesting that are sent; what lies deeper becomes a note. */
export const MAX_DEPTH = 1000;

/** A container whose compact text is longer (UTF-16 units) has a line for each child in `lined`. */
export const LINE_LENGTH = 200;

/** A JSON string that stands for a container: how much is in it, and how far down it goes. */
const deepNote = (tape: Tape, node: Node): string => {
	const count = tape.count(node);
	const levels = tape.height(node);
	const what = tape.isArray(node) ? `[…${count} items` : `{…${count} fields`;
	return `"${what}, ${levels} ${levels === 1 ? 'level' : 'levels'} deeper${tape.isArray(node) ? ']' : '}'}"`;
};

/** The containers from whose source a slice can be taken as it stands. */
const isTight = (tape: Tape, node: Node): boolean =>
	tape.length(node) === tape.end(node) - tape.start(node);

/** The value in one piece, or '' when it must be written child by child. */
const whole = (tape: Tape, node: Node, levelsLeft: number, lineLength: number): string => {
	if (tape.height(node) > 0) {
		if (levelsLeft === 0) return deepNote(tape, node);
		if (tape.height(node) > levelsLeft || tape.length(node) > lineLength) return '';
	}
	if (isTight(tape, node)) return tape.raw(node);
	if (tape.count(node) > 0) return '';
	return tape.isArray(node) ? '[]' : '{}';
};

const write = (
	tape: Tape,
	root: Node,
	out: string[],
	maxDepth: number,
	lineLength: number,
): void => {
	let node = root;
	let level = 0;
	let lead = '';
	for (;;) {
		const key = node === root ? '' : tape.rawKey(node);
		if (key !== '') lead += `${key}:`;
		const text = whole(tape, node, maxDepth - level, lineLength);
		if (text === '') {
			const breaks = tape.length(node) > lineLength ? '\n' : '';
			out.push(`${lead}${tape.isObject(node) ? '{' : '['}${breaks}`);
			lead = '';
			level++;
			node++;
			continue;
		}
		out.push(lead + text);
		// The next value to write: a sibling, or one of an enclosing container, closing on the way.
		for (;;) {
			if (node === root) return;
			const parent = tape.parent(node);
			const next = tape.after(node);
			const breaks = tape.length(parent) > lineLength ? '\n' : '';
			if (next < tape.after(parent)) {
				lead = `,${breaks}`;
				node = next;
				break;
			}
			out.push(`${breaks}${tape.isObject(parent) ? '}' : ']'}`);
			level--;
			node = parent;
		}
	}
};

/**
 * Appends the compact JSON text of a subtree to `out`, mostly as slices of the source. Containers
 * below `maxDepth` levels become a note such as `"[…37 items, 2000 levels deeper]"`.
 */
const minify = (tape: Tape, node: Node, out: string[], maxDepth = MAX_DEPTH): void =>
	write(tape, node, out, maxDepth, Number.POSITIVE_INFINITY);

/** The compact JSON text of a subtree; a slice of the source when nothing has to change. */
export const compact = (tape: Tape, node: Node, maxDepth = MAX_DEPTH): string => {
	const text = whole(tape, node, maxDepth, Number.POSITIVE_INFINITY);
	if (text !== '') return text;
	const out: string[] = [];
	minify(tape, node, out, maxDepth);
	return out.join('');
};

/** A value as compact JSON, however deep it is. */
export const exactJson = (tape: Tape, node: Node = 0): string =>
	compact(tape, node, Number.POSITIVE_INFINITY);

/**
 * The same data as `compact`, with one child a line wherever a container is longer than
 * `LINE_LENGTH`, so that a text chunker cuts between children. No indentation.
 */
export const lined = (tape: Tape, node: Node, maxDepth = MAX_DEPTH): string => {
	const out: string[] = [];
	write(tape, node, out, maxDepth, LINE_LENGTH);
	return out.join('');
};

export { type FieldPlan, parseFields, planFields } from './fields';

interface Projection {
	/** Compact JSON: an object, or an array with `{}` for each item that has none of the fields. */
	readonly text: string;
	/** Items that have at least one of the fields; 0 or 1 for an object. */
	readonly matched: number;
	/** Fields there are, when nothing matched: at most 50 names, 2,000 characters together. */
	readonly available: readonly string[];
}

/** Levels searched for fields: 32 of names, the rest for arrays of arrays between them. */
const MAX_LEVELS = 100;
/** Field names that are listed where none matched, and their characters together. */
const LISTED_NAMES = 50;
const LISTED_CHARACTERS = 2000;
/** Items of a list that are asked for their field names. */
const LISTED_ITEMS = 100;

type Plans = ReadonlySet<FieldPlan>;
const NONE: Plans = new Set();

/**
 * A key that is the whole rest of a path wins over the same path read as steps: those plans take
 * nothing below the other members of this object.
 */
const settle = (found: ReadonlyMap<string, FieldPlan>, settled: Plans): Plans => {
	let more: Set<FieldPlan> | undefined;
	for (const [key, plan] of found) {
		if (key.includes('.')) {
			more ??= new Set(settled);
			more.add(plan);
		}
	}
	return more ?? settled;
};

/** Writes the parts of a document that plans want. */
class Selecting {
	/** JSON so far, in pieces. */
	readonly out: string[] = [];

	constructor(private readonly tape: Tape) {}

	#members(node: Node, plan: FieldPlan, settled: Plans, level: number): boolean {
		const { tape, out } = this;
		const wanted = plan.parts();
		const nodes = new Map<string, Node>();
		const found = new Map<string, FieldPlan>();
		const end = tape.after(node);
		for (let child = node + 1; child < end; child = tape.after(child)) {
			const key = tape.key(child);
			const part = wanted.get(key);
			if (part === undefined) continue;
			nodes.set(key, child); // of duplicate keys the last counts, as in JSON.parse
			found.set(key, part);
		}
		const below = settle(found, settled);
		let lead = '{';
		for (const [key, child] of nodes) {
			const mark = out.length;
			const part = found.get(key) as FieldPlan;
			out.push(`${lead}${tape.rawKey(child)}:`);
			const whole = part.whole && !settled.has(part);
			if (whole) minify(tape, child, out, MAX_DEPTH - level - 1);
			if (whole || this.select(child, part, below, level + 1)) lead = ',';
			else out.length = mark;
		}
		if (lead === '{') return false;
		out.push('}');
		return true;
	}

	/** Writes what the plan wants of every item; returns how many items had some of it. */
	items(node: Node, plan: FieldPlan, settled: Plans, level: number): number {
		const { tape, out } = this;
		let matched = 0;
		let lead = '[';
		const end = tape.after(node);
		for (let item = node + 1; item < end; item = tape.after(item)) {
			out.push(lead);
			if (this.select(item, plan, settled, level + 1)) matched++;
			else out.push('{}');
			lead = ',';
		}
		out.push(lead === '[' ? '[]' : ']');
		return matched;
	}

	/** Writes what the plan wants of a value; writes nothing and returns false when it has none of it. */
	select(node: Node, plan: FieldPlan, settled: Plans, level: number): boolean {
		if (level > MAX_LEVELS) return false;
		if (this.tape.isObject(node)) return this.#members(node, plan, settled, level);
		if (!this.tape.isArray(node)) return false;
		const mark = this.out.length;
		// An empty list has nothing that could miss the field: it says so itself.
		if (this.items(node, plan, settled, level) > 0 || this.out.length === mark + 1) return true;
		this.out.length = mark;
		return false;
	}
}

const available = (tape: Tape, node: Node): string[] => {
	const names = new Set<string>();
	let characters = 0;
	const add = (object: Node): void => {
		for (const child of tape.members(object)) {
			const name = tape.key(child);
			if (names.has(name)) continue;
			characters += name.length;
			if (names.size === LISTED_NAMES || characters > LISTED_CHARACTERS) return;
			names.add(name);
		}
	};
	if (!tape.isArray(node)) add(node);
	else {
		const end = tape.after(node);
		let item = node + 1;
		for (let seen = 0; seen < LISTED_ITEMS && item < end; seen++) {
			add(item);
			item = tape.after(item);
		}
	}
	return [...names];
};

/**
 * Reduces an object, or each item of an array, to the given dot paths. A path leads through arrays to each of their
 * elements, unknown paths are ignored, and a key that contains dots is found before the path is read as steps. Callers
 * that project many values prepare the fields once with `planFields`.
 */
export const project = (
	tape: Tape,
	node: Node,
	fields: readonly string[] | FieldPlan,
): Projection => {
	const plan = 'parts' in fields ? fields : planFields(fields);
	const selecting = new Selecting(tape);
	let matched = 0;
	if (tape.isArray(node)) matched = selecting.items(node, plan, NONE, 0);
	else if (selecting.select(node, plan, NONE, 0)) matched = 1;
	else selecting.out.push('{}');
	const text = selecting.out.join('');
	return { text, matched, available: matched === 0 ? available(tape, node) : [] };
};
