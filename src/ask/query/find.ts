// `query` on a document: how many items (or values) meet it, and the first of them; what is there
// instead when none does.
import { ok, type Result } from '../../shared/result';
import { shownName } from '../../shared/shown-text';
import { stoppable } from '../fault';
import { boundsFor, Meter } from '../meter';
import { mainList, pathTo } from '../outline';
import type { Node, Tree } from '../value';
import { hitJson, isLongText, pointerTo, type Showing } from './hit';
import { type Marks, markAll, type Unit, unitsOf } from './matches';
import { fold, type KeyValue, type Term, termsOf } from './terms';

/** Hits kept for paging; the total counts all. */
export const MOST_HITS = 2_000;
/** So many hits are told more of: one of them is what was looked for. */
const FEW = 3;
const VALUES_TOLD = 6;
const KEYS_TOLD = 20;

export interface Found {
	/** All that meet the query. */
	readonly total: number;
	/** JSON texts, at most `MOST_HITS`. */
	readonly hits: readonly string[];
	/** JSON members that stand before the hits: totals first. */
	readonly facts: readonly string[];
}

export interface FindOptions extends Pick<Showing, 'lines' | 'project'> {
	/** What it is that is counted, `rows` or `entries`, where the document is a text. */
	readonly what?: string;
	/** Spells the call that asks the same of the value that a pointer names; undefined where none can. */
	readonly asksInside?: (pointer: string) => string | undefined;
}

/** Where a query is met in data, best first. The error names what of the query is wrong. */
export const find = (tree: Tree, query: string, options: FindOptions = {}): Result<Found, string> =>
	stoppable('query', () => findAll(tree, query, options));

const findAll = (tree: Tree, query: string, options: FindOptions): Result<Found, string> => {
	const read = termsOf(query, new Meter(boundsFor(tree.size)));
	if (!read.ok) return read;
	const terms = read.value.map((term) => asWord(tree, term));
	const list = mainList(tree);
	const marks = markAll(tree, terms, list?.node);
	const bits = (isNot: boolean): number =>
		terms.reduce((all, term, at) => (term.isNot === isNot ? all | (1 << at) : all), 0);
	const units = unitsOf(tree, marks, bits(false), bits(true), list);
	const total = units.length;
	const showing: Showing = { tree, terms, marks, isOneOfMany: total > FEW, ...options };
	const hits = units.slice(0, MOST_HITS).map((unit) => hitJson(unit, showing));
	const facts = [`"total":${total}`];
	if (total === 0) facts.push(...instead(tree, terms, marks));
	else {
		facts.push(...countsOf(tree, units, list?.node), ...wholeOf(terms, units));
		if (marks.deeper > 0) facts.push(`"deeper":${marks.deeper}`);
		const told = [withoutKey(terms), options.lines ? undefined : linesOf(tree, units, options)];
		const notices = told.filter((each) => each !== undefined);
		if (notices.length > 0) facts.push(`"notice":${JSON.stringify(notices.join(' '))}`);
		if (told[0] !== undefined) facts.push(`"keys":${keysInstead(tree)}`);
	}
	return ok({ total, hits, facts });
};

/** Said where `key:value` could only be found as it is written. */
const withoutKey = (terms: readonly Term[]): string | undefined => {
	const keys = terms.flatMap((term) => (term.kind === 'words' ? (term.key ?? []) : []));
	return keys.length === 0 ? undefined : `No key ${keys.map(shownName).join(', ')}: found as text.`;
};

/** How the lines of a hit are found, that is a text of many. */
const linesOf = (
	tree: Tree,
	units: readonly Unit[],
	{ asksInside }: FindOptions,
): string | undefined => {
	const text = units.slice(0, MOST_HITS).find(({ node }) => isLongText(tree, node));
	const call = text && asksInside?.(pointerTo(tree, text.node));
	return call === undefined ? undefined : `Lines of a long text: ${call}.`;
};

