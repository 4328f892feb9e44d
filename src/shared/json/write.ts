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

/** The value in one piece, or '' when it must be written child by child. */
const whole = (tape: Tape, node: Node, levelsLeft: number, lineLength: number): string => {
	if (tape.height(node) > 0) {
		if (levelsLeft === 0) return deepNote(tape, node);
		if (tape.height(node) > levelsLeft || tape.length(node) > lineLength) return '';
	}
	// As it stands, where there is no whitespace in it.
	if (tape.length(node) === tape.end(node) - tape.start(node)) return tape.raw(node);
	if (tape.count(node) > 0) return '';
	return tape.isArray(node) ? '[]' : '{}';
};

const write = (tape: Tape, root: Node, maxDepth: number, lineLength: number): string => {
	const out: string[] = [];
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
			if (node === root) return out.join('');
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
 * The compact JSON text of a subtree, mostly in slices of the source. Containers below `maxDepth` levels become a note
 * such as `"[…37 items, 2000 levels deeper]"`.
 */
export const compact = (tape: Tape, node: Node, maxDepth = MAX_DEPTH): string =>
	write(tape, node, maxDepth, Number.POSITIVE_INFINITY);

/** A value as compact JSON, however deep it is. */
export const exactJson = (tape: Tape, node: Node = 0): string =>
	compact(tape, node, Number.POSITIVE_INFINITY);

/**
 * The same data as `compact`, with one child a line wherever a container is longer than
 * `LINE_LENGTH`, so that a text chunker cuts between children. No indentation.
 */
export const lined = (tape: Tape, node: Node, maxDepth = MAX_DEPTH): string =>
	write(tape, node, maxDepth, LINE_LENGTH);

export { type FieldPlan, parseFields, planFields } from './fields';

interface Projection {
	/** Compact JSON: an object, or an array with `{}` for each item that has none of the fields. */
	readonly text: string;
	/** Items that have at least one of the fields; 0 or 1 for an object. */
	readonly matched: number;
}

/** Levels searched for fields: 32 of names, the rest for arrays of arrays between them. */
const MAX_LEVELS = 100;

type Plans = ReadonlySet<FieldPlan>;
const NONE: Plans = new Set();

/** Writes what the plan wants of every item; returns how many items had some of it. */
function selectItems(
	tape: Tape,
	node: Node,
	plan: FieldPlan,
	out: string[],
	settled = NONE,
	level = 0,
) {
	let matched = 0;
	let lead = '[';
	const end = tape.after(node);
	for (let item = node + 1; item < end; item = tape.after(item)) {
		out.push(lead);
		if (select(tape, item, plan, out, settled, level + 1)) matched++;
		else out.push('{}');
		lead = ',';
	}
	out.push(lead === '[' ? '[]' : ']');
	return matched;
}

/** Writes what the plan wants of a value; writes nothing and returns false when it has none of it. */
function select(
	tape: Tape,
	node: Node,
	plan: FieldPlan,
	out: string[],
	settled: Plans = NONE,
	level = 0,
): boolean {
	if (level > MAX_LEVELS) return false;
	if (tape.isArray(node)) {
		const mark = out.length;
		const matched = selectItems(tape, node, plan, out, settled, level);
		// An empty list has nothing that could miss the field: it says so itself.
		if (matched > 0 || out.length === mark + 1) return true;
		out.length = mark;
	}
	if (!tape.isObject(node)) return false;
	const wanted = plan.parts();
	const nodes = new Map<string, Node>();
	let below: Set<FieldPlan> | undefined;
	const end = tape.after(node);
	for (let child = node + 1; child < end; child = tape.after(child)) {
		const key = tape.key(child);
		const part = wanted.get(key);
		if (part === undefined) continue;
		nodes.set(key, child); // of duplicate keys the last counts, as in JSON.parse
		// A key that is the whole rest of a path wins over the same path read as steps: that takes nothing below the others.
		if (key.includes('.')) below = (below ?? new Set(settled)).add(part);
	}
	let lead = '{';
	for (const [key, child] of nodes) {
		const mark = out.length;
		const part = wanted.get(key) as FieldPlan;
		out.push(`${lead}${tape.rawKey(child)}:`);
		const whole = part.whole && !settled.has(part);
		if (whole) out.push(compact(tape, child, MAX_DEPTH - level - 1));
		if (whole || select(tape, child, part, out, below ?? settled, level + 1)) lead = ',';
		else out.length = mark;
	}
	if (lead === '{') return false;
	out.push('}');
	return true;
}

/**
 * Reduces an object, or each item of an array, to the given dot paths. A path leads through arrays to each of their
 * elements, unknown paths are ignored, and a key that contains dots is found before the path is read as steps. Callers
 * that project many values prepare the fields once with `planFields`.
 */
export const project = (tape: Tape, node: Node, fields: readonly string[] | FieldPlan) => {
	const plan = 'parts' in fields ? fields : planFields(fields);
	const out: string[] = [];
	let matched = 0;
	if (tape.isArray(node)) matched = selectItems(tape, node, plan, out);
	else if (select(tape, node, plan, out)) matched = 1;
	else out.push('{}');
	return { text: out.join(''), matched };
};
