// Lines of a Markdown document by what they are, told apart without the product's own parser.

export interface Line {
	readonly text: string;
	/** Of a fence, its signs included, of indented code, front matter, tables and HTML. */
	readonly isRaw: boolean;
	/** In a fence. */
	readonly isCode: boolean;
	readonly isFrontMatter: boolean;
}

export function linesOf(content: string): Line[] {
	let fence = '';
	const all = content.split('\n');
	const end = /^\ufeff?---\r?$/.test(all[0] ?? '')
		? all.findIndex((line, at) => at > 0 && /^---\s*$/.test(line))
		: -1;
	return all.map((text, at) => {
		const [, mark = ''] = /^[\s>]*(?:[-*+]\s+|\d+\.\s+)*(`{3,}(?=[^`]*$)|~{3,})/.exec(text) ?? [];
		const isFrontMatter = at <= end;
		const isCode = !isFrontMatter && fence !== '' && !closes(text, fence);
		const isFence = !isFrontMatter && (mark !== '' || fence !== '') && !isCode;
		const isRaw =
			isFrontMatter ||
			isCode ||
			isFence ||
			/^(?: {4}|\t)/.test(text) ||
			text.includes('|') ||
			/^[\s>]*</.test(text);
		if (isFence) fence = fence === '' ? mark : '';
		return { text, isRaw, isCode, isFrontMatter };
	});
}

const closes = (text: string, fence: string): boolean =>
	text.replaceAll('>', ' ').trim().startsWith(fence) &&
	new Set(text.replaceAll('>', ' ').trim()).size === 1;

/** Edits the lines that are plain Markdown, each beside the one before it. */
export const eachLine = (
	content: string,
	edit: (line: string, before: string) => string,
): string => {
	const lines = linesOf(content);
	return lines
		.map(({ text, isRaw }, at) => (isRaw ? text : edit(text, lines[at - 1]?.text ?? '')))
		.join('\n');
};

/** Returns whether lines can be told apart without a parser: no fence nests, stands deep in an item, or never ends. */
export function isPlain(content: string): boolean {
	let fence = '';
	let depth = 0;
	for (const { text, isFrontMatter } of linesOf(content)) {
		const [, space = '', mark = '', info = ''] = /^(\s*)(`{3,}|~{3,})(.*)$/.exec(text) ?? [];
		if (isFrontMatter || mark === '') continue;
		const isOther = mark !== fence || info.trim() !== '' || space.length !== depth;
		if (space.length >= 4 || (fence !== '' && isOther)) return false;
		depth = space.length;
		fence = fence === '' ? mark : '';
	}
	return fence === '';
}
