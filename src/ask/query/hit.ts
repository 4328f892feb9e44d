// Rendering of hits: the place, the identity and the matching part.

import { exactJson } from '../../shared/json/write';
import { pointerStep } from '../../shared/json-values';
import { several } from '../../shared/shown-text';
import type { Node, Tape } from '../value';
import { identityAround, identityOf } from './identity';
import type { TermMatches, Unit } from './matches';
import { fold, type Term } from './terms';

/** Lengths up to which an item is shown whole: among few hits, and among many. */
const WHOLE = 420;
const WHOLE_OF_MANY = 180;
/** The same of a row that is the only hit. */
const WHOLE_ROW = 2_400;
/** Lengths of excerpts. */
const SNIPPET = 200;
const SNIPPET_OF_MANY = 120;
/** UTF-16 units of a text that is longer in which a pattern is looked for at once. */
const PART = 40;
/** Maximum number of matching fields shown. */
const MAX_MATCHES = 4;
/** UTF-16 units of a value that is shown in each place that has it. */
const REPEATED = 60;

/** Options for all hits of an answer. */
export interface Showing {
	readonly tree: Tape;
	readonly terms: readonly Term[];
	readonly marks: TermMatches;
	/** Many hits are shown briefly. */
	readonly isOneOfMany?: boolean;
	readonly isOnly?: boolean;
	/** Line numbers of items that are rows of a text. */
	readonly lines?: readonly number[];
	/** Returns an item with selected fields as JSON. */
	readonly project?: (node: Node) => string;
}

/** Renders a hit as JSON. */
export const hitJson = (unit: Unit, showing: Showing): string => {
	const { tree, lines, project } = showing;
	const { node } = unit;
	const identity = identityOf(tree, node);
	const around = identity.length > 0 || lines ? [] : identityAround(tree, node);
	const at =
		lines === undefined
			? `"path":${JSON.stringify(pointerTo(tree, node))}`
			: `"line":${lines[rowOf(tree, node)] ?? 1}`;
	const place = around.length === 0 ? at : `${at},"in":{${around.join(',')}}`;
	if (project && unit.isItem) return `{${place},"item":${project(node)}}`;
	const most = showing.isOneOfMany ? WHOLE_OF_MANY : lines && showing.isOnly ? WHOLE_ROW : WHOLE;
	if (tree.length(node) <= most)
		return `{${place},"${unit.isItem ? 'item' : 'value'}":${exactJson(tree, node)}}`;
	if (tree.kind(node) === 'string')
		return `{${place},"value":${JSON.stringify(snippet(tree.text(node), showing.terms, snippetOf(showing)))},"characters":${tree.text(node).length}}`;
	const isTold = identity.length > 0 && matchesExactly(unit, showing);
	return `{${[place, ...identity, ...(isTold ? [] : matches(unit, showing, identity))].join(',')}}`;
};

/** Returns true for a multi-line text that is shown as an excerpt. */
const isLongText = (tree: Tape, node: Node): boolean =>
	tree.kind(node) === 'string' && tree.length(node) > WHOLE && tree.text(node).includes('\n');

/** Returns the long text that is hit first; where lines of one may lack a term that the whole has, the only one there is. */
export const longTextIn = (
	tree: Tape,
	units: readonly Unit[],
	terms: readonly Term[],
): Node | undefined => {
	const hit = units.find(({ node }) => isLongText(tree, node))?.node;
	if (hit !== undefined || !terms.some(({ isNegated }) => isNegated)) return hit;
	const all: Node[] = [];
	for (let node = 1; node < tree.size && all.length < 2; node++)
		if (isLongText(tree, node)) all.push(node);
	return all.length === 1 ? all[0] : undefined;
};

const snippetOf = ({ isOneOfMany }: Showing): number => (isOneOfMany ? SNIPPET_OF_MANY : SNIPPET);

/** Returns true where the matches equal `key:value` and need not be shown. */
const matchesExactly = (unit: Unit, { tree, terms, marks }: Showing): boolean =>
	terms.every(
		(term) =>
			term.isNegated ||
			(term.kind === 'pair' && term.relation === ':' && !term.test && term.value !== ''),
	) &&
	markedIn(unit.node, tree, marks).every((inner) => {
		if (tree.isContainer(inner)) return false;
		const value = fold(tree.text(inner));
		return terms.some((term) => term.kind === 'pair' && term.value === value);
	});

const rowOf = (tree: Tape, node: Node): number => {
	let item = node;
	while (tree.parent(item) > 0) item = tree.parent(item);
	return firstFrom(tree.children(0), item);
};

/** Returns a JSON pointer (RFC 6901). */
export const pointerTo = (tree: Tape, node: Node): string => {
	const steps: string[] = [];
	for (let at = node; tree.parent(at) >= 0; at = tree.parent(at)) {
		const parent = tree.parent(at);
		const step =
			tree.kind(parent) === 'array' ? String(firstFrom(tree.children(parent), at)) : tree.key(at);
		steps.push(pointerStep(step));
	}
	return steps.reverse().join('');
};

