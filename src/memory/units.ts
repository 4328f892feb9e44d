// The parts of a document that bind, found block by block: list items with what continues them, paragraphs,
// table rows. Code joins what it follows. Pure, linear.
import { normalized } from './identity';
import { type Blocks, blocksOf, COMMENT, shortTitle, type Token } from './markdown';

export interface Unit {
	/** Which part of the document it is in, from 0: a part begins at each H2 and H1, or at a heading outside of any. */
	readonly section: number;
	/** Which H2 that is, from 0; absent outside. */
	readonly h2?: number;
	/** Of the section. */
	readonly title: string;
	/** Inside the section: `2` and `2.1` an item, `p1` a paragraph, `r1` a row. */
	readonly label: string;
	/** Number of the top item it belongs to, from 1. */
	readonly item?: number;
	text: string;
	/** Words of the items it is nested in, the outermost first. */
	readonly parents: readonly string[];
	/** The nearest heading. */
	readonly heading?: string;
	/** Parents, or else the line that announces its list. */
	readonly lead?: string;
	/** It announces the list that follows. */
	leads: boolean;
	/** Lines of the source that hold it, from 0, the last not included. */
	readonly at: (readonly [from: number, to: number])[];
}

/** Lines that say something and bind nobody, by why. */
export interface Unbound {
	readonly frontMatter: number;
	readonly comments: number;
	/** Of lists and paragraphs that are only links. */
	readonly links: number;
	/** Headings with nothing under them. */
	readonly headings: number;
}

/** Characters of a leading line that those under it are told with. */
const MOST_LEAD = 160;
/** Levels of parents that count. */
const MOST_PARENTS = 4;

interface Item {
	readonly unit: Unit;
	nested: number;
}

