// Describes a list or an object in one short line, and with one expression that queries it: field
// names with their values where they are few, else their range (docs/protect.md "What is added").
// Facts of a whole list, by which the fields of its pages are chosen, are told with its first page.
import type { Node, Tape } from '../../shared/json/tape';
import { shownName } from '../../shared/shown-text';
import { boundTokens, type Weigh } from '../budget';
import type { ListChoice, ListPage } from '../list-choice';
import { indexLines } from '../text/lines';
import { arePaths, pathsDigest } from '../text/paths';
import { tellFacets } from './facet-text';
import { facetsOf, groupingOf, isConstant } from './facets';
import { type Field, profileOf, spreadOver } from './profile';
import { judged, type Leaf } from './scores';

/** Description of data that are not all shown; members are undefined where there is nothing useful to say. */
export interface Told {
	readonly shape: string | undefined;
	/** JMESPath that works on this very data, and on another list of it. */
	readonly select: string | undefined;
	readonly beside?: string | undefined;
	/** The same without values. */
	readonly outline?: string | undefined;
}

/** Tokens that a shape may take. */
const ROOM = 70;
/** Characters of a value in an expression. */
const VALUE_CHARS = 24;

/** A list described; the expression gives fields by their dotted paths, with what identifies an item. */
export interface ListTold {
	readonly shape: string | undefined;
	/** Dotted paths of the fields that the shape tells. */
	readonly paths?: ReadonlySet<string>;
	readonly select: (fields: readonly string[]) => string | undefined;
	/** Counts the items by the values of a field. */
	readonly counts?: string | undefined;
	readonly outline?: () => string | undefined;
}

/**
 * Returns expressions that ask a list; `select` takes dotted paths of fields that it gives beside what identifies an item.
 * @param leaves - fields of its items
 * @param grouping - one by whose values they are counted
 */
export function listSelects(
	tape: Tape,
	list: ListChoice,
	leaves: readonly Leaf[],
	grouping: Leaf | undefined,
): Omit<ListTold, 'shape' | 'paths'> {
	const path = pathTo(tape, list.node);
	const all = path === '' ? '@' : path;
	return {
		select: (wanted) => {
			if (!list.keyed) return listExample(path, leaves, grouping, wanted);
			const filter = filterOf(leaves, grouping);
			return filter ? `items(${all})[?[1].${filter.test}][0]` : `keys(${all})`;
		},
		counts: grouping && `count_by(${list.keyed ? `values(${all})` : all},&${inner(grouping)})`,
		outline: () => outlineOf(all, list.keyed, leaves, grouping),
	};
}

/** Describes an object: its lists and maps, with the fields of their items. */
export function objectShape(tape: Tape, weigh: Weigh): Told {
	const parts: string[] = [];
	const selects: [fields: number, select: string | undefined][] = [];
	let outline: string | undefined;
	if (!tape.isObject(0)) return { shape: undefined, select: undefined, outline };
	for (const child of tape.members(0).subarray(0, 60)) {
		const key = tape.key(child);
		if (!tape.isContainer(child) || tape.count(child) < 2 || key.length > 60) continue;
		if (!tape.isArray(child)) {
			const keys = Array.from(tape.members(child).subarray(0, 5), (at) =>
				shownName(tape.key(at).slice(0, 30)),
			);
			parts.push(`${shownName(key)} {${keys.join(', ')}${tape.count(child) > 5 ? ', …' : ''}}`);
			continue;
		}
		const leaves = judged(profileOf(tape, tape.children(child)), { essential: new Set() });
		const paths = leaves.map(({ path }) => path).filter((path) => path !== '');
		const names = [...paths.slice(0, 5).map(shownName), ...(paths.length > 5 ? ['…'] : [])];
		parts.push(
			`${shownName(key)}: ${tape.count(child)}${names.length ? ` × {${names.join(', ')}}` : ''}`,
		);
		selects.push([paths.length, listExample(step('', key), leaves)]);
		outline ??= outlineOf(step('', key), false, leaves, filterOf(leaves)?.leaf);
	}
	const ofObjects = selects.filter(([fields]) => fields > 0);
	const [[, select] = [], [, beside] = []] = ofObjects.length > 0 ? ofObjects : selects.slice(0, 1);
	return { shape: within(parts, weigh), select, beside, outline: outline ?? 'keys(@)' };
}

