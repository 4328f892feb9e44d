// Notices of a page of a list: where it goes on, what part of the server's list it is, and fields that none of its items has.

import { isString, items } from '../shared/json/tape';
import type { Items } from './item-texts';
import type { ListPage } from './list-choice';
import type { Page } from './page';

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

/** Said where no item of a page has one of the fields that were asked for, or some items have no fields. */
export function fieldsNotice(
	{ fields, tape, list, from, base = 0 }: ListPage,
	{ nodes }: Items,
	{ texts }: Page,
): string | undefined {
	if (!fields || texts.length === 0) return undefined;
	const sources = items(tape, list.node, from - base, from - base + nodes.length);
	if (sources.some((node) => isString(tape, node)))
		return 'Texts have no fields and stand as {}. Without "fields" they are given too.';
	return texts.every((text) => text === '{}' || text.endsWith(':{}'))
		? 'None of these items has one of the fields.'
		: undefined;
}
