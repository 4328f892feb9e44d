// The fields a call asks for, taken from an object result (context window protection, FR-017).

import { planFields, project } from '../shared/json/project';
import {
	isObject,
	keyOf,
	members,
	type Node,
	parentOf,
	parseJson,
	type Tape,
} from '../shared/json/tape';
import { nearestNames } from '../shared/nearest-names';
import { shownName } from '../shared/shown-text';
import type { Context } from './draft';
import { type ListChoice, listOf } from './list-choice';
import type { Policy } from './types';

/** An object with only some of its fields. */
interface Projected {
	readonly tape: Tape;
	/** JSON text of `tape`. */
	readonly text: string;
	/** Set when no field was found: the names there are. */
	readonly available?: readonly string[];
}

/** The object with only `fields`; undefined when the document is not an object. */
function projectRoot(tape: Tape, fields: readonly string[]): Projected | undefined {
	if (!isObject(tape, 0)) return undefined;
	const { text, matched } = project(tape, 0, fields);
	const parsed = parseJson(text, {});
	if (!parsed.ok) return undefined;
	return matched > 0
		? { tape: parsed.value, text }
		: { tape: parsed.value, text, available: fieldNames(tape) };
}

/**
 * The root's own fields; undefined when the document is not an object, or when the fields are
 * meant for the items of its list. An envelope often has a `status` or a `name` as its items do.
 * @param limit items on a page
 */
export function projectedRoot(
	tape: Tape,
	fields: readonly string[],
	policy: Policy,
	limit: number,
): Projected | undefined {
	const projected = projectRoot(tape, fields);
	const list = projected && listOf(tape, policy, limit);
	if (!list) return projected;
	return projected.available || meantForItems(tape, list, fields) ? undefined : projected;
}

/** Some item has one of the fields, and none of them names the list itself. */
function meantForItems(
	tape: Tape,
	{ node, keyed }: ListChoice,
	fields: readonly string[],
): boolean {
	const key = topKey(tape, node);
	const namesList = (field: string) => field === key || field.startsWith(`${key}.`);
	if (fields.some(namesList)) return false;
	const plan = planFields(fields);
	// The items of a map are its members: as one object it has none of their fields.
	const among = keyed ? [...members(tape, node)] : [node];
	return among.some((each) => project(tape, each, plan).matched > 0);
}

/** The key under the root that leads to a node. */
export function topKey(tape: Tape, node: Node): string {
	let top = node;
	while (parentOf(tape, top) > 0) top = parentOf(tape, top);
	return keyOf(tape, top);
}

/** The names of an object's fields, at most 50. */
export const fieldNames = (tape: Tape, node = 0): string[] =>
	[...members(tape, node).slice(0, 50)].map((child) => keyOf(tape, child));

/** Said when none of the fields `asked` was found; `countOf` tells how many items have a field. */
export function noFieldNotice(
	names: readonly string[],
	context: Context,
	asked: readonly string[],
	countOf = (_name: string) => '',
): string {
	const told = affordable(names, context).map((name) => `${shownName(name)}${countOf(name)}`);
	const end = told.length < names.length ? ', …' : '.';
	return `No field matched.${nearestNotice(asked, names)} Available: ${told.join(', ')}${end}`;
}

/** Names those that are nearest to fields that were not found; '' where none is near. */
export function nearestNotice(asked: readonly string[], names: readonly string[]): string {
	const near = new Set(asked.slice(0, MOST_NEAR).flatMap((name) => nearestNames(name, names, 1)));
	return near.size > 0 ? ` Nearest: ${[...near].map(shownName).join(', ')}.` : '';
}

/** Fields of a call to which the nearest names are told. */
const MOST_NEAR = 5;

/** Share of the token budget that one enumeration of names may take. */
const SHARE = 0.1;

/** As JSON within a JSON text, as instructions spell them. */
const spelled = (name: string): string => JSON.stringify(JSON.stringify(name));

/** Those of `names`, in order, that a text can afford together: what is too long is left out. @param most - tokens */
export function affordable(
	names: readonly string[],
	{ policy, weigh }: Pick<Context, 'policy' | 'weigh'>,
	most = Number.POSITIVE_INFINITY,
): string[] {
	let left = Math.min(policy.tokenBudgetThreshold * SHARE, most);
	return names.filter((name) => {
		const { tokens } = weigh(spelled(name));
		if (tokens > left) return false;
		left -= tokens;
		return true;
	});
}
