// Reads a kept document: the next page or chunk, a section in full, one value.
// A result that was cut once is never condensed again (docs/protect.md "Going on").

import { byRows, pointedAt } from '../shared/json/columns';
import { containerTape, type Stream, windowTape } from '../shared/json/parse';
import { meantPointer } from '../shared/json/pointer';
import type { Tape } from '../shared/json/tape';
import { defined } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import { weigher } from './budget';
import { excerptDocument, excerptOf, jsonDocument, linesOf, shapeOf, textOf } from './document';
import type { Context } from './draft';
import { ALONE, PLAIN } from './frame';
import { type ListChoice, listOf, pageLimit, usualLimit } from './list-choice';
import { meantFields, projectedRoot } from './projection';
import { readPage, readWindow } from './read-list';
import {
	asView,
	fieldsKey,
	inFull,
	outcomeOf,
	type ReadCall,
	type Reading,
	readPassage,
	readText,
} from './reading';
import { isRanged, misplaced } from './reduction';
import { type Document, type Outcome, type Policy, WHOLE } from './types';

export type { ReadCall } from './reading';

/**
 * The answer to a call that brings a handle; an error text when the call cannot be answered. @param document may be an
 * excerpt, from which only a page is read: an outcome with a document of its own then says that all of it is needed
 */
export function read(document: Document, call: ReadCall, policy: Policy): Result<Outcome, string> {
	const weigh = weigher(policy);
	const context: Context = { policy, weigh, frame: shapeOf(document).frame, around: ALONE };
	const text = textOf(document);
	const excerpt = excerptFor(document, call, policy);
	const page = excerpt && excerptDocument(document, excerpt, text.slice(excerpt.from, excerpt.to));
	const part = page && readingOf(context, page, call);
	const reading = part?.ok && !part.value.derived ? part : readingOf(context, document, call);
	return reading.ok ? ok(outcomeOf(context, reading.value)) : reading;
}

/** The part of a document that a page of its list needs; undefined where the call may need all of it. */
export function excerptFor(
	document: Document,
	{ position, view, pointer = '' }: ReadCall,
	policy: Policy,
) {
	const { pages, fields: kept, excerpt } = shapeOf(document);
	const { kind, offset } = position;
	if (!pages || excerpt !== undefined || kind === 'char' || offset < 1 || offset >= pages.total)
		return undefined;
	if (pointer !== '' || isRanged(view)) return undefined;
	// Fields may be meant for what stands around a list.
	const isRoot = pages.node === 0 && !pages.keyed;
	if (view.fields !== undefined && (kind === 'whole' || fieldsKey(view.fields) !== fieldsKey(kept)))
		return undefined;
	return kept && !isRoot
		? undefined
		: excerptOf(pages, offset, Math.max(policy.maxPageSize, usualLimit(pages.mean, policy)));
}

function readingOf(context: Context, document: Document, call: ReadCall): Result<Reading, string> {
	// `/content/N` names the texts that stood beside the data.
	const named = /^\/content\/(\d{1,4})$/.exec(call.pointer ?? '');
	const leftOut = named ? document.parts[1 + Number(named[1])] : undefined;
	if (leftOut !== undefined) return readText(context, leftOut, call, `pointer:${call.pointer}`);
	if (document.kind === 'text')
		return readWritten(context, document, call) ?? readPassage(context, document, call);
	// Every text is a text too, whatever is written in it.
	if (isRanged(call.view) && call.pointer === undefined)
		return readText({ ...context, frame: PLAIN }, linesOf(document), call, 'text');
	const { stream, pages, excerpt } = shapeOf(document);
	if (stream && excerpt === undefined) return readStream(context, document, stream, call);
	const tape = containerTape(textOf(document));
	if (!tape) return err('The stored result cannot be read. Call the tool again from the start.');
	if (pages && excerpt !== undefined) {
		// A page of a list, of which the tape has a part.
		const { fields: _, ...view } = call.view;
		const { offset: from, kind } = call.position;
		const part = { base: excerpt, total: pages.total, pages };
		const place = { tape, from, full: kind === 'whole', part };
		return readPage(context, document, place, { ...call, view });
	}
	if (call.pointer) return readPointer(context, pointedAt(tape, call.pointer), call);
	return readJson(context, document, tape, call);
}

/** A list too long for a tape: a page of it, or what a pointer names within one item. */
function readStream(context: Context, document: Document, stream: Stream, call: ReadCall) {
	const text = textOf(document);
	const { pointer = '', position } = call;
	if (pointer !== '') {
		const [, index, rest = ''] = /^\/(0|[1-9]\d*)(\/.*)?$/s.exec(pointer) ?? [];
		if (index === undefined || Number(index) >= stream.total)
			return err(`pointer: begins with an index from 0 to ${stream.total - 1}, as "/0".`);
		const reading = readPointer(context, windowTape(text, stream, Number(index), 1), {
			...call,
			pointer: `/0${rest}`,
		});
		if (!reading.ok) return reading;
		const { derived } = reading.value;
		if (!derived) return reading;
		const viewKey = `at:${index}|${derived.viewKey}`;
		return ok({ ...reading.value, derived: { ...derived, viewKey } });
	}
	const { window, fields: kept } = shapeOf(document);
	const isWindow = position.kind === 'char' && window !== undefined;
	const from = isWindow ? window.from : position.offset;
	const part = { base: from, total: stream.total };
	const tape = windowTape(text, stream, from, context.policy.maxPageSize);
	if (isWindow) return readWindow(context, document, window, tape, call, part);
	const list = { ...part, node: 0, keyed: false };
	return readMeant(context, tape, list, withoutKept(call, kept), (asked) => {
		const full = position.kind === 'whole' || asked.view.fields !== undefined;
		return readPage(context, document, { tape, from, full, part }, asked);
	});
}

