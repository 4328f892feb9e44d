// Tables of delimited values whose quoted fields run over several lines (RFC 4180; context window
// protection, FR-021): a row is an entry, and lines inside its quotes are not.
import { Grade } from './grade';
import { type LineIndex, lineAt, lineStart } from './lines';

/** Units of the text from which its delimiter is told. */
const SNIFFED = 65_536;
/** Units a quoted field may have; a longer one is taken for a stray quote. */
const LONGEST_FIELD = 65_536;
const LEAST_ROWS = 3;
/** Share of rows with the same number of fields, and of quoted fields that end where a field may. */
const REGULAR = 0.9;

const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const endsLine = (unit: string | undefined): boolean => unit === '\n' || unit === '\r';

/** Offset of the quote that closes the field opened at `open`; -1 if none does in time. */
function closingQuote(text: string, open: number): number {
	let at = text.indexOf('"', open + 1);
	while (at >= 0 && at - open <= LONGEST_FIELD) {
		if (text[at + 1] !== '"') return at;
		at = text.indexOf('"', at + 2);
	}
	return -1;
}

/** Visits every quoted field in order: the offsets of its two quotes. Each unit is looked at once. */
function eachQuoted(
	text: string,
	delimiter: Delimiter,
	visit: (open: number, close: number) => void,
): void {
	let at = text.indexOf('"');
	while (at >= 0) {
		const before = text[at - 1];
		const opens = at === 0 || before === delimiter || endsLine(before);
		const close = opens ? closingQuote(text, at) : at;
		if (opens && close > at) visit(at, close);
		// A quote that nothing closes is literal, and what it was looked through for is past.
		at = text.indexOf('"', close < 0 ? at + LONGEST_FIELD : close + 1);
	}
}

/** Counts the fields of each row; the last row, which may be cut off, is left out. */
function fieldCounts(
	text: string,
	delimiter: Delimiter,
	quoted: readonly (readonly [number, number])[],
): number[] {
	const counts: number[] = [];
	let fields = 1;
	let next = 0;
	for (let at = 0; at < text.length; at += 1) {
		const field = quoted[next];
		if (field !== undefined && at === field[0]) {
			at = field[1];
			next += 1;
		} else if (text[at] === delimiter) {
			fields += 1;
		} else if (endsLine(text[at])) {
			const blank = at === 0 || endsLine(text[at - 1]);
			if (!blank) counts.push(fields);
			fields = 1;
		}
	}
	return counts;
}

function delimits(text: string, delimiter: Delimiter): boolean {
	const quoted: [number, number][] = [];
	let closed = 0;
	let broken = 0;
	eachQuoted(text, delimiter, (open, close) => {
		quoted.push([open, close]);
		const after = text[close + 1];
		if (after === undefined || after === delimiter || endsLine(after)) closed += 1;
		if (/[\n\r]/.test(text.slice(open, close))) broken += 1;
	});
	if (broken === 0 || closed < quoted.length * REGULAR) return false;
	const counts = fieldCounts(text, delimiter, quoted);
	const usual = [...counts].sort((a, b) => a - b)[counts.length >> 1] ?? 1;
	const regular = counts.filter((count) => count === usual).length;
	return usual > 1 && counts.length >= LEAST_ROWS && regular >= counts.length * REGULAR;
}

/** Returns the delimiter of a table with quoted line ends; undefined if the text is no such table. */
export function delimiterOf(text: string): Delimiter | undefined {
	const head = text.slice(0, SNIFFED);
	return DELIMITERS.find((delimiter) => delimits(head, delimiter));
}

/** Grades a table: an entry where a row begins, nothing but a line inside its quotes. */
export function gradeRows(
	text: string,
	lines: LineIndex,
	grades: Uint8Array,
	delimiter: Delimiter,
): void {
	grades.fill(Grade.entry);
	eachQuoted(text, delimiter, (open, close) => {
		for (
			let line = lineAt(lines, open) + 1;
			line <= lines.count && lineStart(lines, line) <= close;
			line += 1
		) {
			grades[line - 1] = Grade.line;
		}
	});
}
