// Sections of a rule or workflow, as Memory MCP names them: each H2 section, or each list item in it. Their
// ids stay valid beside those of constraints.ts, and the full shape of memload shows them.
import { contentHash } from './hash';
import { type Blocks, COMMENT, shortTitle, type Token } from './markdown';
import type { Referable } from './types';

/** How a section is named as a whole and by its items. */
export interface SectionIds {
	readonly whole: string;
	readonly items: readonly string[];
}

/** The ids of Memory MCP for one document, and what is wrong with how it is divided. */
export interface Sections {
	readonly sections: readonly Referable[];
	/** The ids of each H2 section and of its items, in the order of the document. */
	readonly ids: readonly SectionIds[];
	/** What the author should know, one sentence each. */
	readonly problems: readonly string[];
}

interface Section {
	readonly title: string;
	/** First line of the body. */
	readonly from: number;
	/** Line after the last. */
	to: number;
	/** Has content that is no list. */
	prose: boolean;
	readonly items: string[];
}

/** All sections of a document, in its order. Linear in its length. */
export const parseSections = ({ tokens, lines }: Blocks): Sections =>
	name(sectionsOf(tokens, lines), lines);

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

/** The title's own tokens begin before its section does; comments and rules say nothing. */
const isProse = (token: Token, from: number, { from: start }: Section): boolean => {
	if (token.map === null || from < start) return false;
	// A comment's block ends with its line: text behind it is said.
	if (token.type === 'html_block') return token.content.replaceAll(COMMENT, '').trim() !== '';
	return token.type !== 'hr' && !/^(?:bullet|ordered)_list/.test(token.type);
};

/** The lines of an item without its marker and its indentation. */
function itemText([first = '', ...rest]: readonly string[]): string {
	const marker = /^\s*(?:[-+*]|\d{1,9}[.)])(?:[ \t]{1,4}|$)/.exec(first)?.[0] ?? '';
	const indentation = new RegExp(`^(?:\\t| {1,${Math.max(1, marker.length)}})`);
	const lines = [first.slice(marker.length), ...rest.map((line) => line.replace(indentation, ''))];
	return lines.join('\n').trim();
}

function name(sections: readonly Section[], lines: readonly string[]): Sections {
	const problems: string[] = [];
	const ids: SectionIds[] = [];
	const titles = sections.map(({ title }) => shortTitle(title));
	const literal = new Set(titles);
	const taken = new Set<string>();
	// Where to go on counting, so that a title repeated thousands of times stays linear.
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
			// A section may be titled like another's item: the section keeps the id.
			while (literal.has(itemId)) itemId += ' (item)';
			itemIds.push(itemId);
			return own(itemId, text);
		});
		return [...whole, ...items];
	});
	return { sections: named, ids, problems };
}
