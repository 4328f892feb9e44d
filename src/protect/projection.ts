// The fields a call asks for, taken from an object result (context window protection, FR-017), and the envelope of a
// list: the data around it in its object, shown with the first page, condensed where it is too much, and named on the
// pages after it. Keys keep their order, the list's among them.

import { parseJson } from '../shared/json/parse';
import type { Node, Tape } from '../shared/json/tape';
import { compact, planFields, project } from '../shared/json/write';
import { nearestName } from '../shared/nearest-names';
import { once } from '../shared/once';
import { shownName } from '../shared/shown-text';
import { largestFitting, type Weight, within } from './budget';
import type { Context, Means } from './draft';
import { type ListChoice, listOf } from './list-choice';
import { facetsOf } from './selection/facets';
import { leavesOf, profileOf } from './selection/profile';
import type { Wishes } from './selection/scores';
import { NOTHING, type Selection, Selector } from './selection/selector';
import { writeSelection } from './selection/write';
import type { Policy } from './types';

/**
 * The root's own fields; undefined when the document is not an object or has none of them, or when the fields are meant
 * for the items of its list. An envelope often has a `status` or a `name` as its items do. @param limit items on a page
 */
export function projectedRoot(
	tape: Tape,
	fields: readonly string[],
	policy: Policy,
	limit: number,
): Tape | undefined {
	if (!tape.isObject(0)) return undefined;
	const { text, matched } = project(tape, 0, fields);
	const parsed = parseJson(text, {});
	const list = listOf(tape, policy, limit);
	if (!parsed.ok || matched === 0 || (list && meantForItems(tape, list, fields))) return undefined;
	return parsed.value;
}

/** Some item has one of the fields, and none of them names the list itself. */
function meantForItems(tape: Tape, { node, keyed }: ListChoice, fields: readonly string[]) {
	const key = topKey(tape, node);
	const namesList = (field: string) => field === key || field.startsWith(`${key}.`);
	if (fields.some(namesList)) return false;
	const plan = planFields(fields);
	// The items of a map are its members: as one object it has none of their fields.
	const among = keyed ? [...tape.members(node)] : [node];
	return among.some((each) => project(tape, each, plan).matched > 0);
}

/** The key under the root that leads to a node. */
export function topKey(tape: Tape, node: Node): string {
	let top = node;
	while (tape.parent(top) > 0) top = tape.parent(top);
	return tape.key(top);
}

/** Items that are looked at for a field. */
const MOST_LOOKED = 20_000;
const TOLD_NAMES = 60;

/**
 * Finds the fields that are meant, in a document or in its list's items: those that nothing has by the name that is
 * nearest. @param list of which items are at hand
 * @returns `fields`: undefined where nothing has any of them, nor a name that is near; `notice` says which are not there
 */
export function meantFields(
	context: Context,
	tape: Tape,
	list: ListChoice | undefined,
	asked: readonly string[],
): { readonly fields: readonly string[] | undefined; readonly notice?: string } {
	const items = list ? tape.children(list.node) : new Int32Array();
	const looked = items.subarray(0, MOST_LOOKED);
	const isThere = (field: string): boolean => {
		const plan = planFields([field]);
		return [0, ...looked].some((node) => project(tape, node, plan).matched > 0);
	};
	const unknown = new Map<string, string | undefined>();
	const paths = once(() => pathsOf(tape, list ? looked : new Int32Array(1)));
	for (const field of asked.filter((each) => !isThere(each))) {
		const ending = paths().find((path) => path.endsWith(`.${field}`));
		unknown.set(field, ending ?? nearestName(field, paths()));
	}
	if (unknown.size === 0) return { fields: asked };
	// Further items may have them.
	if (looked.length < items.length) {
		const names = affordable([...unknown.keys()], context).map(shownName);
		return {
			fields: asked,
			notice: `None of the first ${looked.length} items has ${names.join(', ')}.`,
		};
	}
	const near = asked.map((field) => (unknown.has(field) ? unknown.get(field) : field));
	const fields = [...new Set(near)].filter((field) => field !== undefined);
	const told = affordable([...unknown.keys()], context).map((field) => {
		const path = unknown.get(field);
		return path === undefined
			? shownName(field)
			: `${shownName(field)} (${shownName(path)} is shown)`;
	});
	const isSome = list !== undefined && items.length < list.total;
	const of = isSome ? `None of the first ${items.length} items has` : 'No item has';
	const names = affordable(paths(), context, TOLD_NAMES);
	const end = names.length < paths().length ? ', …' : '.';
	const others =
		fields.length > 0 || names.length === 0
			? ''
			: ` There ${names.length === 1 ? 'is' : 'are'} ${names.map(shownName).join(', ')}${end}`;
	return {
		fields: fields.length > 0 ? fields : undefined,
		notice: `${list ? of : 'There is no'} ${told.join(', ')}.${others}`,
	};
}

