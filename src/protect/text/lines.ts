// Where the lines of a text begin (context window protection, FR-022 and FR-023: positions and ranges
// in lines). A line ends with \n, \r\n or a lone \r; lines are counted from 1.

/** Line starts of one text. The empty text has no lines; a last terminator starts no further line. */
export interface LineIndex {
	/** Offset (UTF-16 units) at which each line begins, ascending: `starts[0]` is line 1. */
	readonly starts: Uint32Array;
	/** Lines in the text. */
	readonly count: number;
	/** Length of the text in UTF-16 units. */
	readonly length: number;
}

/** Calls `visit` with every line start after the first; a start at the text's end is not one. */
function eachStart(text: string, visit: (start: number) => void): void {
	const length = text.length;
	let newline = text.indexOf('\n');
	let carriage = text.indexOf('\r');
	while (newline >= 0 || carriage >= 0) {
		const isCarriage = carriage >= 0 && (newline < 0 || carriage < newline);
		const start = isCarriage && newline !== carriage + 1 ? carriage + 1 : newline + 1;
		if (start >= length) return;
		visit(start);
		if (newline >= 0 && newline < start) newline = text.indexOf('\n', start);
		if (carriage >= 0 && carriage < start) carriage = text.indexOf('\r', start);
	}
}

/** Lines whose starts are collected while they are counted. */
const FEW = 16_384;

/** Indexes the lines of a text in one linear pass, or two where they are many; four bytes of memory per line. */
export function indexLines(text: string): LineIndex {
	if (text.length === 0) return { starts: new Uint32Array(0), count: 0, length: 0 };
	const first = [0];
	let count = 1;
	eachStart(text, (start) => {
		if (count < FEW) first.push(start);
		count += 1;
	});
	if (count <= FEW) return { starts: Uint32Array.from(first), count, length: text.length };
	// Counted first: an array that grows would take up to three times the memory at its last step.
	const starts = new Uint32Array(count);
	let next = 1;
	eachStart(text, (start) => {
		starts[next] = start;
		next += 1;
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
