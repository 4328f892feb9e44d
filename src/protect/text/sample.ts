// A bounded look at a text, from which its kind is told (context window protection, FR-021).
import { HEAD_UNITS, sampledLines } from '../../shared/log-entries';
import type { Lines } from '../../shared/records';
import { type LineIndex, lineStart } from './lines';

/** The beginning of a line (from 1), without its terminator, at most `HEAD_UNITS` long. */
export function lineHead(text: string, lines: LineIndex, line: number): string {
	const start = lineStart(lines, line);
	let end = Math.min(lineStart(lines, line + 1), start + HEAD_UNITS);
	while (end > start && '\r\n'.includes(text.charAt(end - 1))) end -= 1;
	return text.slice(start, end);
}

/** The beginnings of all lines, from 0. */
export const headsOf = (text: string, lines: LineIndex): Lines => ({
	count: lines.count,
	head: (line) => lineHead(text, lines, line + 1),
});

/** The beginnings of the lines to judge a text by. */
export const sampleHeads = (text: string, lines: LineIndex): string[] =>
	sampledLines(lines.count).map((line) => lineHead(text, lines, line));

/** Pieces of a line to judge its language by: the whole of a short one, three parts of a long one. */
export function linePieces(text: string, lines: LineIndex, line: number): string[] {
	const start = lineStart(lines, line);
	const end = lineStart(lines, line + 1);
	if (end - start <= 3 * HEAD_UNITS) return [text.slice(start, end)];
	const middle = Math.floor((start + end) / 2);
	return [start, middle, end - HEAD_UNITS].map((at) => text.slice(at, at + HEAD_UNITS));
}