/** The values that match, but for those that identify the item, as a member; none where these are all. */
const matches = (unit: Unit, showing: Showing, identity: readonly string[]): readonly string[] => {
	const { tree, marks } = showing;
	const told = new Map<string, string>();
	const said = new Set<string>();
	const most = Math.min(MAX_MATCHES, showing.terms.length + 1);
	const length = snippetOf(showing);
	const own = pointerTo(tree, unit.node).length;
	const all = marks.inside[unit.node] as number;
	let met = 0;
	let characters = 0;
	for (const node of byTerms(inOrder(unit, showing), marks)) {
		// Values that match only one term would mislead beside full matches.
		if (met === all && !isInPlace(unit, node, tree)) break;
		// Further values only repeat what is shown.
		if (characters > length / 2 && met === all) break;
		met |= marks.inside[node] as number;
		const shown = withItem(tree, node, unit.node);
		const path = pointerTo(tree, shown).slice(own) || '/';
		const value = valueJson(tree, shown, showing.terms, length);
		const text = tree.isContainer(node) ? value : tree.text(node);
		// A long text is not said twice.
		if (told.has(path) || (said.has(text) && text.length > REPEATED)) continue;
		told.set(path, value);
		said.add(text);
		characters += value.length;
		if (told.size === most) break;
	}
	const members = [...told]
		.filter(([path, value]) => !identity.includes(`${JSON.stringify(path.slice(1))}:${value}`))
		.map(([path, value]) => `${JSON.stringify(path)}:${value}`);
	return members.length === 0 ? [] : [`"match":{${members.join(',')}}`];
};

/** Puts those first that match a term which none before does. */
const byTerms = (nodes: readonly Node[], { inside }: TermMatches): readonly Node[] => {
	let met = 0;
	const adding = nodes.filter((node) => {
		const before = met;
		met |= inside[node] as number;
		return met !== before;
	});
	return [...new Set([...adding, ...nodes])];
};

/** Orders matches: full matches first, URLs last. */
const inOrder = (unit: Unit, { tree, marks }: Showing): readonly Node[] => {
	const inside = new Set<Node>();
	for (const place of [...unit.places.slice(0, MAX_MATCHES), unit.node])
		for (const inner of markedIn(place, tree, marks)) inside.add(inner);
	const isAddress = (inner: Node): boolean =>
		tree.kind(inner) === 'string' && /^https?:/.test(tree.text(inner));
	const rank = (inner: Node): number =>
		(isInPlace(unit, inner, tree) ? 0 : 8) +
		(unit.places.includes(inner) ? 0 : 1) +
		(isAddress(inner) ? 4 : 0) +
		(tree.isContainer(inner) ? 2 : 0);
	return [...inside]
		.map((inner) => ({ inner, order: rank(inner) }))
		.sort((a, b) => a.order - b.order || a.inner - b.inner)
		.map(({ inner }) => inner);
};

const isInPlace = ({ places }: Unit, inner: Node, tree: Tape): boolean =>
	places.length === 0 || places.some((place) => place <= inner && inner < tree.after(place));

/** Returns matching nodes inside an item. */
const markedIn = (node: Node, tree: Tape, marks: TermMatches): readonly Node[] => {
	const inside: Node[] = [];
	const last = tree.after(node);
	for (let at = firstFrom(marks.nodes, node); at < marks.nodes.length; at++) {
		const inner = marks.nodes[at] as Node;
		if (inner >= last || inside.length === MAX_SCANNED) break;
		inside.push(inner);
	}
	return inside;
};

const MAX_SCANNED = 60;

/** Widens a value to its short list item. */
const withItem = (tree: Tape, node: Node, unit: Node): Node => {
	for (let at = node; at > unit; at = tree.parent(at)) {
		if (tree.length(at) > SNIPPET) return node;
		if (tree.kind(at) === 'object' && tree.kind(tree.parent(at)) === 'array') return at;
	}
	return node;
};

const valueJson = (tree: Tape, node: Node, terms: readonly Term[], length: number): string => {
	const kind = tree.kind(node);
	if (kind === 'string' && tree.length(node) > length)
		return JSON.stringify(snippet(tree.text(node), terms, length));
	if (tree.length(node) <= SNIPPET) return exactJson(tree, node);
	return JSON.stringify(
		kind === 'array'
			? `[…${several(tree.count(node), 'item')}]`
			: `{…${several(tree.count(node), 'field')}}`,
	);
};

/** Returns the place of the first of sorted nodes from one on. */
export const firstFrom = (nodes: ArrayLike<Node>, node: Node): number => {
	let low = 0;
	let high = nodes.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((nodes[middle] as number) < node) low = middle + 1;
		else high = middle;
	}
	return low;
};

/** Excerpts a text around the first match. */
export const snippet = (text: string, terms: readonly Term[], length = SNIPPET): string => {
	if (text.length <= length) return text;
	const folded = fold(text);
	const places = terms
		.filter(({ isNegated }) => !isNegated)
		.map((term) =>
			term.kind === 'words'
				? folded.indexOf(term.needle)
				: term.kind === 'pair'
					? folded.indexOf(term.value)
					: firstMeeting(text, term.test),
		)
		.filter((place) => place >= 0);
	const place = places.length > 0 ? Math.min(...places) : 0;
	const from = Math.max(0, Math.min(place - Math.floor(length / 3), text.length - length));
	const to = Math.min(text.length, from + length);
	const shown = text.slice(from, to).toWellFormed();
	return `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`;
};

/** Locates a pattern, which only tests: the first part that it meets, with the beginning of the next. */
const firstMeeting = (text: string, test: (text: string) => boolean): number => {
	for (let at = 0; at < text.length; at += PART) if (test(text.slice(at, at + 2 * PART))) return at;
	return -1;
};
