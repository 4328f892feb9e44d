// A bounded look at a text, from which its kind is told (context window protection, FR-021).
import { type LineIndex, lineStart } from './lines';

/** Lines looked at, in blocks of neighbours spread evenly over the text. */
const BLOCKS = 16;
const BLOCK_LINES = 25;

/** Units of a line that are looked at; of longer lines, also as many in the middle and at the end. */
const HEAD_UNITS = 160;

/** The beginning of a line (from 1), without its terminator, at most `HEAD_UNITS` long. */
export function lineHead(text: string, lines: LineIndex, line: number): string {
	const start = lineStart(lines, line);
	let end = Math.min(lineStart(lines, line + 1), start + HEAD_UNITS);
	while (end > start && isTerminator(text.charCodeAt(end - 1))) end -= 1;
	return text.slice(start, end);
}

const isTerminator = (unit: number): boolean => unit === 10 || unit === 13;

/** Lines (from 1) to judge a text by: all of a short text, else evenly spread blocks. */
export function sampleLines(lines: LineIndex): number[] {
	const total = BLOCKS * BLOCK_LINES;
	if (lines.count <= total) return Array.from({ length: lines.count }, (_, at) => at + 1);
	const step = (lines.count - BLOCK_LINES) / (BLOCKS - 1);
	return Array.from({ length: total }, (_, at) => {
		const block = Math.floor(at / BLOCK_LINES);
		return Math.floor(block * step) + (at % BLOCK_LINES) + 1;
	});
}

/** Pieces of a line to judge its language by: the whole of a short one, three parts of a long one. */
export function linePieces(text: string, lines: LineIndex, line: number): string[] {
	const start = lineStart(lines, line);
	const end = lineStart(lines, line + 1);
	if (end - start <= 3 * HEAD_UNITS) return [text.slice(start, end)];
	const middle = Math.floor((start + end) / 2);
	return [start, middle, end - HEAD_UNITS].map((at) => text.slice(at, at + HEAD_UNITS));
}
