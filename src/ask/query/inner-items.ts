// Terms of keys that the items of inner lists have, or the entries of inner maps: one of these is to meet them.

import type { Meter } from '../meter';
import { isContainer } from '../outline';
import type { Node, Tape } from '../value';
import { firstFrom } from './hit';
import { areObjects, type TermMatches } from './matches';
import { fold, type Term } from './terms';

/** What is looked for: bits of terms that are met, of those of them that are of a key, and of terms that are not met. */
export interface Wanted {
	readonly wanted: number;
	readonly keyed: number;
	readonly unwanted: number;
	/** Keys that terms name on the way to theirs. */
	readonly named: ReadonlySet<string>;
}

/** Returns what terms look for. */
export const wantedOf = (terms: readonly Term[]): Wanted => {
	const bits = (has: (term: Term) => boolean): number =>
		terms.reduce((all, term, at) => (has(term) ? all | (1 << at) : all), 0);
	return {
		wanted: bits(({ isNegated }) => !isNegated),
		keyed: bits(({ isNegated, kind }) => !isNegated && kind === 'pair'),
		unwanted: bits(({ isNegated }) => isNegated),
		named: new Set(terms.flatMap((term) => (term.kind === 'pair' ? term.path.slice(0, -1) : []))),
	};
};

/** Terms that are met in an item outside of its inner items of which a key is asked, and these by their list. */
interface Met {
	bits: number;
	readonly inner: Map<string, Met[]>;
}

/** Returns what tells of an item whether one of the inner items of each list of which a key is asked meets the terms. */
export const meeting = (
	tree: Tape,
	{ own, nodes }: TermMatches,
	{ wanted, keyed, unwanted, named }: Wanted,
	meter: Meter,
): ((unit: Node) => boolean) => {
	const alike = new Map<Node, boolean>();
	const areAlike = (node: Node): boolean => {
		const known = alike.get(node) ?? areEntries(tree, node);
		alike.set(node, known);
		return known;
	};
	const isInner = (node: Node): boolean => {
		const around = tree.parent(node);
		if (!isContainer(tree, node) || around < 0) return false;
		return tree.kind(around) === 'array' || (areAlike(around) && !named.has(fold(tree.key(node))));
	};
	const places = new Map<Node, string>();
	const placeOf = (node: Node): string => {
		const known = places.get(node);
		if (known !== undefined || node <= 0) return known ?? '';
		const isAny = isInner(node) || tree.keyStart(node) < 0;
		const place = `${placeOf(tree.parent(node))}/${isAny ? '' : tree.key(node)}`;
		places.set(node, place);
		return place;
	};
	/** Places of the innermost items with a key that is asked. */
	const asked = new Set<string>();
	for (const node of nodes) {
		if (((own[node] as number) & keyed) === 0) continue;
		let at = node;
		while (at > 0 && !isInner(at)) at = tree.parent(at);
		asked.add(placeOf(at));
		meter.step();
	}
	const bitsOf = ({ bits, inner }: Met): readonly number[] => {
		let found: readonly number[] = [bits];
		for (const group of inner.values()) {
			const each = [...new Set(group.flatMap(bitsOf))];
			const met = each.filter((one) => (one & keyed) !== 0);
			const one = met.length > 0 ? met : [each.reduce((all, more) => all | more, 0)];
			meter.step(found.length * one.length);
			found = [...new Set(found.flatMap((some) => one.map((more) => some | more)))];
		}
		return found;
	};
	return (unit) => {
		const all = new Map<Node, Met>();
		const metAt = (node: Node): Met => {
			let at = node;
			while (at !== unit && !(isInner(at) && asked.has(placeOf(at)))) at = tree.parent(at);
			const known = all.get(at);
			if (known) return known;
			const met: Met = { bits: 0, inner: new Map() };
			all.set(at, met);
			if (at === unit) return met;
			const { inner } = metAt(tree.parent(at));
			const group = inner.get(placeOf(at));
			if (group) group.push(met);
			else inner.set(placeOf(at), [met]);
			return met;
		};
		const end = tree.after(unit);
		for (let at = firstFrom(nodes, unit); at < nodes.length && (nodes[at] as Node) < end; at++) {
			metAt(nodes[at] as Node).bits |= own[nodes[at] as Node] as number;
			meter.step();
		}
		return bitsOf(metAt(unit)).some(
			(bits) => (bits & wanted) === wanted && (bits & unwanted) === 0,
		);
	};
};

/** Tells whether the members of an object are several of a kind: each has half of the keys of the first. */
const areEntries = (tree: Tape, node: Node): boolean => {
	const members = tree.children(node).subarray(0, 50);
	const [first] = members;
	if (first === undefined || members.length < 2 || !areObjects(tree, members)) return false;
	const keys = Array.from(tree.children(first), (child) => tree.key(child));
	return members.every(
		(one) => keys.filter((key) => tree.member(one, key) >= 0).length * 2 > keys.length,
	);
};
