// Searches documents: the number of matching items, the first hits, and alternatives when nothing matches.

import { defined } from '../../shared/json-values';
import { nearestName } from '../../shared/nearest-names';
import { ok, type Result } from '../../shared/result';
import { isSpeakable, several, shownName } from '../../shared/shown-text';
import type { Slices } from '../../shared/slices';
import { membersNamed } from '../keys';
import { boundsFor, Meter, Pace } from '../meter';
import {
	fieldsFound,
	itemsIn,
	LEAST_INSIDE,
	listsBeside,
	listsIn,
	type MainList,
	mainList,
	pathTo,
} from '../outline';
import type { Node, Tape } from '../value';
import { alternatives, itemKeys, keyAlternatives, wantedRest } from './alternatives';
import { firstFrom, hitJson, longTextIn, pointerTo, type Showing } from './hit';
import { meeting, type Wanted, wantedOf } from './inner-items';
import { joined, nodesNamed, resolveTerm, unknownKeyNotice } from './known-keys';
import { holdersIn } from './maps';
import { findUnits, matchTerms, type TermMatches, type Unit } from './matches';
import { comparedNote, fold, type Term, termsOf } from './terms';

/** Hits kept for pagination; the total counts all. */
export const MAX_HITS = 2_000;
/** Up to so many hits are shown in detail. */
const FEW = 3;
/** Steps of work that a shown hit counts as. */
const HIT_STEPS = 600;

/** Hits of a text search in a document. */
export interface Found {
	readonly total: number;
	/** JSON, at most `MAX_HITS`. */
	readonly hits: readonly string[];
	/** Items in the hits, where one may hold several. */
	readonly listed?: number;
	/** JSON members that precede the hits. */
	readonly facts: readonly string[];
	/** Dotted paths of the fields that were hit first, from an item down. */
	readonly fields?: readonly string[];
	/** The only hit, where it is a long text: its lines tell more. */
	readonly inner?: { readonly pointer: string; readonly text: string };
}

/** Hits whose fields are named. */
const NAMED = 20;

export interface FindOptions extends Pick<Showing, 'lines'> {
	/** The only fields that are given of an item. */
	readonly fields?: readonly string[];
	/** Returns what gives these fields of an item as JSON. */
	readonly projector?: (fields: readonly string[]) => (node: Node) => string;
	/** Returns the call that repeats the query on a value. */
	readonly innerCall?: (pointer: string) => string | undefined;
}

/** Finds the items that match a query, best first. */
export function* findInTree(
	tree: Tape,
	query: string,
	options: FindOptions,
): Slices<Result<Found, string>> {
	const meter = new Meter(boundsFor(tree.size));
	const pace = new Pace(meter);
	const read = termsOf(query, meter);
	if (!read.ok) return read;
	const isKey = (name: string): boolean => !nodesNamed(tree, name).next().done;
	const terms = joined(read.value, isKey).map((term) => resolveTerm(tree, term, isKey));
	const lists = listsAsked(tree, terms);
	const marks = yield* matchTerms(tree, terms, pace, new Set(lists.outer?.nodes));
	const asked = wantedOf(terms);
	const inner = lists.inner.findLast((each) => holdsAsked(tree, each, terms, marks, asked));
	const list = inner ?? lists.main;
	const all = inner ?? lists.outer;
	const untold = all ? listsUntold(tree, terms, marks, all) : [];
	const isUntold = ({ node }: Unit): boolean =>
		untold.some(({ list }) => list < node && node < tree.after(list));
	const meetingOf = (wanted: Wanted) =>
		wanted.keyed === 0 ? undefined : meeting(tree, marks, wanted, all?.nodes ?? [], meter);
	const meets = meetingOf(asked);
	const both = findUnits(tree, marks, asked, all, meets);
	const told = untold.length > 0 ? both.filter((unit) => !isUntold(unit)) : both;
	const found = told.length > 0 ? told : both;
	const total = found.length;
	const rest = total > 0 ? undefined : wantedRest(terms, marks, asked);
	const units = rest ? findUnits(tree, marks, rest, all, meetingOf(rest)) : found;
	const { lines } = options;
	const many = { isOneOfMany: units.length > FEW, isOnly: total === 1 };
	const whole: Showing = { tree, terms, marks, ...many, ...defined({ lines }) };
	const { fields, notice } = meantFields(tree, options.fields ?? []);
	const project = fields.length > 0 ? options.projector?.(fields) : undefined;
	const hitsAs = function* (as: Showing): Slices<string[]> {
		const shown: string[] = [];
		for (const unit of units.slice(0, total > 0 ? MAX_HITS : FEW)) {
			shown.push(hitJson(unit, as));
			if (pace.isDue(HIT_STEPS)) yield;
		}
		return shown;
	};
	let hits = yield* hitsAs({ ...whole, ...defined({ project }) });
	const isNone = project && hits.length > 0 && hits.every((hit) => hit.endsWith('"item":{}}'));
	if (isNone) hits = yield* hitsAs(whole);
	const facts = [`"total":${total}`];
	const long = lines ? undefined : longTextIn(tree, units.slice(0, MAX_HITS), terms);
	const pointer = long === undefined ? undefined : pointerTo(tree, long);
	const call = pointer && options.innerCall?.(pointer);
	const met = new Set(found.map(({ node }) => node));
	const anyhow = meets ? findUnits(tree, marks, asked, all) : [];
	const apart = anyhow.filter((unit) => !met.has(unit.node) && !isUntold(unit)).length;
	if (marks.deeper.length > 0) facts.push(`"deeper":${marks.deeper.length}`);
	if (total === 0) facts.push(...alternatives(tree, terms, marks, { rest: units.length, apart }));
	else {
		facts.push(...itemCounts(units, all), ...exactCounts(terms, units));
		const key = keyNotice(tree, terms, marks, list);
		const notes = [
			isNone ? `No hit has ${fields.slice(0, FEW).map(shownName).join(', ')}.` : notice,
			unknownKeyNotice(terms),
			key,
			comparedNote(terms),
			apart > 0 && `${apart} more ${apart === 1 ? 'has' : 'have'} them in several inner items.`,
			all && all.nodes.length > (list?.nodes.length ?? 1) && byLists(tree, units, all),
			...untold.map(
				({ list, text }) =>
					`${shownName(pathTo(tree, list))} has no key of ${text}${told.length > 0 ? ', none of it is counted' : ', which is not applied there'}.`,
			),
			call && `Lines of a long text: ${call}.`,
		];
		const notices = notes.filter(Boolean);
		if (notices.length > 0) facts.push(`"notice":${JSON.stringify(notices.join(' '))}`);
		if (isNone || (notice !== undefined && !project) || notes[1] !== undefined)
			facts.push(`"keys":${keyAlternatives(tree)}`);
	}
	const isOnly = total === 0 || (total === 1 && units[0]?.node === long);
	const isInner = isOnly && long !== undefined && pointer && !project;
	const text = isInner ? { pointer, text: tree.text(long) } : undefined;
	const named = fieldsFound(tree, units.slice(0, NAMED));
	return ok({ total, hits, facts, fields: named, ...defined({ inner: text }) });
}

