// Facets: exact facts of the fields of a list, gathered in one pass over its items (docs/protect.md "Facets").

import type { Node, Tape } from '../../shared/json/tape';
import type { Leaf } from './scores';
import { Times } from './times';

/** One field, over all items that were looked at. */
export interface Facet {
	readonly leaf: Leaf;
	/** Values, null included: one of each item that has the field, or of each element of lists. */
	having: number;
	nulls: number;
	texts: number;
	numbers: number;
	flags: number;
	containers: number;
	/** Different values and how often each was met; undefined where they are too many to be told. */
	values: Map<string | number | boolean, number> | undefined;
	readonly mostValues: number;
	low: number;
	high: number;
	/** No number is beyond those that JSON readers tell apart. */
	isExact: boolean;
	readonly times: Times;
}

export interface Facets {
	/** Items looked at, from the first on, or spread over all of them. */
	readonly looked: number;
	readonly isSpread?: boolean;
	/** Items of the list. */
	readonly total: number;
	readonly fields: readonly Facet[];
	/** Those of the items themselves, in the order met. */
	readonly keys: readonly { readonly name: string; readonly count: number }[];
	/** There are more keys than these. */
	readonly hasMoreKeys: boolean;
}

/** Members and elements that are looked at, at most: further items are not, and that is told. */
const MOST_VISITS = 1_500_000;
/** Different values of a field that are counted, few of one that has another in most items; different keys of an object. */
const MOST_VALUES = 200;
const FEW_VALUES = 4;
const MOST_KEYS = 1_000;
const MOST_HINTS = 256;

/** A place below an item, and what is gathered there. */
interface Place {
	readonly name: string;
	facet?: Facet;
	/** Of the elements of a list. */
	items?: Place;
	readonly keys: Map<string, Place>;
	/** Those of which more is gathered than how many objects have them. */
	readonly wanted: Place[];
	/** The key that the nth member had last. */
	readonly hints: Place[];
	isFull: boolean;
	/** Objects that have it, the last of them, and its last value there: of equal keys the last one counts. */
	count: number;
	object: number;
	value: Node;
}

const placeOf = (name: string): Place => ({
	...{ name, keys: new Map(), wanted: [], hints: [], isFull: false },
	...{ count: 0, object: -1, value: -1 },
});

export const facetOf = (leaf: Leaf, items: number): Facet => ({
	leaf,
	mostValues: leaf.field.isListed
		? MOST_VALUES
		: Math.min(MOST_VALUES, Math.max(FEW_VALUES, items >> 1)),
	having: 0,
	nulls: 0,
	texts: 0,
	numbers: 0,
	flags: 0,
	containers: 0,
	values: new Map(),
	low: Number.POSITIVE_INFINITY,
	high: Number.NEGATIVE_INFINITY,
	isExact: true,
	times: new Times(leaf.role === 'when'),
});

/**
 * Gathers facts of the items of a list.
 *
 * @param nodes - all items, or the first of them where they are `total`
 * @param leaves - the fields
 */
export function facetsOf(
	tape: Tape,
	nodes: ArrayLike<Node>,
	leaves: readonly Leaf[],
	{ total = nodes.length, most = MOST_VISITS } = {},
): Facets {
	const root = placeOf('');
	const fields = leaves.map((leaf) => {
		let place = root;
		for (const step of leaf.field.path) {
			const isItems = step === '[]';
			const below = (isItems ? place.items : place.keys.get(step)) ?? placeOf(step);
			if (isItems) place.items = below;
			else if (!place.keys.has(step)) {
				place.keys.set(step, below);
				place.wanted.push(below);
			}
			place = below;
		}
		place.facet = facetOf(leaf, nodes.length);
		return place.facet;
	});
	const pass = { tape, left: most, objects: 0 };
	let looked = 0;
	while (looked < nodes.length && pass.left > 0) gather(pass, nodes[looked++] as Node, root);
	const keys = [...root.keys.values()].filter(({ count }) => count > 0);
	return { looked, total, fields, keys, hasMoreKeys: root.isFull };
}

/** Fields that every item looked at has with the same value. */
export function isConstant({ leaf, having, values, containers }: Facet, looked: number): boolean {
	if (leaf.field.isListed || having !== looked || containers > 0) return false;
	const [count = 0] = values?.values() ?? [];
	return values !== undefined && values.size <= 1 && (count === having || count === 0);
}

