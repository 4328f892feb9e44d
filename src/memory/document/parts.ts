// Splits a document by headings into parts, units of search and activation; joined they are it without front matter.
import { splitFrontMatter } from './front-matter';
import { blocksOf, shortTitle } from './markdown';

export interface Part {
	readonly title: string;
	readonly text: string;
	/** Headings over it that its text does not have, outermost first. */
	readonly above: readonly string[];
	/** Lines of the document, from 0, the end excluded; without a line of which it has only some. */
	readonly lines: readonly [from: number, to: number];
}

/** Maximum characters of a part; longer ones are split, at blank lines or between items where possible. */
const LONGEST = 800;

interface Heading {
	readonly level: number;
	readonly text: string;
}

/** Splits a document at its headings; text before the first heading is a part too. */
export function partsOf(content: string): readonly Part[] {
	const { markdown, lines: first = 0 } = splitFrontMatter(content);
	const { tokens, lines } = blocksOf(markdown);
	const cuts: { line: number; title: string; heading?: Heading }[] = [{ line: 0, title: '' }];
	for (const [index, { type, level, map, tag }] of tokens.entries())
		if (type === 'heading_open' && level === 0 && map) {
			const text = lines
				.slice(...map)
				.join('\n')
				.trim();
			const heading = { level: Number(tag.slice(1)), text };
			cuts.push({ line: map[0], title: shortTitle(tokens[index + 1]?.content ?? ''), heading });
		}
	const parts: Part[] = [];
	let head: { text: string; line: number }[] = [];
	let open: Heading[] = [];
	for (const [at, { line, title, heading }] of cuts.entries()) {
		if (heading) open = open.filter(({ level }) => level < heading.level);
		const text = lines.slice(line, cuts[at + 1]?.line ?? lines.length).join('\n');
		// A heading without text joins the next part.
		if (!text.trim().includes('\n') && title !== '' && at < cuts.length - 1) {
			head = [...head.slice(-2), { text: text.trim(), line }];
			if (heading) open.push(heading);
			continue;
		}
		const told = new Set(head.map((each) => each.text));
		for (const { text: piece, from, to } of piecesOf(text)) {
			const begun = head.splice(0);
			parts.push({
				title,
				text: [...begun.map((each) => each.text), piece].join('\n\n'),
				above: open
					.map((each) => each.text)
					.filter((each) => begun.length === 0 || !told.has(each)),
				lines: [first + (begun[0]?.line ?? line + from), first + line + to],
			});
			if (heading && !open.includes(heading)) open.push(heading);
		}
	}
	return parts;
}

/** Joins parts of a document in order, each under the headings over it. */
export function excerptOf(parts: readonly Part[]): string {
	let path: readonly string[] = [];
	return parts
		.map(({ text, above }) => {
			const fresh = above.filter((heading, at) => path[at] !== heading && !path.includes(heading));
			path = [...above, text.split('\n', 1)[0] ?? ''];
			return [...fresh, text].join('\n\n');
		})
		.join('\n\n');
}

interface Piece {
	readonly text: string;
	/** Its whole lines, from 0, the end excluded. */
	readonly from: number;
	readonly to: number;
}

function piecesOf(text: string): Piece[] {
	const pieces: Piece[] = [];
	const lineAt = (offset: number) => text.slice(0, offset).split('\n').length - 1;
	let at = 0;
	const end = text.trimEnd().length;
	while (at < end) {
		at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
		const rest = text.slice(at, end);
		const line = breakIn(rest.slice(0, LONGEST + 2));
		const cut = rest.length <= LONGEST ? rest.length : line > 0 ? line : LONGEST;
		const isBegun = at === 0 || /\n[ \t]*$/.test(text.slice(0, at));
		const isEnded = at + cut >= end || line > 0;
		pieces.push({
			text: rest.slice(0, cut).trimEnd().toWellFormed(),
			from: lineAt(at) + (isBegun ? 0 : 1),
			to: lineAt(at + cut) + (isEnded ? 1 : 0),
		});
		at += cut;
	}
	return pieces;
}

/** Returns where a text is best cut: at a blank line, else before a line that continues none, else at any; 0 without lines. */
function breakIn(text: string): number {
	for (const sign of [/\n(?=\n)/g, /\n(?=\S)/g, /\n/g]) {
		const at = [...text.matchAll(sign)].findLast(({ index }) => index <= LONGEST)?.index ?? 0;
		if (at > 0) return at;
	}
	return 0;
}
