// A list result, page by page: the list's place in its object, its items, the added keys.
import { type Additions, NOT_KEPT, spellCall } from './additions';
import { plus, scale, type Weight } from './budget';
import { type Condensed, condense } from './condense';
import type { Bench, Draft } from './draft';
import type { Data } from './frame';
import { allItems } from './json/list';
import { planFields, project } from './json/project';
import { quote } from './json/quote';
import {
	children,
	compactLength,
	keyOf,
	members,
	type Node,
	parentOf,
	parseJson,
	type Tape,
} from './json/tape';
import { compact } from './json/write';
import { fillPage, type Items } from './page';
import { fieldNames, noFieldNotice } from './projection';
import type { NextCall, Position } from './types';

export interface ListPage {
	readonly tape: Tape;
	readonly list: Node;
	readonly from: number;
	/** Items on the page at most. */
	readonly limit: number;
	/** The limit the caller named, 0 for none; the following pages keep it. */
	readonly askedLimit: number;
	readonly fields?: readonly string[];
	/** Items are not condensed as long as fewer of them fit whole. */
	readonly whole: boolean;
	/** Asked for through a summary's handle: what follows comes in full too. */
	readonly full: boolean;
	readonly next: NextCall;
	readonly essential: ReadonlySet<string>;
}

/** Share of the room that the rest of an object may take beside its list. */
const BESIDE = 0.3;

/** One page within `room`, which covers all data of the answer. */
export function draftPage(bench: Bench, page: ListPage, room: Weight): Draft {
	const nest = nestOf(bench, page, scale(room, BESIDE));
	const weight = plus(bench.weigh(nest.before + nest.after), { tokens: 2, bytes: 2 });
	const left = {
		tokens: Math.max(24, room.tokens - weight.tokens),
		bytes: Math.max(96, room.bytes - weight.bytes),
	};
	const items = itemsOf(bench, page);
	const filled = fillPage(items, page.from, page.limit, left, bench.weigh, !page.whole);
	const cut = [...nest.cut, ...filled.cut];
	const more = filled.next < items.total;
	const paged = more || page.from > 0;
	const positions: Position[] = [];
	if (more)
		positions.push({
			kind: page.full ? 'whole' : 'item',
			offset: filled.next,
			limit: page.askedLimit,
		});
	if (cut.length > 0) positions.push({ kind: 'whole', offset: page.from, limit: page.askedLimit });
	const unmatched = page.fields && filled.texts.length > 0 && filled.texts.every(isEmpty);
	return {
		act: paged ? 'paginated' : 'summarized',
		data: dataOf(bench, page, nest, filled.texts),
		positions,
		itemCount: filled.texts.length,
		isItemCut: filled.cut.length > 0,
		additions: (handles): Additions => ({
			...(paged ? { totalCount: items.total } : {}),
			...(more && handles ? { nextCursor: handles[0] as string } : {}),
			...(cut.length > 0 ? { summary: summaryOf(page, cut, handles?.[more ? 1 : 0]) } : {}),
			...(unmatched ? { notice: unmatchedNotice(page) } : {}),
			...(positions.length > 0 && !handles ? { notice: NOT_KEPT } : {}),
		}),
	};
}

const isEmpty = (text: string): boolean => text === '{}';

function unmatchedNotice({ tape, list, from }: ListPage): string {
	return noFieldNotice(fieldNames(tape, children(tape, list)[from] as Node));
}

function summaryOf(page: ListPage, cut: readonly string[], handle: string | undefined) {
	const truncatedFields = nameable(cut);
	const first = truncatedFields.filter((path) => path !== '…').slice(0, 2);
	const what = first.length > 0 ? 'these fields' : 'these items';
	const how =
		handle === undefined
			? NOT_KEPT
			: `${spellCall(page.next, handle, first)} gives ${what} whole. One item whole: read_result with this handle and "pointer":${quote(pointerTo(page))}.`;
	return {
		kind: 'items' as const,
		truncatedFields,
		...(handle === undefined ? {} : { handle }),
		instructions: how,
	};
}

/** The first item of the page, as RFC 6901 has it. */
function pointerTo({ tape, list, from }: ListPage): string {
	const steps = [String(from)];
	for (let at = list; parentOf(tape, at) >= 0; at = parentOf(tape, at))
		steps.unshift(keyOf(tape, at).replaceAll('~', '~0').replaceAll('/', '~1'));
	return `/${steps.join('/')}`;
}

