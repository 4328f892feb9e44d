// Splits a document into parts, units of search and activation: at its headings, and between constraints where a section
// is long. A part has every constraint whole, and names what it stands under.
import type { Kind } from '../types';
import { binds } from './document';
import { splitFrontMatter } from './front-matter';
import { blocksOf, shortTitle } from './markdown';
import type { Lines } from './unit-builder';
import { unitsOf } from './units';

export interface Part {
	readonly title: string;
	readonly text: string;
	/** Headings, announcements and parent items that it stands under and does not have itself, outermost first. */
	readonly above: readonly { readonly text: string; readonly lines: Lines }[];
	/** Lines of the document. */
	readonly lines: Lines;
}

/** Maximum characters of a part; only one constraint, or heading, may be longer. */
const LONGEST = 800;

/** Splits a document of a kind; parts of what binds nobody may end at any line. */
export function partsOf(content: string, kind: Kind = 'rule'): readonly Part[] {
	const { markdown, lines: head = 0 } = splitFrontMatter(content);
	const blocks = blocksOf(markdown);
	const { tokens, lines } = blocks;
	const { units } = unitsOf(blocks);
	const within = binds(kind) ? continued(units.map(({ at }) => at)) : new Set<number>();
	const cuts = [
		{ line: 0, title: '' },
		...tokens.flatMap(({ type, level, map }, index) =>
			type === 'heading_open' && level === 0 && map
				? [{ line: map[0], title: shortTitle(tokens[index + 1]?.content ?? '') }]
				: [],
		),
	];
	const textOf = (from: number, to: number) => lines.slice(from, to).join('\n');
	const parts: Part[] = [];
	let begun: number | undefined;
	for (const [at, { line, title }] of cuts.entries()) {
		const next = cuts[at + 1]?.line ?? lines.length;
		// A heading without text joins the next part.
		if (title !== '' && at < cuts.length - 1 && !textOf(line, next).trim().includes('\n')) {
			begun ??= line;
			continue;
		}
		for (const [from, to] of piecesOf(lines, [begun ?? line, next], within)) {
			const first = units.find(({ at: [[start] = [-1]] }) => start >= from && start < to);
			const over = first ? [...first.headings.map(({ map }) => map), ...first.over] : [];
			const above = over.filter(([start]) => start < from);
			parts.push({
				...{ title, text: textOf(from, to), lines: [head + from, head + to] },
				above: above.map(([start, end]) => ({
					text: textOf(start, end).trim(),
					lines: [head + start, head + end],
				})),
			});
		}
		begun = undefined;
	}
	return parts;
}

/** Returns the lines that go on with a constraint of which these are the lines. */
function continued(units: readonly (readonly Lines[])[]): ReadonlySet<number> {
	const lines = new Set<number>();
	for (const at of units) {
		const [from, to] = [Math.min(...at.map(([start]) => start)), at.at(-1)?.[1] ?? 0];
		for (let line = from + 1; line < to; line++) lines.add(line);
	}
	return lines;
}

/** Joins parts of a document in order, each under what it stands under. */
export function excerptOf(parts: readonly Part[]): string {
	const told = new Set<number>();
	return parts
		.flatMap(({ text, above, lines }) => {
			const fresh = above.filter((each) => !told.has(each.lines[0]));
			for (const line of linesIn([...fresh.map((each) => each.lines), lines])) told.add(line);
			return [...fresh.map((each) => each.text), text];
		})
		.join('\n\n');
}

/** Returns the lines of a document that an excerpt of parts has. */
export const toldLines = (parts: readonly Part[]): ReadonlySet<number> =>
	new Set(
		linesIn(parts.flatMap(({ above, lines }) => [...above.map((each) => each.lines), lines])),
	);

/** Returns the lines of ranges one by one. */
export const linesIn = (ranges: readonly Lines[]): number[] =>
	ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at));

/** Cuts a section into pieces: at a blank line where it can, else before a line that is not indented. */
function piecesOf(
	lines: readonly string[],
	[start, end]: Lines,
	within: ReadonlySet<number>,
): Lines[] {
	const isBlank = (line: number) => lines[line]?.trim() === '';
	let to = end;
	while (to > start && isBlank(to - 1)) to--;
	const cutAfter = (from: number): number => {
		let length = -1;
		let cut = 0;
		let worth = 0;
		for (let line = from + 1; line < to; line++) {
			length += (lines[line - 1]?.length ?? 0) + 1;
			if (within.has(line)) continue;
			if (length > LONGEST) return cut || line;
			const how = isBlank(line) ? 2 : /^\S/.test(lines[line] ?? '') ? 1 : 0;
			if (how >= worth) [cut, worth] = [line, how];
		}
		length += (lines[to - 1]?.length ?? 0) + 1;
		return length > LONGEST ? cut || to : to;
	};
	const pieces: Lines[] = [];
	for (let from = start; from < to; )
		if (isBlank(from)) from++;
		else {
			const cut = cutAfter(from);
			pieces.push([from, cut]);
			from = cut;
		}
	return pieces;
}
