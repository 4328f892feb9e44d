// Reads a kept document: the next page or chunk, a section in full, one value, a search.
// What was cut once is never condensed again (design, "Handles"; attack 32).
import { err, ok, type Result } from '../shared/result';
import { budgetOf, weigher, within } from './budget';
import { draftChunk, passageOf } from './chunk';
import { jsonDocument, passageOfDocument, shapeOf, textDocument } from './document';
import { type Bench, type Draft, finish, holdBudget, type Original, sizeOf } from './draft';
import { ALONE, compose, type Frame } from './frame';
import { resolvePointer } from './json/pointer';
import {
	childCount,
	firstChild,
	isArray,
	isContainer,
	isObject,
	isString,
	members,
	type Node,
	rawText,
	stringValue,
	type Tape,
} from './json/tape';
import { compact, lined } from './json/write';
import { draftPage, type ListPage, windowText } from './list';
import { listOf, pageLimit } from './list-choice';
import { noFieldNotice, projectedRoot } from './projection';
import { essentialOf } from './protect';
import { matchingItems, matchingLines } from './search';
import { containerTape } from './subject';
import type { Document, NextCall, Outcome, Policy, Position, View } from './types';

export interface ReadCall {
	readonly position: Position;
	readonly view: View;
	readonly next: NextCall;
	/** RFC 6901; only `read_result` has it. */
	readonly pointer?: string;
	/** Plain words to find; only `read_result` has it. */
	readonly query?: string;
}

/** A draft, and the document its positions point into where it is not the opened one. */
interface Reading {
	readonly draft: Draft;
	readonly frame: Frame;
	readonly derived?: { readonly document: Document; readonly viewKey: string };
}

/** The answer to a call that brings a handle; an error text when the call cannot be answered. */
export function read(document: Document, call: ReadCall, policy: Policy): Result<Outcome, string> {
	const weigh = weigher(policy);
	const bench: Bench = { policy, weigh, frame: shapeOf(document).frame, around: ALONE };
	const reading = readingOf(bench, document, call);
	if (!reading.ok) return reading;
	const { draft, frame, derived } = reading.value;
	const framed = { ...bench, frame };
	const outcome = finish(framed, draft, originalOf(framed, draft), derived?.document);
	return ok(
		derived && draft.positions.length > 0 ? { ...outcome, viewKey: derived.viewKey } : outcome,
	);
}

/** What reading costs is not measured against what was cut before: it is its own original. */
function originalOf(bench: Bench, draft: Draft): Original {
	const numbers = { estimatedTokens: 0, budgetUsed: 0, budgetRemaining: 0 };
	const result = compose(bench.frame, ALONE, draft.data, {}, numbers);
	const { tokens, weight } = sizeOf(result, bench.policy, bench.weigh);
	return { tokens, bytes: weight.bytes };
}

function readingOf(bench: Bench, document: Document, call: ReadCall): Result<Reading, string> {
	const leftOut = leftOutText(document, call.pointer);
	if (leftOut !== undefined) return ok(readText(bench, leftOut, call, `pointer:${call.pointer}`));
	if (document.kind === 'text') return readPassage(bench, document, call);
	const tape = containerTape(document.parts[0] ?? '');
	if (!tape) return err('The stored result cannot be read. Call the tool again from the start.');
	if (call.pointer !== undefined && call.pointer !== '') return readPointer(bench, tape, call);
	if (call.query !== undefined) return ok(readQuery(bench, tape, call));
	return ok(readJson(bench, document, tape, call));
}

/** `/content/N` names the texts that stood beside the data. */
function leftOutText(document: Document, pointer: string | undefined): string | undefined {
	const named = /^\/content\/(\d{1,4})$/.exec(pointer ?? '');
	return named ? document.parts[1 + Number(named[1])] : undefined;
}

function readPassage(bench: Bench, document: Document, call: ReadCall): Result<Reading, string> {
	const { pointer, query, view, position } = call;
	if (pointer !== undefined && pointer !== '')
		return err(
			'pointer: this result is text; use "startLine" and "endLine", "query", or its cursor.',
		);
	const passage = passageOfDocument(document);
	if (query !== undefined) return ok(readMatches(bench, passage.text, call, 'text'));
	if (view.startLine === undefined && view.endLine === undefined)
		return ok({
			draft: draftChunk(passage, position.kind === 'char' ? position.offset : 0),
			frame: bench.frame,
		});
	return ok(readText(bench, passage.text, call, ''));
}

