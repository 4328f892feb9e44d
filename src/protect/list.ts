// A list result, page by page: the list's place in its object, its items, the added keys.

import { planFields, project } from '../shared/json/project';
import {
	allItems,
	isArray,
	isContainer,
	isString,
	items,
	type Node,
	parseJson,
	rawKey,
} from '../shared/json/tape';
import { compact } from '../shared/json/write';
import type { Block } from '../shared/tool-result';
import { lighter, minus, plus, scale, type Weight } from './budget';
import type { Context, Draft } from './draft';
import { type Envelope, envelopeOf, namedEnvelope, wholeEnvelope } from './envelope';
import { type Additions, type Data, NOT_KEPT, spellRead } from './frame';
import { guideToPage } from './guidance';
import { type Items, ItemTexts } from './item-texts';
import type { ListPage } from './list-choice';
import { fillPage, type Page, thinPage } from './page';
import { fieldNames, noFieldNotice } from './projection';
import { Selector } from './selection/selector';
import { spelledFields } from './spelled-fields';
import type { Position } from './types';

/** Share of the room that the rest of an object may take beside its list. */
const BESIDE = 0.25;
/** Share of it that is repeated beside the fields that were asked for. */
const BESIDE_FIELDS: Weight = { tokens: 150, bytes: 600 };
/** Makes one page, as often as it is asked to. */
interface Pager {
	/** Within the room, which covers all data of the answer. */
	readonly fit: (room: Weight) => Draft;
	/**
	 * Of a glance: all items of a page in few fields, as many as `holds`; undefined where not even those
	 * do, or the page is no longer than `than` items.
	 */
	readonly thin: (than: number, holds: (draft: Draft) => boolean) => Draft | undefined;
}

/** Makes pages of a list; an item's text is written once, however often a page is tried for room. */
export function pager(context: Context, page: ListPage): Pager {
	const texts = new ItemTexts(sourceOf(context, page));
	const { whole, glance } = page;
	const { weigh } = context;
	const draftWith = (envelope: Envelope) => (filled: Page) =>
		draftPage(context, page, texts.items, envelope, filled);
	return {
		fit: (room) => {
			const envelope = envelopeIn(context, page, room);
			const weight = plus(weigh(envelope.before + envelope.after), { tokens: 2, bytes: 2 });
			const left = atLeast(minus(room, weight));
			const filled = fillPage(texts, { room: left, mayCondense: !whole, mayThin: !glance }, weigh);
			return draftWith(envelope)(filled);
		},
		thin: (than, holds) => {
			if (!glance || texts.items.nodes.length <= than) return undefined;
			const draftOf = draftWith(envelopeIn(context, page, glance.aim));
			return thinPage(texts, glance, weigh, (filled) => {
				const draft = draftOf(filled);
				return holds(draft) ? draft : undefined;
			});
		},
	};
}

/** Returns the data around the list, in their share of the room; their names alone where fields of its items were asked for. */
function envelopeIn(context: Context, page: ListPage, room: Weight): Envelope {
	const { tape, list, from, essential, fields } = page;
	const few = lighter(scale(room, BESIDE), BESIDE_FIELDS);
	if (from === 0 && !fields)
		return envelopeOf(context, tape, list.node, essential, scale(room, BESIDE));
	const small = from === 0 ? wholeEnvelope(context, tape, list.node, few) : undefined;
	return small ?? namedEnvelope(context, tape, list.node);
}

function draftPage(
	context: Context,
	page: ListPage,
	source: Items,
	envelope: Envelope,
	filled: Page,
): Draft {
	const { list } = page;
	const next = page.from + filled.texts.length;
	const isCut = envelope.cut.length > 0 || filled.isCut;
	const more = next < list.total;
	const paged = more || page.from > 0;
	const positions: Position[] = [];
	if (more)
		positions.push({
			kind: page.full ? 'whole' : 'item',
			offset: next,
			limit: page.askedLimit,
		});
	if (isCut) positions.push({ kind: 'whole', offset: page.from, limit: page.askedLimit });
	const fields = fieldsNotice(context, page, source, filled);
	let spelled: readonly string[] | undefined;
	const toSpell = (): readonly string[] => {
		spelled ??= spelledFields(source, list.node, filled.cut, filled.texts.length);
		return spelled;
	};
	const additions = (handles: readonly string[] | null): Additions => {
		const cursor = more ? handles?.[0] : undefined;
		const whole = isCut ? handles?.[more ? 1 : 0] : undefined;
		const shown = { page, source, filled, envelope, fields: toSpell };
		const isTold = isCut || (more && page.glance !== undefined);
		const { beside = [] } = envelope;
		const notices = [
			fields,
			beside.length > 0 ? `Beside the list, on its first page: ${beside.join(', ')}.` : undefined,
			positions.length > 0 && !handles ? NOT_KEPT : undefined,
			ofServer(page),
			more && cursor !== undefined ? goingOn(page, next, cursor, isTold) : undefined,
			more ? undefined : atTheEnd(page),
		].filter((text) => text !== undefined);
		return {
			totalCount: serverTotal(page) ?? list.total,
			...(cursor === undefined ? {} : { nextCursor: cursor }),
			...(isTold ? { summary: guideToPage(shown, whole, cursor, context) } : {}),
			...(notices.length > 0 ? { notice: notices.join(' ') } : {}),
		};
	};
	return {
		act: paged ? 'paginated' : 'summarized',
		data: dataOf(context, page, envelope, filled),
		positions,
		itemCount: filled.texts.length,
		isItemCut: filled.isCut,
		isAroundCut: envelope.cut.length > 0,
		additions,
	};
}

