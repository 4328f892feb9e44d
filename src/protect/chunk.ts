// A text, chunk by chunk (context window protection, story 4, FR-020 to FR-023). The plan of all
// chunks is made once and kept with the text, so that every chunk is the same whenever it is read.
import { NOT_KEPT } from './additions';
import { budgetOf, heavier, minus, plus, type Weigh, type Weight } from './budget';
import type { Bench, Draft } from './draft';
import { shown } from './frame';
import { quote } from './json/quote';
import { indexLines, type LineIndex, lineAt } from './text/lines';
import { planChunks } from './text/plan';
import { lineRange } from './text/range';
import type { Policy } from './types';

/** A text to read in chunks; lines are counted in the text it was cut from. */
export interface Passage {
	readonly text: string;
	/** Number of the first line, counted from 1. */
	readonly firstLine: number;
	readonly totalLines: number;
	/** Offsets at which chunks end; the last is the length of the text. */
	readonly ends: readonly number[];
}

/** Room for the trailing block of a chunk. */
const CHUNK_ADDITIONS: Weight = { tokens: 150, bytes: 360 };

/**
 * Plans a whole text, or lines `startLine` to `endLine` of it.
 *
 * @param beside - what is said with the first chunk, over the usual additions
 */
export function passageOf(
	bench: Bench,
	text: string,
	lines?: { readonly startLine?: number; readonly endLine?: number },
	beside = '',
): Passage {
	const index = indexLines(text);
	const range = lines
		? lineRange(index, lines.startLine ?? 1, lines.endLine ?? index.count)
		: { start: 0, end: text.length };
	const part =
		range.start === 0 && range.end === text.length ? text : text.slice(range.start, range.end);
	return {
		text: part,
		firstLine: Math.max(1, lines?.startLine ?? 1),
		totalLines: index.count,
		ends: plan(bench, part, beside),
	};
}

function plan(bench: Bench, text: string, beside: string): readonly number[] {
	const added = plus(CHUNK_ADDITIONS, bench.weigh(beside));
	const room = minus(budgetOf(bench.policy), plus(added, besideWeight(bench)));
	const limit = { tokens: Math.max(64, room.tokens), bytes: Math.max(256, room.bytes) };
	const cost = bench.frame.structured.as === 'none' ? bench.weigh : quotedToo(bench.weigh);
	return planChunks(text, {
		maxLines: bench.policy.chunkSize,
		maxTokens: limit.tokens,
		maxBytes: limit.bytes,
		cost,
	}).slice(1);
}

/** A chunk stands in the structured content as a JSON string. */
const quotedToo =
	(weigh: Weigh): Weigh =>
	(text) =>
		heavier(weigh(text), weigh(quote(text)));

function besideWeight({ frame, around, weigh }: Bench): Weight {
	const blocks = shown({ content: [...around.before, ...around.after] }).text;
	const carried = frame.structured.as === 'carrier' ? frame.structured.rest : '';
	return heavier(weigh(blocks), weigh(carried));
}

/** Whether a text is long enough to be chunked at all. */
export const isLong = (tokens: number, policy: Policy): boolean =>
	tokens > policy.chunkTokenThreshold;

/** The chunk that begins at `offset` (UTF-16 units), or that holds it. */
export const draftChunk = (passage: Passage, offset: number): Draft =>
	draftChunkOf(passage, Math.max(0, chunkAt(passage.ends, offset)));

/** The chunk of this index, counted from 0. */
export function draftChunkOf(passage: Passage, index: number): Draft {
	const { text, ends } = passage;
	const start = index === 0 ? 0 : (ends[index - 1] as number);
	const end = ends[index] ?? text.length;
	const lines = indexLines(text);
	const more = end < text.length;
	const positions = more ? [{ kind: 'char' as const, offset: end, limit: 0 }] : [];
	const chunk = {
		chunkIndex: index,
		totalChunks: Math.max(1, ends.length),
		...spanOf(lines, start, end, passage.firstLine),
		totalLines: passage.totalLines,
	};
	return {
		act: 'chunked',
		data: { form: 'text', text: text.slice(start, end) },
		positions,
		additions: (handles) => ({
			chunk: more && handles ? { ...chunk, nextCursor: handles[0] as string } : chunk,
			...(more && !handles ? { notice: NOT_KEPT } : {}),
		}),
	};
}

function spanOf(lines: LineIndex, start: number, end: number, firstLine: number) {
	if (end === start) return { startLine: firstLine, endLine: firstLine - 1 };
	return {
		startLine: firstLine - 1 + lineAt(lines, start),
		endLine: firstLine - 1 + lineAt(lines, end - 1),
	};
}

/** Index of the first chunk that ends after `offset`. */
function chunkAt(ends: readonly number[], offset: number): number {
	let low = 0;
	let high = ends.length - 1;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((ends[middle] as number) > offset) high = middle;
		else low = middle + 1;
	}
	return high < 0 ? 0 : low;
}
