// The parts of a document that bind, found block by block: list items with what continues them, paragraphs,
// table rows, headings that state a rule. Code joins what it follows. Every line is said by one of these, by a
// heading over one, or is counted. Pure, linear.
import { type Announced, announcedBy, COLON, labelOf, leadOf } from './announced';
import { Contexts } from './contexts';
import { headingSense, statedWords } from './heading-sense';
import { closingTags, htmlParts } from './html-lines';
import { fenced } from './identity';
import { withoutComments } from './inline';
import { type Blocks, innerTokens, shortTitle, type Token } from './markdown';
import { Table } from './table';
import { LineCount, type Why } from './unbound';

export interface Unit {
	/** Which part of the document it is in, from 0: a part begins at each H2 and H1, or at a heading outside of any. */
	readonly section: number;
	/** Which H2 that is, from 0; absent outside. */
	readonly h2?: number;
	/** Of the section. */
	readonly title: string;
	/** Inside the section: `2` and `2.1` an item, `p1` a paragraph, `r1` a row, `h1` a heading. */
	readonly label: string;
	/** Number of the top item it belongs to, from 1. */
	readonly item?: number;
	text: string;
	/** Words of the items it is nested in, the outermost first. */
	readonly parents: readonly string[];
	/** Headings and tags that it stands under, the outermost first. */
	readonly headings: readonly string[];
	/** What they and the line that announces it say of it; empty where all are labels. */
	readonly sense: string;
	/** Parents, or else the line that announces it. */
	readonly lead?: string;
	/** It announces what follows. */
	leads: boolean;
	/** Lines of the body that hold it, from 0, the last not included. */
	readonly at: Lines[];
}

type Lines = readonly [from: number, to: number];

/** Levels of parents that count. */
const MOST_PARENTS = 4;

interface Item {
	readonly unit: Unit;
	nested: number;
}

