// Keys of objects as errors tell them: those of all objects at a place of the document, with how many have them.
import { isSpeakable, shownText } from '../shared/shown-text';
import type { Meter } from './meter';
import { pathTo, spelledKey } from './outline';
import {
	lengthOf,
	membersOf,
	type Node,
	Part,
	type Tree,
	typeOf,
	type Value,
	valueAt,
} from './value';

/** Objects that are looked at; beyond them it is said. */
const MOST_OBJECTS = 20_000;
const MOST_SHOWN = 15;
/** Keys of an object that are told as those of a map, and from how many on it is one. */
const FEW_SHOWN = 3;
const LEAST_MAPPED = 60;

/** Keys of several objects, those that all have first. */
export interface Keys {
	readonly names: readonly string[];
	/** `id: number, status: string, closed: boolean (in 3)`. */
	readonly text: string;
	/** All objects were looked at. */
	readonly isAll: boolean;
}

/** Characters of keys that are read in a step. */
const READ_IN_A_STEP = 64;
/** Values of a document that are passed in a step. */
const PASSED_IN_A_STEP = 8;

/**
 * Returns the keys of those of the values that are objects.
 *
 * @param meter counts the work, as in the functions below; half of what it has left is spent on as many objects
 */
export const keysOf = (values: readonly Value[], isAll = true, meter?: Meter): Keys => {
	const counts = new Map<string, { objects: number; readonly types: Set<string> }>();
	const objects = values.filter((value) => typeOf(value) === 'object');
	const least = (meter?.left ?? 0) / 2;
	const some: Value[] = [];
	for (const object of objects) {
		if (some.length === MOST_OBJECTS || (meter && some.length > 0 && meter.left < least)) break;
		some.push(object);
		for (const [key, type] of typesIn(object)) {
			meter?.step(1 + key.length / READ_IN_A_STEP);
			const known = counts.get(key) ?? { objects: 0, types: new Set() };
			counts.set(key, known);
			known.objects++;
			known.types.add(type);
		}
	}
	const sorted = [...counts].sort(([, a], [, b]) => b.objects - a.objects);
	const most = some.length === 1 && sorted.length > LEAST_MAPPED ? FEW_SHOWN : MOST_SHOWN;
	const told = sorted.slice(0, most).map(([key, { objects: having, types }]) => {
		const spelled = spelledKey(key);
		// Shortened or escaped keys are quoted as foreign text.
		const shown = spelled.length <= 40 && isSpeakable(spelled) ? spelled : shownText(key, 40);
		return `${shown}: ${allOf(types)}${having < some.length ? ` (in ${having})` : ''}`;
	});
	if (sorted.length > most) told.push(`and ${sorted.length - most} more`);
	const isOfAll = isAll && some.length === objects.length;
	return {
		isAll: isOfAll,
		names: sorted.map(([key]) => key),
		text: `${told.length === 0 ? 'none' : told.join(', ')}${isOfAll ? '' : `, of the first ${some.length}`}`,
	};
};

const LINE_KEYS: ReadonlySet<string> = new Set(['line', 'time', 'level', 'text', 'record']);

/** Returns true for the keys that lines of a text have. */
export const isOfLines = (names: readonly string[]): boolean =>
	names.includes('line') && names.includes('text') && names.every((name) => LINE_KEYS.has(name));

/** The members of an object by their types; no value of them is read. */
function* typesIn(object: Value): Generator<readonly [key: string, type: string]> {
	if (!(object instanceof Part)) {
		for (const [key, value] of membersOf(object) ?? []) yield [key, typeName(value)];
		return;
	}
	const { tree, node } = object;
	for (const child of tree.children(node)) {
		const kind = tree.kind(child);
		const type = kind === 'array' ? `list of ${tree.count(child)}` : kind;
		yield [tree.key(child), kind === 'true' || kind === 'false' ? 'boolean' : type];
	}
}

const typeName = (value: Value): string =>
	typeOf(value) === 'array' ? `list of ${lengthOf(value)}` : typeOf(value);

/** Names several types; lists of several lengths are lists. */
const allOf = (types: ReadonlySet<string>): string =>
	types.size === 1
		? [...types].join()
		: [...new Set([...types].map((type) => type.replace(/^list.*/, 'list')))].join('|');

