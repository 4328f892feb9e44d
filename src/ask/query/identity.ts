// The few fields that say which item it is: what it is numbered by, and what it is called.
import type { Node, Tree } from '../value';

/** Characters of a field that is told. */
const LONGEST = 120;

const NUMBERED = [
	/^(?:number|iid|key|code|sku|slug|sha|ref)$/i,
	/^(?:_?id|uuid|guid|ts)$/i,
	/(?:Id|_id)$/,
];
const CALLED =
	/^(?:name|title|summary|subject|label|headline|login|email|(?:display|full|file|user)_?name)$/i;
/** Where servers put the fields of an item that they wrap. */
const WRAPPERS = /^(?:fields|attributes|metadata|properties|_source|node|snippet|commit|data)$/;

/** JSON members, keys of wrapped fields in dots; none where the item has nothing of the kind. */
export const identityOf = (tree: Tree, node: Node): readonly string[] => {
	if (tree.kind(node) !== 'object') return [];
	const own = scalars(tree, node, []);
	const wrapped = Array.from(tree.children(node))
		.filter((member) => tree.kind(member) === 'object' && WRAPPERS.test(tree.key(member)))
		.flatMap((member) => scalars(tree, member, [tree.key(member)]));
	const all = [...own, ...wrapped];
	const numbered = telling(
		tree,
		node,
		NUMBERED.flatMap((names) => all.filter(({ name }) => names.test(name))),
	);
	const named = all.filter(({ name }) => CALLED.test(name));
	const called = named.length > 0 ? named : titles(tree, node);
	const isOwn = numbered[0] !== undefined && !NUMBERED[2]?.test(numbered[0].name);
	const shown = isOwn || called.length > 0 ? 1 : 2;
	const told = [...numbered.slice(0, shown), ...called.slice(0, 1)];
	return told.map(({ path, json }) => `${JSON.stringify(path)}:${json}`);
};

/** Members of an object that may have a name. */
const WIDEST = 200;

/** What an inner value is in: the identity of the closest object around it that has one. */
export const identityAround = (tree: Tree, node: Node): readonly string[] => {
	for (let at = tree.parent(node); at > 0; at = tree.parent(at)) {
		// An object of so many members is a map: none of them names it.
		const found = tree.count(at) > WIDEST ? [] : identityOf(tree, at);
		if (found.length > 0) return found;
	}
	return [];
};

/** Neighbours a field is compared with. */
const COMPARED = 30;

/** Those that differ in every item first; what all items have in common tells none apart. */
const telling = (tree: Tree, node: Node, fields: readonly Field[]): readonly Field[] => {
	const siblings = tree.children(tree.parent(node) < 0 ? node : tree.parent(node));
	if (fields.length === 0 || tree.parent(node) < 0 || siblings.length < 2) return fields;
	const compared = new Set([...siblings.subarray(0, COMPARED), node]);
	const rank = ({ steps }: Field): number => {
		const values = new Set<string>();
		let having = 0;
		for (const sibling of compared) {
			let at = sibling;
			for (const step of steps) at = at < 0 ? at : tree.member(at, step);
			if (at < 0) continue;
			having++;
			if (tree.length(at) <= LONGEST) values.add(tree.json(at));
		}
		if (values.size === having) return 0;
		return values.size > 1 ? 1 : 2;
	};
	return fields
		.map((field) => ({ field, order: rank(field) }))
		.filter(({ order }) => order < 2)
		.sort((a, b) => a.order - b.order)
		.map(({ field }) => field);
};

/** A title in pieces of rich text, among the properties of an item. */
const titles = (tree: Tree, node: Node): readonly Field[] => {
	const holders = [
		node,
		...Array.from(tree.children(node)).filter(
			(member) => tree.kind(member) === 'object' && WRAPPERS.test(tree.key(member)),
		),
	];
	for (const holder of holders)
		for (const member of tree.children(holder)) {
			const list =
				tree.kind(member) === 'array' && tree.key(member) === 'title'
					? member
					: tree.member(member, 'title');
			if (list < 0 || tree.kind(list) !== 'array') continue;
			const text = Array.from(tree.children(list).subarray(0, 20), (piece) => {
				const plain = tree.member(piece, 'plain_text');
				return plain < 0 ? '' : tree.text(plain);
			}).join('');
			if (text === '') continue;
			const steps = [...(holder === node ? [] : [tree.key(holder)]), tree.key(member)];
			const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
			const json = JSON.stringify(shown.toWellFormed());
			return [{ name: tree.key(member), path: steps.join('.'), steps, json }];
		}
	return [];
};

interface Field {
	readonly name: string;
	readonly path: string;
	readonly steps: readonly string[];
	readonly json: string;
}

const scalars = (tree: Tree, node: Node, before: readonly string[]): readonly Field[] =>
	Array.from(tree.children(node)).flatMap((member) => {
		const kind = tree.kind(member);
		const isTold =
			(kind === 'string' || kind === 'number') &&
			tree.length(member) <= LONGEST &&
			tree.length(member) > 2;
		if (!isTold && kind !== 'number') return [];
		const name = tree.key(member);
		// What the hit says of itself keeps its meaning.
		if (name === 'path' || name === 'match' || name === 'line' || name === 'in') return [];
		const steps = [...before, name];
		return [{ name, path: steps.join('.'), steps, json: tree.json(member) }];
	});
