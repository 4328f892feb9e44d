// A list result, page by page: the list's place in its object, its items, the added keys.
import { isTable } from '../shared/json/columns';
import { parseJson } from '../shared/json/parse';
import type { Node } from '../shared/json/tape';
import { compact, planFields, project } from '../shared/json/write';
import { once } from '../shared/once';
import type { Block } from '../shared/tool-result';
import { lighter, minus, plus, scale, type Weight } from './budget';
import { type Context, type Draft, floored } from './draft';
import { type Additions, NOT_KEPT } from './frame';
import { guideToPage } from './guidance';
import { type Items, ItemTexts, spelledFields } from './item-texts';
import type { ListPage } from './list-choice';
import { fillPage, type Page } from './page';
import { type Envelope, envelopeOf, namedEnvelope, wholeEnvelope } from './projection';
import { askedFacts, type Facts, factsOf } from './selection/describe';
import { Selector } from './selection/selector';
import type { Position } from './types';

/** Share of the room that the rest of an object may take beside its list. */
const BESIDE = 0.25;
/** Share of it that is repeated beside the fields that were asked for. */
const BESIDE_FIELDS: Weight = { tokens: 150, bytes: 600 };

/** Said of a table that was sent in another form. */
const TABLE = 'A table, told by rows: ask it as it stands here.';

/** Steps by which texts are shorter there. */
const SHORTER = -4;

/**
 * Makes pages of a list within the room that it is given, which covers all data of the answer; an item's text is
 * written once, however often a page is tried.
 */
export function pager(context: Context, page: ListPage): (room: Weight) => Draft {
	const texts = new ItemTexts(sourceOf(context, page));
	const { whole, glance } = page;
	const { weigh } = context;
	const count = texts.items.nodes.length;
	return (room) => {
		const { tape, list, from, wishes, fields } = page;
		const isWhole = from === 0 && !fields;
		const few = lighter(scale(room, BESIDE), BESIDE_FIELDS);
		// Beside fields of its items that were asked for, the data around a list are named, where they are not few.
		const small = !isWhole && from === 0 && wholeEnvelope(context, tape, list.node, few);
		const envelope = isWhole
			? envelopeOf(context, tape, list.node, wishes, scale(room, BESIDE))
			: small || namedEnvelope(context, tape, list.node);
		const around = plus(weigh(envelope.before + envelope.after), { tokens: 2, bytes: 2 });
		const left = floored(minus(room, around));
		const filled = fillPage(
			texts,
			{
				room: left,
				most: glance ? plus(left, glance.more) : left,
				mayCondense: !whole,
				goal: glance ? glance.items : count,
				isRich: glance?.isRich === true,
				more: glance ? SHORTER : 0,
			},
			weigh,
		);
		return draftPage(context, page, texts.items, envelope, filled);
	};
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
	// A first answer tells one handle: what is cut of its items is asked with the cursor.
	const isOne = more && page.glance !== undefined;
	if (isCut && !isOne) positions.push({ kind: 'whole', offset: page.from, limit: page.askedLimit });
	const fields = fieldsNotice(page, source, filled);
	// Nothing is known of this list where the server counts another.
	const server = page.upstream?.count === list.total ? page.upstream : undefined;
	const part =
		server?.total === undefined
			? `The server has more than these ${list.total}.`
			: `This answer has ${list.total} of the server's ${server.total}.`;
	const isPart = server && (server.total !== undefined || server.next === undefined);
	const toSpell = once(() => spelledFields(source, list.node, filled.cut, filled.texts.length));
	const additions = (handles: readonly string[] | null): Additions => {
		const cursor = more ? handles?.[0] : undefined;
		const whole = isCut && !isOne ? handles?.[more ? 1 : 0] : undefined;
		const shown = { page, source, filled, envelope, fields: toSpell };
		const isTold = isCut || (more && page.glance !== undefined);
		const { beside = [] } = envelope;
		const notices = [
			page.notice,
			fields,
			beside.length > 0 ? `Beside the list, on its first page: ${beside.join(', ')}.` : undefined,
			positions.length > 0 && !handles ? NOT_KEPT : undefined,
			isTable(page.tape) && page.from === 0 ? TABLE : undefined,
			isPart ? part : undefined,
			more && cursor === undefined ? undefined : whatFollows(page, next, isTold),
		].filter(Boolean);
		return {
			totalCount: server?.total ?? list.total,
			...(cursor === undefined ? {} : { nextCursor: cursor }),
			...(isTold ? { summary: guideToPage(shown, whole, cursor, context) } : {}),
			...(notices.length > 0 ? { notice: notices.join(' ') } : {}),
		};
	};
	const { before, after } = envelope;
	const items = list.keyed ? `{${filled.texts.join(',')}}` : `[${filled.texts.join(',')}]`;
	const isBlocks = context.frame.blocks === true && page.fields === undefined;
	const isBlock = (at: number): boolean => isBlocks && !filled.cutItems.includes(at);
	return {
		act: paged ? 'paginated' : 'summarized',
		data: context.frame.spread
			? { form: 'spread', blocks: filled.texts.map((text, at) => blockOf(text, isBlock(at))) }
			: { form: page.tape.isArray(0) ? 'list' : 'object', text: before + items + after },
		positions,
		itemCount: filled.texts.length,
		isItemCut: filled.isCut,
		isAroundCut: envelope.cut.length > 0,
		...(page.glance && { outline: () => source.told().outline?.() }),
		additions,
	};
}

