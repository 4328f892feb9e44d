// The outline of a document for errors and examples: its main list, paths and keys; and the fields that a question reads,
// dotted paths, of an item where it is about the items of a list, lists passed over.
import { type Node, type Tape, type Value, valueAt } from './value';

/** Maximum number of inspected values. */
const MAX_SCANNED = 20_000;
/** Fraction of a document from which a list is its main content. */
const DOMINANT = 0.5;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Spells a key as in an expression. */
export const spelledKey = (key: string): string => (NAME.test(key) ? key : JSON.stringify(key));

/** Returns the expression that leads from one node to another, through lists. */
export const pathTo = (tree: Tape, node: Node, from: Node = 0): string => {
	const steps: string[] = [];
	for (let at = node; at !== from; at = tree.parent(at))
		steps.push(tree.kind(tree.parent(at)) === 'array' ? '[]' : `.${spelledKey(tree.key(at))}`);
	return steps.reverse().join('').replace(/^\./, '');
};

/** A list of a document, or several alike whose items are one list. */
export interface MainList {
	readonly nodes: readonly Node[];
	/** Expression; empty for the document itself. */
	readonly path: string;
	readonly count: number;
}

/** Items of a list that an item holds, at least, and the fraction of the items that these lists take. */
export const LEAST_INSIDE = 12;
const DOMINANT_INSIDE = 0.8;

/**
 * Returns a list itself, or the heaviest outer list of an object, and behind it the lists that nearly all of its items are,
 * as deep as they are of that kind. @param most - items of a list whose lists are looked for
 */
export const listsIn = (
	tree: Tape,
	of: Node = 0,
	most = Number.POSITIVE_INFINITY,
): readonly MainList[] => {
	const lengthOf = (nodes: readonly Node[]) =>
		nodes.reduce((sum, node) => sum + tree.length(node), 0);
	const outer = heaviestList(tree, of);
	if (outer < 0 || tree.length(outer) < tree.length(of) * DOMINANT) return [];
	const found: MainList[] = [];
	let [nodes, path] = [[outer], pathTo(tree, outer, of)];
	for (;;) {
		const items = itemsIn(tree, nodes);
		found.push({ nodes, path, count: items.length });
		const inner: Node[] = [];
		let beside = lengthOf(nodes) * (1 - DOMINANT_INSIDE);
		for (const item of items.length > most ? [] : items) {
			const list = tree.kind(item) === 'object' ? heaviestList(tree, item) : -1;
			beside -= tree.length(item) - tree.length(Math.max(list, 0));
			if (list < 0 || beside < 0) return found;
			inner.push(list);
		}
		if (inner.length === 0) return found;
		const [at = '', ...others] = new Set(inner.map((list, of) => pathTo(tree, list, items[of])));
		const areAlike = others.length === 0;
		const isMost = lengthOf(inner) >= lengthOf(nodes) * DOMINANT_INSIDE;
		const count = itemsIn(tree, inner).length;
		const holdItems = inner.every((list) => tree.isContainer(tree.children(list)[0] ?? 0));
		if (!areAlike || !isMost || !holdItems) return found;
		if (count < LEAST_INSIDE * items.length) return found;
		path = items.length === 1 ? `${path}[0].${at}` : `${path}[].${at}[]`;
		nodes = inner;
	}
};

/** Returns the items of lists. */
export const itemsIn = (tree: Tape, lists: readonly Node[]): readonly Node[] =>
	lists.flatMap((list) => Array.from(tree.children(list)));

/** Returns a list as a value, several as one list. */
export const listValue = (tree: Tape, { nodes }: MainList): Value =>
	nodes.length === 1
		? valueAt(tree, nodes[0] as Node)
		: itemsIn(tree, nodes).map((node) => valueAt(tree, node));

/** Returns the main list: the innermost of objects that is one. */
export const mainList = (tree: Tape, of: Node = 0): MainList | undefined => {
	const [outer, ...inner] = listsIn(tree, of, 1);
	const isOne = ({ nodes }: MainList): boolean =>
		nodes.length === 1 && tree.kind(tree.children(nodes[0] as Node)[0] ?? 0) === 'object';
	return inner.findLast(isOne) ?? outer;
};

/** Returns the heaviest list that no other list is around, which may be the value itself; −1 without one. */
const heaviestList = (tree: Tape, of: Node): Node =>
	outerLists(tree, of).reduce(
		(heaviest, list) =>
			heaviest < 0 || tree.length(list) > tree.length(heaviest) ? list : heaviest,
		-1,
	);

/** Returns the lists of a value that no other list is around, or the value itself. */
const outerLists = (tree: Tape, of: Node): readonly Node[] => {
	if (tree.kind(of) === 'array') return [of];
	const lists: Node[] = [];
	const objects: Node[] = tree.kind(of) === 'object' ? [of] : [];
	for (let at = 0, looked = 0; at < objects.length && looked < MAX_SCANNED; at++)
		for (const child of tree.children(objects[at] as Node)) {
			looked++;
			const kind = tree.kind(child);
			if (kind === 'object') objects.push(child);
			if (kind === 'array' && tree.count(child) > 0) lists.push(child);
		}
	return lists;
};

/** Returns the lists of objects that stand beside a list of such. */
export const listsBeside = (tree: Tape, { nodes }: MainList): readonly Node[] => {
	const isOfObjects = (list: Node): boolean => tree.kind(tree.children(list)[0] ?? 0) === 'object';
	const isBeside = (list: Node): boolean =>
		isOfObjects(list) && !nodes.some((node) => list <= node && node < tree.after(list));
	return nodes.some(isOfObjects) ? outerLists(tree, 0).filter(isBeside) : [];
};

/** Members that make an object a map. */
const LEAST_MAPPED = 12;

/** Counts the members of a document that is a map of objects or lists; 1 for any other. */
export const mapSize = (tree: Tape): number => {
	const members = tree.kind(0) === 'object' ? tree.children(0) : new Int32Array();
	const kinds = new Set(Array.from(members, (member) => tree.kind(member)));
	const areContainers = kinds.size === 1 && (kinds.has('object') || kinds.has('array'));
	return areContainers && members.length >= LEAST_MAPPED ? members.length : 1;
};

/** Returns the paths of values from a document down, of those in the items of a list from an item down. */
export const fieldsRead = (
	tree: Tape,
	nodes: readonly Node[],
	list: MainList | undefined,
): readonly string[] => {
	const plain = (path: string): string => path.replaceAll(/\[0?\]/g, '').replace(/^\./, '');
	const prefix = list && list.path !== '' ? `${plain(list.path)}.` : '';
	const paths = nodes.map((node) => plain(pathTo(tree, node)));
	return innermost(
		paths.map((path) => (`${path}.`.startsWith(prefix) ? path.slice(prefix.length) : path)),
	);
};

/** Returns the paths, from their items down, of values that a search found. */
export const fieldsFound = (
	tree: Tape,
	units: readonly { readonly node: Node; readonly places: readonly Node[] }[],
): readonly string[] =>
	innermost(
		units.flatMap(({ node, places }) =>
			places.map((place) => pathTo(tree, place, node).replaceAll(/\[\]/g, '').replace(/^\./, '')),
		),
	);

/** Each path once, without those of objects of which a field is named. */
const innermost = (paths: readonly string[]): readonly string[] => {
	const all = [...new Set(paths)].filter((path) => path !== '');
	return all.filter((path) => !all.some((other) => other.startsWith(`${path}.`)));
};
