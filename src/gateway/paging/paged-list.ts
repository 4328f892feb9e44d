// The list in one page of a server, and several pages joined into one result: items in slices of
// their source text, so that nothing is respelled.

import { containerTape } from '../../shared/json/parse';
import { resolvePointer } from '../../shared/json/pointer';
import type { Node, Tape } from '../../shared/json/tape';
import { isRecord, pointerKeys, pointerStep, valueAt } from '../../shared/json-values';
import { isText, type ToolResult } from '../../shared/tool-result';
import { objectsIn } from './paging-markers';

interface ListIn {
	/** The outline of the answer. */
	readonly outline: unknown;
	/** Pointer to the list, RFC 6901; undefined where there is none. */
	readonly pointer?: string;
	readonly count: number;
	readonly lastItem?: unknown;
}

/** A server's page whose answer is JSON with a list in it. */
export interface PageList extends ListIn {
	/** JSON of the whole page. */
	readonly text: string;
	/** JSON text of each item. */
	readonly items: readonly string[];
	/** UTF-16 offsets of the list in the text. */
	readonly from: number;
	readonly to: number;
}

/** Characters of a page that is read. */
const LONGEST_PAGE = 20_000_000;

/** The JSON of a result: its structured content, else the first text that is JSON. */
export function jsonOf({ structured, content }: ToolResult): string | undefined {
	if (structured !== undefined) return structured;
	const text = content.find((block) => isText(block) && /^\s*[[{]/.test(String(block.text)))?.text;
	return typeof text === 'string' ? text : undefined;
}

/**
 * Finds the list in an answer.
 * @param itemsPath its dotted path, where it is configured
 * @param like an earlier page: an empty list is found where that had its own
 */
export function listIn(tape: Tape, itemsPath?: string, like?: ListIn): ListIn {
	const outline = outlineOf(tape);
	const pointer =
		like?.pointer ?? (itemsPath && pointerOf(itemsPath.split('.'))) ?? heaviest(outline);
	const list = valueAt(outline, pointerKeys(pointer ?? ''));
	if (pointer === undefined || !Array.isArray(list)) return { outline, count: 0 };
	return { outline, pointer, count: list.length, lastItem: list.at(-1) };
}

/** The list of a page with its items; undefined where the page has none. @param like an earlier page of the same list */
export function pageListOf(result: ToolResult, itemsPath?: string, like?: PageList) {
	const json = jsonOf(result);
	const tape = json === undefined || json.length > LONGEST_PAGE ? undefined : containerTape(json);
	if (!tape) return undefined;
	const list = listIn(tape, itemsPath, like);
	const text = tape.source;
	const node = list.pointer === undefined ? undefined : resolvePointer(tape, list.pointer);
	// A page after the last may leave its list out.
	if (!node?.ok) return like && { ...like, ...list, text, items: [], from: -1, to: -1 };
	const items = Array.from(tape.children(node.value), (child) => tape.raw(child));
	return { ...list, text, items, from: tape.start(node.value), to: tape.end(node.value) };
}

const pointerOf = (keys: readonly string[]): string => keys.map(pointerStep).join('');

/** Finds the array with the most items, through objects only; of equals the first. */
function heaviest(root: unknown): string | undefined {
	if (Array.isArray(root)) return '';
	let best: { pointer: string; count: number } | undefined;
	for (const { keys, object } of objectsIn(root))
		for (const [key, value] of Object.entries(object)) {
			if (!Array.isArray(value)) continue;
			const count = value.length + (isRecord(value[0]) ? 0.5 : 0);
			if (count > (best?.count ?? -1)) best = { pointer: pointerOf([...keys, key]), count };
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

// The outline of a JSON document, for who asks about its frame and not about its items: objects with their
// members, of each list its length, its first and its last item. It costs what is in it, not what it is of.

/** Objects and lists that are opened, the highest first; others are empty. */
const MOST_OPENED = 1_000;
/** UTF-16 units of a text that is decoded: nothing longer is a mark. */
const LONGEST_DECODED = 5_000;

/** As JSON.parse gives it, but for what lies between the ends of lists. */
export function outlineOf(tape: Tape): unknown {
	const root = shellOf(tape, 0);
	const waiting: [Node, object][] = tape.isContainer(0) ? [[0, root as object]] : [];
	for (let at = 0; at < waiting.length && at < MOST_OPENED; at++) {
		const [node, value] = waiting[at] as [Node, object];
		const nodes = tape.children(node);
		const shown = tape.isObject(node) ? nodes : new Set([nodes.at(0), nodes.at(-1)]);
		for (const child of shown) {
			if (child === undefined) continue;
			const inner = shellOf(tape, child);
			const index = child === nodes[0] ? 0 : nodes.length - 1;
			const key = tape.isObject(node) ? tape.key(child) : index;
			Object.defineProperty(value, key, { value: inner, enumerable: true, configurable: true });
			if (tape.isContainer(child) && waiting.length < MOST_OPENED)
				waiting.push([child, inner as object]);
		}
	}
	return root;
}

/** A scalar, or a container with nothing in it yet. */
function shellOf(tape: Tape, node: Node): unknown {
	if (tape.isArray(node)) return new Array<unknown>(tape.count(node));
	if (tape.isObject(node)) return {};
	const raw = tape.raw(node);
	if (tape.isString(node)) return raw.length > LONGEST_DECODED ? raw : tape.text(node);
	return tape.kind(node) === 'number' ? Number(raw) : JSON.parse(raw);
}