/** `key:value` where no such key is: then it is meant as it is written. */
const asWord = (tree: Tree, term: Term): Term => {
	if (term.kind !== 'pair' || term.relation !== ':' || term.test) return term;
	const name = term.path.at(-1) ?? '';
	for (let node = 1; node < tree.size; node++)
		if (tree.keyStart(node) >= 0 && fold(tree.key(node)) === name) return term;
	const { text, isNot, value } = term;
	const words = { kind: 'words', text, isNot, needle: fold(text.replaceAll('"', '')) } as const;
	return isNot || value === '' ? words : { ...words, key: name };
};

/** In how many items of the main list the hits are. */
const countsOf = (
	tree: Tree,
	units: readonly Unit[],
	list: Node | undefined,
): readonly string[] => {
	const facts: string[] = [];
	if (list !== undefined && tree.kind(list) === 'array') {
		const items = new Set<Node>();
		for (const { node } of units) {
			let at = node;
			while (at > 0 && tree.parent(at) !== list) at = tree.parent(at);
			if (at > 0) items.add(at);
		}
		const places = units.reduce((sum, unit) => sum + unit.places.length, 0);
		if (items.size > 0 && items.size !== units.length) facts.push(`"items":${items.size}`);
		if (places > units.length) facts.push(`"places":${places}`);
		facts.push(`"of":${tree.children(list).length}`);
	}
	return facts;
};

/** How many hits are whole words, or have just the values that were named. */
const wholeOf = (terms: readonly Term[], units: readonly Unit[]): readonly string[] => {
	const whole = units.filter(({ isWhole }) => isWhole).length;
	if (whole === units.length) return [];
	if (terms.some((term) => term.kind === 'pair' && !term.isNot)) return [`"exact":${whole}`];
	return whole === 0 ? [] : [`"wholeWords":${whole}`];
};

/** What is there where nothing meets all terms: each term alone, the keys, the values of a key. */
const instead = (tree: Tree, terms: readonly Term[], { counts }: Marks): readonly string[] => {
	const alone = terms.map(({ text }, at) => `${JSON.stringify(text)}:${counts[at]}`);
	const facts = [`"found":{${alone.join(',')}}`];
	const missed = terms.find((term, at) => term.kind === 'pair' && counts[at] === 0);
	if (missed?.kind === 'pair') facts.push(...valuesInstead(tree, missed));
	else if (
		counts.every((count) => count === 0) ||
		terms.some((term, at) => term.kind === 'words' && term.key !== undefined && counts[at] === 0)
	)
		facts.push(`"keys":${keysInstead(tree)}`);
	else if (terms.length > 1)
		facts.push(
			'"notice":"No value, and no item, has all of these. Leave one out, or ask for fewer."',
		);
	return facts;
};

const valuesInstead = (tree: Tree, { path }: KeyValue): readonly string[] => {
	const name = path.at(-1) ?? '';
	const counts = new Map<string, number>();
	let place = '';
	for (let node = 1; node < tree.size && counts.size < 5_000; node++) {
		if (tree.keyStart(node) < 0 || fold(tree.key(node)) !== name) continue;
		const kind = tree.kind(node);
		if (kind === 'object' || kind === 'array') continue;
		place ||= pathTo(tree, node);
		const value = tree.text(node);
		if (value.length <= 60) counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	if (counts.size === 0) return [`"keys":${keysInstead(tree)}`];
	return [valuesTold(counts), `"at":${JSON.stringify(place)}`];
};

/** The values there are, most frequent first: how often each. */
export const valuesTold = (counts: ReadonlyMap<string, number>): string => {
	const top = [...counts].sort(([, a], [, b]) => b - a).slice(0, VALUES_TOLD);
	const told = top.map(([value, count]) => `${JSON.stringify(value)}:${count}`);
	if (counts.size > VALUES_TOLD) told.push(`"…":"${counts.size} different values"`);
	return `"values":{${told.join(',')}}`;
};

const keysInstead = (tree: Tree): string => {
	const list = mainList(tree);
	const of = list && list.count > 0 ? (tree.children(list.node)[0] as Node) : 0;
	const names = Array.from(tree.children(of).subarray(0, KEYS_TOLD), (child) => tree.key(child));
	return JSON.stringify(names.filter((name) => name.length > 0 && name.length <= 60));
};
