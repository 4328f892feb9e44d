// Builds the units of a document block by block: list items, paragraphs, table rows and headings that may bind, each
// with its section, its label and its lead. A lead is a line that announces what follows: `Do not:`, or a short line
// over a list.
import { defined } from '../../shared/json-values';
import { type HeadingStack, headingSense } from './heading-stack';
import { normalized } from './identity';
import type { LineCoverage } from './line-coverage';

/** Lines from 0, the end excluded. */
export type Lines = readonly [from: number, to: number];

/** A part of a document that may bind. */
export interface Unit {
	/** Section of the document, from 0: one begins at each H1 and H2, or at a heading outside of any. */
	readonly section: number;
	readonly h2?: number;
	readonly title: string;
	/** Label within the section: `2`, `2.1` items, `p1` a paragraph, `r1` a row, `h1` a heading. */
	readonly label: string;
	readonly item?: number;
	/** Numbered list that it is an item of, from 1. */
	readonly list?: number;
	text: string;
	/** Leads of the items that it is nested in, outermost first. */
	readonly parents: readonly string[];
	/** Headings and tags over it, outermost first. */
	readonly headings: HeadingStack['entries'];
	/** Effect of its headings and lead; empty where all are labels. */
	readonly sense: string;
	/** Text of its parents, or of the line that announces it. */
	readonly lead?: string;
	leads: boolean;
	readonly at: Lines[];
	/** Lines of what it stands under beside headings: what announces it, parent items, the titles of its table. */
	readonly over: readonly Lines[];
}

const MAX_PARENT_LEVELS = 4;

