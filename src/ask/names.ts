// Names of comparisons that may be keys or literals, as "text" and `true`: keys where an item of the whole result has them,
// also one that the question does not come to.
import type { Slices } from '../shared/slices';
import type { Field } from './expression/ast';
import { membersNamed } from './keys';
import { type Meter, Pace } from './meter';
import type { Observations } from './observations';
import { type Node, Part, type Tree } from './value';

/**
 * Returns names that were read as literals and are keys, in slices: an object as deep in the document as the first value
 * that was asked for one has it.
 */
export function* misread(
	{ literals, fields }: Observations,
	meter: Meter,
): Slices<readonly Field[]> {
	const found: Field[] = [];
	for (const [name, value] of literals) {
		let isKey = (fields.get(name)?.hits ?? 0) > 0;
		if (!isKey && value instanceof Part) {
			const depth = depthOf(value.tree, value.node);
			isKey = (yield* depthsOf(value.tree, name.name, meter)).has(depth);
		}
		if (isKey) found.push(name);
	}
	return found;
}

/** Returns in how many containers the objects are that have a key. */
function* depthsOf(tree: Tree, key: string, meter: Meter): Slices<ReadonlySet<number>> {
	const depths = new Set<number>();
	const spelled = JSON.stringify(key);
	const { source } = tree;
	// Most such names are values alone.
	if (!isAKey(source, spelled) && !/\\[u/]/.test(source)) return depths;
	const pace = new Pace(meter);
	for (const member of membersNamed(tree, key, 0, meter)) {
		depths.add(depthOf(tree, tree.parent(member)));
		if (pace.isDue()) yield;
	}
	return depths;
}

/** Tells whether a text in quotes stands before a colon somewhere. */
const isAKey = (source: string, quoted: string): boolean => {
	for (let at = source.indexOf(quoted); at >= 0; at = source.indexOf(quoted, at + 1)) {
		let end = at + quoted.length;
		while (source.charCodeAt(end) <= 0x20) end++;
		if (source[end] === ':') return true;
	}
	return false;
};

const depthOf = (tree: Tree, node: Node): number => {
	let depth = 0;
	for (let at = node; at > 0; at = tree.parent(at)) depth++;
	return depth;
};
