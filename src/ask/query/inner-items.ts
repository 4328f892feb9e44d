// Terms of keys that the items of inner lists have, or the entries of inner maps: one of these is to meet them.

import type { Meter } from '../meter';
import type { Node, Tape } from '../value';
import { areEntries } from './maps';
import type { TermMatches } from './matches';
import { fold, type Term } from './terms';

/** The terms of a search: bits of terms that are met, of those of them that are of a key, and of terms that are not met. */
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

/**
 * Returns what tells of an item whether one of the inner items of each list of which a key is asked meets the terms;
 * undefined where it is asked of the items of `lists` alone.
 */
export const meeting = (
	tree: Tape,
	{ own, sites }: TermMatches,
	{ wanted, keyed, unwanted, named }: Wanted,
	lists: readonly Node[],
	meter: Meter,
): ((unit: Node) => boolean) | undefined => {
	const isInner = (node: Node): boolean => {
		const around = tree.parent(node);
		if (around < 0) return false;
		if (tree.kind(around) === 'array') return true;
		return areEntries(tree, around) && !named.has(fold(tree.key(node)));
	};
	/** Places of items, by what they are in. */
	const places = new Map<Node, string>();
	const placeOf = (node: Node): string => {
		if (node <= 0) return '';
		const around = tree.parent(node);
		if (!isInner(node)) return `${placeOf(around)}/${tree.key(node)}`;
		const place = places.get(around) ?? `${placeOf(around)}/`;
		places.set(around, place);
		return place;
	};
	/** Places of the innermost items with a key that is asked, and one that stands for all that have a key in common. */
	const asked = new Map<string, string>();
	/** The places with a key that is not to be met, by its term. */
	const unmet: (readonly [bit: number, places: readonly string[]])[] = [];
	/** Terms that each value meets itself; those of a key where that is asked. */
	const pairs = sites.reduce(
		(bits, { all }, term) => (all.length > 0 ? bits | (1 << term) : bits),
		0,
	);
	const met = own.map((bits) => bits & ~pairs);
	for (const [term, { all, met: found }] of sites.entries()) {
		const bit = 1 << term;
		const having = new Set<string>();
		for (const node of found) met[node] = (met[node] as number) | bit;
		for (const node of all) {
			meter.step();
			let at = node;
			while (at > 0 && !isInner(at)) at = tree.parent(at);
			having.add(placeOf(at));
		}
		if ((unwanted & bit) !== 0) {
			unmet.push([bit, [...having]]);
			continue;
		}
		const joined = new Set([...having].map((place) => asked.get(place) ?? place));
		const [first = ''] = joined;
		for (const place of having) asked.set(place, first);
		for (const [place, other] of asked) if (joined.has(other)) asked.set(place, first);
	}
	/** By place the terms that are not to be met and that its items cannot tell: others of the kind have their keys. */
	const untold = new Map<string, number>();
	/** Terms that are not to be met by the items that are asked, and may be by others. */
	let told = 0;
	for (const [bit, places] of unmet) {
		const having = [...asked.keys()].filter((own) => places.some((at) => at.startsWith(own)));
		const kinds = new Set(having.map((place) => asked.get(place)));
		if (having.length > 0) told |= bit;
		for (const [place, kind] of asked)
			if (kinds.has(kind) && !having.includes(place))
				untold.set(place, (untold.get(place) ?? 0) | bit);
	}
	const ofItems = new Set(lists.flatMap((list) => (tree.count(list) > 0 ? placeOf(list + 1) : [])));
	if (lists.length > 0 && [...asked.keys()].every((place) => ofItems.has(place))) return undefined;
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
			const met: Met = { bits: at === unit ? 0 : (untold.get(placeOf(at)) ?? 0), inner: new Map() };
			all.set(at, met);
			if (at === unit) return met;
			const { inner } = metAt(tree.parent(at));
			const kind = asked.get(placeOf(at)) ?? '';
			const group = inner.get(kind);
			if (group) group.push(met);
			else inner.set(kind, [met]);
			return met;
		};
		const outer = metAt(unit);
		const beside = asked.has(placeOf(unit)) ? ~0 : ~told;
		for (let node = unit; node < tree.after(unit); node++) {
			if (met[node] === 0) continue;
			const within = metAt(node);
			within.bits |= (met[node] as number) & (within === outer ? beside : ~0);
			meter.step();
		}
		return bitsOf(outer).some((bits) => (bits & wanted) === wanted && (bits & unwanted) === 0);
	};
};
