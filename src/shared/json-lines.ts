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

/** Reads lines that are objects or lists, two at least; undefined for any other text. */
export function jsonLines(text: string): JsonLines | undefined {
	const first = /^\s*([{[])/.exec(text)?.[1];
	if (first === undefined) return undefined;
	const all = text.split('\n');
	const rows: string[] = [];
	const lines: number[] = [];
	let others = 0;
	for (const [at, line] of all.entries()) {
		const row = line.trim();
		if (row === '') continue;
		const isJson = /^[{[]/.test(row) && jsonIn(row) !== undefined;
		if (!isJson) others++;
		if (others > 0 && (first === '[' || !isFew(others, all.length))) return undefined;
		rows.push(isJson ? row : JSON.stringify(row));
		lines.push(at + 1);
	}
	return rows.length > 1 && isFew(others, rows.length) ? { rows, lines } : undefined;
}

/** Counts the lines that are not blank; undefined where too few of them begin as objects do. */
export function objectLinesIn(text: string): number | undefined {
	let all = 0;
	let others = 0;
	let end = 0;
	for (let from = 0; from < text.length; from = end + 1) {
		end = text.indexOf('\n', from);
		if (end < 0) end = text.length;
		let at = from;
		while (at < end && text.charCodeAt(at) <= 0x20) at++;
		if (at === end) continue;
		all++;
		if (text[at] !== '{') others++;
	}
	return all > 1 && isFew(others, all) ? all : undefined;
}
