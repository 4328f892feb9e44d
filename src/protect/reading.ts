// One answer from a kept document, and the call it answers.
import { draftChunk, type Passage } from './chunk';
import { textDocument } from './document';
import { type Bench, type Draft, finish, type Size, sizeOf } from './draft';
import { ALONE, compose, type Frame } from './frame';
import type { Document, Outcome, Position, View } from './types';

/** A call that reads on: where its handle points, and what it asks for. */
export interface ReadCall {
	readonly position: Position;
	readonly view: View;
	/** RFC 6901; only `read_result` has it. */
	readonly pointer?: string;
}

/** A draft, and the document its positions point into where it is not the opened one. */
export interface Reading {
	readonly draft: Draft;
	readonly frame: Frame;
	readonly derived?: { readonly document: Document; readonly viewKey: string };
}

/** The reading as the gateway takes it. */
export function outcomeOf(bench: Bench, { draft, frame, derived }: Reading): Outcome {
	const framed = { ...bench, frame };
	const outcome = finish(framed, draft, originalOf(framed, draft), derived?.document);
	return derived && draft.positions.length > 0 ? { ...outcome, viewKey: derived.viewKey } : outcome;
}

/** What reading costs is not measured against what was cut before: it is its own original. */
function originalOf(bench: Bench, draft: Draft): Size {
	const numbers = { estimatedTokens: 0, budgetUsed: 0, budgetRemaining: 0 };
	const result = compose(bench.frame, ALONE, draft.data, {}, numbers);
	return sizeOf(result, bench.policy);
}

/** The first chunk of a text, kept as a document of its own. */
export const chunksOf = (
	bench: Bench,
	passage: Passage,
	asked: View,
	viewKey: string,
): Reading => ({
	draft: draftChunk(bench, passage),
	frame: bench.frame,
	derived: { document: textDocument(passage, bench.frame, asked), viewKey },
});

/** Names a view by its fields. */
export const fieldsKey = (fields: readonly string[] | undefined): string =>
	(fields ?? []).join('\u0000');

/** A reading of a view is kept as its own document, also where it was the view's own pages. */
export function asView(reading: Reading, document: Document, key: string): Reading {
	const derived = reading.derived ?? { document, viewKey: '' };
	return {
		...reading,
		derived: { document: derived.document, viewKey: `${key}|${derived.viewKey}` },
	};
}
