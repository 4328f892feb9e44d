// Blocks of HTML in rules: lines of tags alone (`<rules>`) hold what stands between them, like headings do; all
// other lines are text, and Markdown.

/** Part of a block of HTML; `line` counts from 0 at the first line of the block. */
export type HtmlPart =
	/** Lines of text; what was a tag alone is blank. */
	| { readonly kind: 'text'; readonly text: string; readonly line: number }
	| {
			readonly kind: 'open' | 'close';
			readonly name: string;
			/** The tag as it stands there. */
			readonly text: string;
			readonly line: number;
	  };

const ALONE = /^\s*<(\/?)([A-Za-z][\w.:-]{0,100})(?:\s[^<>]{0,500})?>\s*$/;

/** What a line of one tag and nothing else opens or closes. */
export function tagAlone(line: string): { kind: 'open' | 'close'; name: string } | undefined {
	const [, slash, name] = ALONE.exec(line) ?? [];
	return name === undefined
		? undefined
		: { kind: slash ? 'close' : 'open', name: name.toLowerCase() };
}

/** The last line that closes a tag and nothing else, by its name. */
export function closingTags(lines: readonly string[]): Map<string, number> {
	const closings = new Map<string, number>();
	for (const [line, text] of lines.entries()) {
		const tag = tagAlone(text);
		if (tag?.kind === 'close') closings.set(tag.name, line);
	}
	return closings;
}

/**
 * A block line by line, from 0.
 * @param isMatched whether a tag of this name that begins on a line ends behind it; others are text
 */
export function htmlParts(
	block: string,
	isMatched: (name: string, line: number) => boolean,
): HtmlPart[] {
	const parts: HtmlPart[] = [];
	let lines: string[] = [];
	const flush = (before: number): void => {
		if (lines.some((line) => line.trim() !== ''))
			parts.push({ kind: 'text', text: lines.join('\n'), line: before - lines.length });
		lines = [];
	};
	for (const [line, text] of block.split('\n').entries()) {
		const tag = tagAlone(text);
		if (tag === undefined || (tag.kind === 'open' && !isMatched(tag.name, line))) {
			lines.push(text);
			continue;
		}
		flush(line);
		parts.push({ ...tag, text: text.trim(), line });
	}
	flush(block.split('\n').length);
	return parts;
}
