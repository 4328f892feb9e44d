// Validates a document before it becomes a draft or a version: its size, its hash, its constraints (docs/memory.md,
// "Constraints"): every list item, paragraph, table row and heading that states a rule; code belongs to the text before
// it. Other lines are counted by reason. Sections are as Memory MCP names them: each H2 section, or each list item in
// it.
import { defined } from '../../shared/json-values';
import { err, ok } from '../../shared/result';
import { utf8Bytes } from '../../shared/utf8';
import { contentHash, shortHash } from '../hash';
import type { Constraint, Kind, Referable } from '../types';
import { splitFrontMatter } from './front-matter';
import { keyOf } from './identity';
import { NONE_UNBOUND, type UnboundReason, unboundOf } from './line-coverage';
import { type Blocks, blocksOf, COMMENT, shortTitle, type Token } from './markdown';
import type { Unit } from './unit-builder';
import { unitsOf } from './units';

/**
 * Parses the constraints of a document, in linear time.
 * @returns `places`: line ranges of each constraint, from 0, the end excluded; `sections`: H2 sections and their items, as
 * Memory MCP names them; `problems`: warnings for the author, one sentence each; `unboundLines`: by line, from 0
 */
export function parseConstraints(content: string) {
	const { markdown, problem, lines: frontMatter = 0 } = splitFrontMatter(content);
	const blocks = blocksOf(markdown);
	const { sections, ids, problems } = parseSections(blocks);
	const { units, unbound } = unitsOf(blocks);
	const unboundLines = new Map<number, UnboundReason>([
		...Array.from({ length: frontMatter }, (_, line) => [line, 'frontMatter'] as const),
		...[...unbound].map(([line, reason]) => [frontMatter + line, reason] as const),
	]);
	return {
		constraints: named(units, ids, sections),
		places: units.map(({ at }) =>
			at.map(([from, to]) => [from + frontMatter, to + frontMatter] as const),
		),
		sections,
		problems: problem === undefined ? problems : [problem, ...problems],
		unbound: unboundOf(unboundLines),
		unboundLines,
	};
}

function named(
	units: readonly Unit[],
	sectionIds: readonly SectionIds[],
	sections: readonly Referable[],
): Constraint[] {
	const bySectionId = new Map(sections.map((section) => [section.id, section]));
	const free = uniqueNames([...sectionIds.map(({ whole }) => whole), ...bySectionId.keys()]);
	const titles = new Map<number, string>();
	const keys = new Map<string, number>();
	const bySection = Map.groupBy(
		units.filter(({ label }) => !label.startsWith('h')),
		({ section }) => section,
	);
	return units.map((unit) => {
		const { section, h2, title, label, text, item } = unit;
		const known = h2 === undefined ? undefined : sectionIds[h2];
		const whole = known?.whole ?? titles.get(section) ?? free(title);
		titles.set(section, whole);
		const itemId = item === undefined ? undefined : known?.items[item - 1];
		const within = [whole, itemId].flatMap((id) => {
			const found = id === undefined || known === undefined ? undefined : bySectionId.get(id);
			return found === undefined ? [] : [[found.id, shortHash(found.textHash)] as const];
		});
		const isAlone = label.startsWith('p') && bySection.get(section)?.length === 1;
		const isItem = item !== undefined && label === `${item}`;
		const id = isAlone ? whole : ((isItem ? itemId : undefined) ?? free(`${whole}/${label}`));
		const key = keyOf(text, [unit.sense, ...unit.parents]);
		const times = (keys.get(key) ?? 0) + 1;
		keys.set(key, times);
		return {
			id,
			name: title,
			text,
			textHash: contentHash(text),
			key: times === 1 ? key : `${key}~${times}`,
			...headingsOf(unit),
			...(unit.sense === '' ? {} : { sense: unit.sense }),
			...defined({ lead: unit.lead, list: unit.list }),
			...(unit.leads ? { leads: true as const } : {}),
			...(within.length === 0 ? {} : { within }),
			...(known === undefined ? { outside: true as const } : {}),
		};
	});
}

function headingsOf({ headings }: Unit): Pick<Constraint, 'heading' | 'above'> {
	const [heading, ...above] = headings.map(({ text }) => text).reverse();
	if (heading === undefined) return {};
	return { heading, ...(above.length > 0 && { above: above.reverse() }) };
}