/** Share of items with one value from which a field tells few of them apart. */
const NEARLY_ALL = 0.9;
/** Groups from which a count of them is long. */
const MANY_GROUPS = 64;
/** Roles of fields by whose values things are sorted. */
const SORTING: ReadonlySet<Leaf['role']> = new Set(['status', 'kind', 'who', 'where']);

/** Returns the field by whose values the items are best counted, a state or a kind before others. */
export function groupingOf({ fields, looked }: Facets): Leaf | undefined {
	let best: Leaf | undefined;
	let most = Number.NEGATIVE_INFINITY;
	for (const { leaf, having, values, texts, numbers, flags, nulls, isExact } of fields) {
		const { role, field } = leaf;
		if (!values || !isExact || role === 'identity' || field.isListed) continue;
		const isOfOneSort = Math.max(texts, numbers, flags) + nulls === having;
		const isRepeated = values.size > 1 && values.size * 2 <= having;
		if (!isOfOneSort || !isRepeated || field.path.length === 0) continue;
		if (Math.max(...values.values()) >= looked * NEARLY_ALL) continue;
		const isOfAll = having - nulls === looked && !values.has('');
		const sorts = SORTING.has(role) ? 4 : role === 'when' ? -4 : 0;
		const isMany = values.size > MANY_GROUPS;
		const worth = sorts - (isMany ? 4 : 0) + (texts > 0 ? 2 : 0) + (isOfAll ? 1 : 0);
		if (worth > most) [best, most] = [leaf, worth];
	}
	return best;
}

/** One pass over the items. */
interface Pass {
	readonly tape: Tape;
	/** Members and elements that are looked at yet. */
	left: number;
	/** Objects that were met. */
	objects: number;
}

function gather(pass: Pass, node: Node, place: Place): void {
	const { tape } = pass;
	pass.left--;
	if (place.facet) note(tape, node, place.facet);
	const end = tape.after(node);
	if (!tape.isObject(node)) {
		if (!place.items || !tape.isArray(node)) return;
		for (let at = node + 1; at < end; at = tape.after(at)) gather(pass, at, place.items);
		return;
	}
	const object = ++pass.objects;
	let ordinal = 0;
	for (let at = node + 1; at < end; at = tape.after(at), ordinal++) {
		let key = place.hints[ordinal];
		if (!key || !tape.hasKey(at, key.name)) {
			const name = tape.key(at);
			key = place.keys.get(name);
			if (!key) {
				place.isFull ||= place.keys.size >= MOST_KEYS;
				if (place.isFull) continue;
				key = placeOf(name);
				place.keys.set(name, key);
			}
			if (ordinal < MOST_HINTS) place.hints[ordinal] = key;
		}
		if (key.object !== object) key.count++;
		key.object = object;
		key.value = at;
	}
	pass.left -= ordinal;
	for (const key of place.wanted) if (key.object === object) gather(pass, key.value, key);
}

function note(tape: Tape, node: Node, facet: Facet): void {
	facet.having++;
	const sort = tape.kind(node);
	if (sort === 'string') {
		if (facet.values || facet.times.isOpen) noteText(facet, tape.text(node));
		else facet.texts++;
	} else if (sort === 'null') facet.nulls++;
	else if (sort === 'number') noteNumber(facet, tape.raw(node));
	else if (sort === 'true' || sort === 'false') {
		facet.flags++;
		count(facet, sort === 'true');
	} else facet.containers++;
}

export function noteText(facet: Facet, text: string): void {
	facet.texts++;
	facet.times.add(text);
	count(facet, text);
}

export function noteNumber(facet: Facet, written: string): void {
	const number = Number(written);
	facet.numbers++;
	if (number < facet.low) facet.low = number;
	if (number > facet.high) facet.high = number;
	const isSafe = Math.abs(number) <= Number.MAX_SAFE_INTEGER;
	if (isSafe && (written.length <= 16 || String(number) === written)) count(facet, number);
	else {
		facet.isExact = false;
		// Different numbers may be read as one.
		facet.values = undefined;
	}
}

function count(facet: Facet, value: string | number | boolean): void {
	const { values } = facet;
	if (!values) return;
	const met = values.get(value);
	if (met !== undefined) values.set(value, met + 1);
	else if (values.size < facet.mostValues) values.set(value, 1);
	else facet.values = undefined;
}
