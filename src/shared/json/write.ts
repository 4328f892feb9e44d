// Writing a subtree back as JSON text, in slices of the source (docs/protect.md "Faithful data"): compact for sending,
// broken into lines for chunks, or reduced to some of its fields (context window protection, FR-017), in its own shape
// and spellings. Keys are compared as text and never looked up on a prototype.

import { err, ok, type Result } from '../result';
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

const MAX_FIELDS = 100;
/** UTF-16 units of one name. */
const MAX_FIELD_LENGTH = 512;
/** Names between dots of one path. */
const MAX_FIELD_LEVELS = 32;

const EXAMPLE = 'for example "id,status,address.city"';

/**
 * Reads `"a,b.c"` or `["a", "b.c"]`: 1 to 100 names of at most 512 characters and 32 levels, repeated names once. Every
 * character but the comma of the first form and the dot is part of a name: there are no wildcards and no patterns.
 */
export const parseFields = (value: unknown): Result<string[], string> => {
	const parts = typeof value === 'string' ? splitNames(value) : value;
	if (!Array.isArray(parts)) {
		return err(`fields must be a string of names separated by commas, ${EXAMPLE}, or an array`);
	}
	const names = new Set<string>();
	if (parts.length > MAX_FIELDS) return err(tooMany);
	for (const [index, part] of parts.entries()) {
		if (typeof part !== 'string') return err(`fields[${index}] must be a string`);
		const name = part.trim();
		if (name === '') continue;
		if (name.length > MAX_FIELD_LENGTH) {
			return err(`fields[${index}] is longer than ${MAX_FIELD_LENGTH} characters`);
		}
		if (name.split('.').length > MAX_FIELD_LEVELS) {
			return err(`fields[${index}] has more than ${MAX_FIELD_LEVELS} levels`);
		}
		names.add(name);
	}
	return names.size === 0
		? err(`fields names nothing: give 1 to ${MAX_FIELDS} names, ${EXAMPLE}`)
		: ok([...names]);
};

const tooMany = `fields must be 1 to ${MAX_FIELDS} names: ask for a field that contains the others`;

/** Tells whether a path can be asked for by name: in a list of names separated by commas, as `parseFields` reads it. */
export const isFieldName = (path: string): boolean =>
	path !== '' &&
	path.length <= MAX_FIELD_LENGTH &&
	!path.includes(',') &&
	path.trim() === path &&
	path.split('.').length <= MAX_FIELD_LEVELS;

/** One more part than allowed is enough to refuse; a hostile string is not split further. */
const splitNames = (value: string): string[] => value.split(',', MAX_FIELDS + 1);

/** Part wanted of a value that was reached by a path. */
export interface FieldPlan {
	/** A path ends here: the whole value is wanted. */
	readonly whole: boolean;
	/** Parts wanted of an object's members, by key; keys may contain dots. */
	parts(): ReadonlyMap<string, FieldPlan>;
}

/**
 * Prepares paths for projection. Every way to read the dots of a path is in the plan: `a.b` is the
 * key `a.b`, or the key `b` of the value of `a`. Plans are shared between readings (both ways reach
 * the same plan) and built only as far as data asks for them.
 */
export const planFields = (fields: readonly string[]): FieldPlan => {
	const plans = new Map<string, FieldPlan>();
	const planOf = (reached: string, rests: readonly string[], whole: boolean): FieldPlan => {
		let parts: Map<string, FieldPlan> | undefined;
		return {
			whole,
			parts: () => {
				parts ??= build(reached, rests);
				return parts;
			},
		};
	};
	const build = (reached: string, rests: readonly string[]): Map<string, FieldPlan> => {
		const below = new Map<string, { rests: string[]; whole: boolean }>();
		for (const rest of rests) {
			for (let dot = rest.indexOf('.'); ; dot = rest.indexOf('.', dot + 1)) {
				const key = dot < 0 ? rest : rest.slice(0, dot);
				const part = below.get(key) ?? { rests: [], whole: false };
				below.set(key, part);
				if (dot < 0) {
					part.whole = true;
					break;
				}
				part.rests.push(rest.slice(dot + 1));
			}
		}
		const parts = new Map<string, FieldPlan>();
		for (const [key, part] of below) {
			const path = `${reached}${key}.`;
			const plan = plans.get(path) ?? planOf(path, part.rests, part.whole);
			plans.set(path, plan);
			parts.set(key, plan);
		}
		return parts;
	};
	return planOf('', fields, false);
};
