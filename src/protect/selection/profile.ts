// Profiles a sample of items: their fields by path, how often each has a value, and which
// values (docs/protect.md "Choosing fields"). Bounded, so that it costs the same for any list.
import type { Node, Tape } from '../../shared/json/tape';
import { type Name, nameOf } from './field-names';

/** One path below the items; a list's elements are told together, under `items`. */
export interface Field {
	readonly key: string;
	readonly name: Name;
	/** Keys from the item down; `[]` for the elements of a list. */
	readonly path: readonly string[];
	/** The path as `fields` takes it: dots between keys, lists passed over. */
	readonly dotted: string;
	/** It is of the elements of a list, or below them. */
	readonly isListed: boolean;
	readonly parent: Field | undefined;
	/** Values looked at, nulls and empty ones left out. */
	seen: number;
	texts: number;
	numbers: number;
	flags: number;
	objects: number;
	/** Characters of all values as JSON. */
	chars: number;
	elements: number;
	/** The values of scalars, up to `MOST_VALUES` different ones, and how often each was met. */
	values: ReadonlyMap<string, number>;
	fields: ReadonlyMap<string, Field>;
	items: Field | undefined;
}

/** Items looked at, and values in all. */
const SAMPLE = 40;
const MOST_VISITS = 4_500;
/** Different values of a field that are remembered, and the characters of each. */
export const MOST_VALUES = 48;
export const VALUE_CHARS = 120;
/** Characters from which a text is not decoded for its beginning. */
const LONG = 4 * VALUE_CHARS;
/** Members of an object that are looked at: of one of many items, and of the only one. */
const MOST_MEMBERS = 150;
const MOST_MEMBERS_ALONE = 2_000;
const MOST_ELEMENTS = 6;
/** Keys that say which thing this is, wherever they stand. */
const NAMING = new Set(['id', '_id', 'key', 'name', 'title', 'status', 'state', 'type']);
/** Levels of an item that are opened. */
const DEEPEST = 8;

/** Shared by most fields: there are many, and a map for each would cost more than all else of them. */
const NO_VALUES: ReadonlyMap<string, number> = new Map();
const NO_FIELDS: ReadonlyMap<string, Field> = new Map();

function fieldOf(key: string, parent?: Field): Field {
	const { path = [], dotted: above = '', isListed = false } = parent ?? {};
	const own = path.every((step) => step === '[]') ? key : `${above}.${key}`;
	return {
		key,
		name: nameOf(key),
		path: parent ? [...path, key] : [],
		dotted: key === '[]' ? above : own,
		isListed: key === '[]' || isListed,
		parent,
		...{ seen: 0, texts: 0, numbers: 0, flags: 0, objects: 0, chars: 0, elements: 0 },
		values: NO_VALUES,
		fields: NO_FIELDS,
		items: undefined,
	};
}

/** `count` of `nodes`, spread evenly, the first and the last among them. */
export function spreadOver<Item>(nodes: ArrayLike<Item>, count = SAMPLE): Item[] {
	if (nodes.length <= count) return Array.from(nodes);
	const step = (nodes.length - 1) / (count - 1);
	return Array.from({ length: count }, (_, at) => nodes[Math.round(at * step)] as Item);
}

/**
 * The root of what `nodes` have in common; its `seen` is the number of items looked at.
 *
 * @param skip - a node below them that is not looked at
 */
export function profileOf(tape: Tape, nodes: ArrayLike<Node>, skip = -1): Field {
	const root = fieldOf('');
	const sample = spreadOver(nodes);
	const left = MOST_VISITS / sample.length;
	const members = sample.length === 1 ? MOST_MEMBERS_ALONE : MOST_MEMBERS;
	for (const node of sample) visit(tape, node, root, { left, members, skip });
	return root;
}

interface Visits {
	left: number;
	readonly members: number;
	readonly skip: Node;
}

function visit(tape: Tape, node: Node, field: Field, visits: Visits): void {
	if (visits.left-- <= 0 || node === visits.skip) return;
	const kind = tape.kind(node);
	const length = tape.length(node);
	const isContainer = tape.isContainer(node);
	if (isContainer ? tape.count(node) === 0 : length === 2 && kind === 'string') return;
	if (kind === 'null') return;
	field.seen++;
	field.chars += length;
	if (kind === 'object') field.objects++;
	else if (kind === 'array') field.elements += tape.count(node);
	else if (kind === 'string') field.texts++;
	else if (kind === 'number') field.numbers++;
	else field.flags++;
	if (isContainer) {
		if (field.path.length < DEEPEST) visitChildren(tape, node, field, visits);
		return;
	}
	const value = kind === 'string' && length > LONG ? tape.raw(node).slice(1) : tape.text(node);
	if (field.values === NO_VALUES) field.values = new Map();
	const values = field.values as Map<string, number>;
	const begun = value.slice(0, VALUE_CHARS);
	const met = values.get(begun) ?? 0;
	if (met > 0 || values.size < MOST_VALUES) values.set(begun, met + 1);
}

function visitChildren(tape: Tape, node: Node, field: Field, visits: Visits): void {
	const end = tape.after(node);
	let count = 0;
	if (tape.isArray(node)) {
		field.items ??= fieldOf('[]', field);
		for (let at = node + 1; at < end && count < MOST_ELEMENTS; at = tape.after(at), count++)
			visit(tape, at, field.items, visits);
		return;
	}
	if (field.fields === NO_FIELDS) field.fields = new Map();
	const fields = field.fields as Map<string, Field>;
	const inner: [Node, Field][] = [];
	for (let at = node + 1; at < end; at = tape.after(at)) {
		const key = tape.key(at);
		if (++count > visits.members && !NAMING.has(key)) continue;
		let below = fields.get(key);
		if (!below) {
			if (fields.size >= visits.members * 2) continue;
			below = fieldOf(key, field);
			fields.set(key, below);
		}
		if (tape.isContainer(at)) inner.push([at, below]);
		else visit(tape, at, below, visits);
	}
	// Deeper members come after all members of this level.
	for (const [at, below] of inner) visit(tape, at, below, visits);
}

/** All fields that hold scalars, and what was not opened or is always empty, in the order met. */
export function leavesOf(root: Field, found: Field[] = []): Field[] {
	const isOpen = root.fields.size > 0 || root.items !== undefined;
	if (!isOpen || root.values.size > 0) found.push(root);
	for (const below of root.fields.values()) leavesOf(below, found);
	return root.items ? leavesOf(root.items, found) : found;
}
