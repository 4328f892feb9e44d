// Front matter of a memory document: YAML between two lines of three dashes. Only `description` means
// something here; the rest is the author's and stays in the content, byte for byte.
import { parse } from 'yaml';

/** Characters of front matter that are read at most; more is no front matter. */
const MOST_CHARACTERS = 8192;
/** Characters of a description that are kept. */
const MOST_DESCRIPTION = 500;

export interface Split {
	readonly description?: string;
	/** The Markdown after the front matter. */
	readonly markdown: string;
	/** Front matter that cannot be read, and why. */
	readonly problem?: string;
}

/** Parts a document; a document without front matter is all Markdown. */
export function splitFrontMatter(content: string): Split {
	const text = content.startsWith('\ufeff') ? content.slice(1) : content;
	const opening = /^---[ \t]*\r?\n/.exec(text);
	if (opening === null) return { markdown: text };
	const head = text.slice(0, MOST_CHARACTERS);
	const closing = /^---[ \t]*(?:\r?\n|$)/m;
	const from = opening[0].length;
	const found = closing.exec(head.slice(from));
	if (found === null) return { markdown: text };
	const markdown = text.slice(from + found.index + found[0].length);
	const yaml = head.slice(from, from + found.index);
	try {
		// Warnings go to the log otherwise, and quote the document there.
		const value: unknown = parse(yaml, { maxAliasCount: 0, logLevel: 'error' });
		if (value === null && yaml.trim() === '') return { markdown };
		// Text between two rules is most often a list or, with headings, nothing but comments to YAML.
		if (typeof value !== 'object' || value === null || Array.isArray(value))
			return { markdown, problem: 'front matter must be a map, such as "description: …"' };
		const description: unknown = Object.hasOwn(value, 'description')
			? Reflect.get(value, 'description')
			: undefined;
		if (description === undefined || description === null) return { markdown };
		if (typeof description !== 'string')
			return { markdown, problem: 'description in the front matter must be a string' };
		return { markdown, description: shortDescription(description) };
	} catch {
		return { markdown, problem: 'front matter is not valid YAML' };
	}
}

/** One line, of at most {@link MOST_DESCRIPTION} characters. */
export const shortDescription = (text: string): string => {
	const line = text.replaceAll(/\s+/g, ' ').trim();
	return line.length > MOST_DESCRIPTION
		? `${line.slice(0, MOST_DESCRIPTION - 1)}…`.toWellFormed()
		: line;
};
