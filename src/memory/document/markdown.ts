// Parses documents into blocks: one CommonMark parser, with tables, for everything that reads rules.
import MarkdownIt from 'markdown-it';
import { once } from '../../shared/once';

// Block level only: ids and texts are source text, and inline parsing is slow on hostile input.
const parserOf = (): InstanceType<typeof MarkdownIt> => {
	const made = new MarkdownIt('commonmark');
	made.enable('table');
	made.core.ruler.enableOnly(['normalize', 'block']);
	return made;
};

// Made at first use: an isolate starts without them.
const parser = once(parserOf);
/** Returns the parser for the content of HTML blocks: further tags in it are text. */
const innerParser = once(() => parserOf().disable('html_block'));

export type Token = ReturnType<ReturnType<typeof parserOf>['parse']>[number];

/** A parsed Markdown document. */
export interface Blocks {
	readonly tokens: readonly Token[];
	/** Lines of the source, which `map` of the tokens refers to. */
	readonly lines: readonly string[];
}

/** Replaces no-break and wide spaces in indentation and behind markers, which some editors insert. */
const indented = (markdown: string): string =>
	markdown.replaceAll(/^(?:[\t >\u00a0\u202f\u3000#*+-]|\d{1,9}[.)])+/gm, (before) =>
		before.replaceAll(/[\u00a0\u202f\u3000]/g, ' '),
	);

/** Parses a document, in linear time. */
export const blocksOf = (markdown: string): Blocks => ({
	tokens: parser().parse(indented(markdown), {}),
	lines: markdown.split(/\r\n|\r|\n/),
});

/** Parses the content of an HTML block; lines count from its first. */
export const innerTokens = (markdown: string): readonly Token[] =>
	innerParser().parse(indented(markdown), {});

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
		? parser().utils.unescapeAll(reference)
		: (NAMED[reference] ?? reference);

/** A comment; an unclosed one extends to the end. */
export const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

const MAX_TITLE_CHARACTERS = 120;

/** Shortens a heading for ids: one line of at most 120 characters. */
export const shortTitle = (title: string): string => {
	const line = title.replaceAll(/\s+/g, ' ').trim();
	if (line === '') return 'Untitled';
	return line.length > MAX_TITLE_CHARACTERS
		? `${line.slice(0, MAX_TITLE_CHARACTERS - 1)}…`.toWellFormed()
		: line;
};
