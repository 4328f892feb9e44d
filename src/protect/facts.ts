// Facts of a whole list, by which the fields of its pages are chosen: told with its first page.

import type { Node, Tape } from '../shared/json/tape';
import type { Weigh } from './budget';
import type { ListPage } from './list-choice';
import { type ListTold, listSelects } from './selection/describe';
import { tellFacets } from './selection/facet-text';
import { facetsOf, groupingOf, isConstant } from './selection/facets';
import { profileOf, spreadOver } from './selection/profile';
import { judged, type Leaf } from './selection/scores';
import { indexLines } from './text/lines';
import { arePaths, pathsDigest } from './text/paths';

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
export function constantsOf(
	tape: Tape,
	nodes: ArrayLike<Node>,
	leaves: readonly Leaf[],
): ReadonlySet<string> {
	const same = leaves.filter(({ field }) => field.values.size === 1 && !field.isListed);
	if (same.length === 0) return new Set();
	const { fields, looked } = facetsOf(tape, nodes, same);
	const isAll = looked === nodes.length;
	return new Set(
		fields
			.filter((facet) => isAll && nodes.length > 1 && isConstant(facet, looked))
			.map(({ leaf }) => leaf.path),
	);
}
