// A text, chunk by chunk (context window protection, story 4, FR-020 to FR-023). Where a chunk ends
// is found when it is read, from where it begins: nothing is planned ahead.
import { onOneLine, several, shownText } from '../shared/shown-text';
import { utf8Bytes } from '../shared/utf8';
import {
	budgetOf,
	estimated,
	heavier,
	lighter,
	minus,
	NOTHING,
	plus,
	scale,
	type Weigh,
	type Weight,
} from './budget';
import { besideText, type Context, type Draft, fill, SAMPLE_HANDLE } from './draft';
import { NOT_KEPT, shown } from './frame';
import { type Digest, digest } from './text/digest';
import { type Nature, natureOf } from './text/kind';
import { indexLines, type LineIndex, lineAt, lineRange } from './text/lines';
import { chunker } from './text/plan';
import type { Policy } from './types';

/** A text to read in chunks; lines are counted in the text it was cut from. */
export interface Passage {
	readonly text: string;
	/** Number of the first line, counted from 1. */
	readonly firstLine: number;
	readonly totalLines: number;
	/** Lines of `text`. */
	readonly lines: LineIndex;
	/** The call named the lines it wants: as many of them as fit. */
	readonly ranged: boolean;
}

/** Start of a chunk, in UTF-16 units, and its index, counted from 0. */
export interface ChunkPlace {
	readonly offset: number;
	readonly index: number;
}

export const FIRST_CHUNK: ChunkPlace = { offset: 0, index: 0 };

/** An index from which a handle does not tell it: it is then estimated. */
export const MOST_INDEX = 255;

/** As long as the trailing block of a chunk gets. */
const SAMPLE_CHUNK = `{"chunk":{"chunkIndex":888,"totalChunks":8888,"approximate":true,"startLine":8888888,"endLine":8888888,"totalLines":8888888,"nextCursor":"${SAMPLE_HANDLE}"},"estimatedTokens":88888,"budgetUsed":0.88,"budgetRemaining":88888}`;

/** A whole text, or lines `startLine` to `endLine` of it. */
export function passageOf(text: string, lines?: { startLine?: number; endLine?: number }): Passage {
	const index = indexLines(text);
	if (!lines) return { text, firstLine: 1, totalLines: index.count, lines: index, ranged: false };
	const range = lineRange(index, lines.startLine ?? 1, lines.endLine ?? index.count);
	const part = text.slice(range.start, range.end);
	return {
		text: part,
		firstLine: Math.max(1, lines.startLine ?? 1),
		totalLines: index.count,
		lines: part.length === text.length ? index : indexLines(part),
		ranged: true,
	};
}

/** Tells whether a text is long enough to be chunked at all. */
export const isLong = (tokens: number, policy: Policy) => tokens > policy.chunkTokenThreshold;

function cutter(context: Context, { text, ranged }: Passage, room: Weight, nature: Nature) {
	return chunker(text, nature, {
		maxLines: ranged ? Number.POSITIVE_INFINITY : context.policy.chunkSize,
		maxTokens: Math.max(64, room.tokens),
		maxBytes: Math.max(256, room.bytes),
		cost: costOf(context),
	});
}

/** A chunk stands in the structured content as a JSON string, if the host shows that. */
function costOf({ frame, policy, weigh }: Context): Weigh {
	if (frame.structured.as === 'none' || policy.host?.shows === 'content') return weigh;
	return (text) => heavier(weigh(text), weigh(JSON.stringify(text)));
}

function besideWeight({ frame, around, weigh }: Context): Weight {
	const { text } = shown({ content: [...around.before, ...around.after] });
	const blocks = text + besideText(around);
	const carried = frame.structured.as === 'carrier' ? frame.structured.rest : '';
	return heavier(weigh(blocks), weigh(carried));
}

/** The chunk that begins at a place, as long as an answer may be. */
export function draftChunk(
	context: Context,
	passage: Passage,
	place: ChunkPlace = FIRST_CHUNK,
	beside = '',
): Draft {
	const room = roomOf(context, beside);
	const nature = natureOf(passage.text, passage.lines);
	const make = (within: Weight): Draft => {
		const end =
			passage.text === '' ? 0 : cutter(context, passage, within, nature).end(place.offset);
		return draftChunkTo(passage, place, end, end - place.offset);
	};
	return fill(context, targetOf(context, beside), make, room, make(room));
}

/** Room for the number of items that is added to a chunk of them. */
const WRAPPED: Weight = { tokens: 12, bytes: 40 };

const targetOf = ({ policy, weigh }: Context, beside: string): Weight =>
	minus(budgetOf(policy), plus(weigh(beside), WRAPPED));

function roomOf(context: Context, beside: string): Weight {
	const taken = plus(
		context.weigh(SAMPLE_CHUNK),
		plus(besideWeight(context), context.weigh(beside)),
	);
	return minus(budgetOf(context.policy), taken);
}

/** Returns the end of the chunk that begins at a place. */
export function endOfChunk(context: Context, passage: Passage, place: ChunkPlace, beside = '') {
	if (passage.text === '') return 0;
	const nature = natureOf(passage.text, passage.lines);
	return cutter(context, passage, roomOf(context, beside), nature).end(place.offset);
}

