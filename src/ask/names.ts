// Names of comparisons that may be keys or literals, as "text" and `true`: keys where an item of the whole result has them,
// also one that the question does not come to.
import type { Slices } from '../shared/slices';
import type { Field } from './expression/ast';
import { membersNamed } from './keys';
import { type Meter, Pace } from './meter';
import type { Observations } from './observations';
import { type Node, Part, type Tape } from './value';

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
		const isKey =
			(fields.get(name)?.hits ?? 0) > 0 ||
			(value instanceof Part && (yield* isBeside(value, name.name, meter)));
		if (isKey) found.push(name);
	}
	return found;
}

/** Tells whether an object as deep as a value has a key. */
function* isBeside({ tree, node }: Part, key: string, meter: Meter): Slices<boolean> {
	// Most such names are values alone.
	if (!isAKey(tree.source, JSON.stringify(key)) && !/\\[u/]/.test(tree.source)) return false;
	const depth = depthOf(tree, node) + 1;
	const pace = new Pace(meter);
	for (const member of membersNamed(tree, key, 0, meter)) {
		if (depthOf(tree, member) === depth) return true;
		if (pace.isDue()) yield;
	}
	return false;
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

const depthOf = (tree: Tape, node: Node): number => {
	let depth = 0;
	for (let at = node; at > 0; at = tree.parent(at)) depth++;
	return depth;
};
