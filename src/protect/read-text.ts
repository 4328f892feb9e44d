// Reads a kept text: its chunks, some of its lines.
import { err, ok, type Result } from '../shared/result';
import { type ChunkPlace, draftChunk, FIRST_CHUNK, type Passage, passageOf } from './chunk';
import { passageOfDocument, shapeOf } from './document';
import type { Bench } from './draft';
import { isRanged } from './first-answer';
import { misplaced, withoutRepeats } from './misplaced';
import { chunksOf, type ReadCall, type Reading } from './reading';
import type { Document, Position, View } from './types';

/** An answer from a text document. */
export function readPassage(
	bench: Bench,
	document: Document,
	call: ReadCall,
): Result<Reading, string> {
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
	if (isRanged(view)) return readLines(bench, passage, view);
	return ok({ draft: draftChunk(bench, passage, placeOf(position)), frame: bench.frame });
}

/** Where a cursor leads in a text: its limit tells which chunk that is. */
export const placeOf = ({ kind, offset, limit }: Position): ChunkPlace =>
	kind === 'char' ? { offset, index: limit } : FIRST_CHUNK;

/** Some lines of a text that may itself be some lines of another; counted in that one. */
function readLines(bench: Bench, whole: Passage, view: View): Result<Reading, string> {
	const before = whole.firstLine - 1;
	const { startLine = whole.firstLine, endLine } = view;
	const first = `line ${whole.firstLine} is the first that is kept here.`;
	if (startLine <= before) return err(`startLine: ${first}`);
	if (endLine !== undefined && endLine <= before) return err(`endLine: ${first}`);
	const lines = {
		startLine: startLine - before,
		...(endLine === undefined ? {} : { endLine: endLine - before }),
	};
	const part = passageOf(whole.text, lines);
	const passage = { ...part, firstLine: startLine, totalLines: whole.totalLines };
	return ok(chunksOf(bench, passage, view, `|${startLine}-${endLine ?? ''}`));
}

/** A text that is a value of the document: chunks of its own, in a document of its own. */
export function readText(
	bench: Bench,
	text: string,
	call: ReadCall,
	key: string,
): Result<Reading, string> {
	const { view } = call;
	const wrong = misplaced(view, 'text');
	if (wrong !== undefined) return err(wrong);
	const passage = passageOf(text, isRanged(view) ? view : undefined);
	const viewKey = `${key}|${view.startLine ?? ''}-${view.endLine ?? ''}`;
	return ok(chunksOf(bench, passage, view, viewKey));
}
