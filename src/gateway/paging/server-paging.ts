// Paging by servers (docs/gateway.md "Servers that page themselves"): which arguments
// of a tool do it, and what an answer says of the page after it. Nothing here asks anyone.
import type { GatherSetting } from '../../config';
import { defined, isRecord, type JsonObject, valueAt } from '../../shared/json-values';
import { onceFor } from '../../shared/once';
import { isNextValue, markersOf, names, plain } from './paging-markers';

/** A server's own way of paging. */
export type PagingStyle = 'cursor' | 'page' | 'offset' | 'link';

/** The page after an answer. */
export interface NextPage {
	readonly style: PagingStyle;
	/** Arguments of its call that differ from those of the call before. */
	readonly args: JsonObject;
	/** Nothing says that there is one, but the page was full. */
	readonly isGuess: boolean;
}

/** The page after one answer; without `next` no call gets it. */
export interface PageReading {
	readonly next?: NextPage;
	/** Items in all, as the server says. */
	readonly total?: number;
	/** The answer itself says that it is not all, whether or not it can be asked on. */
	readonly hasMore: boolean;
	/** It says so by a mark that means nothing else, such as `has_more`. */
	readonly isMarked: boolean;
}

const CURSORS = names(
	'cursor nextcursor pagecursor aftercursor startcursor pagetoken nextpagetoken nexttoken paginationtoken continuationtoken continuation continue startingafter after scrollid marker bookmark exclusivestartkey nextrecordsurl nextlink nexturl nextpageurl',
);
const PAGES = names('page pagenumber pageno pagenum pageindex currentpage');
const OFFSETS = names('offset skip start startat startindex');
/** An offset where it is a number; else a day, a place, a sender. */
const FROM = names('from');
const LIMITS = names(
	'limit perpage pagesize maxresults maxitems size first top take count numresults',
);
/** Further names under which a caller may bring a cursor that it was given. */
const BROUGHT = names('handle token next position from before');

/** Returns whether an argument of this name is a cursor: a handle of ours in it is meant for us. */
export const isPagingName = (name: string): boolean =>
	[CURSORS, PAGES, OFFSETS, BROUGHT].some((known) => known.has(plain(name)));

/** Arguments of a tool by what they do, with all its names, for links that carry them. */
export type PagingArguments = ReturnType<typeof pagingArguments>;

/** Finds the arguments of a tool that page; `usualLimit`: items of a page unless the call says otherwise. */
export const pagingArguments = onceFor((inputSchema: JsonObject) => {
	const properties = isRecord(inputSchema.properties) ? inputSchema.properties : {};
	const known = Object.keys(properties);
	const spelled = known.map(plain);
	const named = (set: ReadonlySet<string>): string | undefined => {
		for (const [at, name] of spelled.entries()) if (set.has(name)) return known[at];
		return undefined;
	};
	const schemaOf = (name?: string): JsonObject => {
		const schema = name === undefined ? undefined : properties[name];
		return isRecord(schema) ? schema : {};
	};
	const [cursor, page, limit] = [CURSORS, PAGES, LIMITS].map(named);
	const from = named(FROM);
	const isNumber = ['integer', 'number'].includes(String(schemaOf(from).type));
	const offset = named(OFFSETS) ?? (isNumber ? from : undefined);
	const usualLimit = numberOf(schemaOf(limit).default);
	const { default: first, minimum } = schemaOf(page);
	const firstPage = numberOf(first) ?? (minimum === 0 ? 0 : undefined);
	return {
		...defined({ cursor, page, offset, limit, usualLimit, firstPage }),
		names: known,
	};
});

/** Returns whether a tool pages by its arguments: a limit alone does not. */
export const hasPaging = ({ cursor, page, offset }: PagingArguments): boolean =>
	(cursor ?? page ?? offset) !== undefined;

/** Facts of the call and its list. */
export interface PagedCall {
	readonly args: JsonObject;
	readonly paging: PagingArguments;
	/** Items of the list in the answer, and the last of them. */
	readonly count: number;
	readonly lastItem?: unknown;
	/** Pointer to that list, RFC 6901. */
	readonly pointer?: string | undefined;
	/** All pages are wanted: one more is asked for wherever there may be one. */
	readonly isEager?: boolean;
	readonly setting?: GatherSetting | undefined;
}

/** Returns the page after a parsed answer. */
export function readPage(answer: unknown, call: PagedCall): PageReading {
	const { setting } = call;
	const found = markersOf(answer, call.pointer);
	const counted = (found.count ?? 0) > call.count ? found.count : undefined;
	const total = found.total ?? counted;
	const markers = { ...found, ...(total !== undefined && { total }) };
	const told = {
		...(total !== undefined && { total }),
		hasMore: saysMore(markers, call),
		isMarked: (found.isCut ?? found.hasMore) === true,
	};
	const set = setting?.next === undefined ? undefined : valueAt(answer, setting.next.split('.'));
	if (setting?.next !== undefined) {
		const argument = setting.argument ?? call.paging.cursor ?? call.paging.page;
		const link = typeof set === 'string' ? argumentsOfLink(set, call.paging) : undefined;
		if (setting.style === 'link' && link)
			return { ...told, hasMore: true, next: sure('link', link) };
		if (!isNextValue(set) || argument === undefined) return told;
		return { ...told, hasMore: true, next: sure(setting.style ?? 'cursor', { [argument]: set }) };
	}
	for (const style of setting?.style ? [setting.style] : STYLES) {
		const next = READERS[style](call, markers);
		if (next === 'end') return told;
		if (next) return { ...told, hasMore: told.hasMore || !next.isGuess, next };
	}
	return told;
}

