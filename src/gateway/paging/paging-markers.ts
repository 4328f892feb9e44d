// Paging markers of an answer, anywhere around its list: `next_cursor`, `has_more`,
// `nextPageToken`, `pageInfo.hasNextPage`, `links.next`, `total`, a `Link` header.
import { isRecord, pointerKeys } from '../../shared/json-values';

/** Paging markers of one answer, as written; each is optional. */
export interface Markers {
	readonly cursor?: string | number;
	readonly hasMore?: boolean;
	/** Of the next page: a URL, or a part of one. */
	readonly link?: string;
	readonly page?: number;
	readonly nextPage?: number;
	readonly totalPages?: number;
	readonly offset?: number;
	/** Next position, called an offset by a server whose offsets are no numbers. */
	readonly place?: string;
	readonly total?: number;
	/** The same by a name that others give to the items of a page. */
	readonly count?: number;
	/** Rows that a statement has in all. */
	readonly rows?: number;
	readonly isCut?: boolean;
}

/** Objects that are looked at, and levels. */
const MOST_OBJECTS = 200;
const DEEPEST = 5;

/** Words, for looking up. */
export const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const NEXT_CURSOR = names(
	'nextcursor nextpagetoken nexttoken nextpagecursor continuationtoken nextcontinuationtoken nextmarker endcursor lastevaluatedkey scrollid paginationtoken',
);
const HAS_MORE = names(
	'hasmore hasnextpage hasnext more istruncated moreavailable morepages hasmoreitems hasmoreresults',
);
const CUT = names('truncated incompleteresults resultstruncated partialresults');
/** Continuation markers: an object of its own, or a text beside what is about pages. */
const GO_ON = names('continue lastevaluatedkey');
const IS_LAST = names('islast islastpage isfinalpage');
const LINK = names(
	'nextlink nextpageurl nexturl nextpagelink odatanextlink nextpageuri nexthref nextrecordsurl',
);
const PAGE = names('page pagenumber currentpage pageindex');
const TOTAL_PAGES = names('totalpages pagecount pages lastpage numpages');
const OFFSET = names('offset skip startat startindex');
const TOTAL = names(
	'total totalcount totalitems totalresults totalsize totalrecords totalhits totalelements totalrows totalentries totalmatches estimatedtotalhits numfound nbhits odatacount',
);
/** Items in all, or of the page: which, their number tells. */
const COUNT = names('count found resultcount');
/** Beside these a total is a sum, not a number of items. */
const BESIDE_SUMS = names('subtotal tax currency amount price discount used free');
/** Objects beside a list that count it, besides those about pages. */
const ABOUT_LISTS = names('info resultinfo searchinfo queryinfo summary response resultset');
/** Objects that are about pages: what they call `next` or `after` is the next one. */
const ABOUT_PAGES = names(
	'links link paging pagination pageinfo cursors meta metadata responsemetadata page next',
);

/** A name as others spell it. */
export const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * The markers of an answer; of several the one that stands highest.
 * @param pointer where its list is: only what stands around that, or speaks of lists, counts it
 */
export function markersOf(answer: unknown, pointer?: string): Markers {
	const found: { -readonly [Name in keyof Markers]: Markers[Name] } = {};
	const note = <Name extends keyof Markers>(name: Name, value: Markers[Name]) => {
		if (value !== undefined) found[name] ??= value;
	};
	const around = pointer === undefined ? undefined : pointerKeys(pointer);
	for (const { keys, object } of objectsIn(answer)) {
		const under = plain(keys.at(-1) ?? '');
		const isAround = !around || keys.every((key, at) => around[at] === key);
		const isAboutPages = ABOUT_PAGES.has(under);
		for (const [key, value] of Object.entries(object)) read(plain(key), value, isAboutPages, note);
		if (isAround || isAboutPages || ABOUT_LISTS.has(under)) count(object, note);
	}
	return found;
}