/** A place of a document: a path with any item in place of each list, any member in place of each map. */
export interface Place {
	readonly tree: Tree;
	/** Keys from the root; undefined for any. */
	readonly steps: readonly (string | undefined)[];
	readonly path: string;
}

/** Returns the place of the first of some values; maps are objects of which several members are among them. */
export const placeOf = (values: readonly Value[], meter?: Meter): Place | undefined => {
	const [first] = values;
	if (!(first instanceof Part)) return undefined;
	const { tree } = first;
	const steps = stepsTo(tree, first.node);
	for (const other of values) {
		meter?.step();
		if (!(other instanceof Part) || other.tree !== tree) continue;
		// Items of one list are at one place.
		if (tree.parent(other.node) === tree.parent(first.node) && steps.at(-1) === undefined) continue;
		const others = stepsTo(tree, other.node);
		if (others.length !== steps.length) continue;
		for (const [at, step] of others.entries()) if (steps[at] !== step) steps[at] = undefined;
	}
	let path = '';
	for (let at = steps.length - 1, node = first.node; at >= 0; at--, node = tree.parent(node)) {
		const isItem = tree.kind(tree.parent(node)) === 'array';
		const step = steps[at];
		path = `${isItem ? '[]' : step === undefined ? '.*' : `.${spelledKey(step)}`}${path}`;
	}
	return { tree, steps, path: path.replace(/^\./, '') };
};

const stepsTo = (tree: Tree, node: Node): (string | undefined)[] => {
	const steps: (string | undefined)[] = [];
	for (let at = node; tree.parent(at) >= 0; at = tree.parent(at))
		steps.push(tree.kind(tree.parent(at)) === 'array' ? undefined : tree.key(at));
	return steps.reverse();
};

/** Returns the keys of the objects at a place. */
export const keysAt = ({ tree, steps }: Place, meter?: Meter): Keys => {
	let nodes: readonly Node[] = [0];
	let isAll = true;
	for (const step of steps) {
		const inner: Node[] = [];
		for (const node of nodes) {
			meter?.step();
			if (inner.length > MOST_OBJECTS) isAll = false;
			else if (step === undefined) for (const child of tree.children(node)) inner.push(child);
			else if (tree.member(node, step) >= 0) inner.push(tree.member(node, step));
		}
		nodes = inner;
	}
	return keysOf(
		nodes.map((node) => valueAt(tree, node)),
		isAll,
		meter,
	);
};

/** Returns true where a value at a place has a key; members beside one that is in no list count as well. */
export const hasKeyAt = ({ tree, steps }: Place, key: string, meter?: Meter): boolean => {
	const around = steps.includes(undefined) ? steps : [...steps.slice(0, -1), undefined];
	const isAround = (node: Node): boolean => {
		let at = node;
		for (let step = steps.length - 1; step >= 0; step--) {
			const parent = tree.parent(at);
			if (parent < 0) return false;
			const wanted = around[step];
			if (wanted !== undefined && tree.key(at) !== wanted) return false;
			at = parent;
		}
		return at === 0;
	};
	for (const node of membersNamed(tree, key, 0, meter))
		if (isAround(tree.parent(node))) return true;
	return false;
};

/** Returns the shortest path to a key within a value, of the first places that have it. */
export const pathOfKey = (
	tree: Tree,
	key: string,
	within: Node = 0,
	meter?: Meter,
): string | undefined => {
	const paths: string[] = [];
	for (const node of membersNamed(tree, key, within, meter))
		if (paths.push(pathTo(tree, node, within)) === 200) break;
	return paths.sort((a, b) => a.length - b.length)[0];
};

function* membersNamed(
	tree: Tree,
	key: string,
	within: Node,
	meter: Meter | undefined,
): Generator<Node> {
	const length = key.length + 2;
	const end = tree.after(within);
	meter?.step((end - within) / PASSED_IN_A_STEP);
	for (let node = within + 1; node < end; node++) {
		const spelled = tree.keyEnd(node) - tree.keyStart(node);
		if (spelled < length || (spelled > length && !tree.isEscaped(node))) continue;
		meter?.step(spelled / READ_IN_A_STEP);
		if (tree.key(node) === key) yield node;
	}
}