/** A text that is a view of the document: chunks of its own, in a document of its own. */
function readText(bench: Bench, text: string, { view }: ReadCall, key: string): Reading {
	const ranged = view.startLine !== undefined || view.endLine !== undefined;
	const passage = passageOf(bench, text, ranged ? view : undefined);
	const viewKey = `${key}|${view.startLine ?? ''}-${view.endLine ?? ''}`;
	return {
		draft: draftChunk(passage, 0),
		frame: bench.frame,
		derived: { document: textDocument(passage, bench.frame), viewKey },
	};
}

function readPointer(bench: Bench, tape: Tape, call: ReadCall): Result<Reading, string> {
	const { pointer = '', ...rest } = call;
	const found = resolvePointer(tape, pointer);
	if (!found.ok) return err(`pointer: ${found.error}`);
	const node: Node = found.value;
	const frame: Frame = { structured: { as: 'none' } };
	const plain = { ...bench, frame };
	const key = `pointer:${pointer}`;
	if (isString(tape, node)) return ok(readText(plain, stringValue(tape, node), call, key));
	if (!isContainer(tape, node)) return ok(readText(plain, rawText(tape, node), call, key));
	const text = rawText(tape, node);
	const inner = containerTape(text);
	if (!inner) return err('pointer: that value cannot be read. Call the tool again from the start.');
	const document = jsonDocument(text, frame, []);
	const whole = { ...rest, position: { kind: 'whole' as const, offset: 0, limit: 0 } };
	const reading =
		call.query === undefined
			? readJson(plain, document, inner, whole)
			: readQuery(plain, inner, whole);
	return ok(asView(reading, document, key));
}

/** A reading of a view is kept as its own document, also where it was the view's own pages. */
function asView(reading: Reading, document: Document, key: string): Reading {
	const derived = reading.derived ?? { document, viewKey: '' };
	return {
		...reading,
		derived: { document: derived.document, viewKey: `${key}|${derived.viewKey}` },
	};
}

function readQuery(bench: Bench, tape: Tape, call: ReadCall): Reading {
	const list = listOf(tape, bench.policy, pageLimit(call.view, bench.policy));
	if (!list) return readMatches(bench, lined(tape, 0), call, 'json');
	const text = matchingItems(tape, list.node, call.query ?? '');
	const frame: Frame = { structured: { as: 'none' } };
	const found = containerTape(text) as Tape;
	const document = jsonDocument(text, frame, [], call.view.fields);
	const viewKey = `query:${call.query}|${(call.view.fields ?? []).join('\u0000')}`;
	const reading = pageReading({ ...bench, frame }, document, found, 0, call, false);
	return { ...reading, derived: { document, viewKey } };
}

function readMatches(bench: Bench, text: string, call: ReadCall, key: string): Reading {
	const frame: Frame = { structured: { as: 'none' } };
	const found = matchingLines(text, call.query ?? '');
	const document = jsonDocument(found, frame, []);
	const tape = containerTape(found) as Tape;
	const reading = pageReading({ ...bench, frame }, document, tape, 0, call, false);
	return { ...reading, derived: { document, viewKey: `${key}-query:${call.query}` } };
}

function readJson(bench: Bench, document: Document, tape: Tape, call: ReadCall): Reading {
	const { position, view } = call;
	const kept = shapeOf(document).fields;
	if (position.kind === 'item')
		return pageReading(bench, document, tape, position.offset, call, view.fields !== undefined);
	if (view.fields) return section(bench, document, tape, view.fields, call);
	const list = listOf(tape, bench.policy, pageLimit(view, bench.policy));
	if (list || kept !== undefined)
		return pageReading(bench, document, tape, position.offset, call, true);
	return inFull(bench, compact(tape, 0), tape, 'full');
}

