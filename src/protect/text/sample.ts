// A bounded look at a text, from which its kind is told (context window protection, FR-021).
import { type LineIndex, lineStart } from './lines';

/** Lines looked at, in blocks of neighbours spread evenly over the text. */
const BLOCKS = 16;
const BLOCK_LINES = 10;

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
export function sampleLines({ count }: LineIndex): number[] {
	const sampled: number[] = [];
	const blocks = count <= BLOCKS * BLOCK_LINES ? 1 : BLOCKS;
	const size = blocks === 1 ? count : BLOCK_LINES;
	const step = blocks === 1 ? 0 : (count - size) / (blocks - 1);
	for (let block = 0; block < blocks; block++) {
		const first = Math.floor(block * step) + 1;
		for (let line = first; line < first + size; line++) sampled.push(line);
	}
	return sampled;
}

/** The beginnings of the lines to judge a text by. */
export const sampleHeads = (text: string, lines: LineIndex): string[] =>
	sampleLines(lines).map((line) => lineHead(text, lines, line));

/** Pieces of a line to judge its language by: the whole of a short one, three parts of a long one. */
export function linePieces(text: string, lines: LineIndex, line: number): string[] {
	const start = lineStart(lines, line);
	const end = lineStart(lines, line + 1);
	if (end - start <= 3 * HEAD_UNITS) return [text.slice(start, end)];
	const middle = Math.floor((start + end) / 2);
	return [start, middle, end - HEAD_UNITS].map((at) => text.slice(at, at + HEAD_UNITS));
}
