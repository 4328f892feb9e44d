// Constraints of a rule or workflow (docs/memory.md, "Constraints"): each H2 section, or each list item
// in it, found by a CommonMark parser, so that a heading inside a code block is no heading.
import MarkdownIt from 'markdown-it';
import { type Split, splitFrontMatter } from './front-matter';
import { contentHash } from './hash';
import type { Constraint } from './types';

/** Characters of a title that go into ids. */
const MOST_TITLE = 120;

export interface Parsed {
	readonly constraints: readonly Constraint[];
	/** What the author should know, one sentence each. */
	readonly problems: readonly string[];
}

// Blocks are enough: ids and texts are source text, and inline parsing is where hostile input is slow.
const parser = new MarkdownIt('commonmark');
parser.core.ruler.enableOnly(['normalize', 'block']);

/** One that is never closed goes on to the end. */
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

type Token = ReturnType<typeof parser.parse>[number];

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

/** All constraints of a document, in its order. Linear in its length. */
export function parseConstraints(content: string): Parsed {
	const { markdown, problem }: Split = splitFrontMatter(content);
	const problems = problem === undefined ? [] : [problem];
	const lines = markdown.split(/\r\n|\r|\n/);
	return name(sectionsOf(parser.parse(markdown, {}), lines), lines, problems);
}

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

function name(sections: readonly Section[], lines: readonly string[], problems: string[]): Parsed {
	const titles = sections.map(({ title }) => shortTitle(title));
	const literal = new Set(titles);
	const taken = new Set<string>();
	// Where to go on counting, so that a title repeated thousands of times stays linear.
	const numbers = new Map<string, number>();
	const constraints = sections.flatMap((section, index) => {
		const title = titles[index] ?? '';
		let id = title;
		let number = numbers.get(title) ?? 1;
		while (taken.has(id) || (id !== title && literal.has(id))) id = `${title} (${++number})`;
		numbers.set(title, number);
		taken.add(id);
		if (id !== title)
			problems.push(`the H2 title "${title}" is used more than once; here its id is "${id}"`);
		const own = (constraintId: string, text: string): Constraint[] => {
			if (text === '') return [];
			return [{ id: constraintId, name: title, text, textHash: contentHash(text) }];
		};
		const body = lines.slice(section.from, section.to).join('\n').trim();
		const whole = section.prose ? own(id, body) : [];
		const items = section.items.flatMap((text, item) => {
			let itemId = `${id}/${item + 1}`;
			// A section may be titled like another's item: the section keeps the id.
			while (literal.has(itemId)) itemId += ' (item)';
			return own(itemId, text);
		});
		return [...whole, ...items];
	});
	return { constraints, problems };
}

const shortTitle = (title: string): string => {
	const line = title.replaceAll(/\s+/g, ' ').trim();
	if (line === '') return 'Untitled';
	return line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE - 1)}…`.toWellFormed() : line;
};
