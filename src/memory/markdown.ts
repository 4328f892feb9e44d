// Documents as blocks: one CommonMark parser (with tables) for everything that reads rules.
import MarkdownIt from 'markdown-it';

// Blocks are enough: ids and texts are source text, and inline parsing is where hostile input is slow.
const parserOf = (): InstanceType<typeof MarkdownIt> => {
	const made = new MarkdownIt('commonmark');
	made.enable('table');
	made.core.ruler.enableOnly(['normalize', 'block']);
	return made;
};
const parser = parserOf();
/** For what stands in tags: those that are left in it are text. */
const innerParser = parserOf();
innerParser.disable('html_block');

/** A token of the Markdown parser. */
export type Token = ReturnType<typeof parser.parse>[number];

/** A parsed document: its CommonMark tokens, and the lines that they point into. */
export interface Blocks {
	readonly tokens: readonly Token[];
	/** Of the source; tokens say which are theirs in `map`. */
	readonly lines: readonly string[];
}

/** Spaces that do not break, and wide ones, are what editors indent with: as many columns as spaces have. */
const indented = (markdown: string): string =>
	markdown.replaceAll(/^[\t >]*[\u00a0\u202f\u3000][\t >\u00a0\u202f\u3000]*/gm, (indentation) =>
		indentation.replaceAll(/[\u00a0\u202f\u3000]/g, ' '),
	);

/** Linear in the length of the text. */
export const blocksOf = (markdown: string): Blocks => ({
	tokens: parser.parse(indented(markdown), {}),
	lines: markdown.split(/\r\n|\r|\n/),
});

/** The tokens of a text in tags; lines count from its first. */
export const innerTokens = (markdown: string): readonly Token[] =>
	innerParser.parse(indented(markdown), {});

const NAMED: Readonly<Record<string, string>> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&apos;': "'",
};

/**
 * Decodes a character reference by number, or by one of XML's five names. Others stay as they are written: what
 * they stand for would change the identity of rules that are stored.
 */
export const entity = (reference: string): string =>
	reference.startsWith('&#')
		? parser.utils.unescapeAll(reference)
		: (NAMED[reference] ?? reference);

/** One that is never closed goes on to the end. */
export const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

const MOST_TITLE = 120;

/** A heading as it goes into ids: one line of at most 120 characters. */
export const shortTitle = (title: string): string => {
	const line = title.replaceAll(/\s+/g, ' ').trim();
	if (line === '') return 'Untitled';
	return line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE - 1)}…`.toWellFormed() : line;
};
