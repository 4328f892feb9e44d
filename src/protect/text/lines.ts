// Index of the lines of a text (context window protection, FR-022 and FR-023: positions and ranges
// in lines). A line ends with \n, \r\n or a lone \r; lines are counted from 1.

/** Line starts of one text. The empty text has no lines; a last terminator starts no further line. */
export interface LineIndex {
	/** Offset (UTF-16 units) at which each line begins, ascending: `starts[0]` is line 1. */
	readonly starts: Uint32Array;
	readonly count: number;
	/** Length of the text in UTF-16 units. */
	readonly length: number;
}

/** Calls `visit` with every line start after the first; a start at the text's end is not one. */
function eachStart(text: string, visit: (start: number) => void): void {
	const { length } = text;
	const next = (unit: string, from: number): number => {
		const at = text.indexOf(unit, from);
		return at < 0 ? length : at;
	};
	let newline = next('\n', 0);
	let carriage = next('\r', 0);
	for (;;) {
		const start = (carriage + 1 < newline ? carriage : newline) + 1;
		if (start >= length) return;
		visit(start);
		if (newline < start) newline = next('\n', start);
		if (carriage < start) carriage = next('\r', start);
	}
}

/** Indexes the lines of a text in two linear passes; four bytes of memory per line. */
export function indexLines(text: string): LineIndex {
	// Counted first: an array that grows would take up to three times the memory at its last step.
	let count = text === '' ? 0 : 1;
	eachStart(text, () => {
		count += 1;
	});
	const starts = new Uint32Array(count);
	let next = 1;
	eachStart(text, (start) => {
		starts[next++] = start;
	});
	return { starts, count, length: text.length };
}

/** The line (from 1) that holds an offset, the last for offsets past the end; 0 when the text is empty. */
export function lineAt(index: LineIndex, offset: number): number {
	let low = 0;
	let high = index.count;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((index.starts[middle] as number) <= offset) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Offset at which a line (from 1) begins; the text's length for lines past the end. */
export function lineStart(index: LineIndex, line: number): number {
	return line <= 1 ? 0 : (index.starts[line - 1] ?? index.length);
}

/**
 * Offsets of lines `startLine` to `endLine`, both inclusive and counted from 1, terminators
 * included. Clamped to the text; a start past the last line, or past `endLine`, gives an empty range.
 */
export function lineRange(lines: LineIndex, startLine: number, endLine: number) {
	const start = lineStart(lines, Math.max(1, startLine));
	return { start, end: Math.max(start, lineStart(lines, endLine + 1)) };
}
