// Finds the list of a document: the array or map that dominates it, at any depth (docs/protect.md "The rules, in order", 3).

import type { Node, Tape } from '../shared/json/tape';
import type { Weight } from './budget';
import { spreadOver } from './selection/profile';
import type { Wishes } from './selection/scores';
import type { Policy, Upstream, View } from './types';

/** The array or map that is the list of a document, and how many items it has. */
export interface ListChoice {
	readonly node: Node;
	readonly total: number;
	/** The items are the members of an object. */
	readonly keyed: boolean;
}

/** Share of the document that makes a list the point of it. */
const DOMINANT = 0.5;
/** The same within an object that has an identity of its own, such as a booking with its messages. */
const DOMINANT_IN_A_THING = 0.8;
/** The same for a list that is called what lists are called. */
const DOMINANT_BY_NAME = 0.25;
const LIST_NAMES =
	/^(?:data|items|results?|records|rows|nodes|edges|entries|hits|values|list|elements|objects|matches|messages|events|issues)$/i;
/** Members that JSON:API and its like put beside the list. */
const SIDE_NAMES = /^(?:included|links|_links|meta|schema|facets|aggregations|_embedded|columns)$/i;
/** Characters that a list's name may have for each token of the budget: every page repeats it. */
const MOST_NAME = 1 / 8;
/** Levels above a list. */
const DEEPEST = 12;
/** Members that make an object a map: of objects that are alike, and of scalars of one kind. */
const LEAST_MAPPED = 12;
const LEAST_SCALARS = 60;

/**
 * The list of a document: the configured one, an array at the top, or the array or map that most of
 * it consists of. An object with an id of its own and much else beside the list is a thing, not a
 * list; so is one whose list has a name too long to stand on every page.
 */
export function listOf(tape: Tape, policy: Policy, limit: number): ListChoice | undefined {
	const configured = policy.itemsPath === undefined ? -1 : follow(tape, policy.itemsPath);
	const isConfigured = configured >= 0 && tape.isContainer(configured);
	const node = isConfigured ? configured : found(tape, limit);
	if (node < 0) return undefined;
	let name = 0;
	for (let at = node; tape.parent(at) >= 0; at = tape.parent(at))
		name += JSON.stringify(tape.key(at)).length;
	if (name > policy.tokenBudgetThreshold * MOST_NAME) return undefined;
	const keyed = tape.isObject(node);
	return { node, total: tape.children(node).length, keyed };
}

/** The value at a dot path; at each step a key that is the whole rest of the path wins. */
function follow(tape: Tape, path: string): Node {
	let node = 0;
	let rest = path;
	for (;;) {
		const exact = tape.member(node, rest);
		if (exact >= 0) return exact;
		const dot = rest.indexOf('.');
		if (dot < 0) return -1;
		node = tape.member(node, rest.slice(0, dot));
		if (node < 0) return -1;
		rest = rest.slice(dot + 1);
	}
}

function found(tape: Tape, limit: number): Node {
	let node: Node = 0;
	let isThing = false;
	for (let level = 0; level < DEEPEST; level++) {
		if (tape.isArray(node)) {
			if (tape.count(node) !== 1) return node;
			// A list of one is an envelope, unless there is nothing better inside.
			const { array } = heaviest(tape, node + 1);
			const isLong = array >= 0 && tape.count(array) > limit;
			if (isLong && tape.length(array) >= tape.length(0) * DOMINANT_IN_A_THING) return array;
			return level === 0 ? node : -1;
		}
		if (isMap(tape, node)) return node;
		isThing ||= hasIdentity(tape, node);
		const { array, object, beside } = heaviest(tape, node);
		const least = tape.length(0) * (isThing ? DOMINANT_IN_A_THING : DOMINANT);
		if (array >= 0 && tape.length(array) >= least) {
			node = array;
			continue;
		}
		if (array >= 0 && !isThing && isChosenByName(tape, array, limit, beside)) return array;
		if (object < 0 || tape.length(object) < least) return -1;
		node = object;
	}
	return -1;
}

/** A list that does not dominate, but is longer than a page or called what lists are called. */
function isChosenByName(tape: Tape, array: Node, limit: number, beside: number): boolean {
	const count = tape.count(array);
	if (count > limit) return true;
	const share = tape.length(array) / Math.max(1, tape.length(0) - beside);
	return count > 1 && share >= DOMINANT_BY_NAME && LIST_NAMES.test(tape.key(array));
}

/**
 * The heaviest array and the heaviest object among the members, and the characters of what stands beside a list by its
 * name, which weighs less.
 */
function heaviest(tape: Tape, node: Node) {
	let [array, ofArray] = [-1, 0];
	let [object, ofObject] = [-1, 0];
	let beside = 0;
	for (const child of tape.members(node)) {
		if (tape.count(child) === 0) continue;
		const isBeside = SIDE_NAMES.test(tape.key(child));
		const length = tape.length(child);
		const weight = length * (isBeside ? 0.2 : 1);
		if (isBeside) beside += length;
		if (tape.isArray(child)) {
			if (weight > ofArray) [array, ofArray] = [child, weight];
		} else if (weight > ofObject) [object, ofObject] = [child, weight];
	}
	return { array, object, beside };
}

