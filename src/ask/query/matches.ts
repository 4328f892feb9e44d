// Matches of terms in a document, found in one pass, and the items they belong to.

import type { Slices } from '../../shared/slices';
import type { Pace } from '../meter';
import { itemsIn, type MainList } from '../outline';
import type { Node, Tape } from '../value';
import type { Wanted } from './inner-items';
import { nodesNamed } from './known-keys';
import { isMap } from './maps';
import {
	fold,
	isExactMatch,
	isWholeWord,
	type KeyValue,
	matchesValue,
	type Term,
	type Words,
} from './terms';

export interface TermMatches {
	/** Terms matched inside each subtree, a bit per term, and by each value itself. */
	readonly inside: Int32Array;
	readonly own: Int32Array;
	/** The same for whole words and exact values. */
	readonly whole: Int32Array;
	/** Number of matching values or keys by term. */
	readonly counts: readonly number[];
	/** Matching nodes in document order. */
	readonly nodes: readonly Node[];
	/** Matches deeper in the items that have the key themselves. */
	readonly deeper: readonly Node[];
	/** By term of a key where it may be met: at the key, or, of a comparison, at each value. */
	readonly sites: readonly Sites[];
}

/** Places where a term of a key may be met, and those of them where it is. */
export interface Sites {
	readonly all: readonly Node[];
	readonly met: readonly Node[];
}

/** Finds the matches of all terms; `key:value` prefers the own keys of the items in `lists`. */
export function* matchTerms(
	tree: Tape,
	terms: readonly Term[],
	pace: Pace,
	lists: ReadonlySet<Node> = new Set(),
): Slices<TermMatches> {
	const deeper: Node[] = [];
	const sites = terms.map((): Sites => ({ all: [], met: [] }));
	const inside = new Int32Array(tree.size);
	const whole = new Int32Array(tree.size);
	const counts = terms.map(() => 0);
	const folded = terms.some(({ kind }) => kind === 'words') ? fold(tree.source) : '';
	for (const [at, term] of terms.entries()) {
		const bit = 1 << at;
		const mark: Mark = (node, isWholeWord) => {
			if (((inside[node] as number) & bit) === 0) counts[at] = (counts[at] as number) + 1;
			inside[node] = (inside[node] as number) | bit;
			if (isWholeWord) whole[node] = (whole[node] as number) | bit;
		};
		if (term.kind === 'pair') {
			const found = yield* markPairs(tree, term, mark, lists, pace);
			sites[at] = found.sites;
			deeper.push(...found.deeper);
		}
		// Folding that changes the length moves the offsets.
		else if (term.kind === 'words' && folded.length === tree.source.length)
			markWords(tree, folded, term, mark);
		else
			for (let node = 0; node < tree.size; node++) {
				if (term.kind === 'words') markDecoded(tree, node, term.needle, mark);
				else if (textsOf(tree, node).some((text) => term.test(text))) mark(node, true);
				if (pace.isDue(term.kind === 'words' ? 1 : TEST_STEPS)) yield;
			}
	}
	const nodes: Node[] = [];
	for (let node = 0; node < tree.size; node++) if (inside[node] !== 0) nodes.push(node);
	const own = inside.slice();
	for (let node = tree.size - 1; node > 0; node--) {
		if (inside[node] === 0) continue;
		const parent = tree.parent(node);
		inside[parent] = (inside[parent] as number) | (inside[node] as number);
		whole[parent] = (whole[parent] as number) | (whole[node] as number);
	}
	return { inside, own, whole, counts, nodes, deeper, sites };
}

/** Steps of work that a try of a pattern counts as, beside those of its characters. */
const TEST_STEPS = 20;

type Mark = (node: Node, isWholeWord: boolean) => void;

/** Scans values and occurrences in parallel, both in source order. */
const markWords = (tree: Tape, folded: string, { needle }: Words, mark: Mark): void => {
	let found = folded.indexOf(needle);
	const hasEscapes = tree.source.includes('\\');
	if (found < 0 && !hasEscapes) return;
	const test = (node: Node, from: number, to: number): void => {
		while (found >= 0 && found < from) found = folded.indexOf(needle, found + 1);
		while (found >= 0 && found + needle.length <= to) {
			mark(node, isWholeWord(folded, found, needle.length));
			found = folded.indexOf(needle, found + 1);
		}
	};
	for (let node = 0; node < tree.size; node++) {
		if (found < 0 && !hasEscapes) return;
		if (hasEscapes && tree.isEscaped(node)) {
			markDecoded(tree, node, needle, mark);
			continue;
		}
		const keyStart = tree.keyStart(node);
		if (keyStart >= 0) test(node, keyStart, tree.keyEnd(node));
		// Only the key belongs to a container itself.
		if (!tree.isContainer(node)) test(node, tree.start(node), tree.end(node));
	}
};

const markDecoded = (tree: Tape, node: Node, needle: string, mark: Mark): void => {
	for (const text of textsOf(tree, node)) {
		const folded = fold(text);
		for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + 1)) {
			const isWhole = isWholeWord(folded, at, needle.length);
			mark(node, isWhole);
			if (isWhole) break;
		}
	}
};

/** Returns a node's key and scalar text. */
const textsOf = (tree: Tape, node: Node): readonly string[] => {
	const own = tree.isContainer(node) ? [] : [tree.text(node)];
	return tree.keyStart(node) < 0 ? own : [tree.key(node), ...own];
};