/** The objects around an answer's lists, the highest first, each with the keys that lead to it. */
export function* objectsIn(answer: unknown) {
	let level = isRecord(answer) ? [{ keys: [] as readonly string[], object: answer }] : [];
	let seen = 0;
	for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
		const below: typeof level = [];
		for (const { keys, object } of level) {
			if (++seen > MOST_OBJECTS) return;
			yield { keys, object };
			for (const [key, value] of Object.entries(object))
				if (isRecord(value)) below.push({ keys: [...keys, key], object: value });
		}
		level = below;
	}
}

type Note = <Name extends keyof Markers>(name: Name, value: Markers[Name]) => void;

function read(name: string, value: unknown, isAboutPages: boolean, note: Note): void {
	if (HAS_MORE.has(name) && typeof value === 'boolean') note('hasMore', value);
	if (typeof value === 'boolean' && (IS_LAST.has(name) || (isAboutPages && name === 'last')))
		note('hasMore', !value);
	if (NEXT_CURSOR.has(name)) note('cursor', cursorOf(value));
	if (CUT.has(name) && value === true) note('isCut', true);
	if (GO_ON.has(name) && (isRecord(value) || (isAboutPages && cursorOf(value) !== undefined)))
		note('hasMore', true);
	if (name === 'remainingitemcount') note('hasMore', (countOf(value) ?? 0) > 0);
	if (name === 'rowcount') note('rows', countOf(value));
	if (TOTAL_PAGES.has(name)) note('totalPages', countOf(value));
	if (PAGE.has(name)) note('page', countOf(value));
	if (OFFSET.has(name)) note('offset', countOf(value));
	if (name === 'offset' && typeof value === 'string' && !/^\d*$/.test(value))
		note('place', cursorOf(value)?.toString());
	if (name === 'nextpage' || name === 'next' || LINK.has(name)) readNext(value, note);
	if (isAboutPages && (name === 'after' || name === 'cursor')) note('cursor', cursorOf(value));
	if (name === 'link' || name === 'linkheader') note('link', linkOf(value));
}

/** Reads an object's item counts and its statement of completeness. */
function count(object: Readonly<Record<string, unknown>>, note: Note): void {
	const members = new Map<string, unknown>();
	let isSum = false;
	for (const [key, value] of Object.entries(object)) {
		const name = plain(key);
		members.set(name, value);
		isSum ||= BESIDE_SUMS.has(name);
	}
	for (const [name, value] of members) {
		if (TOTAL.has(name) && !(isSum && name === 'total')) note('total', countOf(value));
		if (COUNT.has(name)) note('count', countOf(value));
	}
	// Much else may be done or not.
	if (
		typeof members.get('done') === 'boolean' &&
		(members.has('totalsize') || members.has('nextrecordsurl'))
	)
		note('hasMore', members.get('done') === false);
}

/** `next` is a link, a cursor or a number, or an object with one. */
function readNext(value: unknown, note: Note): void {
	if (isRecord(value)) {
		const inner = value.href ?? value.url ?? value.link;
		if (typeof inner === 'string') note('link', inner);
		return;
	}
	if (typeof value === 'number') note('nextPage', value);
	else if (typeof value === 'string' && /^(?:https?:\/\/|\/|\?)/.test(value)) note('link', value);
	// Words say what to do next.
	else if (!/\s/.test(String(value))) note('cursor', cursorOf(value));
}

export const isNextValue = (value: unknown): value is string | number =>
	(typeof value === 'string' && value !== '' && value.length <= 4_000) || typeof value === 'number';

const cursorOf = (value: unknown) => (isNextValue(value) ? value : undefined);

const countOf = (value: unknown): number | undefined => {
	const counted = isRecord(value) ? value.value : value;
	const isText = typeof counted === 'string' && /^\d{1,15}$/.test(counted);
	const number = isText ? Number(counted) : counted;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
		? number
		: undefined;
};

/** The target of `rel="next"` in a `Link` header. */
const linkOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value.length <= 4_000
		? /<([^<>]*)>\s*;[^<]*\brel="?next"?/i.exec(value)?.[1]
		: undefined;
