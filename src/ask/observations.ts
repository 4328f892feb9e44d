// What an evaluation met at each place of the expression: keys that were there and keys that never
// were, comparisons that could not be, lists it went over. From this come the errors that teach.
import { shownText } from '../shared/shown-text';
import type { Compare, Expression, Field, Filter } from './expression/ast';
import { type Node, Part, type Tree, type Type, typeOf, type Value } from './value';

/** What one field of the expression met: how often the key was there, and an example where it was not. */
export interface FieldSeen {
	hits: number;
	/** Objects without the key. */
	misses: number;
	/** An object without the key. */
	without?: Value;
	/** Something that is no object, and so has no keys. */
	other?: Value;
}

/** What one comparison met: how often both sides were of one type, and two values that were not. */
export interface CompareSeen {
	compared: number;
	/** Two values of types that have no order or are never equal. */
	unlike?: readonly [Type, Type];
	left?: Value;
	right?: Value;
}

/** What one projection, filter, slice or index was applied to: how many lists, and a value that was none. */
export interface ListSeen {
	lists: number;
	/** Something that is no list, where one was to be gone over. */
	other?: Value;
}

/** The notes of one evaluation, by node of the expression; faults and hints are read off them afterwards. */
export class Observed {
	readonly fields = new Map<Field, FieldSeen>();
	/** Projections, filters, slices and indexes. */
	readonly overs = new Map<Expression, ListSeen>();
	readonly compares = new Map<Compare, CompareSeen>();
	/** Filters that let nothing through, with what they were asked of. */
	readonly empty = new Map<Filter, readonly Value[]>();
	readonly #lists = new Map<Tree, Map<Node, number>>();

	/** What a projection, filter, slice or index is applied to. */
	over(expression: Expression, value: Value, isList: boolean): void {
		let seen = this.overs.get(expression);
		if (!seen) {
			seen = { lists: 0 };
			this.overs.set(expression, seen);
		}
		if (isList) seen.lists++;
		else if (value !== null) seen.other ??= value;
	}

	field(field: Field): FieldSeen {
		let seen = this.fields.get(field);
		if (!seen) {
			seen = { hits: 0, misses: 0 };
			this.fields.set(field, seen);
		}
		return seen;
	}

	compare(compare: Compare): CompareSeen {
		let seen = this.compares.get(compare);
		if (!seen) {
			seen = { compared: 0 };
			this.compares.set(compare, seen);
		}
		return seen;
	}

	/** A list of the document that is gone over; lists inside lists do not count. */
	list(value: Value): void {
		if (!(value instanceof Part)) return;
		const { tree, node } = value;
		for (let at = tree.parent(node); at >= 0; at = tree.parent(at))
			if (tree.kind(at) === 'array') return;
		const lists = this.#lists.get(tree) ?? new Map<Node, number>();
		this.#lists.set(tree, lists);
		if (!lists.has(node)) lists.set(node, tree.children(node).length);
	}

	/** Items of the longest outer list of the document that was gone over; undefined where none was. */
	items(tree: Tree): number | undefined {
		const lists = this.#lists.get(tree);
		return lists && Math.max(...lists.values());
	}
}

/** `[…3 items]`, `"text"`: what a value is, in a few words. */
export const described = (value: Value): string => {
	const type = typeOf(value);
	if (value === null) return 'null';
	if (typeof value === 'string') return `the string ${shownText(value, 40)}`;
	if (type === 'array' || type === 'object') return type === 'array' ? 'a list' : 'an object';
	return `the ${type} ${type === 'number' && typeof value !== 'number' ? (value as { text: string }).text : String(value)}`;
};
