// A list result, page by page: the list's place in its object, its items, the added keys.
import { type Additions, NOT_KEPT } from './additions';
import { plus, scale, type Weight } from './budget';
import { condenser } from './condense';
import type { Bench, Draft } from './draft';
import type { Data } from './frame';
import { guideToPage } from './guidance';
import { identityTokens } from './identity-tokens';
import { allItems, items } from './json/list';
import { planFields, project } from './json/project';
import { compactLength, isContainer, isString, type Node, parseJson, type Tape } from './json/tape';
import { compact } from './json/write';
import { type Nest, nestOf } from './nest';
import { fillPage, type Items, type Page } from './page';
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

/** Makes one page, each time within the room it is given, which covers all data of the answer. */
export function pager(bench: Bench, page: ListPage): (room: Weight) => Draft {
	const all = itemsOf(bench, page);
	return (room) => draftPage(bench, page, all, room);
}

function draftPage(bench: Bench, page: ListPage, all: Items, room: Weight): Draft {
	const nest = nestOf(bench, page.tape, page.list, page.essential, scale(room, BESIDE));
	const weight = plus(bench.weigh(nest.before + nest.after), { tokens: 2, bytes: 2 });
	const left = {
		tokens: Math.max(24, room.tokens - weight.tokens),
		bytes: Math.max(96, room.bytes - weight.bytes),
	};
	const filled = fillPage(all, page.from, page.limit, left, bench.weigh, !page.whole);
	const cut = {
		tape: page.tape,
		list: page.list,
		cut: filled.cut,
		items: filled.cutItems,
		around: nest.cut,
	};
	const isCut = nest.cut.length > 0 || filled.cutItems.length > 0;
	const more = filled.next < all.total;
	const paged = more || page.from > 0;
	const positions: Position[] = [];
	if (more)
		positions.push({
			kind: page.full ? 'whole' : 'item',
			offset: filled.next,
			limit: page.askedLimit,
		});
	if (isCut) positions.push({ kind: 'whole', offset: page.from, limit: page.askedLimit });
	const notice = fieldsNotice(bench, page, filled);
	return {
		act: paged ? 'paginated' : 'summarized',
		data: dataOf(bench, page, nest, filled.texts),
		positions,
		itemCount: filled.texts.length,
		isItemCut: filled.cutItems.length > 0,
		isAroundCut: nest.cut.length > 0,
		additions: (handles): Additions => ({
			...(paged ? { totalCount: all.total } : {}),
			...(more && handles ? { nextCursor: handles[0] as string } : {}),
			...(isCut ? { summary: guideToPage(cut, page.next, handles?.[more ? 1 : 0], bench) } : {}),
			...(notice ? { notice } : {}),
			...(positions.length > 0 && !handles ? { notice: NOT_KEPT } : {}),
		}),
	};
}

const isEmpty = (text: string): boolean => text === '{}';

/** Said where the fields that were asked for are not in the items, or some items have none. */
function fieldsNotice(bench: Bench, page: ListPage, { texts }: Page): string | undefined {
	if (!page.fields || texts.length === 0) return undefined;
	const { tape } = page;
	const nodes = items(tape, page.list, page.from, page.from + texts.length);
	if (texts.every(isEmpty)) {
		const first = nodes.find((node) => isContainer(tape, node));
		return first === undefined
			? 'The items of this page have no fields. Without "fields" they are given too.'
			: noFieldNotice(fieldNames(tape, first), bench);
	}
	return nodes.some((node) => isString(tape, node))
		? 'Texts have no fields and are left out here: {}. Without "fields" they are given too.'
		: undefined;
}

/** One item as it is condensed. */
interface Condensable {
	readonly condense: ReturnType<typeof condenser>;
	/** Tokens. */
	readonly identity: number;
}

function itemsOf(bench: Bench, { tape, list, fields, essential }: ListPage): Items {
	const nodes = allItems(tape, list);
	const plan = fields && planFields(fields);
	const whole = (index: number): string => {
		const node = nodes[index] as Node;
		return plan ? project(tape, node, plan).text : compact(tape, node);
	};
	const options = { weigh: bench.weigh, essential };
	const condensables = new Map<number, Condensable | undefined>();
	const condensableOf = (index: number): Condensable | undefined => {
		if (!condensables.has(index)) {
			const node = nodes[index] as Node;
			const projected = plan && parseJson(project(tape, node, plan).text, {});
			const [source, root] = projected ? [projected.ok && projected.value, 0] : [tape, node];
			condensables.set(
				index,
				source
					? {
							condense: condenser(source, root, options),
							identity: identityTokens(source, root, options),
						}
					: undefined,
			);
		}
		return condensables.get(index);
	};
	return {
		total: nodes.length,
		whole,
		length: (index) => (fields ? 0 : compactLength(tape, nodes[index] as Node)),
		condensed: (index, limit) => condensableOf(index)?.condense(limit) ?? { text: 'null', cut: [] },
		identity: (index) => condensableOf(index)?.identity ?? 0,
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

function dataOf(bench: Bench, page: ListPage, nest: Nest, texts: readonly string[]): Data {
	if (bench.frame.spread) return { form: 'spread', texts: texts.map(blockOf) };
	const text = `${nest.before}[${texts.join(',')}]${nest.after}`;
	return { form: page.list === 0 ? 'list' : 'object', text };
}

/** An item of a spread list is a text block: a string is the text itself. */
const blockOf = (item: string): string =>
	item.startsWith('"') ? (JSON.parse(item) as string) : item;
