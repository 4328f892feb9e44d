// The identity of an item: its id and its name.
import { exactJson } from '../../shared/json/write';
import type { Node, Tape } from '../value';

/** Maximum length of a shown field. */
const MAX_LENGTH = 120;

/** Names by which people call an item go before its id, as where an issue has a `number`, but only if they differ too. */
const ID_NAMES = [
	/^(?:number|iid|key|code|sku|slug|sha|ref)$/i,
	/^(?:_?id|uuid|guid|ts)$/i,
	/(?:Id|_id)$/,
];
const TITLE_NAMES =
	/^(?:name|title|summary|subject|label|headline|login|email|(?:display|full|file|user)_?name)$/i;
/** Members in which servers wrap the fields of an item. */
const WRAPPERS = /^(?:fields|attributes|metadata|properties|_source|node|snippet|commit|data)$/;

/** Returns the identifying JSON members, wrapped ones with dotted keys. */
export const identityOf = (tree: Tape, node: Node): readonly string[] => {
	if (tree.kind(node) !== 'object') return [];
	const own = scalars(tree, node, []);
	const wrapped = wrappersIn(tree, node).flatMap((member) =>
		scalars(tree, member, [tree.key(member)]),
	);
	const all = [...own, ...wrapped];
	const numbered = distinguishing(
		tree,
		node,
		ID_NAMES.flatMap((names) => all.filter(({ name }) => names.test(name))),
	);
	const named = all.filter(({ name }) => TITLE_NAMES.test(name));
	const called = named.length > 0 ? named : titles(tree, node);
	const isOwn = numbered[0] !== undefined && !ID_NAMES[2]?.test(numbered[0].name);
	const shown = isOwn || called.length > 0 ? 1 : 2;
	const told = [...numbered.slice(0, shown), ...called.slice(0, 1)];
	return told.map(({ path, json }) => `${JSON.stringify(path)}:${json}`);
};

const wrappersIn = (tree: Tape, node: Node): readonly Node[] =>
	Array.from(tree.children(node)).filter(
		(member) => tree.kind(member) === 'object' && WRAPPERS.test(tree.key(member)),
	);

/** An object with more members is a map. */
const WIDEST = 200;

/** Returns the identity of the closest identifiable object around a node. */
export const identityAround = (tree: Tape, node: Node): readonly string[] => {
	for (let at = tree.parent(node); at > 0; at = tree.parent(at)) {
		// Members of a map do not identify it.
		const found = tree.count(at) > WIDEST ? [] : identityOf(tree, at);
		if (found.length > 0) return found;
	}
	return [];
};

/** Values of siblings that are compared, shared by the fields, and what was found, by list and field. */
const COMPARED = 4_000;
const ranks = new WeakMap<Tape, Map<string, number>>();

/** Orders fields by distinctness among siblings and drops constant ones. */
const distinguishing = (tree: Tape, node: Node, fields: readonly Field[]): readonly Field[] => {
	const parent = tree.parent(node);
	const siblings = tree.children(Math.max(parent, 0));
	if (fields.length === 0 || parent < 0 || siblings.length < 2) return fields;
	const known = ranks.get(tree) ?? new Map<string, number>();
	ranks.set(tree, known);
	const rank = ({ steps }: Field): number => {
		const values = new Set<string>();
		let having = 0;
		for (const sibling of siblings.subarray(0, Math.ceil(COMPARED / fields.length))) {
			let at = sibling;
			for (const step of steps) at = at < 0 ? at : tree.member(at, step);
			if (at < 0) continue;
			having++;
			if (tree.length(at) <= MAX_LENGTH) values.add(exactJson(tree, at));
		}
		if (values.size === having) return 0;
		return values.size > 1 ? 1 : 2;
	};
	const ranked = (field: Field): number => {
		const key = `${parent} ${field.path}`;
		const order = known.get(key) ?? rank(field);
		known.set(key, order);
		return order;
	};
	return fields
		.map((field) => ({ field, order: ranked(field) }))
		.filter(({ order }) => order < 2)
		.sort((a, b) => a.order - b.order)
		.map(({ field }) => field);
};

const titles = (tree: Tape, node: Node): readonly Field[] => {
	for (const holder of [node, ...wrappersIn(tree, node)])
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
			const shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
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

const scalars = (tree: Tape, node: Node, before: readonly string[]): readonly Field[] =>
	Array.from(tree.children(node)).flatMap((member) => {
		const kind = tree.kind(member);
		const isTold =
			kind === 'string' && tree.length(member) <= MAX_LENGTH && tree.length(member) > 2;
		if (!isTold && kind !== 'number') return [];
		const name = tree.key(member);
		// Reserved members of a hit.
		if (name === 'path' || name === 'match' || name === 'line' || name === 'in') return [];
		const steps = [...before, name];
		return [{ name, path: steps.join('.'), steps, json: exactJson(tree, member) }];
	});
