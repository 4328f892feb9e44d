// Keys of objects as errors tell them: those of all objects at a place of the document, with how many have them.
import { isSpeakable, shownText } from '../shared/shown-text';
import { inOneGo, type Slices } from '../shared/slices';
import { type Meter, Pace } from './meter';
import { pathTo, spelledKey } from './outline';
import {
	lengthOf,
	membersOf,
	type Node,
	Part,
	type Tape,
	typeOf,
	type Value,
	valueAt,
} from './value';

/** Objects that are looked at without a meter; beyond them it is said. */
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
/** Values of a document that are passed in a step, and keys that are counted without being read. */
const [PASSED_IN_A_STEP, COUNTED_IN_A_STEP] = [8, 4];

/** The objects that have a key, and its types. */
interface Seen {
	objects: number;
	readonly types: Set<string>;
}

/** The keys of the values that are objects. @param meter counts the work; half of what it has left goes to more objects */
export const keysOf = (values: readonly Value[], isAll = true, meter?: Meter): Keys =>
	inOneGo(keysIn(values, isAll, meter));

/** The same in slices. */
export function* keysIn(values: readonly Value[], isAll: boolean, meter?: Meter): Slices<Keys> {
	const counts = new Map<string, Seen>();
	const objects = values.filter((value) => typeOf(value) === 'object');
	const least = (meter?.left ?? 0) / 2;
	const pace = meter && new Pace(meter);
	const some: Value[] = [];
	const count = (key: string, type: string): Seen => {
		meter?.step(1 + key.length / READ_IN_A_STEP);
		const known = counts.get(key) ?? { objects: 0, types: new Set() };
		counts.set(key, known);
		known.objects++;
		known.types.add(type);
		return known;
	};
	const countIn = countingIn(count, meter);
	for (const object of objects) {
		if (meter ? some.length > 0 && meter.left < least : some.length === MOST_OBJECTS) break;
		some.push(object);
		if (object instanceof Part) countIn(object);
		else for (const [key, value] of membersOf(object) ?? []) count(key, typeName(value));
		if (pace?.isDue(0)) yield;
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
}

const LINE_KEYS: ReadonlySet<string> = new Set(['line', 'time', 'level', 'text', 'record']);

/** Returns true for the keys that lines of a text have. */
export const isOfLines = (names: readonly string[]): boolean =>
	names.includes('line') && names.includes('text') && names.every((name) => LINE_KEYS.has(name));

/** Counts the members of objects by their types; of one that is spelled as that at its place in the object before nothing is read. */
const countingIn = (count: (key: string, type: string) => Seen, meter: Meter | undefined) => {
	type Before = { readonly spelled: string; readonly kind: string; readonly seen: Seen };
	const before: (Before & { readonly length: number })[] = [];
	return ({ tree, node }: Part): void => {
		let at = 0;
		for (const child of tree.children(node)) {
			const kind = tree.kind(child);
			const length = kind === 'array' ? tree.count(child) : -1;
			const start = tree.keyStart(child);
			const size = tree.keyEnd(child) - start;
			const last = before[at];
			meter?.step((1 + size / READ_IN_A_STEP) / COUNTED_IN_A_STEP);
			if (
				last?.spelled.length === size &&
				last.kind === kind &&
				last.length === length &&
				tree.source.startsWith(last.spelled, start)
			)
				last.seen.objects++;
			else {
				const type = length < 0 ? kind.replace(/^(?:true|false)$/, 'boolean') : `list of ${length}`;
				const seen = count(tree.key(child), type);
				before[at] = { spelled: tree.source.slice(start, start + size), kind, length, seen };
			}
			at++;
		}
	};
};

const typeName = (value: Value): string =>
	typeOf(value) === 'array' ? `list of ${lengthOf(value)}` : typeOf(value);

/** Names several types; lists of several lengths are lists. */
const allOf = (types: ReadonlySet<string>): string =>
	types.size === 1
		? [...types].join()
		: [...new Set([...types].map((type) => type.replace(/^list.*/, 'list')))].join('|');

/** A place of a document: a path with any item in place of each list, any member in place of each map. */
export interface Place {
	readonly tree: Tape;
	/** Keys from the root; undefined for any. */
	readonly steps: readonly (string | undefined)[];
	readonly path: string;
	/** All of the values stand there. */
	readonly isWhole: boolean;
}

/** Returns the place of the first of some values; maps are objects of which several members are among them. */
export const placeOf = (values: readonly Value[], meter?: Meter): Place | undefined => {
	const [first] = values;
	if (!(first instanceof Part)) return undefined;
	const { tree } = first;
	const nodes: Node[] = [];
	for (let at = first.node; at >= 0; at = tree.parent(at)) nodes.push(at);
	const keyAt = (node: Node): string => {
		meter?.step(1 + (tree.keyEnd(node) - tree.keyStart(node)) / READ_IN_A_STEP);
		return tree.key(node);
	};
	/** Keys from the first value to the root. */
	const up = nodes
		.slice(0, -1)
		.map((node) => (tree.kind(tree.parent(node)) === 'array' ? undefined : keyAt(node)));
	let isWhole = true;
	for (const other of values) {
		meter?.step();
		let at = other instanceof Part && other.tree === tree ? other.node : -1;
		const apart: number[] = [];
		// Above the first that both are in they are at one place.
		for (let level = 0; at !== nodes[level]; level++, at = tree.parent(at)) {
			if (at <= 0 || level >= up.length) {
				at = -1;
				break;
			}
			meter?.step(1 / PASSED_IN_A_STEP);
			if (up[level] === undefined) continue;
			if (tree.kind(tree.parent(at)) === 'array' || keyAt(at) !== up[level]) apart.push(level);
		}
		if (at < 0) isWhole = false;
		else for (const level of apart) up[level] = undefined;
	}
	let path = '';
	for (const [level, step] of up.entries()) {
		const isItem = tree.kind(nodes[level + 1] as Node) === 'array';
		path = `${isItem ? '[]' : step === undefined ? '.*' : `.${spelledKey(step)}`}${path}`;
	}
	return { tree, steps: up.reverse(), path: path.replace(/^\./, ''), isWhole };
};

/** Returns the keys of the objects at a place, in slices. */
function* keysAt({ tree, steps }: Place, meter: Meter): Slices<Keys> {
	let nodes: Node[] = [0];
	for (const step of steps) {
		const inner: Node[] = [];
		for (const node of nodes) {
			meter.step();
			if (step === undefined) {
				meter.step(tree.count(node) / PASSED_IN_A_STEP);
				for (const child of tree.children(node)) inner.push(child);
			} else if (tree.member(node, step) >= 0) inner.push(tree.member(node, step));
		}
		nodes = inner;
	}
	const values = nodes.map((node) => valueAt(tree, node));
	return yield* keysIn(values, true, meter);
}

/** Returns true where a value at a place has a key, whose keys are these; members beside one that is in no list count as well. */
export const hasKeyAt = (
	{ tree, steps }: Place,
	key: string,
	keys: Keys,
	meter: Meter,
): boolean => {
	if (keys.names.includes(key)) return true;
	if (keys.isAll && steps.includes(undefined)) return false;
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
	for (const node of membersNamed(tree, key, meter)) if (isAround(tree.parent(node))) return true;
	return false;
};

/** Places of a key that are told. */
const MOST_PLACES = 4;

/** Returns the paths to a key, each once, so many as are told and one more: from the values that it stands in, else from the root. */
export const placesOfKey = (
	tree: Tape,
	key: string,
	within: ReadonlySet<Node>,
	meter: Meter,
): { readonly below: readonly string[]; readonly elsewhere: readonly string[] } => {
	const [below, elsewhere] = [new Set<string>(), new Set<string>()];
	for (const node of membersNamed(tree, key, meter)) {
		let from = tree.parent(node);
		while (from > 0 && !within.has(from)) from = tree.parent(from);
		meter.step();
		const paths = within.has(from) ? below : elsewhere;
		if (paths.size <= MOST_PLACES) paths.add(pathTo(tree, node, from));
	}
	const byLength = (paths: ReadonlySet<string>) => [...paths].sort((a, b) => a.length - b.length);
	return { below: byLength(below), elsewhere: byLength(elsewhere) };
};

/** Returns the members of a document that have a key. */
export function* membersNamed(tree: Tape, key: string, meter?: Meter): Generator<Node> {
	const length = key.length + 2;
	meter?.step(tree.size / PASSED_IN_A_STEP);
	for (let node = 1; node < tree.size; node++) {
		const spelled = tree.keyEnd(node) - tree.keyStart(node);
		if (spelled < length || (spelled > length && !tree.isEscaped(node))) continue;
		meter?.step(spelled / READ_IN_A_STEP);
		if (tree.key(node) === key) yield node;
	}
}

/** Returns the keys at places, each of them gone over once. */
export const keysOnce = (meter: Meter) => {
	const found: { readonly place: Place; readonly keys: Keys }[] = [];
	return function* (place: Place): Slices<Keys> {
		const { tree, path } = place;
		const known = found.find((one) => one.place.tree === tree && one.place.path === path);
		if (known) return known.keys;
		const keys = yield* keysAt(place, meter);
		found.push({ place, keys });
		return keys;
	};
};

/** Tells whether an object of a document has a key, one as deep as a value where that is given. */
export const hasKey = (tree: Tape, key: string, meter: Meter, as?: Node): boolean => {
	const depthOf = (of: Node): number => (of > 0 ? 1 + depthOf(tree.parent(of)) : 0);
	// Most names that are asked for so are values alone.
	if (!tree.source.includes(JSON.stringify(key)) && !tree.source.includes('\\')) return false;
	for (const member of membersNamed(tree, key, meter))
		if (as === undefined || depthOf(member) === depthOf(as) + 1) return true;
	return false;
};
