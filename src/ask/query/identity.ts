// The few fields that say which item it is: what it is numbered by, and what it is called.
import type { Node, Tree } from '../tree';

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
	const own = scalars(tree, node, '');
	const wrapped = Array.from(tree.children(node))
		.filter((member) => tree.kind(member) === 'object' && WRAPPERS.test(tree.key(member)))
		.flatMap((member) => scalars(tree, member, `${tree.key(member)}.`));
	const all = [...own, ...wrapped];
	const numbered = NUMBERED.flatMap((names) => all.filter(({ name }) => names.test(name)));
	const called = all.filter(({ name }) => CALLED.test(name));
	const isOwn = numbered[0] !== undefined && !NUMBERED[2]?.test(numbered[0].name);
	const shown = isOwn || called.length > 0 ? 1 : 2;
	const told = [...numbered.slice(0, shown), ...called.slice(0, 1)];
	return told.map(({ path, json }) => `${JSON.stringify(path)}:${json}`);
};

interface Field {
	readonly name: string;
	readonly path: string;
	readonly json: string;
}

const scalars = (tree: Tree, node: Node, before: string): readonly Field[] =>
	Array.from(tree.children(node)).flatMap((member) => {
		const kind = tree.kind(member);
		const isTold =
			(kind === 'string' || kind === 'number') &&
			tree.length(member) <= LONGEST &&
			tree.length(member) > 2;
		if (!isTold && kind !== 'number') return [];
		const name = tree.key(member);
		// What the hit says of itself keeps its meaning.
		if (name === 'path' || name === 'match' || name === 'line') return [];
		return [{ name, path: `${before}${name}`, json: tree.json(member) }];
	});
