// A kept document as it is asked: a JSON tree, or a text and the rows it can be read as.

import { readingRows, readingTableRows, treeIn } from '../../ask';
import { type Document, passageOfDocument, type Upstream } from '../../protect';
import { pointedAt, tableOf } from '../../shared/json/columns';
import { meantPointer } from '../../shared/json/pointer';
import type { Tape } from '../../shared/json/tape';
import { exactJson } from '../../shared/json/write';
import { isRecord } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import type { Slices } from '../../shared/slices';

/** A text that is asked, or the passage of it that was kept; lines are counted from 1. */
export interface QueryableText {
	readonly text: string;
	readonly firstLine: number;
}

/** A document to ask; `complete` is false where its server has more than the snapshot. */
export type Queryable =
	| {
			readonly kind: 'json';
			readonly tree: Tape;
			/** The document as it was sent, where `tree` has its table by rows. */
			readonly sent?: Tape;
			readonly complete: boolean;
			/** It was a text, which is itself JSON. */
			readonly isText?: boolean;
	  }
	| { readonly kind: 'text'; readonly text: QueryableText; readonly complete: boolean };

const UNREADABLE =
	'The stored result cannot be asked: it is too large, or not whole. Read it with "startLine" and "endLine", or call the tool again.';

/** Resolves a pointer in the document; without one, the whole. */
export function* queryableOf(
	document: Document,
	pointer?: string,
): Slices<Result<Queryable, string>> {
	const { shape } = document;
	const complete = shape[PARTIAL] !== true && shape.upstream === undefined;
	// `/content/N` names the texts that stood beside the data.
	const [, at] = /^\/content\/(\d{1,4})$/.exec(pointer ?? '') ?? [];
	const beside = at === undefined ? undefined : document.parts[1 + Number(at)];
	if (beside !== undefined) return ok(yield* textOf(beside, complete));
	const isWhole = pointer === undefined || pointer === '';
	const passage = document.kind === 'text' ? passageOfDocument(document) : undefined;
	const source = passage?.text ?? document.parts[0] ?? '';
	const written = yield* passage ? writtenJson(source) : treeIn(source);
	if (!written) {
		if (!passage) return err(UNREADABLE);
		if (isWhole || pointer === '/content/0') return ok({ kind: 'text', text: passage, complete });
		return err(
			'pointer: this result is text; use "query", "select", or "startLine" and "endLine".',
		);
	}
	if (isWhole) return ok({ ...jsonOf(written, complete), ...(passage && { isText: true }) });
	const tree = pointedAt(written, pointer);
	const node = meantPointer(tree, pointer);
	if (!node.ok) {
		if (pointer === '/content/0') return ok(yield* textOf(source, complete));
		return err(`pointer: ${node.error}`);
	}
	if (tree.kind(node.value) === 'string') return ok(yield* textOf(tree.text(node.value), complete));
	const inner = node.value === 0 ? written : yield* treeIn(exactJson(tree, node.value));
	return inner ? ok(jsonOf(inner, complete)) : err(UNREADABLE);
}

/** A document that is parsed; one with a table is asked by its rows, and as it was sent where these have no answer. */
export function jsonOf(tape: Tape, complete: boolean): Extract<Queryable, { kind: 'json' }> {
	const table = tableOf(tape);
	return table
		? { kind: 'json', tree: table.tape, sent: tape, complete }
		: { kind: 'json', tree: tape, complete };
}

function* writtenJson(text: string): Slices<Tape | undefined> {
	return /^\ufeff?\s*[{[]/.test(text) ? yield* treeIn(text) : undefined;
}

/** A text that is JSON is asked as JSON. */
export function* textOf(text: string, complete: boolean): Slices<Queryable> {
	const tree = yield* writtenJson(text);
	return tree
		? { ...jsonOf(tree, complete), isText: true }
		: { kind: 'text', text: { text, firstLine: 1 }, complete };
}

/** The rows, entries or lines of a text; of a table alone, its rows. */
export function* rowsIn({ text }: QueryableText, isTable = false) {
	const rows = yield* isTable ? readingTableRows(text) : readingRows(text);
	if (!rows) return undefined;
	yield;
	const tree = yield* treeIn(rows.json);
	return tree && { ...rows, tree };
}

/** Set where a result is one page of a server that has more. */
const PARTIAL = 'partial';

/** Says what the server has beyond a page, and how it is asked for. */
export const moreOf = (upstream: Upstream | undefined): string =>
	`${upstream?.total === undefined ? 'The server may have more' : `The server says ${upstream.total}`}: ${upstream?.next === undefined ? 'call the tool with "gather":true for all' : `its next page is ${upstream.next}, all are "gather":true`}.`;

/** The server's further pages, as a kept page of it knows them. */
export const upstreamOf = ({ shape }: Document): Upstream | undefined =>
	isRecord(shape.upstream) ? (shape.upstream as unknown as Upstream) : undefined;

/** The document as it is kept: whether there is more of it, and which other results are in it. */
export const noted = (
	document: Document,
	{ complete = true, sources = [] }: { complete?: boolean; sources?: readonly string[] },
): Document =>
	complete && sources.length === 0
		? document
		: {
				...document,
				shape: {
					...document.shape,
					...(!complete && { [PARTIAL]: true }),
					...(sources.length > 0 && { sources }),
				},
			};