/** As many paths as a model wants to read. */
export function nameable(cut: readonly string[]): string[] {
	const names: string[] = [];
	let length = 0;
	for (const path of new Set(cut)) {
		if (path === '') continue;
		length += path.length;
		if (names.length === 16 || length > 400) return [...names, '…'];
		names.push(path);
	}
	return names;
}

function itemsOf(bench: Bench, { tape, list, fields, essential }: ListPage): Items {
	const nodes = allItems(tape, list);
	const plan = fields && planFields(fields);
	const whole = (index: number): string => {
		const node = nodes[index] as Node;
		return plan ? project(tape, node, plan).text : compact(tape, node);
	};
	return {
		total: nodes.length,
		whole,
		length: (index) => (fields ? 0 : compactLength(tape, nodes[index] as Node)),
		condensed: (index, limit): Condensed => {
			const options = { weigh: bench.weigh, essential };
			if (!fields) return condense(tape, nodes[index] as Node, limit, options);
			const projected = parseJson(whole(index), {});
			return projected.ok
				? condense(projected.value, 0, limit, options)
				: { text: 'null', cut: [] };
		},
	};
}

/** The items of the page, whole, as one JSON list. */
export function windowText({ tape, list, from, limit, fields }: ListPage): string {
	const plan = fields && planFields(fields);
	const nodes = allItems(tape, list).subarray(from, from + limit);
	const texts = Array.from(nodes, (node) =>
		plan ? project(tape, node, plan).text : compact(tape, node),
	);
	return `[${texts.join(',')}]`;
}

/** The text before and after the list, within `limit`. */
interface Nest {
	readonly before: string;
	readonly after: string;
	readonly cut: readonly string[];
}

function nestOf(bench: Bench, { tape, list, essential }: ListPage, limit: Weight): Nest {
	if (list === 0) return { before: '', after: '', cut: [] };
	const top = topAncestor(tape, list);
	const size = compactLength(tape, 0) - compactLength(tape, list);
	if (size <= limit.bytes) {
		const nest = aroundList(tape, list);
		const weight = bench.weigh(nest.before + nest.after);
		if (weight.tokens <= limit.tokens && weight.bytes <= limit.bytes) return nest;
	}
	const rest = condense(tape, 0, limit, { weigh: bench.weigh, essential, skip: top });
	const opened = rest.text === '{}' ? '{' : `${rest.text.slice(0, -1)},`;
	let before = '';
	let after = '';
	for (let at = list; at !== 0; at = parentOf(tape, at)) {
		before = `${quote(keyOf(tape, at))}:${at === list ? '' : '{'}${before}`;
		if (at !== list) after += '}';
	}
	return { before: opened + before, after: `${after}}`, cut: rest.cut };
}

function topAncestor(tape: Tape, node: Node): Node {
	let at = node;
	while (parentOf(tape, at) > 0) at = parentOf(tape, at);
	return at;
}

/** Everything of the document but the list, in its order. */
function aroundList(tape: Tape, list: Node): Nest {
	let before = '';
	let after = '';
	for (let at = list; at !== 0; at = parentOf(tape, at)) {
		const left: string[] = [];
		const right: string[] = [];
		for (const child of members(tape, parentOf(tape, at))) {
			if (child === at) continue;
			(child < at ? left : right).push(`${quote(keyOf(tape, child))}:${compact(tape, child)}`);
		}
		before = `{${left.map((text) => `${text},`).join('')}${quote(keyOf(tape, at))}:${before}`;
		after = `${after}${right.map((text) => `,${text}`).join('')}}`;
	}
	return { before, after, cut: [] };
}

function dataOf(bench: Bench, page: ListPage, nest: Nest, texts: readonly string[]): Data {
	if (bench.frame.spread) return { form: 'spread', texts: texts.map(blockOf) };
	const text = `${nest.before}[${texts.join(',')}]${nest.after}`;
	return { form: page.list === 0 ? 'list' : 'object', text };
}

/** An item of a spread list is a text block: a string is the text itself. */
const blockOf = (item: string): string =>
	item.startsWith('"') ? (JSON.parse(item) as string) : item;