/** A page of the document's list. A projection of its own makes it a view. */
function pageReading(
	bench: Bench,
	document: Document,
	source: Tape,
	from: number,
	call: ReadCall,
	full: boolean,
): Reading {
	const { policy } = bench;
	const { view, position, next } = call;
	const askedLimit = view.limit ?? position.limit;
	const limit = pageLimit(askedLimit > 0 ? { ...view, limit: askedLimit } : view, policy);
	const wanted = view.fields ?? shapeOf(document).fields;
	const projected = wanted && projectedRoot(source, wanted, policy, limit);
	const atRoot = projected !== undefined && !projected.available;
	const tape = atRoot ? projected.tape : source;
	const list = listOf(tape, policy, limit);
	if (!list) return inFull(bench, compact(tape, 0), tape, `full:${(wanted ?? []).join('\u0000')}`);
	const page = {
		tape,
		list: list.node,
		from,
		limit,
		askedLimit,
		...(wanted && !atRoot ? { fields: wanted } : {}),
		whole: full || !policy.summarization,
		full,
		next,
		essential: essentialOf(policy),
	};
	const draft = holdBudget(bench, budgetOf(policy), (room) => draftPage(bench, page, room));
	if (full && draft.isItemCut) return windowInFull(bench, page);
	if (!view.fields) return { draft, frame: bench.frame };
	const derived = jsonDocument(document.parts[0] ?? '', bench.frame, [], view.fields);
	return {
		draft,
		frame: bench.frame,
		derived: { document: derived, viewKey: `fields:${view.fields.join('\u0000')}` },
	};
}

/** The items of a page of which one alone is too large for an answer: all of them, in chunks. */
function windowInFull(bench: Bench, page: ListPage): Reading {
	const text = windowText(page);
	const tape = containerTape(text) as Tape;
	const passage = passageOf(bench, loneItem(tape) ?? lined(tape, 0));
	const viewKey = `window:${page.from}:${page.limit}:${(page.fields ?? []).join('\u0000')}`;
	return {
		draft: draftChunk(passage, 0),
		frame: bench.frame,
		derived: { document: textDocument(passage, bench.frame), viewKey },
	};
}

/** The text of a list's only item, if it is one. */
function loneItem(tape: Tape): string | undefined {
	const only = childCount(tape, 0) === 1 ? firstChild(tape, 0) : -1;
	return only >= 0 && isString(tape, only) ? stringValue(tape, only) : undefined;
}

/** Fields asked for through a summary's handle: in full, chunked if too long. */
function section(
	bench: Bench,
	document: Document,
	tape: Tape,
	fields: readonly string[],
	call: ReadCall,
): Reading {
	const projected = projectedRoot(tape, fields, bench.policy, pageLimit(call.view, bench.policy));
	if (!projected) return pageReading(bench, document, tape, call.position.offset, call, true);
	const key = `section:${fields.join('\u0000')}`;
	if (projected.available) {
		const notice = noFieldNotice(projected.available);
		return {
			draft: {
				act: 'summarized',
				data: { form: 'object', text: projected.text },
				positions: [],
				additions: () => ({ notice }),
			},
			frame: bench.frame,
		};
	}
	return inFull(bench, projected.text, projected.tape, key);
}

/** Everything: as JSON where it fits, else as chunks; a lone string as the text it is. */
function inFull(bench: Bench, text: string, tape: Tape, viewKey: string): Reading {
	const form = isArray(tape, 0) ? ('list' as const) : ('object' as const);
	const whole: Draft = {
		act: 'summarized',
		data: { form, text },
		positions: [],
		additions: () => ({}),
	};
	const budget = budgetOf(bench.policy);
	if (text.length <= budget.bytes && !bench.frame.spread) {
		const room = { tokens: budget.tokens - 60, bytes: budget.bytes - 120 };
		if (within(bench.weigh(text), room)) return { draft: whole, frame: bench.frame };
	}
	const passage = passageOf(bench, loneString(tape) ?? lined(tape, 0));
	return {
		draft: draftChunk(passage, 0),
		frame: bench.frame,
		derived: { document: textDocument(passage, bench.frame), viewKey },
	};
}

/** The string a projection came down to: `{"a":{"b":"…"}}`. */
function loneString(tape: Tape): string | undefined {
	let node: Node = 0;
	while (isObject(tape, node)) {
		const inside = members(tape, node);
		if (inside.length !== 1) return undefined;
		node = inside[0] as Node;
	}
	return isString(tape, node) ? stringValue(tape, node) : undefined;
}
