// Line ranges of a text (context window protection, FR-023: startLine and endLine).
import { type LineIndex, lineStart } from './lines';

/** Offsets in UTF-16 units, the end exclusive. */
export interface TextRange {
	readonly start: number;
	readonly end: number;
}

/**
 * Offsets of lines `startLine` to `endLine`, both inclusive and counted from 1, terminators
 * included. Clamped to the text; a start past the last line, or past `endLine`, gives an empty range.
 */
export function lineRange(lines: LineIndex, startLine: number, endLine: number): TextRange {
	const start = lineStart(lines, Math.max(1, startLine));
	const end = lineStart(lines, endLine + 1);
	return { start, end: Math.max(start, end) };
}
