// Maps: objects whose members are items of a kind, as those of a list.
import type { Node, Tape } from '../value';

/** Minimum members of a map of objects, and of one that is an entry of another. */
const MIN_MEMBERS = 3;
const LEAST_MAPPED = 12;

/** Returns the outermost maps, and lists of items, in a value: of maps in maps the inner. */
export const holdersIn = (tree: Tape, node: Node): readonly Node[] => {
	const children = Array.from(tree.children(node)).filter((child) => tree.isContainer(child));
	const areEntries = tree.kind(node) === 'array' || isMap(tree, node);
	if (areEntries && !children.every((child) => isMap(tree, child))) return [node];
	return children.flatMap((child) => holdersIn(tree, child));
};

/** Tells whether an object is a map of records. */
export const isMap = (tree: Tape, node: Node): boolean => {
	if (!mayBeMap(tree, node) || tree.count(node) < MIN_MEMBERS) return false;
	const members = tree.children(node);
	const looked = members.subarray(0, 50);
	if (!areObjects(tree, looked) || !likeEachOther(tree, looked)) return false;
	// An entry with few members is a record: of `cpu` and `disk`, say.
	const around = tree.parent(node);
	const isEntry = around >= 0 && (tree.kind(around) === 'array' || isMap(tree, around));
	return !isEntry || tree.count(node) >= LEAST_MAPPED;
};

/** Tells whether the first member of an object is one: its members are not looked at. */
const mayBeMap = (tree: Tape, node: Node): boolean =>
	tree.kind(node) === 'object' && tree.count(node) > 1 && tree.kind(node + 1) === 'object';

/** Tells whether all of several values are objects. */
const areObjects = (tree: Tape, nodes: Int32Array): boolean =>
	nodes.every((member) => tree.kind(member) === 'object');

/** Distinguishes maps, whose objects share keys, from sections of a document. */
const likeEachOther = (tree: Tape, nodes: Int32Array): boolean => {
	const [first] = nodes;
	if (first === undefined) return false;
	const keys = Array.from(tree.children(first), (child) => tree.key(child));
	const alike = nodes.filter((node) => keys.some((key) => tree.member(node, key) >= 0));
	return keys.length === 0 ? nodes.length >= 10 : alike.length >= nodes.length * 0.6;
};

/** Tells whether the members of an object are several of a kind: each has half of the keys of the first. */
export const areEntries = (tree: Tape, node: Node): boolean => {
	if (!mayBeMap(tree, node)) return false;
	const members = tree.children(node).subarray(0, 50);
	const [first] = members;
	if (first === undefined || members.length < 2 || !areObjects(tree, members)) return false;
	const keys = Array.from(tree.children(first), (child) => tree.key(child));
	return members.every(
		(one) => keys.filter((key) => tree.member(one, key) >= 0).length * 2 > keys.length,
	);
};
