// Documents: the content of a snapshot, and how it is read back (docs/protect.md "Handles").

import type { Stream } from '../shared/json/parse';
import type { Node, Tape } from '../shared/json/tape';
import type { Passage } from './chunk';
import { type Frame, keptUnder } from './frame';
import { type ListChoice, type ListPage, meanOf } from './list-choice';
import { constantsOf } from './selection/describe';
import { profileOf, spreadOver } from './selection/profile';
import { judged } from './selection/scores';
import { indexLines } from './text/lines';
import type { Document, Upstream, View } from './types';

/** Items of a kept list that are read as one text, in chunks. */
export type Window = Pick<ListPage, 'from' | 'limit' | 'askedLimit'>;

/** The facts of a document beside its long strings. */
interface Shape {
	readonly frame: Frame;
	/** The projection that pages follow when a call names no fields of its own. */
	readonly fields?: readonly string[];
	/** Of a JSON list that is too long for a tape: where its items are. */
	readonly stream?: Stream;
	/** Of a long text with a list: where its pages are. */
	readonly pages?: Pages;
	/** The text is an excerpt: the index of the first item that it has of the list. */
	readonly excerpt?: number;
	/** Further pages of the server, where it has more. */
	readonly upstream?: Upstream;
	/** Of a text: where its lines stand in the original. */
	readonly firstLine?: number;
	readonly totalLines?: number;
	/** Of a text: a call named its lines. */
	readonly ranged?: boolean;
	/** Of a text: what the call asked for that gave it; a cursor's caller may say it again. */
	readonly asked?: View;
	/** Of JSON: it is read from the text beside it, whose lines are meant. */
	readonly isRead?: boolean;
	/** Of JSON: the items that are being read in chunks. */
	readonly window?: Window;
}

export const shapeOf = (document: Document): Shape => document.shape as unknown as Shape;

/** The text of what is kept: JSON, or the text itself. */
export const textOf = ({ parts: [text = ''] }: Document): string => text;

/** The text whose lines are meant: as it was sent. */
export const linesOf = (document: Document): string =>
	(shapeOf(document).isRead ? document.parts[1] : undefined) ?? textOf(document);

const documentOf = (kind: Document['kind'], parts: readonly string[], shape: Shape): Document => ({
	kind,
	parts,
	shape: shape as unknown as Document['shape'],
});

/** Drops the original's block: what follows comes in plain text blocks. */
const plain = ({ holder: _, ...frame }: Frame): Frame => frame;

/** A JSON document; `leftOut` are texts that the answer does not show. */
export const jsonDocument = (
	text: string,
	frame: Frame,
	leftOut: readonly string[],
	facts: Partial<Shape> = {},
): Document => documentOf('json', [text, ...leftOut], { frame: plain(frame), ...facts });

/** Returns the document of an object that was not sent. @param text JSON of an object */
export function objectDocument(text: string): Document {
	const object = JSON.parse(text) as object;
	const under = keptUnder((key) => Object.hasOwn(object, key));
	return jsonDocument(text, { structured: { as: 'same' }, ...under }, []);
}

/** Document of a text that was shortened. */
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

/** The same document, with other facts or more of them. */
export const withFacts = (document: Document, facts: Partial<Shape>): Document =>
	documentOf(document.kind, document.parts, { ...shapeOf(document), ...facts });

/** The document with an excerpt instead of its text. @param items of the text, as the excerpt says */
export const excerptDocument = (document: Document, { base }: Excerpt, items: string): Document => {
	const shape = shapeOf(document);
	const text = shape.pages ? excerptText(shape.pages, items) : items;
	return documentOf(document.kind, [text, ...document.parts.slice(1)], { ...shape, excerpt: base });
};

/** Tells whether a document has only an excerpt of its text. */
export const isExcerpt = (document: Document): boolean => shapeOf(document).excerpt !== undefined;

/** The text that was kept, with the lines it had. */
export const passageOfDocument = (document: Document): Passage => {
	const text = textOf(document);
	const { firstLine = 1, totalLines = 0, ranged = false } = shapeOf(document);
	return { text, firstLine, totalLines, lines: indexLines(text), ranged };
};

