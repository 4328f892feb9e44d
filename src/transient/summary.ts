// Summaries that replace results (docs/client.md), and the list and ids they are made from. Ids keep their spelling.

import { isCount } from '../shared/context-marks';
import { asObject, isRawJson, isRecord, jsonIn, parseSpelled } from '../shared/json-values';
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

/**
 * Counts and summarizes the list in a result: `50 of 210 bookings from list_bookings (IDs: 1, 2, 3…)`. It is structured
 * content or the first JSON text; a top-level array, the configured path, or the heaviest array. Undefined for a single
 * record, prose or an error.
 */
export function summarizeList(result: ToolResult, tool: string, reading: ListReading = {}) {
	if (result.isError === true) return undefined;
	for (const text of [result.structured ?? '', ...textsOf(result)]) {
		const list = readList(text, tool, reading);
		if (list) return list;
	}
	return undefined;
}

const textsOf = ({ content }: ToolResult): readonly string[] =>
	content.flatMap((block) => (isText(block) ? [block.text] : []));

function readList(text: string, tool: string, { itemsPath, shown }: ListReading) {
	const root = jsonIn(text.replace(/^\ufeff/, ''), parseSpelled);
	const isNamed = itemsPath !== undefined && !Array.isArray(root);
	const found = (isNamed ? follow(root, itemsPath) : undefined) ?? heaviestList(root);
	if (!found || (itemsPath === undefined && isThing(root, found))) return undefined;
	const { list, noun = 'records' } = found;
	const from = shown?.from ?? 0;
	const sent = list.slice(from, from + (shown?.count ?? list.length));
	const total = count(root, ['totalCount', 'total_count', 'total']) ?? (shown ? list.length : 0);
	const page = count(root, ['page', 'currentPage', 'current_page']) ?? 0;
	const pages = count(root, ['totalPages', 'total_pages']) ?? 0;
	const place = page > 0 ? `page ${page}${page <= pages ? `/${pages}` : ''}` : '';
	const details = [place, idList(idsOf(sent.slice(0, IDS)))].filter(Boolean).join(', ');
	const amount = total > sent.length ? `${sent.length} of ${total}` : sent.length;
	const summary = `${amount} ${label(noun)} from ${tool}${details && ` (${details})`}`;
	return { count: sent.length, summary };
}

interface Found {
	readonly list: readonly unknown[];
	readonly noun?: string;
}

/** A value that is a list, else the heaviest of its lists that hold more than one value. */
function heaviestList(root: unknown): Found | undefined {
	if (Array.isArray(root)) return { list: root };
	const lists = Object.entries(asObject(root) ?? {}).flatMap(([noun, list]) => {
		const [first, ...more] = Array.isArray(list) ? (list as readonly unknown[]) : [];
		const isOne = spelled(first) !== undefined || Object.keys(first ?? {}).length === 0;
		return isOne && more.length === 0 ? [] : { list: [first, ...more], noun, size: sizeOf(list) };
	});
	return lists.toSorted((a, b) => b.size - a.size)[0];
}

/** Characters of a value as JSON. */
const sizeOf = (value: unknown) => String(jsonIn('', () => JSON.stringify(value)) ?? '').length;

/** Fraction from which an array dominates an object with an identity. */
const DOMINANT_IN_A_THING = 0.8;

/** Returns true where the list is part of a single record, as messages are of a booking. */
function isThing(root: unknown, { list }: Found): boolean {
	const hasIdentity = Object.entries(asObject(root) ?? {}).some(
		([key, value]) =>
			spelled(value) !== undefined && (THING_NAMES.has(key) || IDENTITY_SUFFIX.test(key)),
	);
	return hasIdentity && sizeOf(list) < DOMINANT_IN_A_THING * sizeOf(root);
}

/** Follows a dotted path; a key equal to the whole rest of the path wins. */
function follow(value: unknown, path: string): Found | undefined {
	const members = asObject(value) ?? {};
	const dot = path.indexOf('.');
	if (dot >= 0 && !Object.hasOwn(members, path))
		return follow(members[path.slice(0, dot)], path.slice(dot + 1));
	const list = members[path];
	return Array.isArray(list) ? { list, noun: path } : undefined;
}

function count(root: unknown, keys: readonly string[]): number | undefined {
	const values = keys.map((key) => asObject(root)?.[key]);
	return values
		.map((value) => (typeof value === 'string' ? value : Number(spelled(value))))
		.find(isCount);
}

/** Returns the ids of items: the same key of each, or the items themselves where they are scalars. */
function idsOf(items: readonly unknown[]): string[] {
	const own = items.flatMap((item) => spelled(item) ?? []);
	if (own.length === items.length) return own;
	const [first = {}] = items.map(asObject);
	const keys = Object.keys(first).filter((key) => spelled(first[key]) !== undefined);
	const named = (names: readonly string[]) =>
		names.map((name) => keys.find((key) => key.toLowerCase() === name)).find((key) => key);
	const key = named(IDENTITIES) ?? keys.find((each) => IDENTITY_SUFFIX.test(each)) ?? named(NAMES);
	return key === undefined ? [] : items.flatMap((item) => spelled(asObject(item)?.[key]) ?? []);
}

/** Returns a text, or a number as it is spelled; undefined for anything else. */
function spelled(value: unknown): string | undefined {
	const isNumber = typeof value === 'number' || (isRecord(value) && isRawJson(value));
	return typeof value === 'string' ? value : isNumber ? JSON.stringify(value) : undefined;
}

/** Maximum length of a quoted first line. */
const LINE = 60;

/** Summarizes a result that is no list, and counts one; undefined for failures and empty results. */
export function singleSummary(result: ToolResult, tool: string) {
	const text = result.structured ?? textsOf(result).join('\n');
	if (result.isError === true || text.trim() === '') return undefined;
	const data = /^\s*[[{]/.test(text) ? jsonIn(text) : undefined;
	if (data === undefined) return { count: 1, summary: textSummary(text, tool) };
	const [id] = idsOfData(data);
	return { count: 1, summary: `1 record from ${tool}${id === undefined ? '' : ` (ID: ${id})`}` };
}

/** Summarizes a text: `text of 2 lines from read_log ("a")`. */
export function textSummary(text: string, tool: string): string {
	const lines = text.split('\n');
	const begins = label(lines.find((line) => line.trim() !== '') ?? '', LINE);
	const count = lines.length === 1 ? '1 line' : `${lines.length} lines`;
	return `text of ${count} from ${tool} ("${begins}")`;
}
