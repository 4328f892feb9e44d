// The blocks of code in a document.
import MarkdownIt from 'markdown-it';

export interface Fence {
	readonly path: string;
	/** Of its first line, from 1. */
	readonly line: number;
	readonly language: string;
	readonly text: string;
}

/** The first line of a program that says that it cannot run. */
export const NOT_RUN = /^(?:\/\/|#) Not run: \S/;

/** @param text Markdown */
export const fence = (path: string, text: string): readonly Fence[] =>
	new MarkdownIt()
		.parse(text, {})
		.filter(({ type }) => type === 'fence')
		.map(({ info, content, map }) => ({
			path,
			line: (map?.[0] ?? 0) + 1,
			language: info.trim(),
			text: content,
		}));
