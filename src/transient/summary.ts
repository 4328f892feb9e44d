// Summaries that replace results (docs/client.md), and the list and ids they are made from. Ids are read
// from the source text, so that they keep their spelling.

import { isCount } from '../shared/context-marks';
import { type JsonSpan, scanJson } from '../shared/json-span';
import { jsonIn } from '../shared/json-values';
import { IDENTITIES, IDENTITY_SUFFIX, idsOfData } from '../shared/named-ids';
import { isText, type ToolResult } from '../shared/tool-result';

/** Ids named in a summary; an ellipsis stands for more. */
const NAMED = 3;

/** Maximum length of an id or noun. */
const NAME_LENGTH = 40;

interface SearchedPage {
	readonly count: number;
	/** Singular noun: `activity` gives "15 activity records". */
	readonly model: string;
	readonly page: number;
	/** Absent where records were fetched by id. */
	readonly totalPages?: number;
	readonly ids: readonly (string | number)[];
}

/** Summarizes a page of records: `15 activity records (page 1/9, IDs: 72, 73, 74…)`. */
export function recordSummary({ count, model, page, totalPages, ids }: SearchedPage): string {
	const place = totalPages === undefined ? `page ${page}` : `page ${page}/${totalPages}`;
	return `${count} ${label(model)} records (${[place, idList(ids)].filter(Boolean).join(', ')})`;
}

/** A list found in a tool's result. */
export interface FetchedList
	extends Readonly<Partial<Record<'page' | 'totalPages' | 'totalCount', number>>> {
	readonly count: number;
	/** Name of the list in the data (`bookings`); absent for a bare array. */
	readonly noun?: string;
	/** Ids of the first items, spelled as in the source. */
	readonly ids: readonly string[];
}

/** Summarizes a fetched list: `50 of 210 bookings from list_bookings (IDs: 1, 2, 3…)`. */
export function listSummary(list: FetchedList, tool: string): string {
	const { count, noun, ids, page, totalPages, totalCount } = list;
	const amount =
		totalCount !== undefined && totalCount > count ? `${count} of ${totalCount}` : count;
	const place = page === undefined ? '' : `page ${page}${totalPages ? `/${totalPages}` : ''}`;
	const details = [place, idList(ids)].filter(Boolean).join(', ');
	return `${amount} ${label(noun ?? 'records')} from ${tool}${details && ` (${details})`}`;
}

function idList(ids: readonly (string | number)[]): string {
	if (ids.length === 0) return '';
	const named = ids.slice(0, NAMED).map((id) => label(String(id)));
	return `IDs: ${named.join(', ')}${ids.length > NAMED ? '…' : ''}`;
}

