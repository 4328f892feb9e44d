// Values of expressions: scalars, parts of a parsed document, computed lists and objects.

import { parsing } from '../shared/json/parse';
import type { Node, Tape } from '../shared/json/tape';
import type { Slices } from '../shared/slices';
import type { Meter } from './meter';

export type { Node, Tape };

/** A list or object of a document. */
export class Part {
	constructor(
		readonly tree: Tape,
		readonly node: Node,
	) {}
}

/** A number that a double does not represent as spelled: beyond 2^53, `1.0`, `1e3`. */
export class LosslessNumber {
	constructor(
		readonly text: string,
		readonly number: number,
	) {}
}

export type Numeric = number | LosslessNumber;

export type Scalar = null | boolean | string | Numeric;
/** A value of a document (`Part`), or a computed one. */
export type Value = Scalar | Part | readonly Value[] | ReadonlyMap<string, Value>;

/** Items, or what was made of them, by a key that they have in common. */
export class Groups<Of extends Value = Value> extends Map<string, Of> {}

/** Variables of `let`. */
export interface Scope {
	readonly name: string;
	readonly value: Value;
	readonly outer: Scope | undefined;
}

/** Types as named by JMESPath. */
export type Type = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

const PLAIN_INTEGER = /^-?[1-9]\d{0,14}$/;

/** Parses a JSON number. */
export const parseNumber = (text: string): Numeric => {
	const number = Number(text);
	if (PLAIN_INTEGER.test(text) || text === '0') return number;
	return String(number) === text ? number : new LosslessNumber(text, number);
};

const JSON_NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const JSON_SPELLING = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Parses a number with optional thousands separators; null where there is none. */
export const numberOfText = (text: string): Value => {
	const trimmed = text.trim();
	const bare = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(trimmed)
		? trimmed.replaceAll(',', '')
		: trimmed;
	if (!JSON_NUMBER.test(bare)) return null;
	return JSON_SPELLING.test(bare) ? parseNumber(bare) : Number(bare);
};

/** Returns the value of a node without parsing below it: objects and arrays stay parts of the tree. */
export const valueAt = (tree: Tape, node: Node): Value => {
	switch (tree.kind(node)) {
		case 'object':
		case 'array':
			return new Part(tree, node);
		case 'string':
			return tree.text(node);
		case 'number':
			return parseNumber(tree.text(node));
		case 'true':
			return true;
		case 'false':
			return false;
		case 'null':
			return null;
	}
};

/** Returns the JMESPath type of a value. */
export const typeOf = (value: Value): Type => {
	if (value === null) return 'null';
	if (typeof value === 'string') return 'string';
	if (typeof value === 'number' || value instanceof LosslessNumber) return 'number';
	if (typeof value === 'boolean') return 'boolean';
	if (value instanceof Part) return value.tree.kind(value.node) as Type;
	return Array.isArray(value) ? 'array' : 'object';
};

/** Returns a number as a double; undefined for other values. */
export const asNumber = (value: Value): number | undefined =>
	typeof value === 'number' ? value : value instanceof LosslessNumber ? value.number : undefined;

/** Returns the items of a list; undefined for other values. */
export const itemsOf = (value: Value, meter?: Meter): readonly Value[] | undefined => {
	if (value instanceof Part) {
		const { tree, node } = value;
		if (tree.kind(node) !== 'array') return undefined;
		const nodes = tree.children(node);
		meter?.step(nodes.length);
		const items: Value[] = new Array(nodes.length);
		for (let at = 0; at < nodes.length; at++) items[at] = valueAt(tree, nodes[at] as Node);
		return items;
	}
	return Array.isArray(value) ? (value as readonly Value[]) : undefined;
};

/** Returns the members of an object in order; undefined for other values. */
export const membersOf = (
	value: Value,
	meter?: Meter,
): readonly (readonly [string, Value])[] | undefined => {
	if (value instanceof Part) {
		const { tree, node } = value;
		if (tree.kind(node) !== 'object') return undefined;
		const nodes = tree.children(node);
		meter?.step(nodes.length);
		return Array.from(nodes, (child) => [tree.key(child), valueAt(tree, child)] as const);
	}
	return value instanceof Map ? [...value] : undefined;
};

/** Counts items, members or code points; undefined for scalars. */
export const lengthOf = (value: Value): number | undefined => {
	if (typeof value === 'string') return [...value].length;
	if (value instanceof Part) return value.tree.children(value.node).length;
	if (value instanceof Map) return value.size;
	return Array.isArray(value) ? value.length : undefined;
};

/** Returns a member; undefined where there is none. */
export const memberOf = (value: Value, key: string): Value | undefined => {
	if (value instanceof Part) {
		const found = value.tree.member(value.node, key);
		return found < 0 ? undefined : valueAt(value.tree, found);
	}
	return value instanceof Map ? value.get(key) : undefined;
};

/** Returns a scalar as a key; undefined for lists and objects. */
export const keyOf = (value: Value): string | undefined => {
	if (value instanceof LosslessNumber) return value.text;
	return typeof value === 'object' && value !== null ? undefined : String(value);
};

/** Counts equal scalars in order of appearance, lists as one, objects as one. @param most different ones to end at */
export const tally = (values: Iterable<Value>, most = Number.POSITIVE_INFINITY) => {
	const counts = new Map<string, { readonly value: Value; count: number }>();
	for (const value of values) {
		const name = `${typeOf(value)}${keyOf(value)}`;
		const known = counts.get(name);
		if (known) known.count++;
		else if (counts.set(name, { value, count: 1 }).size === most) break;
	}
	return [...counts.values()];
};

/** Returns true for null, false and empty values. */
export const isFalse = (value: Value): boolean => {
	if (value === null || value === false || value === '') return true;
	if (value instanceof Part) return value.tree.count(value.node) === 0;
	return typeof value !== 'string' && lengthOf(value) === 0;
};

/** Slices as in Python: negative positions count from the end, negative steps go backwards. */
export const takeSlice = <T>(
	items: readonly T[],
	start: number | null,
	stop: number | null,
	step: number | null,
): T[] => {
	const by = step ?? 1;
	const length = items.length;
	const place = (at: number): number =>
		at < 0 ? Math.max(at + length, by < 0 ? -1 : 0) : Math.min(at, by < 0 ? length - 1 : length);
	const from = start === null ? (by < 0 ? length - 1 : 0) : place(start);
	const to = stop === null ? (by < 0 ? -1 : length) : place(stop);
	if (by === 1) return items.slice(from, Math.max(from, to));
	const taken: T[] = [];
	for (let at = from; by > 0 ? at < to : at > to; at += by) taken.push(items[at] as T);
	return taken;
};

/** Values a document may have and still be asked. */
const MOST_VALUES = 4_000_000;
/** UTF-16 units of a long text. */
const LONG = 1_000_000;

/** Parses a document in slices; undefined where the text is not one JSON value, or too large. */
export function* treeIn(text: string): Slices<Tape | undefined> {
	const source = text.startsWith('\ufeff') ? text.slice(1) : text;
	// A text that was put together has been laid out now.
	if (source.length > LONG) yield;
	const parsed = yield* parsing(source, { maxValues: MOST_VALUES });
	return parsed.ok ? parsed.value : undefined;
}

/** Tells whether a value is nothing: null, 0, or a list or object without members. */
export const isEmpty = (value: Value): boolean =>
	value === null || value === 0 || (typeof value !== 'string' && lengthOf(value) === 0);