/** Serializable: it is kept with a snapshot. Offsets are UTF-16 units of the document's text. */
export interface Pages extends Stream {
	readonly around: readonly [before: string, after: string];
	/** The list on the tape of the text: what stands before it is in every excerpt, so it stays that node. */
	readonly node: Node;
	/** The items are the members of an object. */
	readonly keyed: boolean;
	/** Characters of one, in the mean. */
	readonly mean: number;
	/** JSON list of the items by which fields are chosen; where they are large, a page's own do. */
	readonly sample?: string;
	/** Dotted paths of fields that are the same in all items. */
	readonly constants?: readonly string[];
}

/** UTF-16 units of a text that has pages to find: a shorter one is read whole as soon. */
const LEAST = 200_000;
/** Of what may stand around the list, and of a sample. */
const MOST_AROUND = 50_000;
const MOST_SAMPLE = 100_000;
const MOST_MARKS = 1_024;

/** The pages of a list; undefined where all of the text is needed to read one, or it is short. */
export function pagesOf(tape: Tape, { node, total, keyed }: ListChoice): Pages | undefined {
	const { source: text } = tape;
	const nodes = tape.children(node);
	const [first] = nodes;
	const last = nodes.at(-1);
	if (text.length < LEAST || first === undefined || last === undefined) return undefined;
	// Of members of the same name only the last counts, wherever it stands.
	if (keyed && nodes.length !== tape.count(node)) return undefined;
	const begin = (item: Node): number => (keyed ? tape.keyStart(item) : tape.start(item));
	const end = tape.end(last);
	const around = [text.slice(0, begin(first)), text.slice(end)] as const;
	if (around[0].length + around[1].length > MOST_AROUND) return undefined;
	const step = Math.ceil(total / MOST_MARKS);
	const marks: number[] = [];
	for (let at = 0; at < total; at += step) marks.push(begin(nodes[at] as Node));
	const looks = looksOf(tape, { node, total, keyed });
	const leaves = judged(profileOf(tape, nodes), { essential: new Set() });
	const constants = [...constantsOf(tape, nodes, leaves)];
	return { total, step, marks, end, around, node, keyed, ...looks, constants };
}

/** The pages of a list too long for a tape. @param tape its first items, by which the first page is made */
export function pagesOfStream(stream: Stream, tape: Tape): Pages {
	const shown = { node: 0, keyed: false, total: tape.count(0) };
	const looks = looksOf(tape, shown);
	// Those of all items are not known.
	return { ...stream, around: ['[', ']'], node: 0, keyed: false, ...looks, constants: [] };
}

/** Facts by which all pages are made, so that none differs from the others. */
function looksOf(tape: Tape, list: ListChoice): Pick<Pages, 'mean' | 'sample'> {
	const texts = spreadOver(tape.children(list.node)).map((item) => tape.raw(item));
	const sample = `[${texts.join(',')}]`;
	return {
		mean: meanOf(tape, list),
		...(sample.length <= MOST_SAMPLE ? { sample } : {}),
	};
}

/** The items of a text that a page needs. */
export interface Excerpt {
	/** From one offset up to another. */
	readonly from: number;
	readonly to: number;
	/** Index of the first item that is in it. */
	readonly base: number;
}

/** The excerpt in which the items from `from` up to `count` of them are. */
export function excerptOf({ step, marks, end }: Pages, from: number, count: number): Excerpt {
	const mark = Math.floor(from / step);
	const to = marks[Math.ceil((from + count) / step)] ?? end;
	return { from: marks[mark] ?? end, to, base: mark * step };
}

/** JSON again, of which the list has only the items of an excerpt. */
export const excerptText = ({ around: [before, after] }: Pages, items: string): string =>
	before + withoutEnd(items) + after;

/** Without the comma and the blanks behind the last item. By hand: a pattern tries each run of blanks within. */
function withoutEnd(items: string): string {
	let end = items.length;
	while (end > 0 && ', \n\r\t'.includes(items[end - 1] as string)) end--;
	return items.slice(0, end);
}