/** Returns a function that makes names unique, `A`, then `A (2)`, and numbers none to one that is `literal`. */
function uniqueNames(before: readonly string[], literal = new Set<string>()) {
	const taken = new Set(before);
	// Next number of each, so that thousands of repetitions stay linear.
	const numbers = new Map<string, number>();
	return (base: string): string => {
		let number = numbers.get(base) ?? 1;
		let id = base;
		while (taken.has(id) || (id !== base && literal.has(id))) id = `${base} (${++number})`;
		numbers.set(base, number);
		taken.add(id);
		return id;
	};
}

export const MAX_DOCUMENT_BYTES = 262_144;
const MAX_CONSTRAINTS = 2000;
/** Maximum UTF-8 bytes of its constraints as JSON: control characters take six there, and a row holds 2 MB. */
const MAX_CONSTRAINT_BYTES = 1_500_000;

export const NOTHING_BINDS =
	'nothing in it binds: it has no list item, paragraph or table row to follow; links alone are counted';

/**
 * Validates a text; the error is a sentence that begins with `body`. @returns `content` as well-formed Unicode;
 * `constraints` of rules and workflows; `warnings` for the author
 */
export function readDocument(kind: Kind, text: string) {
	const content = text.toWellFormed();
	const bytes = content.length > MAX_DOCUMENT_BYTES ? content.length : utf8Bytes(content);
	if (bytes > MAX_DOCUMENT_BYTES)
		return err(
			`body must be at most ${MAX_DOCUMENT_BYTES} bytes (this one: ${bytes} or more); split it`,
		);
	const { description, problem } = splitFrontMatter(content);
	const { constraints, problems, unbound } = binds(kind)
		? parseConstraints(content)
		: { constraints: [], problems: problem === undefined ? [] : [problem], unbound: NONE_UNBOUND };
	if (constraints.length > MAX_CONSTRAINTS)
		return err(
			`body must hold at most ${MAX_CONSTRAINTS} constraints (this one: ${constraints.length}); split it`,
		);
	if (utf8Bytes(JSON.stringify(constraints)) > MAX_CONSTRAINT_BYTES)
		return err(
			'body must hold fewer control characters or shorter headings; shorten them, or split it',
		);
	return ok({
		content,
		hash: contentHash(content),
		bytes,
		...defined({ description }),
		constraints,
		unbound,
		warnings: binds(kind) && constraints.length === 0 ? [...problems, NOTHING_BINDS] : problems,
	});
}

/** Returns whether objects of this kind have constraints. */
export const binds = (kind: Kind): boolean => kind === 'rule' || kind === 'workflow';

/** Ends every loaded rule and workflow, so that the agent declares what it followed. */
const REMINDER =
	"\n\n---\n**Refer:** when one of the constraints above shapes your work, declare it with `memref`: `ruleId` is this document's id, `constraintId` an exact id from its `constraints` list.\n";

/** Appends the reminder to rules and workflows; hashes are of the content alone. */
export const withReminder = (kind: Kind, content: string): string =>
	binds(kind) ? content.trimEnd() + REMINDER : content;

/** The reminder wherever it stands, wrapped or not, and the rule over it. */
const REMINDERS = new RegExp(
	`(?:^---\\s{1,6})?^${REMINDER.replace('---', '')
		.trim()
		.replaceAll(/[*.]/g, String.raw`\$&`)
		.replaceAll(' ', String.raw`\s{1,9}`)}`,
	'gm',
);

/** Removes the reminders from content that an agent sends back, also where it wrote behind them. */
export function withoutReminder(content: string): string {
	const without = content.replaceAll(REMINDERS, '');
	return without === content ? content : without.trimEnd() + (/\r?\n/.exec(content)?.[0] ?? '');
}

interface SectionIds {
	readonly whole: string;
	readonly items: readonly string[];
}

interface Section {
	readonly title: string;
	readonly from: number;
	to: number;
	/** The section has content beside lists. */
	prose: boolean;
	readonly items: string[];
}

