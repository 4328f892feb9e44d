// What is kept behind a handle, and how it is read back (design, "Handles").
import type { Passage } from './chunk';
import type { Frame } from './frame';
import type { Document } from './types';

/** The facts of a document beside its long strings. */
export interface Shape {
	readonly frame: Frame;
	/** The projection that pages follow when a call names no fields of its own. */
	readonly fields?: readonly string[];
	/** Of a text: how it is cut, and where its lines stand in the original. */
	readonly firstLine?: number;
	readonly totalLines?: number;
	readonly ends?: readonly number[];
}

export const shapeOf = (document: Document): Shape => document.shape as unknown as Shape;

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
): Document =>
	documentOf('json', [text, ...leftOut], { frame: plain(frame), ...(fields ? { fields } : {}) });

export const textDocument = (
	{ text, firstLine, totalLines, ends }: Passage,
	frame: Frame,
	leftOut: readonly string[] = [],
): Document =>
	documentOf('text', [text, ...leftOut], {
		frame: plain(frame),
		firstLine,
		totalLines,
		ends,
	});

export const passageOfDocument = (document: Document): Passage => {
	const { firstLine = 1, totalLines = 0, ends = [] } = shapeOf(document);
	return { text: document.parts[0] ?? '', firstLine, totalLines, ends };
};
