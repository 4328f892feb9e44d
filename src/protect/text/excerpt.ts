// An excerpt of a text of records: the first lines of several.

import { lineHead } from './kind';
import { type LineIndex, lineAt } from './lines';

/** Records that an excerpt has, and characters of a line of it. */
const EXCERPT_RECORDS = 3;
const EXCERPT_LINE = 80;
/** Lines of a record, at most. */
const EXCERPT_LINES = 12;

/** The first lines of several records, up to one that goes on; undefined where as many are whole up to `end`, or none fits. */
export function recordExcerpt(
	{ text, lines }: { readonly text: string; readonly lines: LineIndex },
	starts: readonly number[],
	end: number,
	fits: (text: string) => boolean,
): { readonly text: string; readonly shown: number } | undefined {
	const first = starts.slice(0, EXCERPT_RECORDS);
	const shown = first.length;
	if (lineAt(lines, end) > (starts[shown] ?? lines.count)) return undefined;
	const heads = first.map((from, at) => {
		const to = starts[at + 1] ?? lines.count;
		return Array.from({ length: Math.min(to - from, EXCERPT_LINES + 1) }, (_, line) =>
			lineHead(text, lines, from + line + 1),
		);
	});
	for (let most = EXCERPT_LINES; most > 1; most--) {
		const parts = heads.map((record) => {
			const body = record.slice(0, record.findLastIndex((head) => head.trim() !== '') + 1);
			const goesOn = body.findIndex((head) => /^\s/.test(head));
			const few = body.slice(0, Math.min(most, goesOn < 0 ? most : goesOn));
			const told = few.map((head) =>
				head.length > EXCERPT_LINE ? `${head.slice(0, EXCERPT_LINE).toWellFormed()}…` : head,
			);
			return [...told, ...(few.length < body.length ? ['…'] : [])].join('\n');
		});
		const excerpt = `${parts.join('\n\n')}\n`;
		if (fits(excerpt)) return { text: excerpt, shown };
	}
	return undefined;
}
