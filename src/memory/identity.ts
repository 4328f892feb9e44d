// When two wordings are one constraint (docs/memory.md, "Identity"): by their words, not by how they are
// wrapped, marked up, numbered or placed. Code is said to the letter.
import { sha256Hex } from './hash';
import { plainWords } from './inline';

/** How code stands in the text of a constraint: a line of signs before and after it. */
const FENCE = /^(`{3,})[^`]*$/;

/** A block of code as the text of a constraint has it. */
export function fenced(code: string, info = ''): string {
	const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = '`'.repeat(longest + 1);
	return `${fence}${info.trim()}\n${code.trimEnd()}\n${fence}`;
}

interface Said {
	readonly words: string;
	readonly isCode: boolean;
}

function saidOf(text: string): Said[] {
	const said: Said[] = [];
	let fence = '';
	let lines: string[] = [];
	const end = (isCode: boolean): void => {
		said.push({ words: lines.join('\n'), isCode });
		lines = [];
	};
	for (const line of text.split(/\r?\n/)) {
		const [, mark = ''] = FENCE.exec(line) ?? [];
		if (fence === '' && mark !== '') {
			end(false);
			fence = mark;
			lines.push(`\`\`\`${line.slice(mark.length)}`);
		} else if (fence !== '' && line === fence) {
			end(true);
			fence = '';
		} else lines.push(fence === '' ? line : line.trimEnd());
	}
	end(fence !== '');
	return said;
}

/** The words of a text, on one line: the same for all ways of writing them that Markdown takes for one. */
export const normalized = (text: string): string =>
	saidOf(text)
		.map(({ words, isCode }) => (isCode ? words.replaceAll(/\s+/g, ' ').trim() : plainWords(words)))
		.filter((words) => words !== '')
		.join(' ');

/** Whether a text holds code whose line ends and indentation are part of what it says. */
export const hasCode = (text: string): boolean => saidOf(text).some(({ isCode }) => isCode);

/** What a key is made of. */
const exact = (text: string): string =>
	saidOf(text)
		.map(({ words, isCode }) => (isCode ? words.normalize('NFC') : plainWords(words)))
		.filter((words) => words !== '')
		.join('\n');

/** Digits of a key, and of the short form of every hash. */
export const KEY_LENGTH = 12;

/**
 * @param words text of the constraint
 * @param under what it says beside its own words: those of the items that it is nested in, or of the line that
 * announces it, and the sense of its headings
 */
export const keyOf = (words: string, under: readonly string[]): string =>
	sha256Hex(JSON.stringify([exact(words), ...under])).slice(0, KEY_LENGTH);
