// Sections of a rule or workflow as Memory MCP names them: each H2 section, or each list item in it. Their ids are valid
// like those of constraints, and the full shape of memload lists them.
import { contentHash } from '../hash';
import type { Constraint, Referable } from '../types';
import { splitFrontMatter } from './front-matter';
import { type Blocks, blocksOf, COMMENT, shortTitle, type Token } from './markdown';

export interface SectionIds {
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
export const parseSections = ({ tokens, lines }: Blocks) => name(sectionsOf(tokens, lines), lines);

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
	const taken = new Set<string>();
	// Next number per title, so that thousands of repetitions stay linear.
	const numbers = new Map<string, number>();
	const named = sections.flatMap((section, index) => {
		const title = titles[index] ?? '';
		let id = title;
		let number = numbers.get(title) ?? 1;
		while (taken.has(id) || (id !== title && literal.has(id))) id = `${title} (${++number})`;
		numbers.set(title, number);
		taken.add(id);
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