/** The beginning of a text that nobody asked to be long: what it is, and how to ask it. */
export function draftGlance(context: Context, passage: Passage, tokens: number, beside = '') {
	const budget = budgetOf(context.policy);
	const nature = natureOf(passage.text, passage.lines);
	const told = digest(passage.text, passage.lines, nature, context.weigh);
	// An aim is no bound: what is added is estimated, and leaves more room than its upper bound would.
	const extra = SAMPLE_CHUNK + beside + JSON.stringify(summaryOf(told));
	const added = { tokens: estimated(extra, context.policy), bytes: utf8Bytes(extra) };
	const aim = { tokens: Math.min(tokens, budget.tokens), bytes: budget.bytes };
	const room = minus(aim, plus(added, besideWeight(context)));
	const bytes = Math.min(room.bytes, room.tokens * GLANCE_BYTES);
	const usual = usualUnits(context, passage);
	const make = (small: Weight): Draft => {
		const wide = lighter(plus(small, scale(aim, STRETCH)), roomOf(context, beside));
		const end = glanceEnd(context, passage, small, wide, nature);
		const draft = draftChunkTo(passage, FIRST_CHUNK, end, Math.max(end, usual));
		if (end === passage.text.length) return draft;
		const begins = end > 0 ? '' : `; begins ${shownText(passage.text, BEGINNING)}`;
		const summary = summaryOf({ ...told, shape: told.shape + begins });
		const { asks, example } = told;
		// None of lines, which any text has, nor of over 22 characters: 11 tokens hold those.
		const isTold = !asks.startsWith('lines') && example.length <= 22;
		return {
			...draft,
			outline: () => (isTold ? example.replaceAll(/'[^']*'/g, "'…'") : undefined),
			additions: (handles) => ({ ...draft.additions(handles), ...(handles && { summary }) }),
		};
	};
	const small = { tokens: room.tokens, bytes };
	return fill(context, targetOf(context, beside), make, small, make(small), false);
}

/** Times the aim of a glance that its first unit may take, and characters of one that is not shown at all. */
const STRETCH = 2;
const BEGINNING = 200;

/** The end of a glance: entries, records and hunks that a page can hold are whole in it, or not there. */
function glanceEnd(
	context: Context,
	passage: Passage,
	small: Weight,
	wide: Weight,
	nature: Nature,
): number {
	const unitsIn = (room: Weight) => cutter(context, passage, room, nature).units();
	const { last } = unitsIn(small);
	if (last > 0) return last;
	if (unitsIn(roomOf(context, '')).first > 0) return unitsIn(wide).first;
	return cutter(context, passage, small, nature).end(0);
}

/** Pieces of a text that stand for all of it, and the units of each. */
const SAMPLE_PIECES = 8;
const SAMPLE_PIECE = 256;

/** Units that the chunks of a text have, about: by its lines, and by the weight of parts of it. */
function usualUnits(context: Context, { text, lines, ranged }: Passage): number {
	const cost = costOf(context);
	const step = Math.max(SAMPLE_PIECE, text.length / SAMPLE_PIECES);
	let units = 0;
	let sum = NOTHING;
	for (let at = 0; at < text.length; at += step) {
		const piece = text.slice(at, at + SAMPLE_PIECE);
		units += piece.length;
		sum = plus(sum, cost(piece));
	}
	const room = roomOf(context, '');
	const share = Math.min(room.tokens / sum.tokens, room.bytes / sum.bytes);
	const ofLines = ranged ? text.length : (text.length * context.policy.chunkSize) / lines.count;
	return Math.min(units * share, ofLines);
}

/** Bytes of a glance for each of its tokens, at most: what is looked at is in proportion to it. */
const GLANCE_BYTES = 8;

const summaryOf = ({ shape, asks, example, finds = 'lines', words = 'words' }: Digest) => ({
	kind: 'text' as const,
	...(shape === '' ? {} : { shape: onOneLine(shape) }),
	instructions: `read_result {"handle":"…"} (nextCursor) reads on. With "query":"${words}": ${finds}; "startLine", "endLine": any; "select":${JSON.stringify(example)}: JMESPath over ${asks}.`,
});

/** The chunk from a place to `end`. @param usual units of this text's chunks, by which their number is estimated */
export function draftChunkTo(
	{ text, lines, firstLine, totalLines, ranged }: Passage,
	{ offset, index }: ChunkPlace,
	end: number,
	usual: number,
): Draft {
	const more = end < text.length;
	const next = Math.min(MOST_INDEX, index + 1);
	const positions = more ? [{ kind: 'char' as const, offset: end, limit: next }] : [];
	const isKnown = index < MOST_INDEX;
	const totalChunks =
		index + 1 + (more ? Math.max(1, Math.ceil((text.length - end) / Math.max(1, usual))) : 0);
	const chunk = {
		chunkIndex: index,
		totalChunks,
		...(isKnown && !more ? {} : { approximate: true }),
		startLine: end === offset ? firstLine : firstLine - 1 + lineAt(lines, offset),
		endLine: firstLine - 1 + (end === offset ? 0 : lineAt(lines, end - 1)),
		totalLines,
	};
	return {
		act: 'chunked',
		data: { form: 'text', text: text.slice(offset, end) },
		positions,
		additions: (handles) => ({
			chunk: more && handles ? { ...chunk, nextCursor: handles[0] as string } : chunk,
			...(more && !handles ? { notice: NOT_KEPT } : {}),
			...(ranged && text === '' ? { notice: `The text has ${several(totalLines, 'line')}.` } : {}),
		}),
	};
}