/** Marks values under a matching key: of those that items have themselves, where these have it; the others are deeper. */
function* markPairs(
	tree: Tape,
	term: KeyValue,
	mark: Mark,
	lists: ReadonlySet<Node>,
	pace: Pace,
): Slices<{ readonly sites: Sites; readonly deeper: readonly Node[] }> {
	const name = term.path.at(-1) ?? '';
	const isCompared = term.relation !== ':';
	const none = () => ({ values: [] as Node[], all: [] as Node[], met: [] as Node[] });
	const [own, others] = [none(), none()];
	for (const node of nodesNamed(tree, name)) {
		if (!isBelow(tree, node, term.path)) continue;
		const isOwn = term.path.length === 1 && lists.has(tree.parent(tree.parent(node)));
		const { values, all, met } = isOwn ? own : others;
		const before = values.length;
		const last = tree.after(node);
		for (let inner = node; inner < last; inner++) {
			// A tag of YAML, as in `VpcId: !Ref Vpc`, is written before the value.
			const isTag = inner === node + 1 && tree.key(inner).startsWith('!');
			const isMet =
				(!tree.isContainer(inner) && matchesValue(term, tree.text(inner))) ||
				(isTag && matchesValue(term, tree.key(inner)));
			if (isMet) values.push(inner);
			if (isCompared && inner > node) all.push(inner);
			if (isCompared && inner > node && isMet) met.push(inner);
			if (pace.isDue()) yield;
		}
		if (term.value === '' && !term.test && tree.isContainer(node)) values.push(node);
		if (isCompared && last > node + 1) continue;
		all.push(node);
		if (values.length > before) met.push(node);
	}
	const isTheirs = own.all.length > 0;
	const { values, ...sites } = isTheirs ? own : others;
	for (const node of values)
		mark(node, tree.isContainer(node) || isExactMatch(term, tree.text(node)));
	return { sites, deeper: isTheirs && !term.isNegated ? others.values : [] };
}

/** Matches the ancestors' keys, through lists. */
const isBelow = (tree: Tape, node: Node, path: readonly string[]): boolean => {
	let above = node;
	for (let step = path.length - 2; step >= 0; step--) {
		do above = tree.parent(above);
		while (above > 0 && tree.keyStart(above) < 0);
		if (above <= 0 || fold(tree.key(above)) !== path[step]) return false;
	}
	return true;
};

export interface Unit {
	/** The item, or a value outside of items. */
	readonly node: Node;
	/** An item of a list or map. */
	readonly isItem: boolean;
	/** All terms match whole words or exact values. */
	readonly isWhole: boolean;
	/** Innermost values that match all terms. */
	readonly places: readonly Node[];
}

/** Finds units that match all that is wanted and nothing unwanted; whole words first. @param meets tells it of units with inner items */
export const findUnits = (
	tree: Tape,
	marks: TermMatches,
	{ wanted, unwanted }: Wanted,
	list: MainList | undefined,
	meets?: (unit: Node) => boolean,
): readonly Unit[] => {
	const { inside, whole, own } = marks;
	const found = new Map<Node, { readonly isItem: boolean; readonly places: Node[] }>();
	const lists = new Set(list?.nodes);
	if (wanted === 0) {
		const all = list ? itemsIn(tree, list.nodes) : tree.children(0);
		for (const node of all) found.set(node, { isItem: true, places: [] });
	} else
		for (const node of innermost(tree, inside, wanted)) {
			const [unit, isItem] = unitAround(tree, node, lists);
			// Terms in different items of a list match no item together, but the one that the list is in; the list's own key
			// may be one of them.
			const isBetween = holdsItems(tree, node) || (node === 0 && list);
			const isWithin = list ? lists.has(tree.parent(unit)) : isItem && !holdsItems(tree, unit);
			if (isBetween && own[node] === 0 && !isWithin) continue;
			const known = found.get(unit);
			if (known) known.places.push(node);
			else found.set(unit, { isItem, places: [node] });
		}
	const units: Unit[] = [];
	for (const [node, { isItem, places }] of found) {
		if (meets ? !meets(node) : ((inside[node] as number) & unwanted) !== 0) continue;
		const isWhole = ((whole[node] as number) & wanted) === wanted;
		units.push({ node, isItem, isWhole, places });
	}
	units.sort((a, b) => a.node - b.node);
	return [...units.filter(({ isWhole }) => isWhole), ...units.filter(({ isWhole }) => !isWhole)];
};

const holdsItems = (tree: Tape, node: Node): boolean => {
	if (tree.kind(node) !== 'array') return isMap(tree, node);
	const [first] = tree.children(node);
	return first !== undefined && tree.isContainer(first);
};

/** Finds values that match all terms while no part does. */
const innermost = (tree: Tape, inside: Int32Array, wanted: number): readonly Node[] => {
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

/** Returns the item around a value, of the main list before any other, or the value itself. */
const unitAround = (
	tree: Tape,
	node: Node,
	lists: ReadonlySet<Node>,
): readonly [Node, isItem: boolean] => {
	for (let at = node; at > 0; at = tree.parent(at))
		if (lists.has(tree.parent(at))) return [at, true];
	for (let at = node; at > 0; at = tree.parent(at)) {
		const parent = tree.parent(at);
		const isOfList = tree.kind(parent) === 'array' && tree.isContainer(at);
		if (isOfList || (tree.kind(at) === 'object' && isMap(tree, parent))) return [at, true];
	}
	return [node, node > 0 && tree.kind(tree.parent(node)) === 'array'];
};
