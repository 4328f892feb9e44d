// Texts of a JSON value a line, as loggers and exports write them. Of objects few lines may be something else: a line
// that a rotation wrote, one that was cut off.
import { jsonIn } from './json-values';

/** Of so many lines fewer than one is something else. */
const LINES_AN_OTHER = 10;
const isFew = (others: number, all: number): boolean => others * LINES_AN_OTHER < all;

/** The lines that are not blank. */
export interface JsonLines {
	/** JSON of each; of one that is neither an object nor a list, its text. */
	readonly rows: readonly string[];
	/** The number of each, from 1. */
	readonly lines: readonly number[];
}

/** Values that are read to tell a text by, and units in which they begin; the others are told by how they begin. */
const READ = 100;
const READ_UNITS = 262_144;

/** Reads lines that are objects or lists, two at least; undefined for any other text. */
export function jsonLines(text: string): JsonLines | undefined {
	if (jsonLinesIn(text) === undefined) return undefined;
	const rows: string[] = [];
	const lines: number[] = [];
	for (const [at, line] of text.split('\n').entries()) {
		const row = line.trim();
		if (row === '') continue;
		rows.push(rowOf(row));
		lines.push(at + 1);
	}
	return { rows, lines };
}

/** Returns the JSON of a line: of one that is neither an object nor a list its text. */
export const rowOf = (line: string): string =>
	/^[{[]/.test(line) && jsonIn(line) !== undefined ? line : JSON.stringify(line);

/** Counts the lines that {@link jsonLines} reads; undefined for a text of anything else. */
export function jsonLinesIn(text: string): number | undefined {
	const first = /^\s*([{[])/.exec(text)?.[1];
	if (first === undefined) return undefined;
	let all = 0;
	let others = 0;
	let end = 0;
	for (let from = 0; from < text.length; from = end + 1) {
		end = text.indexOf('\n', from);
		if (end < 0) end = text.length;
		let at = from;
		while (at < end && isBlank(text.charCodeAt(at))) at++;
		if (at === end) continue;
		all++;
		const isValue = text[at] === '{' || text[at] === '[';
		const isRead = isValue && all <= READ && at < READ_UNITS;
		if (!isValue || (isRead && jsonIn(text.slice(at, end).trim()) === undefined)) others++;
		if (others > 0 && first === '[') return undefined;
	}
	return all > 1 && isFew(others, all) ? all : undefined;
}

const isBlank = (code: number): boolean => code <= 0x20 || code === 0xfeff;