const atLeast = (room: Weight): Weight => ({
	tokens: Math.max(24, room.tokens),
	bytes: Math.max(96, room.bytes),
});

/** Spells the call of the next page, where no summary does. */
function goingOn(
	{ list, upstream }: ListPage,
	next: number,
	cursor: string,
	isTold: boolean,
): string | undefined {
	const left = list.total - next;
	if (upstream?.next !== undefined)
		return `${left} more of these ${list.total} first: ${spellRead(cursor)}; then the server's own next page: ${upstream.next}.`;
	return isTold ? undefined : `Next page: ${spellRead(cursor)}.`;
}

/** Said on the last page of what is kept: a reader who went on by our cursors learns of the rest. */
const atTheEnd = ({ list, from, upstream }: ListPage): string | undefined =>
	upstream?.next === undefined || from === 0
		? undefined
		: `These ${list.total} end here. The server's own next page: ${upstream.next}.`;

/** Items in all as the server says, where it is this list that it counts. */
const serverTotal = ({ list, upstream }: ListPage): number | undefined =>
	upstream?.count === list.total ? upstream.total : undefined;

/** Names the part of the server's list that this is. */
function ofServer(page: ListPage): string | undefined {
	const { list, upstream } = page;
	if (upstream?.count !== list.total) return undefined;
	const total = serverTotal(page);
	if (total !== undefined) return `This answer has ${list.total} of the server's ${total}.`;
	return upstream.next === undefined ? `The server has more than these ${list.total}.` : undefined;
}

const isEmpty = (text: string): boolean => text === '{}' || text.endsWith(':{}');

/** Said where the fields that were asked for are not in the items, or some items have none. */
function fieldsNotice(
	context: Context,
	{ fields, tape, list, from, base = 0 }: ListPage,
	{ nodes }: Items,
	{ texts }: Page,
): string | undefined {
	if (!fields || texts.length === 0) return undefined;
	const sources = items(tape, list.node, from - base, from - base + nodes.length);
	if (texts.every(isEmpty)) {
		const first = sources.find((node) => isContainer(tape, node));
		return first === undefined
			? 'The items of this page have no fields. Without "fields" they are given too.'
			: noFieldNotice(fieldNames(tape, first), context);
	}
	return sources.some((node) => isString(tape, node))
		? 'Texts have no fields and are left out here: {}. Without "fields" they are given too.'
		: undefined;
}

/** The items of the page, with only the fields that were asked for. */
function sourceOf(context: Context, page: ListPage): Items {
	const { tape, list, limit, fields, essential } = page;
	const from = page.from - (page.base ?? 0);
	const verbatim = context.frame.spread === true;
	if (!fields) {
		const all = allItems(tape, list.node);
		const nodes = all.subarray(from, from + limit);
		let selector: Selector | undefined;
		return {
			tape,
			nodes,
			keyed: list.keyed,
			verbatim,
			mayDrop: !page.whole,
			selector: () => {
				selector ??= selectorOf(page, all);
				return selector;
			},
			least: ({ core }) => core,
		};
	}
	const { text } = windowOf(page);
	const parsed = parseJson(text, {});
	if (!parsed.ok) throw new Error('projected items are not JSON');
	const nodes = allItems(parsed.value, 0);
	let selector: Selector | undefined;
	return {
		tape: parsed.value,
		nodes,
		keyed: list.keyed,
		verbatim: false,
		mayDrop: false,
		selector: () => {
			selector ??= new Selector(parsed.value, nodes, essential, 'item');
			return selector;
		},
		// All that was asked for is there; long texts of it are begun.
		least: ({ leaves }) => leaves.length,
	};
}

function selectorOf({ tape, sample, essential }: ListPage, all: ArrayLike<Node>): Selector {
	const parsed = sample === undefined ? undefined : parseJson(sample, {});
	return parsed?.ok
		? new Selector(parsed.value, allItems(parsed.value, 0), essential, 'item')
		: new Selector(tape, all, essential, 'item');
}

/** The items of the page, whole, as one JSON list, or object where they are members of one. */
export function windowOf(page: ListPage): { readonly text: string } {
	const { tape, list, limit, fields } = page;
	const from = page.from - (page.base ?? 0);
	const plan = fields && planFields(fields);
	const nodes = allItems(tape, list.node).subarray(from, from + limit);
	const texts = Array.from(nodes, (node: Node) => {
		const text = plan ? project(tape, node, plan).text : compact(tape, node);
		return list.keyed ? `${rawKey(tape, node)}:${text}` : text;
	});
	return { text: list.keyed ? `{${texts.join(',')}}` : `[${texts.join(',')}]` };
}

function dataOf(
	context: Context,
	page: ListPage,
	envelope: Envelope,
	{ texts, cutItems }: Page,
): Data {
	const isBlocks = context.frame.blocks === true && page.fields === undefined;
	const isBlock = (at: number): boolean => isBlocks && !cutItems.includes(at);
	if (context.frame.spread)
		return { form: 'spread', blocks: texts.map((text, at) => blockOf(text, isBlock(at))) };
	const items = page.list.keyed ? `{${texts.join(',')}}` : `[${texts.join(',')}]`;
	const text = `${envelope.before}${items}${envelope.after}`;
	return { form: isArray(page.tape, 0) ? 'list' : 'object', text };
}

/** An item of a spread list is a block, or the text of one: a string is the text itself. */
const blockOf = (item: string, isBlock: boolean): Block =>
	isBlock
		? (JSON.parse(item) as Block)
		: { type: 'text', text: item.startsWith('"') ? (JSON.parse(item) as string) : item };
