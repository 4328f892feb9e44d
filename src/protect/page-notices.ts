// Notices of a page of a list: where it goes on, what part of the server's list it is, and fields that no item has.

import { allItems, isContainer, isString, items, type Tape } from '../shared/json/tape';
import { shownName } from '../shared/shown-text';
import type { Context } from './draft';
import type { Items } from './item-texts';
import type { ListPage } from './list-choice';
import type { Page } from './page';
import { affordable, fieldNames, nearestNotice, noFieldNotice } from './projection';
import { facetsOf } from './selection/facets';

/** Spells the call of the next page, where no summary does. */
export function goingOn(
	{ list, upstream }: ListPage,
	next: number,
	isTold: boolean,
): string | undefined {
	const left = list.total - next;
	if (upstream?.next !== undefined)
		return `${left} more of these ${list.total} first, by nextCursor; then the server's own next page: ${upstream.next}.`;
	return isTold ? undefined : 'Next page: read_result with nextCursor as its handle.';
}

/** Said on the last page of what is kept: a reader who went on by our cursors learns of the rest. */
export const atTheEnd = ({ list, from, upstream }: ListPage): string | undefined =>
	upstream?.next === undefined || from === 0
		? undefined
		: `These ${list.total} end here. The server's own next page: ${upstream.next}.`;

/** Items in all as the server says, where it is this list that it counts. */
export const serverTotal = ({ list, upstream }: ListPage): number | undefined =>
	upstream?.count === list.total ? upstream.total : undefined;

/** Names the part of the server's list that this is. */
export function ofServer(page: ListPage): string | undefined {
	const { list, upstream } = page;
	if (upstream?.count !== list.total) return undefined;
	const total = serverTotal(page);
	if (total !== undefined) return `This answer has ${list.total} of the server's ${total}.`;
	return upstream.next === undefined ? `The server has more than these ${list.total}.` : undefined;
}

const isEmpty = (text: string): boolean => text === '{}' || text.endsWith(':{}');

/** Said where the fields that were asked for are not in the items, or some items have none. */
export function fieldsNotice(
	context: Context,
	{ fields, tape, list, from, base = 0 }: ListPage,
	{ nodes }: Items,
	{ texts }: Page,
): string | undefined {
	if (!fields || texts.length === 0) return undefined;
	const sources = items(tape, list.node, from - base, from - base + nodes.length);
	const all = allItems(tape, list.node);
	if (texts.every(isEmpty)) {
		if (!sources.some((node) => isContainer(tape, node)))
			return 'The items of this page have no fields. Without "fields" they are given too.';
		const { keys, looked } = facetsOf(tape, all, []);
		const counts = new Map(keys.map(({ name, count }) => [name, count]));
		return noFieldNotice([...counts.keys()], context, fields, (name) =>
			counts.get(name) === looked || looked < list.total ? '' : ` (in ${counts.get(name)})`,
		);
	}
	// Of a list that lies in pieces, items of this page alone are at hand.
	const unknown = all.length === list.total ? unknownIn(tape, all, fields) : [];
	if (unknown.length > 0) {
		const names = fieldNames(tape, all[0]);
		return `No item has ${affordable(unknown, context).map(shownName).join(', ')}.${nearestNotice(unknown, names)}`;
	}
	return sources.some((node) => isString(tape, node))
		? 'Texts have no fields and are left out here: {}. Without "fields" they are given too.'
		: undefined;
}

/** Fields, of those that are a name alone, that no item has; none where not all items could be looked at. */
function unknownIn(
	tape: Tape,
	all: ReturnType<typeof allItems>,
	fields: readonly string[],
): readonly string[] {
	const first = all[0];
	const known = new Set(
		first !== undefined && isContainer(tape, first) ? fieldNames(tape, first) : [],
	);
	const doubtful = fields.filter((field) => /^[\w-]+$/.test(field) && !known.has(field));
	if (doubtful.length === 0) return [];
	const { keys, looked, hasMoreKeys } = facetsOf(tape, all, []);
	if (hasMoreKeys || looked < all.length) return [];
	const names = new Set(keys.map(({ name }) => name));
	return doubtful.filter((field) => !names.has(field));
}