/** Returns the main list, it with those beside it, and the lists in its items; of a document of maps these. */
const listsAsked = (tree: Tape, terms: readonly Term[]) => {
	const main = mainList(tree);
	const nodes = holdersIn(tree, 0);
	const isMapped = nodes.some(
		(map) =>
			tree.kind(map) === 'object' &&
			(!main || main.nodes.some((list) => map < list && list < tree.after(map))),
	);
	if (main && !isMapped) return { main, outer: allLists(tree, main), inner: listsIn(tree) };
	const items = itemsIn(tree, nodes);
	// Words alone are found in the innermost items of lists none of which is the main one.
	const areWords = terms.every(({ kind, isNegated }) => kind !== 'pair' && !isNegated);
	if (items.length === 0 || (areWords && !isMapped))
		return { main: undefined, outer: undefined, inner: [] };
	const outer: MainList = { nodes, path: '', count: items.length };
	const within = items.flatMap((item) => mainList(tree, item)?.nodes ?? []);
	const count = itemsIn(tree, within).length;
	const areMost = within.length === items.length && count >= LEAST_INSIDE * items.length;
	return { main: undefined, outer, inner: areMost ? [{ nodes: within, path: '', count }] : [] };
};

/** Returns a list with those beside it as one: of a document with several all are asked. */
const allLists = (tree: Tape, list: MainList | undefined): MainList | undefined => {
	const others = list ? listsBeside(tree, list) : [];
	if (!list || others.length === 0) return list;
	const nodes = [...list.nodes, ...others];
	return { nodes, path: list.path, count: itemsIn(tree, nodes).length };
};

/** Returns the lists that have nowhere the key of a term that is not to be met, where others have it. */
const listsUntold = (
	tree: Tape,
	terms: readonly Term[],
	{ sites }: TermMatches,
	{ nodes }: MainList,
) =>
	terms.flatMap(({ isNegated, text }, at) => {
		const all = isNegated && nodes.length > 1 ? (sites[at]?.all ?? []) : [];
		const has = (list: Node) => all.some((node) => list < node && node < tree.after(list));
		return nodes.some(has)
			? nodes.filter((list) => !has(list)).map((list) => ({ list, text: `-${text}` }))
			: [];
	});

/** Says of how many items of each list what was found is. */
const byLists = (tree: Tape, units: readonly Unit[], { nodes }: MainList): string => {
	const told = nodes.flatMap((list) => {
		const found = units.filter(({ node }) => list < node && node < tree.after(list)).length;
		return found === 0 ? [] : `${found} of ${tree.count(list)} in ${shownName(pathTo(tree, list))}`;
	});
	if (told.length === 0) return `None in ${nodes.length} lists.`;
	const others = nodes.length - told.length;
	return `Of several lists: ${told.join(', ')}${others > 0 ? `; none in ${several(others, 'other')}` : ''}.`;
};

