// Texts of a JSON value a line, as loggers and exports write them. Of objects few lines may be something else: a line
// that a rotation wrote, one that was cut off.
import { jsonIn } from './json-values';

/** Of so many lines fewer than one is something else. */
const LINES_AN_OTHER = 10;

/** Values that are read to tell a text by, and units in which they begin; the others are told by how they begin and end. */
const READ = 100;
const READ_UNITS = 262_144;

/** The first and the last character of a value. */
const CLOSED = new Set(['{}', '[]']);

/** Reads lines that are objects or lists, two at least, with the number of each from 1, and the others; undefined for any other text. */
export function jsonLines(text: string) {
	if (jsonLinesIn(text) === undefined) return undefined;
	const all = text.split('\n').map((line, at) => ({ row: line.trim(), line: at + 1 }));
	const { rows = [], others = [] } = Object.groupBy(
		all.filter(({ row }) => row !== ''),
		({ row }) => (isRow(row) ? 'rows' : 'others'),
	);
	const textOf = ({ row }: { readonly row: string }) => row;
	return {
		rows: rows.map(textOf),
		lines: rows.map(({ line }) => line),
		others: others.map(textOf),
	};
}

/** Tells whether a line is an object or a list. */
export const isRow = (line: string): boolean => /^[{[]/.test(line) && jsonIn(line) !== undefined;

/** Lines of a text, and those that are something else. */
export type LineCounts = Readonly<Record<'all' | 'others', number>>;

/** Counts the lines that {@link jsonLines} reads, and those seen to be something else; undefined for any other text. */
export function jsonLinesIn(text: string): LineCounts | undefined {
	const first = /^\s*([{[])/.exec(text)?.[1];
	if (first === undefined) return undefined;
	let [all, others, end] = [0, 0, 0];
	for (let from = 0; from < text.length; from = end + 1) {
		end = text.indexOf('\n', from);
		if (end < 0) end = text.length;
		let at = from;
		while (at < end && (text.charCodeAt(at) <= 0x20 || text[at] === '\ufeff')) at++;
		if (at === end) continue;
		all++;
		let last = end - 1;
		while (text.charCodeAt(last) <= 0x20) last--;
		const isValue = CLOSED.has(`${text[at]}${text[last]}`);
		const isRead = isValue && all <= READ && at < READ_UNITS;
		if (!isValue || (isRead && jsonIn(text.slice(at, end).trim()) === undefined)) others++;
		if (others > 0 && first === '[') return undefined;
	}
	return all > 1 && others * LINES_AN_OTHER < all ? { all, others } : undefined;
}
