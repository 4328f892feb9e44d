// Whether a document is a list, and which of its arrays is the list (docs/protect.md "The rules, in
// order", 3).
import { isIdentifyingName } from './identity';
import { findList } from './json/list';
import { quote } from './json/quote';
import {
	childCount,
	compactLength,
	isObject,
	keyOf,
	members,
	type Node,
	parentOf,
	type Tape,
} from './json/tape';
import type { Policy, View } from './types';

export interface ListChoice {
	readonly node: Node;
	readonly total: number;
}

/** Share of the document that makes an array the point of it. */
const DOMINANT = 0.5;
/** The same for an object that has an identity of its own, such as a booking with its messages. */
const DOMINANT_IN_A_THING = 0.8;
/** Characters that a list's name may have for each token of the budget: every page repeats it. */
const MOST_NAME = 1 / 8;

/**
 * The list of a document: a top-level array, the configured one, or the heaviest array of an
 * object. An object with an id of its own and much else beside the array is a thing, not a list;
 * so is one whose list has a name too long to stand on every page.
 */
export function listOf(tape: Tape, policy: Policy, limit: number): ListChoice | undefined {
	const found = findList(
		tape,
		policy.itemsPath === undefined ? {} : { itemsPath: policy.itemsPath },
	);
	if (!found) return undefined;
	if (nameLength(tape, found.node) > policy.tokenBudgetThreshold * MOST_NAME) return undefined;
	const choice = { node: found.node, total: childCount(tape, found.node) };
	if (found.node === 0 || policy.itemsPath !== undefined) return choice;
	const share = compactLength(tape, found.node) / compactLength(tape, 0);
	if (hasIdentity(tape)) return share >= DOMINANT_IN_A_THING ? choice : undefined;
	return share >= DOMINANT || choice.total > limit ? choice : undefined;
}

/** Characters of the keys that lead to a node, as JSON. */
function nameLength(tape: Tape, node: Node): number {
	let length = 0;
	for (let at = node; parentOf(tape, at) >= 0; at = parentOf(tape, at))
		length += quote(keyOf(tape, at)).length;
	return length;
}

const IDENTITIES = new Set(['id', '_id', 'uuid', 'guid', 'key', 'slug', 'name', 'title', 'url']);

const hasIdentity = (tape: Tape): boolean =>
	isObject(tape, 0) &&
	[...members(tape, 0)].some((node) => {
		const key = keyOf(tape, node);
		return IDENTITIES.has(key) || (/(?:Id|_id)$/.test(key) && isIdentifyingName(key));
	});

/** Items on a page. */
export const pageLimit = (view: View, policy: Policy): number =>
	Math.min(view.limit ?? policy.defaultPageSize, policy.maxPageSize);