/** The keys of the items, of all of them, then the paths of fields within. */
function pathsOf(tape: Tape, nodes: Int32Array): readonly string[] {
	const keys = facetsOf(tape, nodes, []).keys.map(({ name }) => name);
	const inner = leavesOf(profileOf(tape, nodes)).map(({ dotted }) => dotted);
	return [...new Set([...keys, ...inner])].filter((path) => path !== '');
}

/** Share of the token budget that one enumeration of names may take. */
const SHARE = 0.1;

/** Those of `names`, in order, that a text can afford together: what is too long is left out. @param most - tokens */
export function affordable(
	names: readonly string[],
	{ policy, weigh }: Means,
	most = Number.POSITIVE_INFINITY,
): string[] {
	let left = Math.min(policy.tokenBudgetThreshold * SHARE, most);
	const kept: string[] = [];
	for (const name of names) {
		// As JSON within a JSON text, as instructions spell them.
		const { tokens } = weigh(JSON.stringify(JSON.stringify(name)));
		if (tokens > left) continue;
		left -= tokens;
		kept.push(name);
	}
	return kept;
}

/** The text before and after a list. */
export interface Envelope {
	readonly before: string;
	readonly after: string;
	/** Dotted paths of what was cut. */
	readonly cut: readonly string[];
	/** Names of what is only on the first page. */
	readonly beside?: readonly string[];
}

const NONE: Envelope = { before: '', after: '', cut: [] };
/** No JSON text has this character. */
const MARK = '\u0000';

/** Returns the data around `list` as they are, where they are within `limit`. */
export function wholeEnvelope(context: Context, tape: Tape, list: Node, limit: Weight) {
	if (list === 0) return NONE;
	if (tape.length(0) - tape.length(list) > limit.bytes) return undefined;
	return fitting(context, whole(tape, list), limit);
}

const fitting = ({ weigh }: Context, envelope: Envelope, limit: Weight): Envelope | undefined =>
	within(weigh(envelope.before + envelope.after, limit), limit) ? envelope : undefined;

/** Returns the data around `list`, within `limit`. */
export function envelopeOf(
	context: Context,
	tape: Tape,
	list: Node,
	wishes: Wishes,
	limit: Weight,
): Envelope {
	const asItIs = wholeEnvelope(context, tape, list, limit);
	if (asItIs) return asItIs;
	const selector = new Selector(tape, [0], { ...wishes, setting: 'object', skip: list });
	const drawn = largestFitting(1, selector.sizes, (size) =>
		fitting(context, writtenEnvelope(tape, list, selector.at(size)), limit),
	);
	if (drawn) return drawn;
	const { before, after } = namedEnvelope(context, tape, list);
	return { before, after, cut: writtenEnvelope(tape, list, NOTHING).cut };
}

/** The way to `list`, and what of the data beside it is selected. */
function writtenEnvelope(tape: Tape, list: Node, selection: Selection): Envelope {
	const told = new Set<string>();
	const writing = { spell: false, told, hole: { node: list, mark: MARK } };
	const text = writeSelection(tape, 0, selection, writing);
	const at = text.indexOf(MARK);
	return { before: text.slice(0, at), after: text.slice(at + MARK.length), cut: [...told] };
}

/** The way to `list`, and the names of what stands beside it at the top. */
export function namedEnvelope(context: Context, tape: Tape, list: Node): Envelope {
	if (list === 0) return NONE;
	const { before, after } = writtenEnvelope(tape, list, NOTHING);
	const beside = tape.members(0).filter((child) => list < child || list >= tape.after(child));
	const names = Array.from(beside, (child) => tape.key(child));
	const told = affordable(names, context);
	const note = told.length < names.length ? [...told, '…'] : told;
	// A text gets no word of ours: its additions stand in a block of their own.
	if (names.length === 0 || context.frame.structured.as !== 'same')
		return { before, after, cut: [], beside: note };
	return {
		before: `{"…":${JSON.stringify(`beside: ${note.join(', ')}`)},${before.slice(1)}`,
		after,
		cut: [],
	};
}

/** Everything of the document but the list, as it is. */
function whole(tape: Tape, list: Node): Envelope {
	let before = '';
	let after = '';
	for (let at = list; at !== 0; at = tape.parent(at)) {
		const parent = tape.parent(at);
		const own = tape.isArray(parent);
		const left: string[] = [];
		const right: string[] = [];
		for (const child of own ? [] : tape.members(parent)) {
			if (child === at) continue;
			(child < at ? left : right).push(
				`${JSON.stringify(tape.key(child))}:${compact(tape, child)}`,
			);
		}
		const key = own
			? '['
			: `{${left.map((text) => `${text},`).join('')}${JSON.stringify(tape.key(at))}:`;
		before = key + before;
		after = `${after}${right.map((text) => `,${text}`).join('')}${own ? ']' : '}'}`;
	}
	return { before, after, cut: [] };
}
