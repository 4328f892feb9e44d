// Finds the units of a document that bind: list items with their continuations, paragraphs, table rows, and headings that
// state a rule. Code joins the unit before it. Runs in linear time.
import { HeadingStack, headingSense, statedWords } from './heading-stack';
import { fenced } from './identity';
import { LineCoverage } from './line-coverage';
import { type Blocks, innerTokens, shortTitle, type Token } from './markdown';
import { withoutComments } from './plain-text';
import { type Lines, UnitBuilder } from './unit-builder';

/** Returns the units of a document, and its unbound lines from 0. */
export function unitsOf({ tokens, lines }: Blocks) {
	const walk = new Walk(lines);
	for (const token of tokens) walk.take(token);
	return walk.end();
}

class Walk {
	private readonly coverage = new LineCoverage();
	private readonly headings = new HeadingStack();
	private readonly units = new UnitBuilder(this.headings, this.coverage);
	/** Last line of each closing tag. */
	private readonly closings: ReadonlyMap<string, number>;
	private heading: Token | undefined;
	private quoted = 0;
	/** Line that tokens count from; within an HTML block, its first. */
	private base = 0;
	private table: Table | undefined;

	constructor(private readonly lines: readonly string[]) {
		this.closings = closingTags(lines);
	}

	take(token: Token): void {
		const { type } = token;
		if (type === 'heading_open') this.heading = token;
		else if (type === 'bullet_list_open') this.units.openList();
		else if (type === 'ordered_list_open') this.units.openList(true);
		else if (type === 'bullet_list_close' || type === 'ordered_list_close') this.units.closeList();
		else if (type === 'list_item_open') this.units.openItem(this.quoted > 0);
		else if (type === 'list_item_close') this.units.closeItem();
		else if (type === 'table_open') this.openTable();
		else if (type === 'tr_open') this.table?.openRow(this.mapOf(token));
		else if (type === 'tr_close') this.closeRow();
		else if (type === 'table_close') this.closeTable();
		else if (type === 'blockquote_open') this.quoted++;
		else if (type === 'blockquote_close') this.quoted--;
		else if (type === 'inline') this.inline(token);
		else if (type === 'fence' || type === 'code_block')
			this.units.code(fenced(token.content, token.info), this.mapOf(token));
		else if (type === 'html_block') this.html(token);
		else if (type === 'hr') this.units.separate(this.mapOf(token));
	}

	end() {
		this.headings.end();
		for (const map of this.headings.unused) this.coverage.exclude('headings', map);
		return {
			units: this.units.units.filter(({ text }) => text !== ''),
			unbound: this.coverage.finish(this.lines),
		};
	}

	private mapOf({ map }: Token): Lines {
		const [from = 0, to = 0] = map ?? [];
		return [this.base + from, this.base + to];
	}

	private inline(token: Token): void {
		const { heading } = this;
		this.heading = undefined;
		// A heading inside of an item or a quote is text.
		if (heading?.level === 0) this.openHeading(heading, token.content);
		else this.words(token.content, this.mapOf(heading ?? token));
	}

	private openHeading(token: Token, content: string): void {
		const map = this.mapOf(token);
		this.units.separate(map);
		const heading = this.uncommented(content, map[0]);
		const { sense, states } = headingSense(heading);
		const level = Number(token.tag.slice(1));
		this.headings.endHeadings(level);
		const above = this.headings.sense;
		this.headings.openHeading(level, heading, sense, map);
		// Memory MCP knows no sections inside of tags.
		if (this.quoted === 0 && (token.tag === 'h1' || token.tag === 'h2' || !this.units.inH2))
			this.units.begin(token.tag, shortTitle(heading));
		if (states) this.units.heading(statedWords(heading), above, map);
	}

	/** Removes comments, and excludes their lines. */
	private uncommented(content: string, from: number, isOpenEnded = false): string {
		const { text, lines } = withoutComments(content, isOpenEnded);
		for (const line of lines) this.coverage.exclude('comments', [from + line, from + line + 1]);
		return text;
	}

	private words(content: string, map: Lines): void {
		// Cells have no lines of their own.
		const [from] = this.table?.map ?? map;
		const words = this.uncommented(content, from).trim();
		if (this.table !== undefined) {
			this.table.cell(words);
			return;
		}
		const { text, closed } = this.closedIn(words);
		this.coverage.cover(map);
		if (text !== '') this.units.words(text, map);
		for (const name of closed) this.headings.closeTag(name, [map[1] - 1, map[1]]);
	}

	/** Splits off the tags that close directly after a text. */
	private closedIn(text: string): { text: string; closed: readonly string[] } {
		const lines = text.split('\n');
		const closed: string[] = [];
		for (;;) {
			const tag = tagAlone(lines.at(-1) ?? '');
			if (tag?.kind !== 'close' || !this.headings.isOpen(tag.name)) break;
			closed.push(tag.name);
			lines.pop();
		}
		return { text: lines.join('\n').trim(), closed };
	}

