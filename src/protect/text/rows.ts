// Tables of delimited values whose quoted cells run over several lines (RFC 4180; context window protection, FR-021): a
// row is an entry, and lines inside its quotes are not.
import { DELIMITERS, type Delimiter, rowSpans } from '../../shared/table-form';
import { Grade } from './grade';
import { type LineIndex, lineAt } from './lines';

/** Units of the text from which its delimiter is told. */
const SNIFFED = 65_536;
const LEAST_ROWS = 3;
/** Share of rows with the same number of cells, and of those with quotes that end where a cell may. */
const REGULAR = 0.9;

/** Returns the delimiter of a table with quoted line ends; undefined if the text is no such table. */
export function delimiterOf(text: string): Delimiter | undefined {
	const head = inLines(text.slice(0, SNIFFED));
	return head.includes('"') ? DELIMITERS.find((delimiter) => delimits(head, delimiter)) : undefined;
}

/** The text, in which `\r` alone may end a line. */
const inLines = (text: string): string =>
	text.includes('\n') ? text : text.replaceAll('\r', '\n');

function delimits(text: string, delimiter: Delimiter): boolean {
	const openly = new RegExp(`(?:^|\\${delimiter})"(?:[^"]|"")*"(?=[^"${delimiter}\\r\\n])`);
	const counts: number[] = [];
	let [isBroken, quotes, others] = [false, 0, 0];
	for (const { from, end, quoted } of rowSpans(text, delimiter)) {
		const row = text.slice(from, end).trimEnd();
		// The last row may be cut off.
		if (row === '' || end === text.length) continue;
		isBroken ||= row.includes('\n');
		counts.push(quoted?.length ?? row.split(delimiter).length);
		if (row.includes('"')) quotes++;
		if (openly.test(row)) others++;
	}
	if (!isBroken || others > quotes * (1 - REGULAR)) return false;
	const usual = counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 1;
	const regular = counts.filter((count) => count === usual).length;
	return usual > 1 && counts.length >= LEAST_ROWS && regular >= counts.length * REGULAR;
}

/** Grades a table: an entry where a row begins, nothing but a line inside its quotes. */
export function gradeRows(
	text: string,
	lines: LineIndex,
	grades: Uint8Array,
	delimiter: Delimiter,
): void {
	grades.fill(Grade.line);
	for (const { from } of rowSpans(inLines(text), delimiter))
		grades[lineAt(lines, from) - 1] = Grade.entry;
}
