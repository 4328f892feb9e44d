// What a document is like, in the words of an expression: its main list, the paths to its keys, an
// example that works on it.
import { isSpeakable, shownText } from '../shared/shown-text';
import type { Node, Tree } from './value';

/** Values looked at to find a list or a key. */
const LOOKED_AT = 20_000;
/** Items of a list looked at for an example. */
const SAMPLED = 200;
/** A list of at least this share of a document is what it is about. */
const DOMINANT = 0.5;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A key as an expression spells it. */
export const spelledKey = (key: string): string => (NAME.test(key) ? key : JSON.stringify(key));

/** The expression that leads to a node from one around it; lists on the way are gone over. */
export const pathTo = (tree: Tree, node: Node, from: Node = 0): string => {
	const steps: string[] = [];
	for (let at = node; at !== from; at = tree.parent(at))
		steps.push(tree.kind(tree.parent(at)) === 'array' ? '[]' : `.${spelledKey(tree.key(at))}`);
	return steps.reverse().join('').replace(/^\./, '');
};

/** The list a document is about: its node, its path as an expression, and how many items it has. */
export interface MainList {
	readonly node: Node;
	/** Empty for the document itself. */
	readonly path: string;
	readonly count: number;
}

/** The list a value is about: itself, or the heaviest one outside of other lists. */
export const mainList = (tree: Tree, of: Node = 0): MainList | undefined => {
	if (tree.kind(of) === 'array') return { node: of, path: '', count: tree.children(of).length };
	let heaviest = -1;
	const objects: Node[] = tree.kind(of) === 'object' ? [of] : [];
	for (let at = 0, looked = 0; at < objects.length && looked < LOOKED_AT; at++)
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

/** Where a key of that name stands, closest to the root; undefined where it was not found. */
export const whereIs = (tree: Tree, key: string): string | undefined => {
	const found: Node[] = [];
	const most = Math.min(tree.size, LOOKED_AT);
	for (let node = 1; node < most && found.length < 200; node++)
		if (tree.key(node) === key) found.push(node);
	const paths = found.map((node) => pathTo(tree, node));
	return paths.sort((a, b) => a.length - b.length)[0];
};

const typeName = (tree: Tree, node: Node): string => {
	const kind = tree.kind(node);
	if (kind === 'array') return `list of ${tree.count(node)}`;
	return kind === 'true' || kind === 'false' ? 'boolean' : kind;
};

const KEYS_TOLD = 15;

/** `id: number, status: string, …`: the keys of an object with their types. */
export const keysOf = (tree: Tree, node: Node): string => {
	const nodes = tree.children(node);
	const told = Array.from(nodes.subarray(0, KEYS_TOLD), (child) => {
		const key = tree.key(child);
		const spelled = spelledKey(key);
		// What is cut or escaped is no expression any more: it is quoted as the words of somebody else are.
		const shown = spelled.length <= 40 && isSpeakable(spelled) ? spelled : shownText(key, 40);
		return `${shown}: ${typeName(tree, child)}`;
	});
	const more = nodes.length > KEYS_TOLD ? `, and ${nodes.length - KEYS_TOLD} more` : '';
	return nodes.length === 0 ? 'none' : told.join(', ') + more;
};

/** An expression that works on this document, and tells something. */
export const exampleFor = (tree: Tree): string => {
	const example = tellingExample(tree);
	// A key may be a sentence of somebody else, which a model is not to repeat.
	return example.split(/["']/).every(isSpeakable) ? example : 'length(@)';
};

const tellingExample = (tree: Tree): string => {
	const list = mainList(tree);
	if (!list || list.count === 0)
		return tree.kind(0) === 'object' && tree.count(0) > 0
			? spelledKey(tree.key(tree.children(0)[0] as Node))
			: 'length(@)';
	const items = tree.children(list.node).subarray(0, SAMPLED);
	const first = items[0] as Node;
	if (tree.kind(first) !== 'object') return `${list.path}[:3]`;
	const field = telling(tree, items);
	if (!field) return `length(${list.path || '@'})`;
	return `length(${list.path}[?${spelledKey(field.key)} == ${literal(field.value)}])`;
};

/** A key with few values, and the most frequent of them. */
const telling = (
	tree: Tree,
	items: Int32Array,
): { readonly key: string; readonly value: string } | undefined => {
	for (const member of tree.children(items[0] as Node)) {
		if (tree.kind(member) !== 'string') continue;
		const key = tree.key(member);
		const values = new Map<string, number>();
		for (const item of items) {
			const found = tree.member(item, key);
			if (found < 0 || tree.kind(found) !== 'string') continue;
			const value = tree.text(found);
			values.set(value, (values.get(value) ?? 0) + 1);
		}
		const isTelling = values.size > 1 && values.size <= Math.max(3, items.length / 4);
		const [most] = [...values].sort(([, a], [, b]) => b - a);
		if (isTelling && most && most[1] > 1 && most[0].length <= 30) return { key, value: most[0] };
	}
	return undefined;
};

/** A text as an expression spells it. */
export const literal = (text: string): string =>
	`'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
