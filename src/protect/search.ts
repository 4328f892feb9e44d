// Search inside a kept result: plain words, no pattern language that could take for ever.
import { quote } from './json/quote';
import { searchItems } from './json/search';
import { children, type Node, type Tape } from './json/tape';
import { compact } from './json/write';
import { indexLines, lineStart } from './text/lines';
import { searchLines } from './text/search';

/** Matching lines that one search gives at most. */
const MOST_LINES = 1_000;
/** Characters of a matching line that are shown. */
const LINE_CHARS = 300;

/** The items of a list that contain the words, as a JSON list. */
export function matchingItems(tape: Tape, list: Node, query: string): string {
	const nodes = children(tape, list);
	const texts = [...searchItems(tape, list, query)].map((index) =>
		compact(tape, nodes[index] as Node),
	);
	return `[${texts.join(',')}]`;
}

/** The lines of a text that contain the words, as a JSON list of `{line, text}`. */
export function matchingLines(text: string, query: string): string {
	const lines = indexLines(text);
	const { matches } = searchLines(text, lines, query, { max: MOST_LINES });
	const items = matches.map(({ line, offset }) => {
		const start = lineStart(lines, line);
		const end = Math.min(text.length, lineStart(lines, line + 1));
		const from = Math.max(start, Math.min(offset - 80, end - LINE_CHARS));
		const shown = text.slice(from, Math.min(end, from + LINE_CHARS)).trimEnd();
		return `{"line":${line},"text":${quote(shown)}}`;
	});
	return `[${items.join(',')}]`;
}