/** The call without fields that it repeats: they are the document's own. */
function withoutKept(call: ReadCall, kept: readonly string[] | undefined): ReadCall {
	const { fields, ...view } = call.view;
	return fields && fieldsKey(fields) === fieldsKey(kept) ? { ...call, view } : call;
}

/** A value, or fields, of a text that is JSON; undefined where it is not, or the call is about text. */
function readWritten(context: Context, document: Document, call: ReadCall) {
	const { pointer = '', view } = call;
	if ((pointer === '' && view.fields === undefined) || isRanged(view)) return undefined;
	const text = textOf(document);
	const tape = /^\ufeff?\s*[{[]/.test(text) ? containerTape(text) : undefined;
	if (!tape) return undefined;
	if (pointer !== '') return readPointer(context, tape, call);
	const inner = jsonDocument(text, PLAIN, []);
	const whole = { ...call, position: WHOLE };
	const reading = readJson({ ...context, frame: PLAIN }, inner, tape, whole);
	return reading.ok ? ok(asView(reading.value, inner, `json:${fieldsKey(view.fields)}`)) : reading;
}

function readPointer(context: Context, tape: Tape, call: ReadCall): Result<Reading, string> {
	const { pointer = '', ...rest } = call;
	const found = meantPointer(tape, pointer);
	if (!found.ok) return err(`pointer: ${found.error}`);
	const node = found.value;
	const plain = { ...context, frame: PLAIN };
	const key = `pointer:${pointer}`;
	if (!tape.isContainer(node)) return readText(plain, tape.text(node), call, key);
	const text = tape.raw(node);
	const inner = containerTape(text);
	if (!inner) return err('pointer: that value cannot be read. Call the tool again from the start.');
	const document = jsonDocument(text, PLAIN, []);
	const whole = { ...rest, position: WHOLE };
	const reading = readJson(plain, document, inner, whole);
	if (!reading.ok) return reading;
	// A value that was named is given whole: in pages only where nothing around its list is cut.
	const isPlain = call.view.fields === undefined && call.view.limit === undefined;
	const isCut = isPlain && reading.value.draft.isAroundCut;
	const given = isCut ? inFull(plain, inner, call.view, 'full') : reading.value;
	return ok(asView(given, document, key));
}

function readJson(context: Context, document: Document, sent: Tape, call: ReadCall) {
	const tape = byRows(sent);
	const { position } = call;
	const { fields: kept, window } = shapeOf(document);
	if (position.kind === 'char' && window) return readWindow(context, document, window, tape, call);
	return readMeant(context, tape, undefined, withoutKept(call, kept), (asked) => {
		const { fields } = asked.view;
		if (position.kind === 'whole' && fields) return section(context, document, tape, fields, asked);
		const full = position.kind === 'whole' || fields !== undefined;
		return readPage(context, document, { tape, from: position.offset, full }, asked);
	});
}

/** Reads by the fields that are meant; where there are none of them the error says what there is. */
function readMeant(
	context: Context,
	tape: Tape,
	list: ListChoice | undefined,
	call: ReadCall,
	reading: (asked: ReadCall) => Result<Reading, string>,
): Result<Reading, string> {
	const { view } = call;
	if (!view.fields) return reading(call);
	const { policy } = context;
	const items = list ?? listOf(tape, policy, pageLimit(view, policy));
	const { fields, notice } = meantFields(context, tape, items, view.fields);
	if (!fields) return err(`fields: ${notice}`);
	return reading({ ...call, view: { ...view, fields }, ...defined({ notice }) });
}

/** Fields asked for through a summary's handle: in full, chunked if too long. */
function section(
	context: Context,
	document: Document,
	tape: Tape,
	fields: readonly string[],
	call: ReadCall,
): Result<Reading, string> {
	const { view, position } = call;
	const limit = pageLimit(view, context.policy);
	const projected = projectedRoot(tape, fields, context.policy, limit);
	const isPaged =
		!projected ||
		(view.limit !== undefined && listOf(projected, context.policy, limit) !== undefined);
	if (isPaged) {
		const from = projected ? 0 : position.offset;
		return readPage(context, document, { tape, from, full: true }, call);
	}
	const wrong = misplaced(view, 'object');
	if (wrong !== undefined) return err(wrong);
	return ok(inFull(context, projected, view, `section:${fieldsKey(fields)}`, call.notice));
}
