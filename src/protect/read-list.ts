// Reads a page of a kept list. In full, an item too large for an answer is read in chunks, and then the list goes on.

import { isTable } from '../shared/json/columns';
import { containerTape } from '../shared/json/parse';
import type { Tape } from '../shared/json/tape';
import { lined } from '../shared/json/write';
import { defined } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import { budgetOf } from './budget';
import { draftChunk, passageOf } from './chunk';
import { type Pages, shapeOf, type Window, withFacts } from './document';
import { type Context, type Draft, holdBudget } from './draft';
import { NOT_KEPT } from './frame';
import { pager, windowOf } from './list';
import { type ListPage, listOf, pageLimit, usualLimit, wishesOf } from './list-choice';
import { projectedRoot } from './projection';
import { fieldsKey, inFull, placeOf, type ReadCall, type Reading } from './reading';
import { misplaced, withoutRepeats } from './reduction';
import { BEGINNING, type Document, type Position } from './types';

interface ListPlace {
	readonly tape: Tape;
	/** Index of the first item. */
	readonly from: number;
	/** Items come whole, however large. */
	readonly full: boolean;
	/** The tape is a window on a longer list. */
	readonly part?: ListPart;
}

/** Part of the list that the tape holds. */
interface ListPart {
	/** The index of its first item, and how many there are. */
	readonly base: number;
	readonly total: number;
	/** Of an excerpt. */
	readonly pages?: Pages;
}

/** A page of the document's list. A projection of its own makes it a view. */
export function readPage(context: Context, document: Document, place: ListPlace, call: ReadCall) {
	const { view } = call;
	const page = pageOf(context, document, place, call);
	if (!page) {
		const wrong = misplaced(view, 'object');
		if (wrong !== undefined) return err(wrong);
		const wanted = wantedOf(document, call);
		const limit = pageLimit(view, context.policy);
		const projected = wanted && projectedRoot(place.tape, wanted, context.policy, limit);
		return ok(inFull(context, projected ?? place.tape, view, `full:${fieldsKey(wanted)}`));
	}
	const wrong = misplaced(view, 'list');
	if (wrong !== undefined) return err(wrong);
	const draft = holdBudget(context, budgetOf(context.policy), pager(context, page));
	if (place.full && draft.isItemCut) return ok(openWindow(context, document, page));
	if (!view.fields) return ok({ draft, frame: context.frame });
	const derived = {
		document: withFacts(document, { fields: view.fields }),
		viewKey: `fields:${fieldsKey(view.fields)}`,
	};
	return ok({ draft, frame: context.frame, derived });
}

const wantedOf = (document: Document, { view }: ReadCall): readonly string[] | undefined =>
	view.fields ?? shapeOf(document).fields;

/** The page that a call asks for; undefined when the document has no list. */
function pageOf(
	{ policy }: Context,
	document: Document,
	{ tape, from, full, part }: ListPlace,
	call: ReadCall,
): ListPage | undefined {
	const { view, position } = call;
	const askedLimit = view.limit ?? position.limit;
	const asked = askedLimit > 0 ? { ...view, limit: askedLimit } : view;
	const usual = pageLimit(asked, policy);
	const wanted = wantedOf(document, call);
	const projected = wanted && !part ? projectedRoot(tape, wanted, policy, usual) : undefined;
	const source = projected ?? tape;
	const root = { node: 0, keyed: false, total: tape.count(0) };
	const list = part ? (part.pages ?? root) : listOf(source, policy, usual);
	const { upstream, frame } = shapeOf(document);
	const isBlocks = frame.blocks === true && !wanted;
	return (
		list && {
			tape: source,
			list: { node: list.node, keyed: list.keyed, total: part?.total ?? list.total },
			from,
			limit:
				part?.pages && asked.limit === undefined
					? usualLimit(part.pages.mean, policy)
					: pageLimit(asked, policy, source, list),
			askedLimit,
			notice: call.notice,
			whole: full || !policy.summarization || isTable(source) || isBlocks,
			full,
			wishes: wishesOf(policy),
			...defined({ base: part?.base, sample: part?.pages?.sample, upstream }),
			...defined({ fields: projected ? undefined : wanted, constants: part?.pages?.constants }),
		}
	);
}

/** The items of a page of which one alone is too large for an answer: all of them, in chunks. */
function openWindow(context: Context, document: Document, page: ListPage): Reading {
	const { from, limit, askedLimit, fields } = page;
	const window = { from, limit, askedLimit };
	return {
		draft: draftWindow(context, page, BEGINNING),
		frame: context.frame,
		derived: {
			document: withFacts(document, defined({ fields, window })),
			viewKey: `window:${from}:${limit}:${fieldsKey(fields)}`,
		},
	};
}

/** A further chunk of the items of a window. */
export function readWindow(
	context: Context,
	document: Document,
	window: Window,
	tape: Tape,
	call: ReadCall,
	part?: ListPart,
): Result<Reading, string> {
	const { fields } = shapeOf(document);
	const asked = { limit: window.askedLimit, ...(fields ? { fields } : {}) };
	const wrong = misplaced(withoutRepeats(call.view, asked), 'text');
	if (wrong !== undefined) return err(wrong);
	const place = { tape, from: window.from, full: true, ...(part ? { part } : {}) };
	const position = { ...call.position, limit: window.askedLimit };
	const page = pageOf(context, document, place, { ...call, position, view: {} });
	if (!page) return err('The stored result cannot be read. Call the tool again from the start.');
	return ok({ draft: draftWindow(context, page, call.position), frame: context.frame });
}

/** A chunk of a window; from the last one the cursor leads to the items after it. */
function draftWindow(context: Context, page: ListPage, position: Position): Draft {
	const draft = draftChunk(context, passageOf(itemsAsText(page)), placeOf(position));
	const totalCount = page.list.total;
	const after = page.from + page.limit;
	const isLast = draft.positions.length === 0;
	const follows = isLast && after < totalCount;
	return {
		...draft,
		positions: follows
			? [{ kind: 'whole', offset: after, limit: page.askedLimit }]
			: draft.positions,
		additions: (handles) => {
			const { chunk, ...rest } = draft.additions(handles);
			const added = { ...rest, ...defined({ notice: page.notice }) };
			if (!follows || !chunk) return { totalCount, ...added, ...defined({ chunk }) };
			return handles
				? { totalCount, ...added, chunk: { ...chunk, nextCursor: handles[0] as string } }
				: { totalCount, ...added, chunk, notice: NOT_KEPT };
		},
	};
}

function itemsAsText(page: ListPage): string {
	const tape = containerTape(windowOf(page)) as Tape;
	const isOne = tape.count(0) === 1 && !page.list.keyed;
	return isOne && tape.isString(1) ? tape.text(1) : lined(tape, 0);
}
