// The text that takes the place of fetched records (docs/client.md): how many, which page, the
// first ids. Made from all records of a page, before fields are chosen or anything is shortened.

/** Ids that a summary names; an ellipsis says that there are more. */
const NAMED = 3;

/** Characters of an id or a noun in a summary. */
const NAME_LENGTH = 40;

export interface SearchedPage {
	/** Records on this page. */
	readonly count: number;
	/** What one is: `activity` gives "15 activity records". */
	readonly model: string;
	/** Counted from 1. */
	readonly page: number;
	/** Absent where nothing was searched, as when records were fetched by their ids. */
	readonly totalPages?: number;
	/** The records' ids, in order; the first three are named. */
	readonly ids: readonly (string | number)[];
}

/**
 * The summary of a page of records.
 * @example recordSummary({ count: 15, model: 'activity', page: 1, totalPages: 9, ids: [72, 73, 74, 75] })
 * // '15 activity records (page 1/9, IDs: 72, 73, 74…)'
 */
export function recordSummary({ count, model, page, totalPages, ids }: SearchedPage): string {
	const place = totalPages === undefined ? `page ${page}` : `page ${page}/${totalPages}`;
	return `${count} ${short(model)} records (${[place, idList(ids)].filter(Boolean).join(', ')})`;
}

/** A list that some tool fetched, as far as its own data tell. */
export interface FetchedList {
	readonly count: number;
	/** What the list is called in the data, `bookings`; absent for a bare array. */
	readonly noun?: string;
	/** What identifies the first items, as their source text spells it. */
	readonly ids: readonly string[];
	/** Counted from 1. */
	readonly page?: number;
	readonly totalPages?: number;
	/** Items of the whole list. */
	readonly totalCount?: number;
}

/**
 * The summary of a list that a tool fetched which knows nothing of summaries.
 * @param tool - its name as the caller sees it
 * @example listSummary({ count: 50, noun: 'bookings', ids: ['1', '2'], totalCount: 210 }, 'list_bookings')
 * // '50 of 210 bookings from list_bookings (IDs: 1, 2)' with an ellipsis when there are more than three
 */
export function listSummary(list: FetchedList, tool: string): string {
	const { count, noun, ids, page, totalPages, totalCount } = list;
	const amount =
		totalCount !== undefined && totalCount > count ? `${count} of ${totalCount}` : count;
	const place = page === undefined ? '' : `page ${page}${totalPages ? `/${totalPages}` : ''}`;
	const details = [place, idList(ids)].filter(Boolean).join(', ');
	return `${amount} ${short(noun ?? 'records')} from ${tool}${details && ` (${details})`}`;
}

function idList(ids: readonly (string | number)[]): string {
	if (ids.length === 0) return '';
	const named = ids.slice(0, NAMED).map((id) => short(String(id)));
	return `IDs: ${named.join(', ')}${ids.length > NAMED ? '…' : ''}`;
}

/** On one line, and not longer than a name needs to be: data may call itself anything. */
function short(text: string): string {
	const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
	if (line.length <= NAME_LENGTH) return line;
	return `${line.slice(0, NAME_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`;
}