/** As many parts as the room allows. */
function within(parts: readonly string[], weigh: Weigh): string | undefined {
	let left = ROOM;
	const kept: string[] = [];
	for (const part of parts) {
		left -= weigh(part).tokens + 1;
		if (left < 0) break;
		kept.push(part);
	}
	if (kept.length === 0) return undefined;
	return kept.length < parts.length ? `${kept.join('; ')}; …` : kept.join('; ');
}

const PLAIN = /^[A-Za-z_]\w*$/;

/** An expression with one more key. */
const step = (path: string, key: string): string => {
	const name = PLAIN.test(key) ? key : JSON.stringify(key);
	return path === '' ? name : `${path}.${name}`;
};

function pathTo(tape: Tape, node: Node): string {
	const keys: string[] = [];
	let at = node;
	for (; tape.parent(at) >= 0; at = tape.parent(at))
		keys.unshift(tape.isArray(tape.parent(at)) ? '[0]' : tape.key(at));
	return keys.reduce((path, key) => (key === '[0]' ? `${path}[0]` : step(path, key)), '');
}

/** Spells the path of a field in an expression about an item. */
export const inner = ({ field }: Leaf): string =>
	field.path.reduce((path, key) => (key === '[]' ? `${path}[]` : step(path, key)), '');

const isPlainLeaf = ({ field }: Leaf): boolean => field.path.length > 0 && !field.isListed;

/** Every item has it, so those that a filter leaves have it too. */
function isEverywhere({ field }: Leaf): boolean {
	let item: Field = field;
	while (item.parent) item = item.parent;
	return field.seen === item.seen;
}

/** Of a field that also holds numbers, a value may be the spelling of one. */
const OTHER = /^(?:-?\d|true$|false$)/;

/** A field with few values, to filter by, and a value of it. */
function filterOf(leaves: readonly Leaf[], first?: Leaf) {
	for (const leaf of first ? [first, ...leaves] : leaves) {
		const { field, spread } = leaf;
		if (!isPlainLeaf(leaf) || field.texts === 0 || leaf.role === 'noise') continue;
		if (field.values.size < 2 || field.values.size > 12 || spread > 0.5) continue;
		const isMixed = field.texts < field.seen;
		for (const value of field.values.keys()) {
			if (value.length > VALUE_CHARS || value.includes('\\') || !value.isWellFormed()) continue;
			if (isMixed && OTHER.test(value)) continue;
			return { leaf, test: `${inner(leaf)}=='${value.replaceAll("'", "\\'")}'` };
		}
	}
	return undefined;
}

function listExample(
	path: string,
	leaves: readonly Leaf[],
	grouping?: Leaf,
	wanted: readonly string[] = [],
): string | undefined {
	const filter = filterOf(leaves, grouping);
	const plain = leaves.filter((leaf) => isPlainLeaf(leaf) && (!filter || isEverywhere(leaf)));
	const shown = plain.find(({ role }) => role === 'identity') ?? plain[0];
	const names = shown ? [inner(shown)] : [];
	for (const name of wanted) {
		const leaf = leaves.find(({ path }) => path === name);
		const { path, values } = leaf?.field ?? {};
		if (leaf && leaf !== shown && path?.[0] !== '[]' && values?.size !== 1) names.push(inner(leaf));
	}
	const given = names.length > 1 ? `.[${names.join(',')}]` : names.length > 0 ? `.${names[0]}` : '';
	if (filter) return `${path}[?${filter.test}]${given}`;
	if (given !== '') return `${path}[]${given}`;
	return path === '' ? 'length(@)' : `length(${path})`;
}

/** Tokens of an outline, by {@link outlineTokens}. */
const MOST_OUTLINE = 10;

/**
 * Returns an expression that asks a list where it stands, without a value: the fullest that is short, with a field to
 * filter by, and a name.
 */
function outlineOf(list: string, isKeyed: boolean, leaves: readonly Leaf[], by?: Leaf): string {
	let name: Leaf | undefined;
	for (const leaf of leaves) {
		const isBetter = !name || leaf.isWanted || (leaf.role === 'title' && name.role !== 'title');
		if (isPlainLeaf(leaf) && leaf !== by && isBetter && !name?.isWanted) name = leaf;
	}
	const all = isKeyed ? `values(${list})` : list === '@' ? '' : list;
	const given = name ? `.${inner(name)}` : '';
	const isText = by && by.field.texts === by.field.seen;
	const test = isText ? `[?${inner(by)}=='…']${given}` : `[]${given}`;
	const tries = [all + test, `${all}[]${given}`, isKeyed ? `keys(${list})` : `${all}[]`];
	for (const each of [...tries, `length(${list})`, `[]${given}`])
		if (!each.includes('"') && outlineTokens(each) <= MOST_OUTLINE) return each;
	return 'length(@)';
}