/** Returns whether an answer contradicts that its items are all. */
function saysMore(markers: Markers, { count }: PagedCall): boolean {
	const {
		hasMore,
		isCut,
		total = 0,
		rows = 0,
		cursor,
		link,
		nextPage,
		place,
		page,
		totalPages,
	} = markers;
	if (isCut || hasMore || Math.max(total, rows) > count) return true;
	if (hasMore === false) return false;
	return (
		(cursor ?? link ?? nextPage ?? place) !== undefined ||
		// A book has pages too.
		(page !== undefined && (totalPages ?? 0) > Math.max(page, 1))
	);
}

const STYLES: readonly PagingStyle[] = ['cursor', 'link', 'page', 'offset'];

type Markers = ReturnType<typeof markersOf>;
type Reader = (call: PagedCall, markers: Markers) => NextPage | 'end' | undefined;

const sure = (style: PagingStyle, args: JsonObject): NextPage => ({ style, args, isGuess: false });

const READERS: Readonly<Record<PagingStyle, Reader>> = {
	cursor({ paging, setting, lastItem }, { cursor, link, hasMore }) {
		const argument = setting?.argument ?? paging.cursor;
		if (argument === undefined) return undefined;
		if (hasMore === false) return 'end';
		if (/^next.*(?:url|link)$/.test(plain(argument)) && isNextValue(link))
			return sure('cursor', { [argument]: link });
		if (cursor !== undefined) return sure('cursor', { [argument]: cursor });
		const id = isRecord(lastItem) ? lastItem.id : undefined;
		const isAfter = ['startingafter', 'after'].includes(plain(argument));
		if (hasMore && isAfter && isNextValue(id)) return sure('cursor', { [argument]: id });
		return undefined;
	},
	link({ paging }, { link, hasMore }) {
		if (hasMore === false) return 'end';
		const args = link === undefined ? undefined : argumentsOfLink(link, paging);
		return args && sure('link', args);
	},
	page(call, { page, nextPage, totalPages, hasMore, total }) {
		const argument = call.setting?.argument ?? call.paging.page;
		if (argument === undefined) return undefined;
		if (hasMore === false) return 'end';
		const { firstPage = 1 } = call.paging;
		const current = numberOf(call.args[argument]) ?? page ?? firstPage;
		if (nextPage !== undefined) return sure('page', { [argument]: nextPage });
		const after = { [argument]: current + 1 };
		const done = current - firstPage + 1;
		if (totalPages !== undefined) return done < totalPages ? sure('page', after) : 'end';
		if (hasMore) return sure('page', after);
		const limit = limitOf(call);
		if (total !== undefined && (limit ?? call.count) > 0)
			return done * (limit ?? call.count) < total ? sure('page', after) : 'end';
		return isFull(call) ? { ...sure('page', after), isGuess: true } : undefined;
	},
	offset(call, { offset, place, hasMore, total }) {
		const argument = call.setting?.argument ?? call.paging.offset;
		if (argument === undefined) return undefined;
		if (hasMore === false) return 'end';
		if (place !== undefined) return sure('offset', { [argument]: place });
		const given = call.args[argument];
		const isOther = given !== undefined && given !== null && numberOf(given) === undefined;
		if (call.count === 0 || isOther) return 'end';
		const next = (numberOf(given) ?? offset ?? 0) + call.count;
		const after = { [argument]: next };
		if (hasMore) return sure('offset', after);
		if (total !== undefined) return next < total ? sure('offset', after) : 'end';
		return isFull(call) ? { ...sure('offset', after), isGuess: true } : undefined;
	},
};

const limitOf = ({ args, paging }: PagedCall): number | undefined =>
	(paging.limit === undefined ? undefined : numberOf(args[paging.limit])) ?? paging.usualLimit;

const isFull = (call: PagedCall): boolean => {
	const limit = limitOf(call);
	if (call.count === 0) return false;
	// A server may give fewer than it was asked for, and then it gives a round number.
	if (call.isEager && (limit === undefined || call.count % 10 === 0)) return true;
	return limit !== undefined && call.count >= limit;
};

/** The arguments that a link to the next page carries, as far as the tool has them. */
function argumentsOfLink(link: string, { names: known }: PagingArguments): JsonObject | undefined {
	if (!URL.canParse(link, 'https://server.invalid')) return undefined;
	const { searchParams } = new URL(link, 'https://server.invalid');
	const carried = [...searchParams].flatMap(([name, value]) => {
		const argument = known.find((candidate) => plain(candidate) === plain(name));
		return argument !== undefined && isPagingName(argument) ? [[argument, scalar(value)]] : [];
	});
	return carried.length === 0 ? undefined : Object.fromEntries(carried);
}

const scalar = (text: string): string | number => (/^\d{1,15}$/.test(text) ? Number(text) : text);

/** A number, also spelled as a text or kept as it was spelled. */
export function numberOf(value: unknown): number | undefined {
	const spelled = isRecord(value) ? value.rawJSON : value;
	if (typeof spelled === 'number') return Number.isFinite(spelled) ? spelled : undefined;
	return typeof spelled === 'string' && /^\d{1,15}$/.test(spelled) ? Number(spelled) : undefined;
}

/** Characters of a spelled page. */
const LONGEST_SPELLED = 300;

/** Returns the argument for the page: `cursor="c200"`; undefined where that is too long to say. */
export function spelledPage({ args }: NextPage): string | undefined {
	const spelled = Object.entries(args)
		.map(([name, value]) => `${name}=${JSON.stringify(value)}`)
		.join(', ');
	return spelled.length > LONGEST_SPELLED ? undefined : spelled;
}