/** Returns the sections of a document with their ids, in linear time; `problems` are sentences for the author. */
const parseSections = ({ tokens, lines }: Blocks) => name(sectionsOf(tokens, lines), lines);

function sectionsOf(tokens: readonly Token[], lines: readonly string[]): Section[] {
	const sections: Section[] = [];
	let open: Section | undefined;
	tokens.forEach((token, index) => {
		const [from = 0, to = 0] = token.map ?? [];
		const heading = token.type === 'heading_open' && token.level === 0 ? token.tag : undefined;
		if (heading === 'h1' || heading === 'h2') {
			if (open !== undefined) open.to = from;
			open = undefined;
			if (heading === 'h1') return;
			const title = tokens[index + 1]?.content ?? '';
			open = { title, from: to, to: lines.length, prose: false, items: [] };
			sections.push(open);
		} else if (open !== undefined && token.type === 'list_item_open' && token.level === 1) {
			open.items.push(itemText(lines.slice(from, to)));
		} else if (open !== undefined && token.level === 0 && isProse(token, from, open)) {
			open.prose = true;
		}
	});
	return sections;
}

/** Returns whether a token is content of the section, and neither list, comment nor thematic break. */
const isProse = (token: Token, from: number, { from: start }: Section): boolean => {
	if (token.map === null || from < start) return false;
	// The block of a comment includes text behind it on its line.
	if (token.type === 'html_block') return token.content.replaceAll(COMMENT, '').trim() !== '';
	return token.type !== 'hr' && !/^(?:bullet|ordered)_list/.test(token.type);
};

/** Returns the text of an item without its marker and indentation. */
function itemText([first = '', ...rest]: readonly string[]): string {
	const marker = /^\s*(?:[-+*]|\d{1,9}[.)])(?:[ \t]{1,4}|$)/.exec(first)?.[0] ?? '';
	const indentation = new RegExp(`^(?:\\t| {1,${Math.max(1, marker.length)}})`);
	const lines = [first.slice(marker.length), ...rest.map((line) => line.replace(indentation, ''))];
	return lines.join('\n').trim();
}

function name(sections: readonly Section[], lines: readonly string[]) {
	const problems: string[] = [];
	const ids: SectionIds[] = [];
	const titles = sections.map(({ title }) => shortTitle(title));
	const literal = new Set(titles);
	const free = uniqueNames([], literal);
	const named = sections.flatMap((section, index) => {
		const title = titles[index] ?? '';
		const id = free(title);
		const itemIds: string[] = [];
		ids.push({ whole: id, items: itemIds });
		if (id !== title)
			problems.push(`the H2 title "${title}" is used more than once; here its id is "${id}"`);
		const own = (constraintId: string, text: string): Referable[] => {
			if (text === '') return [];
			return [{ id: constraintId, name: title, text, textHash: contentHash(text) }];
		};
		const body = lines.slice(section.from, section.to).join('\n').trim();
		const whole = section.prose ? own(id, body) : [];
		const items = section.items.flatMap((text, item) => {
			let itemId = `${id}/${item + 1}`;
			// A section with the title of another's item keeps the id.
			while (literal.has(itemId)) itemId += ' (item)';
			itemIds.push(itemId);
			return own(itemId, text);
		});
		return [...whole, ...items];
	});
	return { sections: named, ids, problems };
}

/** Drops the members that only Loadline uses. */
export const referable = ({ id, name, text, textHash }: Referable): Referable => {
	return { id, name, text, textHash };
};

/** Returns the constraints of the full shape: sections and items, then constraints outside of any section. */
export const referables = (content: string, constraints: readonly Constraint[]): Referable[] => [
	...sectionsIn(content),
	...constraints.filter(({ outside }) => outside).map(shortened),
];

const MAX_TEXT_CHARACTERS = 1000;

const shortened = (constraint: Referable): Referable => {
	const { text, ...rest } = referable(constraint);
	const isLong = text.length > MAX_TEXT_CHARACTERS;
	return { ...rest, text: isLong ? `${text.slice(0, MAX_TEXT_CHARACTERS).toWellFormed()}…` : text };
};

/** Returns the sections and items of a document. */
export const sectionsIn = (content: string): readonly Referable[] =>
	parseSections(blocksOf(splitFrontMatter(content).markdown)).sections;