/** A text that is only a link. */
const ONLY_LINKS =
	/^(?:[\s,;|·•-]|\[[^\][\n]{0,300}\]\([^()\s]{0,500}(?:\s+"[^"\n]{0,200}")?\)|!?\[[^\][\n]{0,300}\]\[[^\]\n]{0,100}\]|<?https?:\/\/[^\s<>]{1,500}>?)+$/;

export interface Units {
	readonly units: readonly Unit[];
	/** Lines that bind nobody, from 0. */
	readonly unbound: ReadonlyMap<number, Why>;
}

/** The list items, paragraphs and rows of a document, each with the headings above it. */
export function unitsOf({ tokens, lines }: Blocks): Units {
	const walk = new Walk(lines);
	for (const [index, token] of tokens.entries()) walk.take(token, tokens[index + 1]);
	return walk.end();
}

class Walk {
	private readonly units: Unit[] = [];
	private readonly count = new LineCount();
	private readonly contexts = new Contexts();
	/** Last line that closes a tag, by its name. */
	private readonly closings: ReadonlyMap<string, number>;
	private readonly open: Item[] = [];
	private section = 0;
	private h2 = -1;
	private inH2 = false;
	private title = 'Text';
	private inHeading = false;
	private items = 0;
	private paragraphs = 0;
	private rows = 0;
	private stated = 0;
	/** Depth. */
	private quoted = 0;
	private quotedItems = 0;
	/** Line that the tokens count from; of a block of HTML its own. */
	private base = 0;
	/** Of the unit that code would join. */
	private last: Unit | undefined;
	/** The paragraph just before this block. */
	private before: Unit | undefined;
	/** What announces the lists or tables that are open, or stand one behind the other. */
	private announced: Announced | undefined;
	private table: Table | undefined;

	constructor(private readonly lines: readonly string[]) {
		this.closings = closingTags(lines);
	}

	take(token: Token, next: Token | undefined): void {
		const { type } = token;
		if (type === 'heading_open') this.openHeading(token, next?.content ?? '');
		else if (type === 'heading_close') this.inHeading = false;
		else if (type === 'bullet_list_open' || type === 'ordered_list_open') this.openList();
		else if (type === 'list_item_open') this.openItem();
		else if (type === 'list_item_close') this.closeItem();
		else if (type === 'table_open') this.openTable();
		else if (type === 'tr_open') this.table?.openRow(this.mapOf(token));
		else if (type === 'tr_close') this.closeRow();
		else if (type === 'table_close') this.closeTable();
		else if (type === 'blockquote_open') this.quoted++;
		else if (type === 'blockquote_close') this.quoted--;
		else if (type === 'inline' && !this.inHeading) this.words(token.content, this.mapOf(token));
		else if (type === 'fence') this.code(fenced(token.content, token.info), this.mapOf(token));
		else if (type === 'code_block') this.code(fenced(token.content), this.mapOf(token));
		else if (type === 'html_block') this.html(token);
		else if (type === 'hr') this.part(this.mapOf(token));
	}

	end(): Units {
		this.contexts.end();
		for (const map of this.contexts.bare) this.count.count('headings', map);
		return {
			units: this.units.filter(({ text }) => text !== ''),
			unbound: this.count.rest(this.lines),
		};
	}

	private mapOf({ map }: Token): Lines {
		const [from = 0, to = 0] = map ?? [];
		return [this.base + from, this.base + to];
	}

	private openHeading(token: Token, content: string): void {
		this.inHeading = true;
		const map = this.mapOf(token);
		if (token.level > 0) {
			// A heading inside an item or a quote says what it says.
			this.words(content, map);
			return;
		}
		this.part(map);
		const said = this.said(content, map);
		const { sense, states } = headingSense(said);
		const level = Number(token.tag.slice(1));
		this.contexts.endHeadings(level);
		const above = this.contexts.sense;
		this.contexts.openHeading(level, said, sense, map);
		// Memory MCP knows no sections inside of tags.
		if (this.quoted === 0 && (token.tag === 'h1' || token.tag === 'h2' || !this.inH2))
			this.begin(token.tag, said);
		if (!states) return;
		this.contexts.use();
		const label = `h${++this.stated}`;
		this.add({ label, text: statedWords(said), parents: [], sense: above }).at.push(map);
	}

	private begin(tag: string, title: string): void {
		this.inH2 = tag === 'h2';
		if (this.inH2) this.h2++;
		this.title = shortTitle(title);
		this.section++;
		this.items = 0;
		this.paragraphs = 0;
		this.rows = 0;
		this.stated = 0;
		this.quotedItems = 0;
	}

	/** What follows stands by itself. */
	private part(map: Lines): void {
		this.count.say(map);
		this.before = undefined;
		this.last = undefined;
		this.announced = undefined;
	}

	private openList(): void {
		if (this.open.length > 0 || this.before === undefined) return;
		this.announced = announcedBy(this.before) ?? labelOf(this.before);
		this.before = undefined;
	}

	private openItem(): void {
		const parent = this.open.at(-1);
		if (parent !== undefined) parent.nested++;
		else if (this.quoted > 0) this.quotedItems++;
		else this.items++;
		const top = this.quoted > 0 ? `q${this.quotedItems}` : `${this.items}`;
		const label = parent === undefined ? top : `${parent.unit.label}.${parent.nested}`;
		const parents = this.open
			.map(({ unit }) => leadOf(unit.text))
			.filter((text) => text !== '')
			.slice(-MOST_PARENTS);
		const unit = this.add({
			label,
			...(label.startsWith('q') ? {} : { item: this.items }),
			text: '',
			parents,
			...this.under(this.announced),
			...(parents.length > 0 && { lead: parents.join(' ') }),
		});
		this.open.push({ unit, nested: 0 });
	}

	private closeItem(): void {
		const item = this.open.pop();
		if (item === undefined) return;
		const { unit } = item;
		if (item.nested > 0 && COLON.test(unit.text)) unit.leads = true;
		if (ONLY_LINKS.test(unit.text)) {
			for (const map of unit.at.splice(0)) this.count.count('links', map);
			unit.text = '';
		}
		if (unit.text !== '') this.contexts.use();
		this.last = this.open.at(-1)?.unit ?? this.last;
	}

	/** A text without its comments, which are counted. */
	private said(content: string, map: Lines): string {
		const { text, lines } = withoutComments(content);
		for (const line of lines) this.count.count('comments', [map[0] + line, map[0] + line + 1]);
		return text.trim();
	}

	private words(content: string, map: Lines): void {
		// Cells know no lines of their own.
		const whole = this.said(content, this.table?.map ?? map);
		if (this.table !== undefined) {
			this.table.cell(whole);
			return;
		}
		const { text, closed } = this.closedIn(whole);
		this.count.say(map);
		if (text !== '') this.text(text, map);
		for (const name of closed) this.contexts.closeTag(name, [map[1] - 1, map[1]]);
	}

	/** Tags that end behind a text without a blank line between. */
	private closedIn(text: string): { text: string; closed: readonly string[] } {
		const closed: string[] = [];
		const lines = text.split('\n');
		for (let line = lines.at(-1); line !== undefined; line = lines.at(-1)) {
			const [, name = ''] =
				/^\s*<\/([A-Za-z][\w.:-]{0,100})(?:\s[^<>]{0,500})?>\s*$/.exec(line) ?? [];
			if (name === '' || !this.contexts.isOpen(name.toLowerCase())) break;
			closed.push(name.toLowerCase());
			lines.pop();
		}
		return { text: closed.length > 0 ? lines.join('\n').trim() : text, closed };
	}

	private text(text: string, map: Lines): void {
		const item = this.open.at(-1);
		if (item !== undefined) {
			item.unit.text += `${item.unit.text === '' ? '' : '\n\n'}${text}`;
			item.unit.at.push(map);
			this.last = item.unit;
		} else if (ONLY_LINKS.test(text)) {
			this.count.count('links', map);
			this.before = undefined;
		} else this.paragraph(text, map);
	}

	private paragraph(text: string, map: Lines): void {
		this.announced = undefined;
		const under = this.under(this.before && announcedBy(this.before));
		this.before = this.add({ label: `p${++this.paragraphs}`, text, parents: [], ...under });
		this.before.at.push(map);
		this.contexts.use();
		this.last = this.before;
	}

	private openTable(): void {
		this.openList();
		this.table = new Table(this.lines);
	}

	private closeRow(): void {
		const row = this.table?.closeRow();
		if (row === undefined) return;
		this.count.say(row.map);
		if (row.text !== '') this.row(row.text, row.map);
	}

	private closeTable(): void {
		const unsaid = this.table?.unsaid();
		this.table = undefined;
		if (unsaid !== undefined) this.row(unsaid.text, unsaid.map);
	}

	private row(text: string, map: Lines): void {
		this.contexts.use();
		let unit = this.open.at(-1)?.unit;
		if (unit !== undefined) unit.text += `${unit.text === '' ? '' : '\n'}${text}`;
		else {
			unit = this.add({
				...{ label: `r${++this.rows}`, text, parents: [] },
				...this.under(this.announced),
			});
			this.last = unit;
		}
		unit.at.push(map);
	}

	private code(text: string, map: Lines): void {
		this.count.say(map);
		this.contexts.use();
		const unit = this.open.at(-1)?.unit ?? this.last;
		if (unit === undefined) {
			this.paragraph(text, map);
			return;
		}
		unit.text += `${unit.text === '' ? '' : '\n'}${text}`;
		unit.at.push(map);
	}

	private html(token: Token): void {
		const [from] = this.mapOf(token);
		const { text, lines } = withoutComments(token.content, true);
		for (const line of lines) this.count.count('comments', [from + line, from + line + 1]);
		const isMatched = (name: string, line: number) => (this.closings.get(name) ?? -1) > from + line;
		for (const part of htmlParts(text, isMatched)) {
			const at = from + part.line;
			const map = [at, at + 1] as const;
			if (part.kind === 'text') this.inner(part.text, at);
			else if (part.kind === 'open') {
				this.part(map);
				this.contexts.openTag(part.name, part.text, map);
			} else {
				// The end of what was never begun says nothing.
				if (this.contexts.isOpen(part.name)) this.part(map);
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
		const tokens = innerTokens(text);
		for (const [index, token] of tokens.entries()) this.take(token, tokens[index + 1]);
		this.quoted--;
		this.base = outer;
	}

	private under(announced: Announced | undefined): Pick<Unit, 'lead' | 'sense'> {
		const { lead, sense = '' } = announced ?? {};
		const senses = [this.contexts.sense, sense].filter((part) => part !== '');
		return { ...(lead === undefined ? {} : { lead }), sense: senses.join(' > ') };
	}

	private add(
		unit: Pick<Unit, 'label' | 'text' | 'parents'> & {
			readonly item?: number;
			readonly lead?: string | undefined;
			readonly sense?: string;
		},
	): Unit {
		const { lead, ...rest } = unit;
		const added: Unit = {
			section: this.section,
			...(this.inH2 ? { h2: this.h2 } : {}),
			title: this.title,
			headings: this.contexts.texts,
			sense: this.contexts.sense,
			...rest,
			...(lead === undefined || lead === '' ? {} : { lead }),
			leads: false,
			at: [],
		};
		this.units.push(added);
		return added;
	}
}
