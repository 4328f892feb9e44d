// Plain search in a stored text (`read_result` with `query`, docs/protect.md "Going on"): no pattern
// language, so that no query can take more than linear time.
import { type LineIndex, lineStart } from './lines';

/** Longest piece folded at once, in UTF-16 units: bounds the memory a giant line takes. */
const WINDOW = 65_536;

export interface LineMatch {
	/** Line, counted from 1. */
	readonly line: number;
	/** Offset (UTF-16 units) of the first match in that line; of its surroundings if folding changed lengths. */
	readonly offset: number;
}

export interface LineMatches {
	/** The first matching lines in order, at most `max`. */
	readonly matches: readonly LineMatch[];
	/** Lines that match in the whole text. */
	readonly total: number;
}

// Greek has two small sigmas and only one capital: both must find each other.
const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** Offset of the first match in [start, end), or -1. */
function findIn(text: string, start: number, end: number, needle: string): number {
	for (let at = start; at < end; at += WINDOW) {
		// Folding never shortens a text, so an overlap of the needle's length loses no match.
		const piece = text.slice(at, Math.min(end, at + WINDOW + needle.length));
		const folded = fold(piece);
		const found = folded.indexOf(needle);
		if (found >= 0) return folded.length === piece.length ? at + found : at;
	}
	return -1;
}

/**
 * Lines that contain `query`, ignoring case. A query matches within one line only; an empty one
 * matches nothing. `max` bounds the lines returned, never the count.
 */
export function searchLines(
	text: string,
	lines: LineIndex,
	query: string,
	options: { readonly max: number },
): LineMatches {
	const needle = fold(query);
	const matches: LineMatch[] = [];
	let total = 0;
	if (needle === '') return { matches, total };
	for (let line = 1; line <= lines.count; line += 1) {
		const offset = findIn(text, lineStart(lines, line), lineStart(lines, line + 1), needle);
		if (offset < 0) continue;
		total += 1;
		if (matches.length < options.max) matches.push({ line, offset });
	}
	return { matches, total };
}