	private openTable(): void {
		this.units.announce();
		this.table = new Table(this.lines);
	}

	private closeRow(): void {
		const { table } = this;
		const row = table?.closeRow();
		if (table && row) this.units.row(row.text, row.map, table.headerMap);
	}

	private closeTable(): void {
		const titles = this.table?.untitled();
		this.table = undefined;
		if (titles !== undefined) this.units.row(titles.text, titles.map, titles.map);
	}

	private html(token: Token): void {
		const [from] = this.mapOf(token);
		const text = this.uncommented(token.content, from, true);
		const isMatched = (name: string, line: number) => (this.closings.get(name) ?? -1) > from + line;
		for (const part of htmlParts(text, isMatched)) {
			const at = from + part.line;
			const map = [at, at + 1] as const;
			if (part.kind === 'text') this.inner(part.text, at);
			else if (part.kind === 'open') {
				this.units.separate(map);
				this.headings.openTag(part.name, part.text, map);
			} else {
				// A closing tag without an opening one is ignored.
				if (this.headings.isOpen(part.name)) this.units.separate(map);
				else this.coverage.exclude('comments', map);
				this.headings.closeTag(part.name, map);
			}
		}
	}

	/** Parses the content of tags as Markdown. */
	private inner(text: string, line: number): void {
		const outer = this.base;
		this.base = line;
		this.quoted++;
		for (const token of innerTokens(text)) this.take(token);
		this.quoted--;
		this.base = outer;
	}
}

/** Part of an HTML block: lines of text, or one tag; `line` counts from 0 at the first line of the block. */
type HtmlPart = { readonly text: string; readonly line: number } & (
	| { readonly kind: 'text' }
	| { readonly kind: 'open' | 'close'; readonly name: string }
);

const ALONE = /^\s*<(\/?)([A-Za-z][\w.:-]{0,100})(?:\s[^<>]{0,500})?>\s*$/;

function tagAlone(line: string): { kind: 'open' | 'close'; name: string } | undefined {
	const [, slash, name] = ALONE.exec(line) ?? [];
	return name === undefined
		? undefined
		: { kind: slash ? 'close' : 'open', name: name.toLowerCase() };
}

function closingTags(lines: readonly string[]): Map<string, number> {
	const closings = new Map<string, number>();
	for (const [line, text] of lines.entries()) {
		const tag = tagAlone(text);
		if (tag?.kind === 'close') closings.set(tag.name, line);
	}
	return closings;
}

/**
 * Splits an HTML block: lines of a single tag structure it like headings, all other lines are Markdown.
 * @param isMatched returns whether a tag that opens on this line is closed later; others are text
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

interface Row {
	readonly text: string;
	readonly map: readonly [number, number];
}

/** Renders the rows of a table as text: `Title: cell; Title: cell`. */
export class Table {
	private header: readonly string[] | undefined;
	headerMap: readonly [number, number] = [0, 0];
	private cells: string[] = [];
	map: readonly [number, number] = [0, 0];
	/** Columns whose title some row has included. */
	private readonly titled = new Set<number>();

	/** @param lines of the document */
	constructor(private readonly lines: readonly string[]) {}

	openRow(map: readonly [number, number]): void {
		this.map = map;
		this.cells = [];
	}

	cell(text: string): void {
		this.cells.push(text);
	}

	/** Returns the row as text; the header row is empty, and includes the delimiter line below. */
	closeRow(): Row {
		const [from, to] = this.map;
		if (this.header === undefined) {
			this.header = this.cells;
			this.headerMap = [from, to + 1];
			return { text: '', map: this.headerMap };
		}
		const titles = this.header;
		const texts = [...this.cells, ...this.beyond(titles.length)].flatMap((cell, at) => {
			if (cell === '') return [];
			this.titled.add(at);
			const title = titles[at] ?? '';
			return [title === '' ? cell : `${title}: ${cell}`];
		});
		return { text: texts.join('; '), map: this.map };
	}

	/** Returns the titles that no row has included. */
	untitled(): Row | undefined {
		const titles = (this.header ?? []).filter((title, at) => title !== '' && !this.titled.has(at));
		return titles.length === 0 ? undefined : { text: titles.join('; '), map: this.headerMap };
	}

	/** Returns cells beyond the last column, which the parser drops. */
	private beyond(columns: number): string[] {
		const line = (this.lines[this.map[0]] ?? '').trim().replace(/^[>\s]*\|?/, '');
		return line
			.replace(/(?<!\\)\|$/, '')
			.split(/(?<!\\)\|/)
			.slice(columns)
			.map((cell) => cell.trim());
	}
}