/** A text that is only a link, or definitions of links. */
const ONLY_LINKS =
	/^(?:[\s,;|·•-]|\[[^\][\n]{0,300}\]\([^()\s]{0,500}(?:\s+"[^"\n]{0,200}")?\)|!?\[[^\][\n]{0,300}\]\[[^\]\n]{0,100}\]|<?https?:\/\/[^\s<>]{1,500}>?)+$/;
const TAGS = /<\/?[A-Za-z][^<>]{0,500}>/g;

export function unitsOf({ tokens }: Blocks): { units: Unit[]; unbound: Unbound } {
	const walk = new Walk();
	for (const [index, token] of tokens.entries()) walk.take(token, tokens[index + 1]);
	walk.endHeading();
	return {
		units: walk.units.filter(({ text }) => text !== ''),
		unbound: walk.unbound,
	};
}

class Walk {
	readonly units: Unit[] = [];
	readonly unbound = { frontMatter: 0, comments: 0, links: 0, headings: 0 };
	private readonly open: Item[] = [];
	private section = 0;
	private h2 = -1;
	private inH2 = false;
	private title = 'Text';
	private heading: string | undefined;
	/** Nothing has been said under it yet. */
	private bare = false;
	private inHeading = false;
	private items = 0;
	private paragraphs = 0;
	private rows = 0;
	/** Depth. */
	private quoted = 0;
	private quotedItems = 0;
	private inHtml = false;
	/** Of the unit that code would join. */
	private last: Unit | undefined;
	/** The paragraph just before this block. */
	private before: Unit | undefined;
	/** What announces the list or table that is open. */
	private announced: string | undefined;
	private header: string[] = [];
	private inHead = false;
	private cells: string[] | undefined;
	/** Lines of the block that is looked at. */
	private map: readonly [number, number] | undefined;

	take(token: Token, next: Token | undefined): void {
		const { type } = token;
		// What stands in tags of its own has lines of its own.
		if (token.map && !this.inHtml) this.map = [token.map[0], token.map[1]];
		if (type === 'heading_open') this.openHeading(token, next?.content ?? '');
		else if (type === 'heading_close') this.inHeading = false;
		else if (type === 'bullet_list_open' || type === 'ordered_list_open') this.openList();
		else if (type === 'list_item_open') this.openItem();
		else if (type === 'list_item_close') this.closeItem();
		else if (type === 'table_open') this.openList();
		else if (type === 'thead_open') this.inHead = true;
		else if (type === 'thead_close') this.inHead = false;
		else if (type === 'tr_open') this.cells = [];
		else if (type === 'tr_close') this.closeRow();
		else if (type === 'blockquote_open') this.quoted++;
		else if (type === 'blockquote_close') this.quoted--;
		else if (type === 'table_close') this.header = [];
		else if (type === 'inline' && !this.inHeading) this.words(token.content, token);
		else if (type === 'fence')
			this.code(`\`\`\`${token.info.trim()}\n${token.content.trimEnd()}\n\`\`\``);
		else if (type === 'code_block') this.code(token.content.replace(/\s+$/, ''));
		else if (type === 'html_block') this.html(token);
	}

	endHeading(): void {
		if (this.bare && this.heading !== undefined) this.unbound.headings++;
		this.bare = false;
	}

	private openHeading({ tag, level }: Token, content: string): void {
		this.inHeading = true;
		if (level > 0) {
			// A heading inside an item or a quote says what it says.
			this.words(content);
			return;
		}
		this.endHeading();
		this.before = undefined;
		this.last = undefined;
		this.heading = shortTitle(content);
		// The title of the document heads all of it; nobody expects a text right under it.
		this.bare = tag !== 'h1';
		if (tag !== 'h1' && tag !== 'h2' && this.inH2) return;
		this.inH2 = tag === 'h2';
		if (this.inH2) this.h2++;
		this.title = this.heading;
		this.section++;
		this.items = 0;
		this.paragraphs = 0;
		this.rows = 0;
		this.quotedItems = 0;
	}

	private openList(): void {
		if (this.open.length > 0) return;
		this.announced = undefined;
		if (this.before && /[:：]\s*(?:\*\*|__)?$/.test(this.before.text)) {
			this.before.leads = true;
			this.announced = leadOf(this.before.text);
		}
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
		const lead = parents.length > 0 ? parents.join(' ') : this.announced;
		const unit = this.add({
			label,
			...(label.startsWith('q') ? {} : { item: this.items }),
			text: '',
			parents,
			lead,
		});
		this.open.push({ unit, nested: 0 });
	}

	private closeItem(): void {
		const item = this.open.pop();
		if (item === undefined) return;
		const { unit } = item;
		if (item.nested > 0 && /[:：]\s*(?:\*\*|__)?$/.test(unit.text)) unit.leads = true;
		if (ONLY_LINKS.test(unit.text)) {
			this.unbound.links += unit.text.split('\n').length;
			unit.text = '';
			unit.at.length = 0;
		}
		this.last = this.open.at(-1)?.unit ?? this.last;
	}

	private words(content: string, token?: Token): void {
		const said = content.replaceAll(COMMENT, () => {
			this.unbound.comments++;
			return '';
		});
		const text = said.trim();
		if (this.cells !== undefined) {
			this.cells.push(text);
			return;
		}
		if (text === '') return;
		this.bare = false;
		const item = this.open.at(-1);
		if (item !== undefined) {
			item.unit.text += `${item.unit.text === '' ? '' : '\n\n'}${text}`;
			this.lay(item.unit);
			this.last = item.unit;
			return;
		}
		if (ONLY_LINKS.test(text)) {
			this.unbound.links += (token?.map?.[1] ?? 1) - (token?.map?.[0] ?? 0);
			return;
		}
		this.paragraph(text);
	}

	private paragraph(text: string): void {
		this.before = this.lay(this.add({ label: `p${++this.paragraphs}`, text, parents: [] }));
		this.last = this.before;
	}

	private closeRow(): void {
		const cells = this.cells;
		this.cells = undefined;
		if (cells === undefined || cells.every((cell) => cell === '')) return;
		if (this.inHead) {
			this.header = cells;
			return;
		}
		this.bare = false;
		const text = cells
			.map((cell, at) => [this.header[at] ?? '', cell])
			.filter(([, cell]) => cell !== '')
			.map(([header, cell]) => (header === '' ? cell : `${header}: ${cell}`))
			.join('; ');
		const item = this.open.at(-1);
		if (item !== undefined) {
			item.unit.text += `${item.unit.text === '' ? '' : '\n'}${text}`;
			this.lay(item.unit);
			return;
		}
		const label = `r${++this.rows}`;
		this.last = this.lay(this.add({ label, text, parents: [], lead: this.announced }));
	}

	private code(text: string): void {
		this.bare = false;
		const unit = this.open.at(-1)?.unit ?? this.last;
		if (unit === undefined) {
			this.paragraph(text);
			return;
		}
		unit.text += `${unit.text === '' ? '' : '\n'}${text}`;
		this.lay(unit);
	}

	private html({ content, map }: Token): void {
		const said = content.replaceAll(COMMENT, '');
		const all = (map?.[1] ?? 1) - (map?.[0] ?? 0);
		if (said.replaceAll(TAGS, '').trim() === '') {
			if (said.trim() !== content.trim()) this.unbound.comments += all;
			return;
		}
		if (this.inHtml) {
			this.words(content);
			return;
		}
		// Rules in tags of their own hold Markdown all the same.
		this.inHtml = true;
		const { tokens } = blocksOf(said.replaceAll(TAGS, ''));
		this.quoted++;
		for (const [index, token] of tokens.entries())
			this.take({ ...token, level: token.level + 1 } as Token, tokens[index + 1]);
		this.quoted--;
		this.inHtml = false;
	}

	/** Notes that the block which is looked at is part of a unit. */
	private lay(unit: Unit): Unit {
		if (this.map) unit.at.push(this.map);
		return unit;
	}

	private add(
		unit: Pick<Unit, 'label' | 'text' | 'parents'> & {
			readonly item?: number;
			readonly lead?: string | undefined;
		},
	): Unit {
		const { lead, ...rest } = unit;
		const added: Unit = {
			section: this.section,
			...(this.inH2 ? { h2: this.h2 } : {}),
			title: this.title,
			...rest,
			...(this.heading === undefined ? {} : { heading: this.heading }),
			...(lead === undefined || lead === '' ? {} : { lead }),
			leads: false,
			at: [],
		};
		this.units.push(added);
		return added;
	}
}

/** The words that stand over what follows: the last sentence, on one line, without its marks. */
function leadOf(text: string): string {
	const [beforeCode = ''] = text.split('```', 1);
	// Marks are taken out before anything is cut: with and without them it is one lead.
	const line = normalized(beforeCode.slice(-4 * MOST_LEAD));
	const sentence = line.slice(line.search(/[^.!?。]*[:：]?$/)).trim();
	const words = sentence === '' ? line : sentence;
	return words.length > MOST_LEAD ? words.slice(-MOST_LEAD).toWellFormed() : words;
}
