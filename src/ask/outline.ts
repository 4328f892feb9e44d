// The outline of a document for errors and examples: its main list, paths, keys and a working example.
import type { Node, Tree } from './value';

/** Maximum number of inspected values. */
const MAX_SCANNED = 20_000;
/** Fraction of a document from which a list is its main content. */
const DOMINANT = 0.5;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Spells a key as in an expression. */
export const spelledKey = (key: string): string => (NAME.test(key) ? key : JSON.stringify(key));

/** Returns the expression that leads from one node to another, through lists. */
export const pathTo = (tree: Tree, node: Node, from: Node = 0): string => {
	const steps: string[] = [];
	for (let at = node; at !== from; at = tree.parent(at))
		steps.push(tree.kind(tree.parent(at)) === 'array' ? '[]' : `.${spelledKey(tree.key(at))}`);
	return steps.reverse().join('').replace(/^\./, '');
};

/** The main list of a document. */
export interface MainList {
	readonly node: Node;
	/** Expression; empty for the document itself. */
	readonly path: string;
	readonly count: number;
}

/** Returns a list itself, or the heaviest outer list of an object. */
export const mainList = (tree: Tree, of: Node = 0): MainList | undefined => {
	if (tree.kind(of) === 'array') return { node: of, path: '', count: tree.children(of).length };
	let heaviest = -1;
	const objects: Node[] = tree.kind(of) === 'object' ? [of] : [];
	for (let at = 0, looked = 0; at < objects.length && looked < MAX_SCANNED; at++)
		for (const child of tree.children(objects[at] as Node)) {
			looked++;
			const kind = tree.kind(child);
			if (kind === 'object') objects.push(child);
			if (kind !== 'array' || tree.count(child) < 1) continue;
			if (heaviest < 0 || tree.length(child) > tree.length(heaviest)) heaviest = child;
		}
	if (heaviest < 0 || tree.length(heaviest) < tree.length(of) * DOMINANT) return undefined;
	return {
		node: heaviest,
		path: pathTo(tree, heaviest, of),
		count: tree.children(heaviest).length,
	};
};

/** Members that make an object a map. */
const LEAST_MAPPED = 12;

/** Counts the members of a document that is a map of objects or lists; 1 for any other. */
export const mapSize = (tree: Tree): number => {
	const members = tree.kind(0) === 'object' ? tree.children(0) : new Int32Array();
	const kinds = new Set(Array.from(members, (member) => tree.kind(member)));
	const areContainers = kinds.size === 1 && (kinds.has('object') || kinds.has('array'));
	return areContainers && members.length >= LEAST_MAPPED ? members.length : 1;
};
