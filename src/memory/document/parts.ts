// Splits a document into parts by its headings, the units of search and activation. The parts join to the document
// without its front matter.
import { splitFrontMatter } from './front-matter';
import { blocksOf, shortTitle } from './markdown';

export interface Part {
	/** Title of its heading; empty before the first. */
	readonly title: string;
	readonly text: string;
}

/** Maximum characters of a part; longer ones are split, at blank lines where possible. */
const LONGEST = 800;

export function partsOf(content: string): readonly Part[] {
	const { tokens, lines } = blocksOf(splitFrontMatter(content).markdown);
	const cuts: { line: number; title: string }[] = [{ line: 0, title: '' }];
	for (const [index, { type, level, map }] of tokens.entries())
		if (type === 'heading_open' && level === 0 && map)
			cuts.push({ line: map[0], title: shortTitle(tokens[index + 1]?.content ?? '') });
	const parts: Part[] = [];
	let head: string[] = [];
	for (const [at, { line, title }] of cuts.entries()) {
		const text = lines
			.slice(line, cuts[at + 1]?.line ?? lines.length)
			.join('\n')
			.trim();
		// A heading without text joins the next part.
		if (!text.includes('\n') && title !== '' && at < cuts.length - 1) {
			head = [...head.slice(-2), text];
			continue;
		}
		for (const piece of piecesOf(text))
			parts.push({ title, text: [...head.splice(0), piece].join('\n\n') });
	}
	return parts;
}

function piecesOf(text: string): string[] {
	const pieces: string[] = [];
	let rest = text;
	while (rest.length > LONGEST) {
		const blank = rest.lastIndexOf('\n\n', LONGEST);
		const line = blank > 0 ? blank : rest.lastIndexOf('\n', LONGEST);
		const cut = line > 0 ? line : LONGEST;
		pieces.push(rest.slice(0, cut).trimEnd().toWellFormed());
		rest = rest.slice(cut).trimStart();
	}
	return rest === '' ? pieces : [...pieces, rest];
}
