// The units of a document as a walk through it meets them: which section each stands in and what it is called
// there, which one a text belongs to, and what announces it.
import { defined } from '../shared/defined';
import { type Announced, announcedBy, COLON, labelOf, leadOf } from './announced';
import type { Contexts } from './contexts';
import type { LineCount } from './unbound';

/** Lines from 0, the last not included. */
export type Lines = readonly [from: number, to: number];

/** One part of a document that may bind, with its place and what stands over it. */
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

/** Levels of parents that count. */
const MOST_PARENTS = 4;

/** A text that is only a link. */
const ONLY_LINKS =
	/^(?:[\s,;|·•-]|\[[^\][\n]{0,300}\]\([^()\s]{0,500}(?:\s+"[^"\n]{0,200}")?\)|!?\[[^\][\n]{0,300}\]\[[^\]\n]{0,100}\]|<?https?:\/\/[^\s<>]{1,500}(?![^\s<>])>?)+$/;

interface Item {
	readonly unit: Unit;
	nested: number;
}

/** Takes a document block by block, from top to end, and collects its units. */
export class UnitBuilder {
	/** In the order of the document; those without a text say nothing. */
	readonly units: Unit[] = [];
	private readonly open: Item[] = [];
	private section = 0;
	private h2 = -1;
	inH2 = false;
	private title = 'Text';
	/** How many there are in the section, by the letter of their labels. */
	private readonly numbers = new Map<string, number>();
	/** Of the unit that code would join. */
	private last: Unit | undefined;
	/** The paragraph just before this block. */
	private before: Unit | undefined;
	/** What announces the lists or tables that are open, or stand one behind the other. */
	private announced: Announced | undefined;

	constructor(
		private readonly contexts: Contexts,
		private readonly count: LineCount,
	) {}

	begin(tag: string, title: string): void {
		this.inH2 = tag === 'h2';
		if (this.inH2) this.h2++;
		this.title = title;
		this.section++;
		this.numbers.clear();
	}

	/** What follows stands by itself. */
	part(map: Lines): void {
		this.count.say(map);
		this.before = undefined;
		this.last = undefined;
		this.announced = undefined;
	}

	/** A heading that is a rule. @param sense of those over it */
	heading(text: string, sense: string, map: Lines): void {
		this.contexts.use();
		this.add({ label: this.number('h'), text, sense }).at.push(map);
	}

	/** Of a table too. */
	openList(): void {
		if (this.before === undefined) return;
		this.announced = announcedBy(this.before) ?? labelOf(this.before);
		this.before = undefined;
	}

	openItem(isQuoted: boolean): void {
		const parent = this.open.at(-1);
		const label = parent
			? `${parent.unit.label}.${++parent.nested}`
			: this.number(isQuoted ? 'q' : '');
		const item = parent ? parent.unit.item : isQuoted ? undefined : Number(label);
		const parents = this.open
			.map(({ unit }) => leadOf(unit.text))
			.filter((text) => text !== '')
			.slice(-MOST_PARENTS);
		const unit = this.add({
			...{ label, text: '', parents },
			...defined({ item }),
			...this.under(this.announced),
			...(parents.length > 0 && { lead: parents.join(' ') }),
		});
		this.open.push({ unit, nested: 0 });
	}

	closeItem(): void {
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

	words(text: string, map: Lines): void {
		const item = this.open.at(-1);
		if (item !== undefined) {
			join(item.unit, text, '\n\n', map);
			this.last = item.unit;
		} else if (ONLY_LINKS.test(text)) {
			this.count.count('links', map);
			this.before = undefined;
		} else this.paragraph(text, map);
	}

	private paragraph(text: string, map: Lines): void {
		this.announced = undefined;
		const under = this.under(this.before && announcedBy(this.before));
		this.before = this.add({ label: this.number('p'), text, ...under });
		this.before.at.push(map);
		this.contexts.use();
		this.last = this.before;
	}

	row(text: string, map: Lines): void {
		this.count.say(map);
		if (text === '') return;
		this.contexts.use();
		const item = this.open.at(-1);
		if (item !== undefined) {
			join(item.unit, text, '\n', map);
			return;
		}
		this.last = this.add({ label: this.number('r'), text, ...this.under(this.announced) });
		this.last.at.push(map);
	}

	code(text: string, map: Lines): void {
		this.count.say(map);
		this.contexts.use();
		const unit = this.open.at(-1)?.unit ?? this.last;
		if (unit === undefined) this.paragraph(text, map);
		else join(unit, text, '\n', map);
	}

	private under(announced: Announced | undefined): Pick<Unit, 'lead' | 'sense'> {
		const { lead = '', sense = '' } = announced ?? {};
		const senses = [this.contexts.sense, sense].filter((part) => part !== '');
		return { ...(lead !== '' && { lead }), sense: senses.join(' > ') };
	}

	/** The next label of its kind. */
	private number(letter: 'p' | 'r' | 'h' | 'q' | ''): string {
		const number = (this.numbers.get(letter) ?? 0) + 1;
		this.numbers.set(letter, number);
		return `${letter}${number}`;
	}

	private add(
		unit: Pick<Unit, 'label' | 'text' | 'sense'> & Partial<Pick<Unit, 'item' | 'lead' | 'parents'>>,
	): Unit {
		const added: Unit = {
			section: this.section,
			...(this.inH2 ? { h2: this.h2 } : {}),
			title: this.title,
			parents: [],
			headings: this.contexts.texts,
			...unit,
			leads: false,
			at: [],
		};
		this.units.push(added);
		return added;
	}
}

function join(unit: Unit, text: string, between: string, map: Lines): void {
	unit.text += `${unit.text === '' ? '' : between}${text}`;
	unit.at.push(map);
}
