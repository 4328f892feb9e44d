// Reads in full: as JSON where it fits, else as chunks, never condensed (docs/protect.md "Going on").

import type { Node, Tape } from '../shared/json/tape';
import { compact, lined } from '../shared/json/write';
import { defined } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import { budgetOf, minus, within } from './budget';
import { type ChunkPlace, draftChunk, FIRST_CHUNK, type Passage, passageOf } from './chunk';
import { passageOfDocument, shapeOf, textDocument } from './document';
import { type Context, type Draft, finish, sizeOf } from './draft';
import { ALONE, compose, type Frame } from './frame';
import { isRanged, misplaced, withoutRepeats } from './reduction';
import type { Document, Outcome, Position, View } from './types';

/** A call that reads on: where its handle points, and what it asks for. */
export interface ReadCall {
	readonly position: Position;
	readonly view: View;
	/** RFC 6901; only `read_result` has it. */
	readonly pointer?: string;
	/** Said of its fields. */
	readonly notice?: string;
}

/** A draft, and the document its positions point into where it is not the opened one. */
export interface Reading {
	readonly draft: Draft;
	readonly frame: Frame;
	readonly derived?: { readonly document: Document; readonly viewKey: string };
}

/** The reading as the gateway takes it. */
export function outcomeOf(context: Context, { draft, frame, derived }: Reading): Outcome {
	const framed = { ...context, frame };
	// It is not measured against what was cut before, but against itself without additions.
	const numbers = { estimatedTokens: 0, budgetUsed: 0, budgetRemaining: 0 };
	const original = sizeOf(compose(frame, ALONE, draft.data, {}, numbers), context.policy);
	const outcome = finish(framed, draft, original, derived?.document);
	return derived && draft.positions.length > 0 ? { ...outcome, viewKey: derived.viewKey } : outcome;
}

/** The first chunk of a text, kept as a document of its own. */
const chunksOf = (context: Context, passage: Passage, asked: View, viewKey: string): Reading => ({
	draft: draftChunk(context, passage),
	frame: context.frame,
	derived: { document: textDocument(passage, context.frame, asked), viewKey },
});

/** Names a view by its fields. */
export const fieldsKey = (fields: readonly string[] | undefined) => (fields ?? []).join('\u0000');

/** A reading of a view is kept as its own document, also where it was the view's own pages. */
export function asView(reading: Reading, document: Document, key: string): Reading {
	const derived = reading.derived ?? { document, viewKey: '' };
	return { ...reading, derived: { ...derived, viewKey: `${key}|${derived.viewKey}` } };
}

/** Room that the budget numbers take. */
const NUMBERS = { tokens: 60, bytes: 120 };

/** The whole document; one that comes down to a string as the text it is. */
export function inFull(
	context: Context,
	tape: Tape,
	asked: View,
	viewKey: string,
	notice = '',
): Reading {
	const { policy, weigh, frame } = context;
	const text = compact(tape, 0);
	const budget = minus(budgetOf(policy), weigh(notice));
	if (!frame.spread) {
		const room = minus(budget, NUMBERS);
		const additions = () => (notice === '' ? {} : { notice });
		const data = { form: tape.isArray(0) ? ('list' as const) : ('object' as const), text };
		if (within(weigh(text, room), room))
			return { draft: { act: 'summarized', data, positions: [], additions }, frame };
	}
	const passage = passageOf(loneString(tape) ?? lined(tape, 0));
	return chunksOf(context, passage, asked, viewKey);
}

/** The string a projection came down to: `{"a":{"b":"…"}}`. */
function loneString(tape: Tape): string | undefined {
	let node: Node = 0;
	while (tape.isObject(node)) {
		const inside = tape.members(node);
		if (inside.length !== 1) return undefined;
		node = inside[0] as Node;
	}
	return tape.isString(node) ? tape.text(node) : undefined;
}

/** An answer from a text document. */
export function readPassage(context: Context, document: Document, call: ReadCall) {
	const { pointer, position } = call;
	if (pointer)
		return err(
			'pointer: this result is text; use "startLine" and "endLine", "query", or its cursor.',
		);
	const passage = passageOfDocument(document);
	const isCursor = position.kind === 'char';
	const view = isCursor ? withoutRepeats(call.view, shapeOf(document).asked ?? {}) : call.view;
	const wrong = misplaced(view, 'text');
	if (wrong !== undefined) return err(wrong);
	if (isRanged(view)) return readLines(context, passage, view);
	return ok({ draft: draftChunk(context, passage, placeOf(position)), frame: context.frame });
}

/** Returns the chunk that a cursor leads to: its limit is the index. */
export const placeOf = ({ kind, offset, limit }: Position): ChunkPlace =>
	kind === 'char' ? { offset, index: limit } : FIRST_CHUNK;

/** Some lines of a text that may itself be some lines of another; counted in that one. */
function readLines(context: Context, whole: Passage, view: View): Result<Reading, string> {
	const before = whole.firstLine - 1;
	const { startLine = whole.firstLine, endLine } = view;
	const first = `line ${whole.firstLine} is the first that is kept here.`;
	if (startLine <= before) return err(`startLine: ${first}`);
	if (endLine !== undefined && endLine <= before) return err(`endLine: ${first}`);
	const lines = { startLine: startLine - before, endLine: endLine && endLine - before };
	const part = passageOf(whole.text, defined(lines));
	const passage = { ...part, firstLine: startLine, totalLines: whole.totalLines };
	return ok(chunksOf(context, passage, view, `|${startLine}-${endLine ?? ''}`));
}

/** A text that is a value of the document: chunks of its own, in a document of its own. */
export function readText(context: Context, text: string, call: ReadCall, key: string) {
	const { view } = call;
	const wrong = misplaced(view, 'text');
	if (wrong !== undefined) return err(wrong);
	const passage = passageOf(text, isRanged(view) ? view : undefined);
	const viewKey = `${key}|${view.startLine ?? ''}-${view.endLine ?? ''}`;
	return ok(chunksOf(context, passage, view, viewKey));
}
