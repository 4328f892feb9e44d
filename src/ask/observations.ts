// Observations of an evaluation, from which errors and hints are made: missing keys, failed comparisons, projected lists.
import { several, shownText } from '../shared/shown-text';
import {
	type Call,
	type Compare,
	type Expression,
	type Field,
	type Filter,
	isQuoted,
} from './expression/ast';
import { type Node, Part, type Scope, type Tape, type Type, typeOf, type Value } from './value';

/** Hits and misses of a key. */
export interface FieldStats {
	hits: number;
	/** Objects without the key. */
	misses: number;
	/** The first such objects. */
	readonly without: Value[];
	/** The first value that is no object, and the first object with the key. */
	other?: Value;
	first?: Value;
}

/** Comparisons of equal types, and the first of different ones. */
export interface ComparisonStats {
	compared: number;
	/** Types that cannot be equal or ordered. */
	unlike?: readonly [Type, Type];
	left?: Value;
	right?: Value;
}

/** Applications of a projection to lists, and the first other value. */
export interface ProjectionStats {
	lists: number;
	other?: Value;
}

/** Items that a filter was asked of. */
export interface FilterStats {
	/** In all of its applications. */
	items: number;
	met: number;
	/** The first items, until one meets the condition. */
	readonly first: (readonly [items: readonly Value[], scope: Scope | undefined])[];
	kept: number;
}

/** Items of a filter, and objects without a key, that are kept to tell of. */
export const KEPT_ITEMS = 100_000;
const KEPT_OBJECTS = 10_000;

const known = <Part, Stats>(all: Map<Part, Stats>, part: Part, none: () => Stats): Stats => {
	const seen = all.get(part);
	if (seen !== undefined) return seen;
	const made = none();
	all.set(part, made);
	return made;
};

/** Says what a result hides; of some the expression has to be known. */
type Note = string | ((asked: string) => string);

/** Observations by node of the expression. */
export class Observations {
	readonly fields = new Map<Field, FieldStats>();
	/** Projections, filters, slices and indexes. */
	readonly projections = new Map<Expression, ProjectionStats>();
	readonly compares = new Map<Compare, ComparisonStats>();
	/** Names that were no key of a value, and read as literals there: texts, `true`; with the first such value. */
	readonly literals = new Map<Field, Value>();
	readonly filters = new Map<Filter, FilterStats>();
	readonly #notes = new Map<Expression, Note | undefined>();
	readonly #leftOut = new WeakMap<readonly Value[], number>();
	readonly #lists = new Map<Tape, Map<Node, number>>();

	projection(expression: Expression, value: Value, isList: boolean): void {
		const seen = known(this.projections, expression, (): ProjectionStats => ({ lists: 0 }));
		if (isList) seen.lists++;
		else if (value !== null) seen.other ??= value;
	}

	filter(filter: Filter, items: readonly Value[], met: number, scope: Scope | undefined): void {
		const seen = known(this.filters, filter, () => ({ items: 0, met: 0, first: [], kept: 0 }));
		seen.items += items.length;
		seen.met += met;
		if (seen.met > 0) seen.first.length = 0;
		else if (items.length > 0 && seen.kept < KEPT_ITEMS) {
			const some = items.slice(0, KEPT_ITEMS - seen.kept);
			seen.first.push([some, scope]);
			seen.kept += some.length;
		}
	}

	field(field: Field, value: Value, isThere: boolean): void {
		const seen = known(this.fields, field, () => ({ hits: 0, misses: 0, without: [] }));
		if (isThere) {
			seen.hits++;
			seen.first ??= value;
			seen.without.length = 0;
		} else if (typeOf(value) === 'object') {
			seen.misses++;
			if (seen.hits === 0 && seen.without.length < KEPT_OBJECTS) seen.without.push(value);
		} else if (value !== null) seen.other ??= value;
	}

	/** Returns the values of a document that keys led to first. */
	read(tree: Tape): readonly Node[] {
		return [...this.fields].flatMap(([{ name }, { first }]) =>
			first instanceof Part && first.tree === tree ? tree.member(first.node, name) : [],
		);
	}

	/** Records a call with what its result hides; of one that is made for each item nothing is told. */
	ordered(call: Call, note: Note | undefined): void {
		this.#notes.set(call, this.isTold(call) ? undefined : note);
	}

	isTold = (part: Expression): boolean => this.#notes.has(part);

	/** Records what a part hides, each time that it is evaluated. */
	tell(part: Expression, note: string): void {
		this.#notes.set(part, note);
	}

	/** Returns what the result of an expression hides, and which names in quotes were no key of anything. */
	notes(asked: string): readonly string[] {
		const names = new Set([...this.literals.keys()].filter(isQuoted).map(({ name }) => name));
		const texts = [...names].map((name) => `${shownText(name)} is read as a text.`);
		const notes = [...this.#notes.values()].filter((note) => note !== undefined);
		return [...texts, ...notes.map((note) => (typeof note === 'string' ? note : note(asked)))];
	}

	/** Records how many items a projection gives nothing of, by the list that it makes. */
	leaveOut(made: readonly Value[], count: number): void {
		this.#leftOut.set(made, count);
	}

	/** Tells whether a list is one that an item has, or that a projection made. */
	isOfItem = (list: Value): boolean =>
		list instanceof Part
			? list.tree.kind(list.tree.parent(list.node)) === 'object'
			: Array.isArray(list) && this.#leftOut.has(list as readonly Value[]);

	leftOut = (made: readonly Value[]): number => this.#leftOut.get(made) ?? 0;

	/** Records of how many values a call gives something, those that are null or were left out aside. */
	missing(call: Call, values: readonly Value[]): void {
		const nulls = values.filter((value) => value === null).length;
		const missing = nulls + this.leftOut(values);
		const note = `Of ${several(values.length - nulls, 'value')}; ${missing} more ${missing === 1 ? 'is' : 'are'} null or missing.`;
		this.ordered(call, missing === 0 ? undefined : note);
	}

	compare = (compare: Compare): ComparisonStats =>
		known(this.compares, compare, () => ({ compared: 0 }));

	/** Records an outer list of the document, which may be in one of a single item. */
	list(value: Value): void {
		if (!(value instanceof Part)) return;
		const { tree, node } = value;
		for (let at = tree.parent(node); at >= 0; at = tree.parent(at))
			if (tree.kind(at) === 'array' && tree.count(at) > 1) return;
		const lists = this.#lists.get(tree) ?? new Map<Node, number>();
		this.#lists.set(tree, lists);
		if (!lists.has(node)) lists.set(node, tree.children(node).length);
	}

	/** Returns the length of the longest outer list. */
	items(tree: Tape): number | undefined {
		const lists = this.#lists.get(tree);
		return lists && Math.max(...lists.values());
	}
}

/** Describes a value in a few words. */
export const describe = (value: Value): string => {
	const type = typeOf(value);
	if (value === null) return 'null';
	if (typeof value === 'string') return `the string ${shownText(value, 40)}`;
	if (type === 'array' || type === 'object') return type === 'array' ? 'a list' : 'an object';
	return `the ${type} ${type === 'number' && typeof value !== 'number' ? (value as { text: string }).text : String(value)}`;
};
