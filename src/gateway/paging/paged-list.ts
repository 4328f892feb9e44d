// The list in one page of a server, and several pages joined into one result: items in slices of
// their source text, so that nothing is respelled.

import { parseJson } from '../../shared/json/parse';
import { resolvePointer } from '../../shared/json/pointer';
import { isRecord, jsonIn } from '../../shared/json-values';
import { isText, type ToolResult } from '../../shared/tool-result';

/** A server's page whose answer is JSON with a list in it. */
export interface PageList {
	/** JSON of the whole page. */
	readonly text: string;
	/** The same, parsed. */
	readonly value: unknown;
	/** Pointer to the list, RFC 6901. */
	readonly pointer: string;
	/** JSON text of each item. */
	readonly items: readonly string[];
	readonly lastItem: unknown;
	/** UTF-16 offsets of the list in the text. */
	readonly from: number;
	readonly to: number;
}

/** Characters of a page that is read. */
const LONGEST_PAGE = 20_000_000;
/** Levels of objects that are looked through for a list. */
const DEEPEST = 5;
const MOST_OBJECTS = 200;

/** The JSON of a result: its structured content, else the first text that is JSON. */
export function jsonOf({ structured, content }: ToolResult): string | undefined {
	if (structured !== undefined) return structured;
	const text = content.find((block) => isText(block) && /^\s*[[{]/.test(String(block.text)))?.text;
	return typeof text === 'string' ? text : undefined;
}

/** The list in an answer that is parsed, and where it is; undefined when it has none. */
export function listIn(
	value: unknown,
	itemsPath?: string,
): { readonly items: readonly unknown[]; readonly pointer: string } | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	const pointer = (itemsPath && pointerOf(itemsPath)) ?? heaviest(value);
	if (pointer === undefined) return undefined;
	let list: unknown = value;
	for (const token of pointer.split('/').slice(1)) {
		const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
		list = isRecord(list) && Object.hasOwn(list, key) ? list[key] : undefined;
	}
	return Array.isArray(list) ? { items: list, pointer } : undefined;
}

/**
 * @param itemsPath dotted path of the list, where it is configured
 * @param like an earlier page of the same list: an empty one is found where that was
 */
export function pageListOf(
	result: ToolResult,
	itemsPath?: string,
	like?: PageList,
): PageList | undefined {
	const text = jsonOf(result);
	if (text === undefined || text.length > LONGEST_PAGE) return undefined;
	const value = jsonIn(text);
	if (typeof value !== 'object' || value === null) return undefined;
	const path = like?.pointer ?? (itemsPath && pointerOf(itemsPath)) ?? heaviest(value);
	if (path === undefined) return undefined;
	const tape = parseJson(text, { maxValues: 2_000_000 });
	if (!tape.ok) return undefined;
	const node = resolvePointer(tape.value, path);
	if (!node.ok || !tape.value.isArray(node.value)) {
		// A page after the last may leave its list out.
		return like && { ...EMPTY, text, value, pointer: path };
	}
	const list = node.value;
	const items =
		tape.value.count(list) === 0
			? []
			: Array.from(tape.value.entries(list), (child) => tape.value.raw(child));
	return {
		text,
		value,
		pointer: path,
		items,
		lastItem: jsonIn(items.at(-1)),
		from: tape.value.start(list),
		to: tape.value.end(list),
	};
}

const EMPTY = { items: [], lastItem: undefined, from: -1, to: -1 } as const;

const step = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
const pointerOf = (path: string): string => path.split('.').map(step).join('');

/** Finds the array with the most items, through objects only; of equals the first. */
function heaviest(root: object): string | undefined {
	if (Array.isArray(root)) return '';
	let best: { pointer: string; count: number } | undefined;
	let level: [string, object][] = [['', root]];
	let seen = 0;
	for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
		const below: [string, object][] = [];
		for (const [pointer, object] of level) {
			if (++seen > MOST_OBJECTS) break;
			for (const [key, value] of Object.entries(object)) {
				const at = pointer + step(key);
				if (Array.isArray(value)) {
					const weight = value.length + (isRecord(value[0]) ? 0.5 : 0);
					if (weight > (best?.count ?? -1)) best = { pointer: at, count: weight };
				} else if (isRecord(value)) below.push([at, value]);
			}
		}
		level = below;
	}
	return best?.pointer;
}

/**
 * One result of all items, in the frame of the last page that has the list: what it says of further
 * pages then holds. `told` stands in the object, beside a list or a text in a block of its own.
 */
export function joinPages(first: ToolResult, pages: readonly PageList[], told: object): ToolResult {
	const frame = pages.findLast(({ from }) => from >= 0) as PageList;
	const items = pages.flatMap((page) => page.items).join(',');
	const joined = `${frame.text.slice(0, frame.from)}[${items}]${frame.text.slice(frame.to)}`;
	const isObject = frame.pointer !== '';
	const key = frame.text.includes('"gathered"') ? 'loadlineGathered' : 'gathered';
	const note = `${JSON.stringify(key)}:${JSON.stringify(told)}`;
	const withNote = `${joined.slice(0, joined.lastIndexOf('}'))},${note}}`;
	const { structured, isError: _, ...rest } = first;
	const apart = { type: 'text', text: `{${note}}` } as const;
	if (structured !== undefined && isObject)
		return { ...rest, structured: withNote, content: replaced(first, withNote) };
	return {
		...rest,
		...(structured !== undefined && { structured: joined }),
		content: [...replaced(first, joined), apart],
	};
}

/** The blocks with the joined text where the first page's JSON was. */
function replaced(first: ToolResult, text: string): ToolResult['content'] {
	const at = first.content.findIndex(
		(block) => isText(block) && /^\s*[[{]/.test(String(block.text)),
	);
	// Words about the first page are not about all of them.
	if (at < 0) return [...first.content.filter((block) => !isText(block)), { type: 'text', text }];
	return first.content.map((block, index) => (index === at ? { ...block, text } : block));
}
