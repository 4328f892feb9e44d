// What is kept behind a handle, and how it is read back (docs/protect.md "Handles").
import type { Passage } from './chunk';
import type { Frame } from './frame';
import type { Stream } from './json/stream';
import { type Excerpt, excerptText, type Pages } from './pages';
import { indexLines } from './text/lines';
import type { Document, Upstream, View } from './types';

/** Items of a kept list that are read as one text, in chunks. */
export interface Window {
	/** Index of the first item. */
	readonly from: number;
	/** Items, at most. */
	readonly limit: number;
	/** The limit the caller named, 0 for none; what follows keeps it. */
	readonly askedLimit: number;
}

/** The facts of a document beside its long strings. */
export interface Shape {
	readonly frame: Frame;
	/** The projection that pages follow when a call names no fields of its own. */
	readonly fields?: readonly string[];
	/** Of a JSON list that is too long for a tape: where its items are. */
	readonly stream?: Stream;
	/** Of a long text with a list: where its pages are. */
	readonly pages?: Pages;
	/** The text is an excerpt: the index of the first item that it has of the list. */
	readonly excerpt?: number;
	/** What the server has beside this, where it has more. */
	readonly upstream?: Upstream;
	/** Of a text: where its lines stand in the original. */
	readonly firstLine?: number;
	readonly totalLines?: number;
	/** Of a text: a call named its lines. */
	readonly ranged?: boolean;
	/** Of a text: what the call asked for that gave it; a cursor's caller may say it again. */
	readonly asked?: View;
	/** Of JSON: the items that are being read in chunks. */
	readonly window?: Window;
}

/** How the parts of a document belong together. */
export const shapeOf = (document: Document): Shape => document.shape as unknown as Shape;

/** The text of what is kept: JSON, or the text itself. */
export const textOf = ({ parts: [text = ''] }: Document): string => text;

const documentOf = (kind: Document['kind'], parts: readonly string[], shape: Shape): Document => ({
	kind,
	parts,
	shape: shape as unknown as Document['shape'],
});

/** What follows comes in plain text blocks, whatever block the first came in. */
const plain = ({ holder: _, ...frame }: Frame): Frame => frame;

/** A JSON document; `leftOut` are texts that the answer does not show. */
export const jsonDocument = (
	text: string,
	frame: Frame,
	leftOut: readonly string[],
	fields?: readonly string[],
	upstream?: Upstream,
): Document =>
	documentOf('json', [text, ...leftOut], {
		frame: plain(frame),
		...(fields ? { fields } : {}),
		...(upstream === undefined ? {} : { upstream }),
	});

/** What is kept of a text that was shortened. */
export const textDocument = (
	{ text, firstLine, totalLines, ranged }: Passage,
	frame: Frame,
	asked: View,
	leftOut: readonly string[] = [],
): Document =>
	documentOf('text', [text, ...leftOut], {
		frame: plain(frame),
		firstLine,
		totalLines,
		...(ranged ? { ranged } : {}),
		asked,
	});

const withFacts = (document: Document, facts: Partial<Shape>): Document =>
	documentOf(document.kind, document.parts, { ...shapeOf(document), ...facts });

/** The same document, a list that is read as a stream of its items. */
export const streamDocument = (document: Document, stream: Stream): Document =>
	withFacts(document, { stream });

/** The same document, of whose list each page can be read alone. */
export const pagedDocument = (document: Document, pages: Pages | undefined): Document =>
	pages ? withFacts(document, { pages }) : document;

/** The document with an excerpt instead of its text. @param items of the text, as the excerpt says */
export const excerptDocument = (document: Document, { base }: Excerpt, items: string): Document => {
	const shape = shapeOf(document);
	const text = shape.pages ? excerptText(shape.pages, items) : items;
	return documentOf(document.kind, [text, ...document.parts.slice(1)], { ...shape, excerpt: base });
};

/** Whether a document has only an excerpt of its text. */
export const isExcerpt = (document: Document): boolean => shapeOf(document).excerpt !== undefined;

/** The same document, read through a window on its list. */
export const windowDocument = (
	document: Document,
	window: Window,
	fields: readonly string[] | undefined,
): Document => withFacts(document, { ...(fields ? { fields } : {}), window });

/** The text that was kept, with the lines it had. */
export const passageOfDocument = (document: Document): Passage => {
	const text = textOf(document);
	const { firstLine = 1, totalLines = 0, ranged = false } = shapeOf(document);
	return { text, firstLine, totalLines, lines: indexLines(text), ranged };
};
