// The values an expression works on: scalars, parts of a document that stay where they are, and the
// lists and objects that it makes.
import type { Meter } from './meter';

/** Index of a value, in document order: 0 is the root. −1 stands for none. */
export type Node = number;

/** What a value is, by JSON's own kinds. */
export type Kind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

/** A parsed document; nodes are numbered in source order, 0 is the root, −1 stands for none. */
export interface Tree {
	/** The source text. */
	readonly source: string;
	/** Values, containers included. */
	readonly size: number;
	kind(node: Node): Kind;
	/** Children of a container. */
	count(node: Node): number;
	/** Items of an array, or members of an object (of duplicate keys the last), in source order. */
	children(node: Node): Int32Array;
	/** The member of that key, or −1. */
	member(node: Node, key: string): Node;
	/** The key of a member, decoded; empty for items and the root. */
	key(node: Node): string;
	/** The container of a node, −1 for the root. */
	parent(node: Node): Node;
	/** The node after the subtree. */
	after(node: Node): Node;
	/** A string decoded; any other scalar as spelled. */
	text(node: Node): string;
	/** Compact JSON text of the subtree. */
	json(node: Node): string;
	/** UTF-16 units of that text. */
	length(node: Node): number;
	/** UTF-16 offsets of the value in the source. */
	start(node: Node): number;
	end(node: Node): number;
	/** UTF-16 offset of a member's key in the source; −1 where there is none. */
	keyStart(node: Node): number;
	keyEnd(node: Node): number;
	/** The string, or the member's key, is spelled with an escape. */
	isEscaped(node: Node): boolean;
}

/** An array or object of a document. */
export class Part {
	readonly tree: Tree;
	readonly node: Node;

	constructor(tree: Tree, node: Node) {
		this.tree = tree;
		this.node = node;
	}
}

/** A number whose spelling a double does not give back: beyond 2^53, `1.0`, `1e3`. */
export class Spelled {
	readonly text: string;
	readonly number: number;

	constructor(text: string, number: number) {
		this.text = text;
		this.number = number;
	}
}

/** A value without parts. */
export type Scalar = null | boolean | number | string | Spelled;
/** What an expression works on: data as they arrived (`Part`), or what was computed. */
export type Value = Scalar | Part | readonly Value[] | ReadonlyMap<string, Value>;

/** What JMESPath calls the kind of a value. */
export type Type = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

const PLAIN_INTEGER = /^-?[1-9]\d{0,14}$/;

/** The number of a JSON spelling. */
export const numberFrom = (text: string): number | Spelled => {
	const number = Number(text);
	if (PLAIN_INTEGER.test(text) || text === '0') return number;
	return String(number) === text ? number : new Spelled(text, number);
};

/** The value of a node. */
export const valueAt = (tree: Tree, node: Node): Value => {
	switch (tree.kind(node)) {
		case 'object':
		case 'array':
			return new Part(tree, node);
		case 'string':
			return tree.text(node);
		case 'number':
			return numberFrom(tree.text(node));
		case 'true':
			return true;
		case 'false':
			return false;
		case 'null':
			return null;
	}
};

/** The type of a value, as `type()` names it. */
export const typeOf = (value: Value): Type => {
	if (value === null) return 'null';
	if (typeof value === 'string') return 'string';
	if (typeof value === 'number' || value instanceof Spelled) return 'number';
	if (typeof value === 'boolean') return 'boolean';
	if (value instanceof Part) return value.tree.kind(value.node) as Type;
	return Array.isArray(value) ? 'array' : 'object';
};

/** The double of a number; undefined for anything else. */
export const asNumber = (value: Value): number | undefined =>
	typeof value === 'number' ? value : value instanceof Spelled ? value.number : undefined;

/** The items of a list; undefined for anything else. */
export const itemsOf = (value: Value, meter: Meter): readonly Value[] | undefined => {
	if (value instanceof Part) {
		const { tree, node } = value;
		if (tree.kind(node) !== 'array') return undefined;
		const nodes = tree.children(node);
		meter.step(nodes.length);
		const items: Value[] = new Array(nodes.length);
		for (let at = 0; at < nodes.length; at++) items[at] = valueAt(tree, nodes[at] as Node);
		return items;
	}
	return Array.isArray(value) ? (value as readonly Value[]) : undefined;
};

/** The members of an object in order; undefined for anything else. */
export const membersOf = (
	value: Value,
	meter: Meter,
): readonly (readonly [string, Value])[] | undefined => {
	if (value instanceof Part) {
		const { tree, node } = value;
		if (tree.kind(node) !== 'object') return undefined;
		const nodes = tree.children(node);
		meter.step(nodes.length);
		return Array.from(nodes, (child) => [tree.key(child), valueAt(tree, child)] as const);
	}
	return value instanceof Map ? [...value] : undefined;
};

/** Items, members or characters (code points); undefined where there is nothing to count. */
export const lengthOf = (value: Value): number | undefined => {
	if (typeof value === 'string') return [...value].length;
	if (value instanceof Part) return value.tree.children(value.node).length;
	if (value instanceof Map) return value.size;
	return Array.isArray(value) ? value.length : undefined;
};

/** The member of a key; undefined where there is none. */
export const memberOf = (value: Value, key: string): Value | undefined => {
	if (value instanceof Part) {
		const found = value.tree.member(value.node, key);
		return found < 0 ? undefined : valueAt(value.tree, found);
	}
	return value instanceof Map ? value.get(key) : undefined;
};

/** What JMESPath takes for false: null, false, and whatever is empty. */
export const isFalse = (value: Value): boolean => {
	if (value === null || value === false || value === '') return true;
	if (value instanceof Part) return value.tree.count(value.node) === 0;
	if (value instanceof Map) return value.size === 0;
	return Array.isArray(value) && value.length === 0;
};