/**
 * Tells whether all that is wanted, and all values under its keys, stand in items of a list, and there some of each term
 * that is not to be met; where nothing is wanted, all of these.
 */
const holdsAsked = (
	tree: Tape,
	{ nodes }: MainList,
	terms: readonly Term[],
	{ own, nodes: marked }: TermMatches,
	{ wanted }: Wanted,
): boolean => {
	const isHeld = (node: Node): boolean => {
		const list = nodes[firstFrom(nodes, node) - 1];
		return list !== undefined && node < tree.after(list);
	};
	return terms.every((term, at) => {
		const met = marked.filter((node) => ((own[node] as number) & (1 << at)) !== 0);
		const name = term.kind === 'pair' ? term.path.at(-1) : undefined;
		const having = name === undefined ? met : [...met, ...nodesNamed(tree, name)];
		const isEnough = term.isNegated && wanted !== 0;
		return isEnough ? having.length === 0 || having.some(isHeld) : having.every(isHeld);
	});
};

/** Returns the fields that are meant: of those that are nowhere the nearest of the items' keys, and what is said of them. */
const meantFields = (tree: Tape, asked: readonly string[]) => {
	const isThere = (field: string): boolean =>
		[field, nameIn(field)].some((key) => !membersNamed(tree, key).next().done);
	const unknown = asked.filter((field) => !isThere(field));
	const near = new Map(unknown.map((field) => [field, nearestName(field, itemKeys(tree))]));
	const told = unknown.slice(0, FEW).map((field) => {
		const name = near.get(field);
		return name === undefined
			? shownName(field)
			: `${shownName(field)} (${shownName(name)} is shown)`;
	});
	const fields = asked.flatMap((field) => (near.has(field) ? (near.get(field) ?? []) : field));
	return {
		fields: [...new Set(fields)],
		notice: told.length === 0 ? undefined : `No hit has ${told.join(', ')}.`,
	};
};

const nameIn = (path: string): string => path.split('.').at(-1) ?? path;

/** Items of which a key may be that of each. */
const LEAST_ITEMS = 3;

/** Says of a word that it is the key of most items, which it does not tell apart. */
const keyNotice = (
	tree: Tape,
	terms: readonly Term[],
	{ nodes }: TermMatches,
	list: MainList | undefined,
): string | undefined => {
	const of = list?.nodes ?? [0];
	const items = itemsIn(tree, of).length;
	if (items < LEAST_ITEMS || (!list && !tree.isContainer(tree.children(0)[0] ?? 0)))
		return undefined;
	for (const term of terms) {
		if (term.kind !== 'words' || term.isNegated || term.key !== undefined) continue;
		const { needle } = term;
		const having = new Map<string, Set<Node>>();
		const kinds = new Set<string>();
		for (const node of nodes) {
			if (tree.keyStart(node) < 0 || fold(tree.key(node)) !== needle) continue;
			let item = node;
			while (item > 0 && !of.includes(tree.parent(item))) item = tree.parent(item);
			if (item <= 0 || item === node) continue;
			const path = pathTo(tree, node, item);
			having.set(path, (having.get(path) ?? new Set()).add(item));
			kinds.add(tree.kind(node));
		}
		const [path, { size }] = [...having].sort(([, a], [, b]) => b.size - a.size)[0] ?? ['', having];
		if (size * 2 <= items || !isSpeakable(path)) continue;
		const isCondition = !kinds.has('string') && !kinds.has('number');
		const all = list ? list.path || '@' : 'values(@)';
		const each = all.endsWith('[]') ? `${all} | ` : (list?.path ?? all);
		const select = isCondition ? `${each}[?${path}]` : `count_by(${all}, &${path})`;
		return `${path} is a key of ${size} of ${items} items, all found by this word. Its value: "select":${JSON.stringify(select)}${kinds.has('true') && isCondition ? ` or ${needle}:true` : ''}.`;
	}
	return undefined;
};

/** Counts places, and items of the main list. */
const itemCounts = (units: readonly Unit[], list: MainList | undefined): readonly string[] => {
	const places = units.reduce((sum, unit) => sum + unit.places.length, 0);
	return [
		...(places > units.length ? [`"places":${places}`] : []),
		...(list ? [`"of":${list.count}`] : []),
	];
};

const exactCounts = (terms: readonly Term[], units: readonly Unit[]): readonly string[] => {
	const whole = units.filter(({ isWhole }) => isWhole).length;
	if (whole === units.length) return [];
	if (terms.some((term) => term.kind === 'pair' && !term.isNegated)) return [`"exact":${whole}`];
	return whole === 0 ? [] : [`"wholeWords":${whole}`];
};
