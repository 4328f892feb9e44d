// What an answer says of pages, wherever it stands around its list: `next_cursor`, `has_more`,
// `nextPageToken`, `pageInfo.hasNextPage`, `links.next`, `total`, a `Link` header.
import { isRecord } from '../shared/is-record';

export interface Markers {
	readonly cursor?: string | number;
	readonly hasMore?: boolean;
	/** Of the next page: a URL, or a part of one. */
	readonly link?: string;
	readonly page?: number;
	readonly nextPage?: number;
	readonly totalPages?: number;
	readonly offset?: number;
	/** Items in all. */
	readonly total?: number;
}

/** Objects that are looked at, and levels. */
const MOST_OBJECTS = 200;
const DEEPEST = 5;

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const NEXT_CURSOR = names(
	'nextcursor nextpagetoken nexttoken nextpagecursor continuationtoken nextcontinuationtoken nextmarker endcursor lastevaluatedkey scrollid paginationtoken',
);
const HAS_MORE = names('hasmore hasnextpage hasnext more istruncated moreavailable morepages');
const IS_LAST = names('islast islastpage isfinalpage');
const LINK = names('nextlink nextpageurl nexturl nextpagelink odatanextlink nextpageuri nexthref');
const PAGE = names('page pagenumber currentpage pageindex');
const TOTAL_PAGES = names('totalpages pagecount pages lastpage numpages');
const OFFSET = names('offset skip startat startindex');
const TOTAL = names('total totalcount totalitems totalresults totalsize totalrecords totalhits');
/** Objects that are about pages: what they call `next` or `after` is the next one. */
const ABOUT_PAGES = names(
	'links link paging pagination pageinfo cursors meta metadata responsemetadata page next',
);

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Cheap, before anything is parsed: whether a text may say something of pages. */
export const maySpeakOfPages = (text: string): boolean =>
	/"[^"]{0,20}(?:next|has_?more|more|cursor|is_?last|truncated|continu|scroll_?id|LastEvaluatedKey|total|page)[^"]{0,24}"\s*:|rel=\\?"?next/i.test(
		text,
	);

/** The markers of an answer; of several the one that stands highest. */
export function markersOf(answer: unknown): Markers {
	const found: { -readonly [Name in keyof Markers]: Markers[Name] } = {};
	const note = <Name extends keyof Markers>(name: Name, value: Markers[Name]) => {
		if (value !== undefined) found[name] ??= value;
	};
	let level: [string, Readonly<Record<string, unknown>>][] = isRecord(answer) ? [['', answer]] : [];
	let seen = 0;
	for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
		const below: typeof level = [];
		for (const [under, object] of level) {
			if (++seen > MOST_OBJECTS) return found;
			for (const [key, value] of Object.entries(object)) {
				const name = plain(key);
				if (isRecord(value)) below.push([name, value]);
				read(name, value, ABOUT_PAGES.has(under), note);
			}
		}
		level = below;
	}
	return found;
}

type Note = <Name extends keyof Markers>(name: Name, value: Markers[Name]) => void;

function read(name: string, value: unknown, isAboutPages: boolean, note: Note): void {
	if (HAS_MORE.has(name) && typeof value === 'boolean') note('hasMore', value);
	if (typeof value === 'boolean' && (IS_LAST.has(name) || (isAboutPages && name === 'last')))
		note('hasMore', !value);
	if (NEXT_CURSOR.has(name)) note('cursor', cursorOf(value));
	if (TOTAL.has(name)) note('total', countOf(value));
	if (TOTAL_PAGES.has(name)) note('totalPages', countOf(value));
	if (PAGE.has(name)) note('page', countOf(value));
	if (OFFSET.has(name)) note('offset', countOf(value));
	if (name === 'nextpage' || name === 'next' || LINK.has(name)) readNext(value, note);
	if (isAboutPages && (name === 'after' || name === 'cursor')) note('cursor', cursorOf(value));
	if (name === 'href' && isAboutPages && typeof value === 'string') return;
	if (name === 'link' || name === 'linkheader') note('link', linkOf(value));
}

/** `next` is a link, a cursor or a number, or an object with one. */
function readNext(value: unknown, note: Note): void {
	if (isRecord(value)) {
		const inner = value.href ?? value.url;
		if (typeof inner === 'string') note('link', inner);
		return;
	}
	if (typeof value === 'number') note('nextPage', value);
	else if (typeof value === 'string' && /^(?:https?:\/\/|\/|\?)/.test(value)) note('link', value);
	else note('cursor', cursorOf(value));
}

const cursorOf = (value: unknown): string | number | undefined =>
	(typeof value === 'string' && value !== '' && value.length <= 4_000) || typeof value === 'number'
		? value
		: undefined;

const countOf = (value: unknown): number | undefined => {
	const number = isRecord(value) ? value.value : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
		? number
		: undefined;
};

/** The target of `rel="next"` in a `Link` header. */
const linkOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value.length <= 4_000
		? /<([^<>]*)>\s*;[^<]*\brel="?next"?/i.exec(value)?.[1]
		: undefined;