/** Tokens of an expression of plain names, at most: names as words with blanks before them, signs in runs, each `_` alone. */
function outlineTokens(outline: string): number {
	const words = outline.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').split(/[^\p{L}\p{N}]+/u);
	const signs = outline.match(/_|[^\p{L}\p{N}_]+/gu) ?? [];
	const ofTest = outline.includes('…') ? 3 : 0;
	// A blank before a word saves a token that signs before it do not, where it is none of a language.
	const plain = words.map((word) =>
		/\p{Lu}{2}|\d|.{7}/u.test(word) ? `_${word}` : word.toLowerCase(),
	);
	return boundTokens(` ${plain.join(' ').trim()}`) + signs.length + ofTest;
}

/** Fields that are told, at most, and the tokens they take where a call asked for its page. */
const MOST_FIELDS = 40;
const USUAL_ROOM = 150;

export interface Facts {
	/** The list described, with all of its items. */
	readonly told: ListTold;
	/** Dotted paths of the fields that are the same in all items, of some. */
	readonly constants: ReadonlySet<string>;
	/** Of those whose values are all told, each with its number of items. */
	readonly counted?: ReadonlySet<string>;
}

/** Gathers the facts that go with a page; of a page that is not the first, only which fields are the same everywhere. */
export function factsOf(page: ListPage, leaves: readonly Leaf[], weigh: Weigh): Facts {
	const { tape, list, base, constants, glance } = page;
	const nodes = tape.children(list.node);
	if (page.from > 0 || (base ?? 0) > 0) {
		if (constants) return { told: NOTHING, constants: new Set(constants) };
		return { told: NOTHING, constants: constantsOf(tape, nodes, leaves) };
	}
	const facets = facetsOf(tape, nodes, tellable(leaves), { total: list.total });
	const grouping = groupingOf(facets);
	const room = glance?.facets ?? USUAL_ROOM;
	const {
		text = pathsShape(tape, nodes),
		paths,
		...same
	} = tellFacets(facets, room, weigh, grouping);
	const selects = listSelects(tape, list, leaves, grouping);
	return { told: { shape: text, paths, ...selects }, ...same };
}

/** Describes texts that are all paths; undefined of any others. */
function pathsShape(tape: Tape, nodes: Int32Array): string | undefined {
	if (!nodes.every((node) => tape.isString(node))) return undefined;
	const texts = Array.from(nodes, (node) => tape.text(node));
	const lines = texts.join('\n');
	return arePaths(spreadOver(texts)) ? pathsDigest(lines, indexLines(lines)).shape : undefined;
}

const NOTHING: ListTold = { shape: undefined, select: () => undefined };

/** Describes a list of which a call asked for some fields, by these. */
export function askedFacts(page: ListPage, fields: readonly string[], weigh: Weigh): ListTold {
	if (page.from > 0 || (page.base ?? 0) > 0) return NOTHING;
	const nodes = page.tape.children(page.list.node);
	const leaves = judged(profileOf(page.tape, nodes), page.wishes).filter(({ path }) =>
		fields.some((field) => path === field || path.startsWith(`${field}.`)),
	);
	return factsOf(page, leaves, weigh).told;
}

/** The leaves that are worth telling, identities last. */
export function tellable(leaves: readonly Leaf[]): Leaf[] {
	const told: Leaf[] = [];
	const last: Leaf[] = [];
	for (const leaf of leaves) {
		if (told.length + last.length === MOST_FIELDS) break;
		const { role, isWanted } = leaf;
		if (role === 'identity' && !isWanted) last.push(leaf);
		else if (role !== 'noise' || isWanted) told.push(leaf);
	}
	return [...told, ...last];
}

/** Returns the paths of fields that are the same in all items. */
export function constantsOf(tape: Tape, nodes: ArrayLike<Node>, leaves: readonly Leaf[]) {
	const same = leaves.filter(({ field }) => field.values.size === 1 && !field.isListed);
	if (same.length === 0) return new Set<string>();
	const { fields, looked } = facetsOf(tape, nodes, same);
	const isAll = looked === nodes.length;
	return new Set(
		fields
			.filter((facet) => isAll && nodes.length > 1 && isConstant(facet, looked))
			.map(({ leaf }) => leaf.path),
	);
}
