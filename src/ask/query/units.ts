// What a search gives back: the innermost values that meet all terms, each as the item it belongs to.
import type { MainList } from '../outline';
import type { Node, Tree } from '../tree';
import type { Marks } from './marks';

export interface Unit {
	/** The item, or the value where it belongs to none. */
	readonly node: Node;
	/** It is an item of a list, or of a map from id to object. */
	readonly isItem: boolean;
	/** Every word is met as a whole word, every `key:value` by just that value. */
	readonly isWhole: boolean;
	/** The innermost values in it that meet all terms. */
	readonly places: readonly Node[];
}

/** A map has at least so many members, all of them objects. */
const LEAST_MEMBERS = 3;

/** Those that meet all of `wanted` and none of `unwanted`; whole words first, else in order. */
export const unitsOf = (
	tree: Tree,
	marks: Marks,
	wanted: number,
	unwanted: number,
	list: MainList | undefined,
): readonly Unit[] => {
	const { inside, whole } = marks;
	const found = new Map<Node, { readonly isItem: boolean; readonly places: Node[] }>();
	if (wanted === 0) {
		const of = list?.node ?? 0;
		for (const node of tree.children(of)) found.set(node, { isItem: true, places: [] });
	} else
		for (const node of innermost(tree, inside, wanted)) {
			// Words that only meet in different items of a list are in no item.
			if (holdsItems(tree, node) || (node === 0 && list)) continue;
			const [unit, isItem] = mainItem(tree, node, list) ?? unitAround(tree, node);
			const known = found.get(unit);
			if (known) known.places.push(node);
			else found.set(unit, { isItem, places: [node] });
		}
	const units: Unit[] = [];
	for (const [node, { isItem, places }] of found) {
		if (((inside[node] as number) & unwanted) !== 0) continue;
		const isWhole = ((whole[node] as number) & wanted) === wanted;
		units.push({ node, isItem, isWhole, places });
	}
	units.sort((a, b) => a.node - b.node);
	return [...units.filter(({ isWhole }) => isWhole), ...units.filter(({ isWhole }) => !isWhole)];
};

const holdsItems = (tree: Tree, node: Node): boolean => {
	const kind = tree.kind(node);
	if (kind === 'object') return isMap(tree, node);
	if (kind !== 'array') return false;
	const first = tree.children(node)[0];
	return first !== undefined && (tree.kind(first) === 'object' || tree.kind(first) === 'array');
};

/** Values that meet all terms, of which no part does so by itself. */
const innermost = (tree: Tree, inside: Int32Array, wanted: number): readonly Node[] => {
	const found: Node[] = [];
	const hasInner = new Uint8Array(tree.size);
	for (let node = tree.size - 1; node >= 0; node--) {
		if (((inside[node] as number) & wanted) !== wanted) continue;
		const parent = tree.parent(node);
		if (parent >= 0) hasInner[parent] = 1;
		if (hasInner[node] === 0) found.push(node);
	}
	return found.reverse();
};

/** The item of the document's main list that a value is in. */
const mainItem = (
	tree: Tree,
	node: Node,
	list: MainList | undefined,
): readonly [Node, boolean] | undefined => {
	if (!list) return undefined;
	for (let at = node; at > 0; at = tree.parent(at))
		if (tree.parent(at) === list.node) return [at, true];
	return undefined;
};

/** The closest item around a value, itself included. */
const unitAround = (tree: Tree, node: Node): readonly [Node, boolean] => {
	for (let at = node; at > 0; at = tree.parent(at)) {
		const parent = tree.parent(at);
		const kind = tree.kind(at);
		if (kind !== 'object' && kind !== 'array') continue;
		if (tree.kind(parent) === 'array' && (kind === 'object' || tree.kind(at) === 'array'))
			return [at, true];
		if (kind === 'object' && isMap(tree, parent)) return [at, true];
	}
	const isElement = node > 0 && tree.kind(tree.parent(node)) === 'array';
	return [node, isElement];
};

const isMap = (tree: Tree, node: Node): boolean => {
	if (tree.kind(node) !== 'object' || tree.count(node) < LEAST_MEMBERS) return false;
	const members = tree.children(node);
	const looked = members.subarray(0, 50);
	return looked.every((member) => tree.kind(member) === 'object') && likeEachOther(tree, looked);
};

/** Objects of a map have keys in common; sections of a document have not. */
const likeEachOther = (tree: Tree, nodes: Int32Array): boolean => {
	const [first] = nodes;
	if (first === undefined) return false;
	const keys = Array.from(tree.children(first), (child) => tree.key(child));
	const alike = nodes.filter((node) => keys.some((key) => tree.member(node, key) >= 0));
	return keys.length === 0 ? nodes.length >= 10 : alike.length >= nodes.length * 0.6;
};