/** Spells what follows a page: its next one, where no summary does, then the server's own. */
function whatFollows({ list, from, upstream }: ListPage, next: number, isTold: boolean) {
	const left = list.total - next;
	if (upstream?.next === undefined)
		return left === 0 || isTold
			? undefined
			: 'Next page: read_result with nextCursor as its handle.';
	if (left > 0)
		return `${left} more of these ${list.total} first, by nextCursor; then the server's own next page: ${upstream.next}.`;
	// A reader who went on by our cursors learns of the rest.
	return from > 0
		? `These ${list.total} end here. The server's own next page: ${upstream.next}.`
		: undefined;
}

/** Said where no item of a page has one of the fields that were asked for, or some items have no fields. */
function fieldsNotice(
	{ fields, tape, list, from, base = 0 }: ListPage,
	{ nodes }: Items,
	{ texts }: Page,
): string | undefined {
	if (!fields || texts.length === 0) return undefined;
	const sources = tape.children(list.node).subarray(from - base, from - base + nodes.length);
	if (sources.some((node) => tape.isString(node)))
		return 'Texts have no fields and stand as {}. Without "fields" they are given too.';
	return texts.every((text) => text === '{}' || text.endsWith(':{}'))
		? 'None of these items has one of the fields.'
		: undefined;
}

/** The items of the page, with only the fields that were asked for. */
function sourceOf(context: Context, page: ListPage): Items {
	const { tape, list, limit, fields, wishes, glance } = page;
	const { weigh } = context;
	if (!fields) {
		const from = page.from - (page.base ?? 0);
		const all = tape.children(list.node);
		let facts: Facts | undefined;
		const selector = once(() => {
			const parsed = page.sample === undefined ? undefined : parseJson(page.sample, {});
			const sample = parsed?.ok ? parsed.value : tape;
			return new Selector(sample, parsed?.ok ? sample.children(0) : all, {
				...wishes,
				setting: glance ? 'glance' : 'item',
				elsewhere: (leaves) => {
					facts = factsOf(page, leaves, weigh);
					return facts;
				},
			});
		});
		return {
			tape,
			nodes: all.subarray(from, from + limit),
			keyed: list.keyed,
			verbatim: context.frame.spread === true,
			mayDrop: !page.whole,
			selector,
			told: () => {
				selector();
				return (facts as Facts).told;
			},
		};
	}
	const parsed = parseJson(windowOf(page), {});
	if (!parsed.ok) throw new Error('projected items are not JSON');
	const nodes = parsed.value.children(0);
	return {
		tape: parsed.value,
		nodes,
		keyed: list.keyed,
		verbatim: false,
		mayDrop: false,
		selector: once(() => new Selector(parsed.value, nodes, { ...wishes, setting: 'item' })),
		told: once(() => askedFacts(page, fields, weigh)),
		// All that was asked for is there; long texts of it are begun.
		least: Number.POSITIVE_INFINITY,
	};
}

/** The items of the page, whole, as one JSON list, or object where they are members of one. */
export function windowOf(page: ListPage): string {
	const { tape, list, limit, fields } = page;
	const from = page.from - (page.base ?? 0);
	const plan = fields && planFields(fields);
	const nodes = tape.children(list.node).subarray(from, from + limit);
	const texts = Array.from(nodes, (node: Node) => {
		const text = plan ? project(tape, node, plan).text : compact(tape, node);
		return list.keyed ? `${tape.rawKey(node)}:${text}` : text;
	});
	return list.keyed ? `{${texts.join(',')}}` : `[${texts.join(',')}]`;
}

/** An item of a spread list is a block, or the text of one: a string is the text itself. */
const blockOf = (item: string, isBlock: boolean): Block =>
	isBlock
		? (JSON.parse(item) as Block)
		: { type: 'text', text: item.startsWith('"') ? (JSON.parse(item) as string) : item };
