// The parts of a document that bind, found block by block: list items with what continues them, paragraphs,
// table rows, headings that state a rule. Code joins what it follows. Every line is said by one of these, by a
// heading over one, or is counted. Pure, linear.
import { Contexts } from './contexts';
import { headingSense, statedWords } from './heading-sense';
import { closingTags, htmlParts, tagAlone } from './html-lines';
import { fenced } from './identity';
import { withoutComments } from './inline';
import { type Blocks, innerTokens, shortTitle, type Token } from './markdown';
import { Table } from './table';
import { LineCount, type Why } from './unbound';
import { type Lines, type Unit, UnitBuilder } from './unit-builder';

/** What of a document binds, and why each line that says something else does not. */
export interface Units {
	readonly units: readonly Unit[];
	/** Lines that bind nobody, from 0. */
	readonly unbound: ReadonlyMap<number, Why>;
}

/** The list items, paragraphs and rows of a document, each with the headings above it. */
export function unitsOf({ tokens, lines }: Blocks): Units {
	const walk = new Walk(lines);
	for (const token of tokens) walk.take(token);
	return walk.end();
}

class Walk {
	private readonly count = new LineCount();
	private readonly contexts = new Contexts();
	private readonly built = new UnitBuilder(this.contexts, this.count);
	/** Last line that closes a tag, by its name. */
	private readonly closings: ReadonlyMap<string, number>;
	/** That is open; its words are the next token. */
	private heading: Token | undefined;
	/** Depth. */
	private quoted = 0;
	/** Line that the tokens count from; of a block of HTML its own. */
	private base = 0;
	private table: Table | undefined;

	constructor(private readonly lines: readonly string[]) {
		this.closings = closingTags(lines);
	}

	take(token: Token): void {
		const { type } = token;
		if (type === 'heading_open') this.heading = token;
		else if (type === 'bullet_list_open' || type === 'ordered_list_open') this.built.openList();
		else if (type === 'list_item_open') this.built.openItem(this.quoted > 0);
		else if (type === 'list_item_close') this.built.closeItem();
		else if (type === 'table_open') this.openTable();
		else if (type === 'tr_open') this.table?.openRow(this.mapOf(token));
		else if (type === 'tr_close') this.closeRow();
		else if (type === 'table_close') this.closeTable();
		else if (type === 'blockquote_open') this.quoted++;
		else if (type === 'blockquote_close') this.quoted--;
		else if (type === 'inline') this.inline(token);
		else if (type === 'fence' || type === 'code_block')
			this.built.code(fenced(token.content, token.info), this.mapOf(token));
		else if (type === 'html_block') this.html(token);
		else if (type === 'hr') this.built.part(this.mapOf(token));
	}

	end(): Units {
		this.contexts.end();
		for (const map of this.contexts.bare) this.count.count('headings', map);
		return {
			units: this.built.units.filter(({ text }) => text !== ''),
			unbound: this.count.rest(this.lines),
		};
	}

	private mapOf({ map }: Token): Lines {
		const [from = 0, to = 0] = map ?? [];
		return [this.base + from, this.base + to];
	}

	private inline(token: Token): void {
		const { heading } = this;
		this.heading = undefined;
		// A heading inside an item or a quote says what it says.
		if (heading?.level === 0) this.openHeading(heading, token.content);
		else this.words(token.content, this.mapOf(heading ?? token));
	}

	private openHeading(token: Token, content: string): void {
		const map = this.mapOf(token);
		this.built.part(map);
		const said = this.said(content, map[0]);
		const { sense, states } = headingSense(said);
		const level = Number(token.tag.slice(1));
		this.contexts.endHeadings(level);
		const above = this.contexts.sense;
		this.contexts.openHeading(level, said, sense, map);
		// Memory MCP knows no sections inside of tags.
		if (this.quoted === 0 && (token.tag === 'h1' || token.tag === 'h2' || !this.built.inH2))
			this.built.begin(token.tag, shortTitle(said));
		if (states) this.built.heading(statedWords(said), above, map);
	}

	/** A text without its comments, which are counted. */
	private said(content: string, from: number, isOpenEnded = false): string {
		const { text, lines } = withoutComments(content, isOpenEnded);
		for (const line of lines) this.count.count('comments', [from + line, from + line + 1]);
		return text;
	}

	private words(content: string, map: Lines): void {
		// Cells know no lines of their own.
		const [from] = this.table?.map ?? map;
		const said = this.said(content, from).trim();
		if (this.table !== undefined) {
			this.table.cell(said);
			return;
		}
		const { text, closed } = this.closedIn(said);
		this.count.say(map);
		if (text !== '') this.built.words(text, map);
		for (const name of closed) this.contexts.closeTag(name, [map[1] - 1, map[1]]);
	}

	/** Tags that end behind a text without a blank line between. */
	private closedIn(text: string): { text: string; closed: readonly string[] } {
		const lines = text.split('\n');
		const closed: string[] = [];
		for (;;) {
			const tag = tagAlone(lines.at(-1) ?? '');
			if (tag?.kind !== 'close' || !this.contexts.isOpen(tag.name)) break;
			closed.push(tag.name);
			lines.pop();
		}
		return { text: lines.join('\n').trim(), closed };
	}

	private openTable(): void {
		this.built.openList();
		this.table = new Table(this.lines);
	}

	private closeRow(): void {
		const row = this.table?.closeRow();
		if (row !== undefined) this.built.row(row.text, row.map);
	}

	private closeTable(): void {
		const unsaid = this.table?.unsaid();
		this.table = undefined;
		if (unsaid !== undefined) this.built.row(unsaid.text, unsaid.map);
	}

	private html(token: Token): void {
		const [from] = this.mapOf(token);
		const text = this.said(token.content, from, true);
		const isMatched = (name: string, line: number) => (this.closings.get(name) ?? -1) > from + line;
		for (const part of htmlParts(text, isMatched)) {
			const at = from + part.line;
			const map = [at, at + 1] as const;
			if (part.kind === 'text') this.inner(part.text, at);
			else if (part.kind === 'open') {
				this.built.part(map);
				this.contexts.openTag(part.name, part.text, map);
			} else {
				// The end of what was never begun says nothing.
				if (this.contexts.isOpen(part.name)) this.built.part(map);
				else this.count.count('comments', map);
				this.contexts.closeTag(part.name, map);
			}
		}
	}

	/** Rules in tags of their own are Markdown all the same. */
	private inner(text: string, line: number): void {
		const outer = this.base;
		this.base = line;
		this.quoted++;
		for (const token of innerTokens(text)) this.take(token);
		this.quoted--;
		this.base = outer;
	}
}