/** Tells whether an object is a map from ids to things that are alike, or to values of one kind. */
function isMap(tape: Tape, node: Node): boolean {
	const count = tape.count(node);
	if (count < LEAST_MAPPED) return false;
	const sample = spreadOver(tape.children(node), 24);
	const kinds = new Set(sample.map((child) => tape.kind(child)));
	if (kinds.size !== 1) return false;
	const [first] = sample as [Node];
	if (!tape.isContainer(first)) return count >= LEAST_SCALARS && !hasIdentity(tape, node);
	if (tape.isArray(first)) return true;
	return areAlike(tape, sample);
}

/** Most of the keys of each are keys of many. */
function areAlike(tape: Tape, objects: readonly Node[]): boolean {
	const met = new Map<string, number>();
	const keys = objects.flatMap((node) =>
		Array.from(tape.members(node).subarray(0, 60), (child) => tape.key(child)),
	);
	for (const key of keys) met.set(key, (met.get(key) ?? 0) + 1);
	const least = objects.length * 0.3;
	const shared = keys.filter((key) => (met.get(key) as number) >= least);
	return shared.length / keys.length >= 0.6;
}

const IDENTITIES = new Set(['id', '_id', 'uuid', 'guid', 'key', 'slug', 'name', 'title', 'url']);

function hasIdentity(tape: Tape, node: Node): boolean {
	for (const child of tape.members(node).subarray(0, 200)) {
		const key = tape.isContainer(child) ? '' : tape.key(child);
		if (IDENTITIES.has(key) || /(?:Id|_id)$/.test(key)) return true;
	}
	return false;
}

/** Characters of an item that is hardly more than a value, and of one that is a number or a short word. */
const TINY = 24;
const BARE = 9;
/** Times the largest limit that are told of the latter, where they fit. */
const BARE_PAGES = 10;

/** Items on a page: as many as the call asks for, else the usual number, or more of tiny ones. */
export function pageLimit(view: View, policy: Policy, tape?: Tape, list?: ListChoice): number {
	if (view.limit !== undefined) return Math.min(view.limit, policy.maxPageSize);
	return usualLimit(tape && list && meanOf(tape, list), policy);
}

/** Returns the characters of an item, in the mean; an object or a list is never a bare value. */
export function meanOf(tape: Tape, { node, total }: ListChoice): number {
	const mean = tape.length(node) / Math.max(1, total);
	const [first] = tape.children(node);
	return first !== undefined && tape.isContainer(first) ? Math.max(mean, BARE + 1) : mean;
}

/** Items on a page when the call names no limit. @param mean - characters of one */
export function usualLimit(mean = Number.POSITIVE_INFINITY, policy: Policy): number {
	if (mean <= BARE) return policy.maxPageSize * BARE_PAGES;
	return mean <= TINY ? policy.maxPageSize : Math.min(policy.defaultPageSize, policy.maxPageSize);
}

/** Configured dotted paths, of all types, since a result does not say which type it is of; and those that readers want. */
export const wishesOf = ({ essentialFields = {}, wanted }: Policy): Wishes => ({
	essential: new Set(Object.values(essentialFields).flat()),
	...(wanted && { wanted }),
});

/** A page to be made, and its rules. `from` is an index into the whole list. */
export interface ListPage {
	readonly tape: Tape;
	readonly list: ListChoice;
	readonly from: number;
	/** Index of the first item of the tape, where that is a window on a longer list. */
	readonly base?: number;
	/** JSON list of the items by which fields are chosen, where they are not those of the tape. */
	readonly sample?: string;
	/** Items on the page at most. */
	readonly limit: number;
	/** The limit the caller named, 0 for none; the following pages keep it. */
	readonly askedLimit: number;
	readonly fields?: readonly string[];
	/** Said of them. */
	readonly notice?: string | undefined;
	/** Items are not condensed as long as fewer of them fit whole. */
	readonly whole: boolean;
	/** Asked for through a summary's handle: what follows comes in full too. */
	readonly full: boolean;
	/** Room of an answer that nobody asked to be long. */
	readonly glance?: {
		/** Room beside the usual, where only that shows a few items at all. */
		readonly more: Weight;
		/** Tokens that facets may take. */
		readonly facets: number;
		/** Items that it has, at least, where they can be told in few words. */
		readonly items: number;
		/** More fields of these go before further items. */
		readonly isRich: boolean;
	};
	/** Fields that are wanted before others. */
	readonly wishes: Wishes;
	/** Fields known to be the same in all items, where the tape has not all of them. */
	readonly constants?: readonly string[];
	/** Further pages of the server, where it has more. */
	readonly upstream?: Upstream;
}