/** Reduces untrusted text to one short line. */
function label(text: string, most = NAME_LENGTH): string {
	const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
	return line.length <= most ? line : `${line.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
}

export interface ListReading {
	/** Dotted path of the list, where it is not the heaviest array. */
	readonly itemsPath?: string | undefined;
	/** The slice of items that is sent; absent for all. */
	readonly shown?: { readonly from: number; readonly count: number };
}

/** Ids read from a list: one more than named. */
const IDS = 4;

const NAMES = ['name', 'title', 'url', 'email', 'login', 'username'];

/** Keys that make an object a single record. */
const THING_NAMES = new Set(['id', '_id', 'uuid', 'guid', 'key', 'slug', 'name', 'title', 'url']);

const ROOT: ReadonlySet<string> = new Set(['']);

/** Counts and summarizes the list in a result; undefined where there is none. */
export function summarizeList(result: ToolResult, tool: string, reading: ListReading = {}) {
	const list = fetchedList(result, reading);
	return list && { count: list.count, summary: listSummary(list, tool) };
}

/**
 * Finds the list in a result: structured content or the first JSON text; a top-level array, the configured
 * path, or the heaviest array. Undefined for a single record, prose or an error.
 */
export function fetchedList(
	result: ToolResult,
	reading: ListReading = {},
): FetchedList | undefined {
	if (result.isError === true) return undefined;
	const texts = result.content.flatMap((block) => (isText(block) ? [block.text] : []));
	for (const text of [result.structured ?? '', ...texts]) {
		const list = readList(text, reading);
		if (list) return list;
	}
	return undefined;
}

function readList(text: string, { itemsPath, shown }: ListReading): FetchedList | undefined {
	const root = open(text.replace(/^\ufeff/, ''));
	if (!root) return undefined;
	const found = root.span.items
		? { value: root }
		: itemsPath === undefined
			? heaviestArray(root)
			: (follow(root, itemsPath) ?? heaviestArray(root));
	const items = found?.value.span.items;
	if (!found || !items || (itemsPath === undefined && isThing(root, found))) return undefined;
	const from = shown?.from ?? 0;
	const sent = items.slice(from, from + (shown?.count ?? items.length));
	const total = count(root, ['totalCount', 'total_count', 'total']) ?? (shown && items.length);
	const page = count(root, ['page', 'currentPage', 'current_page']);
	const totalPages = count(root, ['totalPages', 'total_pages']);
	return {
		count: sent.length,
		...(found.noun !== undefined && { noun: found.noun }),
		ids: idsOf(found.value.text, sent.slice(0, IDS)),
		...(page !== undefined && page > 0 && { page }),
		...(page !== undefined && totalPages !== undefined && page <= totalPages && { totalPages }),
		...(total !== undefined && total >= sent.length && { totalCount: total }),
	};
}

/** A container and the text that its spans refer to. */
interface Opened {
	readonly text: string;
	readonly span: JsonSpan;
}

interface Found {
	readonly value: Opened;
	readonly noun?: string;
}

/** Scans one level only, since a document may have too many parts to record. */
function open(text: string): Opened | undefined {
	const scanned = scanJson(text, ROOT);
	return scanned.ok ? { text, span: scanned.value } : undefined;
}

const openChild = ({ text }: Opened, { start, end }: JsonSpan): Opened | undefined =>
	open(text.slice(start, end));

function heaviestArray(root: Opened): Found | undefined {
	let heaviest: readonly [string, JsonSpan] | undefined;
	for (const member of root.span.members ?? []) {
		const [, span] = member;
		if (span.kind !== 'array' || span.values < 3) continue;
		if (!heaviest || weight(span) > weight(heaviest[1])) heaviest = member;
	}
	const value = heaviest && openChild(root, heaviest[1]);
	return heaviest && value && { value, noun: heaviest[0] };
}

const weight = ({ start, end }: JsonSpan): number => end - start;

/** Fraction from which an array dominates an object with an identity. */
const DOMINANT_IN_A_THING = 0.8;

/** Returns true where the list is part of a single record, as messages are of a booking. */
function isThing({ span }: Opened, found: Found): boolean {
	const hasIdentity = [...(span.members ?? [])].some(
		([key, span]) => isScalar(span) && (THING_NAMES.has(key) || IDENTITY_SUFFIX.test(key)),
	);
	return hasIdentity && weight(found.value.span) < DOMINANT_IN_A_THING * weight(span);
}

/** Follows a dotted path; a key equal to the whole rest of the path wins. */
function follow(root: Opened, path: string): Found | undefined {
	let value: Opened | undefined = root;
	let rest = path;
	while (value) {
		const members: ReadonlyMap<string, JsonSpan> | undefined = value.span.members;
		const dot = rest.indexOf('.');
		const key: string = members?.has(rest) || dot < 0 ? rest : rest.slice(0, dot);
		const child: JsonSpan | undefined = members?.get(key);
		value = child && openChild(value, child);
		if (key === rest) return value?.span.items ? { value, noun: key } : undefined;
		rest = rest.slice(dot + 1);
	}
	return undefined;
}

function count(root: Opened, keys: readonly string[]): number | undefined {
	for (const key of keys) {
		const span = root.span.members?.get(key);
		if (span?.kind !== 'number') continue;
		const value = Number(root.text.slice(span.start, span.end));
		if (isCount(value)) return value;
	}
	return undefined;
}

/** Returns the ids of items: the same key of each, or the items themselves where they are scalars. */
function idsOf(text: string, items: readonly JsonSpan[]): string[] {
	if (items.every(isScalar)) return items.map((span) => spelled(text, span));
	const opened = items.map((span) => openChild({ text, span }, span));
	const key = identifyingKey(opened[0]?.span.members);
	if (key === undefined) return [];
	return opened.flatMap((item) => {
		const span = item?.span.members?.get(key);
		return item && span && isScalar(span) ? [spelled(item.text, span)] : [];
	});
}

function identifyingKey(members: ReadonlyMap<string, JsonSpan> | undefined): string | undefined {
	if (!members) return undefined;
	const keys = [...members].filter(([, span]) => isScalar(span)).map(([key]) => key);
	const named = (names: readonly string[]) =>
		names.map((name) => keys.find((key) => key.toLowerCase() === name)).find((key) => key);
	return named(IDENTITIES) ?? keys.find((key) => IDENTITY_SUFFIX.test(key)) ?? named(NAMES);
}

const isScalar = ({ kind }: JsonSpan): boolean => kind === 'number' || kind === 'string';

function spelled(text: string, span: JsonSpan): string {
	const source = text.slice(span.start, span.end);
	return span.kind === 'string' ? (JSON.parse(source) as string) : source;
}

/** Maximum length of a quoted first line. */
const LINE = 60;

/** Summarizes a result that is no list; undefined for failures and empty results. */
export function singleSummary(result: ToolResult, tool: string): string | undefined {
	if (result.isError === true) return undefined;
	const texts = result.content.flatMap((block) => (isText(block) ? [block.text] : []));
	const text = result.structured ?? texts.join('\n');
	if (text.trim() === '') return undefined;
	const data = dataOf(text);
	if (data !== undefined) {
		const [id] = idsOfData(data);
		return `1 record from ${tool}${id === undefined ? '' : ` (ID: ${id})`}`;
	}
	return textSummary(text, tool);
}

/** Summarizes a text: `text of 2 lines from read_log ("a")`. */
export function textSummary(text: string, tool: string): string {
	const lines = text.split('\n');
	const begins = label(lines.find((line) => line.trim() !== '') ?? '', LINE);
	const count = lines.length === 1 ? '1 line' : `${lines.length} lines`;
	return `text of ${count} from ${tool} ("${begins}")`;
}

const dataOf = (text: string): unknown => (/^\s*[[{]/.test(text) ? jsonIn(text) : undefined);