const ONLY_LINKS =
	/^(?:[\s,;|·•-]|\[[^\][\n]{0,300}\]\([^()\s]{0,500}(?:\s+"[^"\n]{0,200}")?\)|!?\[[^\][\n]{0,300}\]\[[^\]\n]{0,100}\]|<?https?:\/\/[^\s<>]{1,500}(?![^\s<>])>?)+$/;

/** Collects the units of a document, which is read from top to end. */
export class UnitBuilder {
	/** In document order; may include units without text. */
	readonly units: Unit[] = [];
	private readonly open: { readonly unit: Unit; nested: number }[] = [];
	/** Of each open list its number, if it is a numbered one. */
	private readonly lists: (number | undefined)[] = [];
	private numbered = 0;
	private section = 0;
	private h2 = -1;
	inH2 = false;
	private title = 'Text';
	/** Counters of the section by the letter of the label. */
	private readonly numbers = new Map<string, number>();
	private last: Unit | undefined;
	private before: Unit | undefined;
	/** Lead of the open lists or tables, and of those directly after them. */
	private lead: Lead | undefined;

	constructor(
		private readonly headings: HeadingStack,
		private readonly coverage: LineCoverage,
	) {}

	begin(tag: string, title: string): void {
		this.inH2 = tag === 'h2';
		if (this.inH2) this.h2++;
		this.title = title;
		this.section++;
		this.numbers.clear();
	}

	/** Ends all relations to what follows. */
	separate(map: Lines): void {
		this.coverage.cover(map);
		this.before = undefined;
		this.last = undefined;
		this.lead = undefined;
	}

	/** Adds a heading that states a rule. @param sense effect of the headings over it */
	heading(text: string, sense: string, map: Lines): void {
		this.headings.use();
		this.add({ label: this.number('h'), text, sense }).at.push(map);
	}

	/** @param isNumbered the order of its items counts */
	openList(isNumbered = false): void {
		this.lists.push(isNumbered ? ++this.numbered : undefined);
		this.announce();
	}

	closeList(): void {
		this.lists.pop();
	}

	/** Makes what stands before a list or table its lead. */
	announce(): void {
		if (this.before === undefined) return;
		this.lead = colonLead(this.before) ?? labelOf(this.before);
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
			.slice(-MAX_PARENT_LEVELS);
		const unit = this.add({
			...{ label, text: '', parents },
			...defined({ item, list: this.lists.at(-1) }),
			...this.under(
				this.lead,
				this.open.flatMap(({ unit }) => unit.at),
			),
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
			for (const map of unit.at.splice(0)) this.coverage.exclude('links', map);
			unit.text = '';
		}
		if (unit.text !== '') this.headings.use();
		this.last = this.open.at(-1)?.unit ?? this.last;
	}

	words(text: string, map: Lines): void {
		const item = this.open.at(-1);
		if (item !== undefined) {
			join(item.unit, text, '\n\n', map);
			this.last = item.unit;
		} else if (ONLY_LINKS.test(text)) {
			this.coverage.exclude('links', map);
			this.before = undefined;
		} else this.paragraph(text, map);
	}

	private paragraph(text: string, map: Lines): void {
		this.lead = undefined;
		const under = this.under(this.before && colonLead(this.before));
		this.before = this.add({ label: this.number('p'), text, ...under });
		this.before.at.push(map);
		this.headings.use();
		this.last = this.before;
	}

	/** @param titles lines of the titles of its table */
	row(text: string, map: Lines, titles: Lines): void {
		this.coverage.cover(map);
		if (text === '') return;
		this.headings.use();
		const item = this.open.at(-1);
		if (item !== undefined) {
			join(item.unit, text, '\n', map);
			return;
		}
		this.last = this.add({ label: this.number('r'), text, ...this.under(this.lead, [titles]) });
		this.last.at.push(map);
	}

	code(text: string, map: Lines): void {
		this.coverage.cover(map);
		this.headings.use();
		const unit = this.open.at(-1)?.unit ?? this.last;
		if (unit === undefined) this.paragraph(text, map);
		else join(unit, text, '\n', map);
	}

	private under(
		announced: Lead | undefined,
		more: readonly Lines[] = [],
	): Pick<Unit, 'lead' | 'sense' | 'over'> {
		const { lead = '', sense = '', at = [] } = announced ?? {};
		const senses = [this.headings.sense, sense].filter((part) => part !== '');
		return { ...(lead !== '' && { lead }), sense: senses.join(' > '), over: [...at, ...more] };
	}

	private number(letter: 'p' | 'r' | 'h' | 'q' | ''): string {
		const number = (this.numbers.get(letter) ?? 0) + 1;
		this.numbers.set(letter, number);
		return `${letter}${number}`;
	}

	private add(
		unit: Pick<Unit, 'label' | 'text' | 'sense'> &
			Partial<Pick<Unit, 'item' | 'list' | 'lead' | 'parents' | 'over'>>,
	): Unit {
		const added: Unit = {
			section: this.section,
			...(this.inH2 ? { h2: this.h2 } : {}),
			title: this.title,
			parents: [],
			headings: this.headings.entries,
			over: [],
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

const MAX_LEAD_CHARACTERS = 160;
const MAX_LABEL_CHARACTERS = 60;

interface Lead {
	readonly lead: string;
	/** Effect on what follows; empty for a label. */
	readonly sense: string;
	readonly at: readonly Lines[];
}
const COLON = /[:：]\s*(?:\*\*|__|\*|_)?$/;

/** Returns a unit that ends with a colon as a lead, which is part of what follows. */
export function colonLead(unit: Unit): Lead | undefined {
	if (!COLON.test(unit.text)) return undefined;
	unit.leads = true;
	const lead = leadOf(unit.text);
	return { lead, sense: lead, at: unit.at };
}

/** Returns a short line that is no sentence as a lead, which acts like a heading. */
export function labelOf(unit: Unit): Lead | undefined {
	const words = normalized(unit.text);
	const isLabel = words.length <= MAX_LABEL_CHARACTERS && !unit.text.includes('\n');
	if (!isLabel || /[.!?…。！？]['")]?$/.test(words)) return undefined;
	unit.leads = true;
	return { lead: words, sense: headingSense(words).sense, at: unit.at };
}

/** Returns the last sentence of a text as a lead: one line, without markup. */
export function leadOf(text: string): string {
	const [beforeCode = ''] = text.split('\n```', 1);
	// Markup is removed before the cut, so that it makes no difference.
	const line = normalized(beforeCode.slice(-4 * MAX_LEAD_CHARACTERS));
	const sentence = line.slice(line.search(/[^.!?。]*[:：]?$/)).trim();
	const words = sentence === '' ? line : sentence;
	return words.length > MAX_LEAD_CHARACTERS
		? words.slice(-MAX_LEAD_CHARACTERS).toWellFormed()
		: words;
}
