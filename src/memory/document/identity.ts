// The identity of constraints (docs/memory.md, "Identity"): by their words, whatever their wrapping, markup, numbering
// or position. Code counts to the letter.
import { sha256Hex } from '../hash';
import { BLANK, plainWords } from './plain-text';

const FENCE = /^(`{3,})[^`]*$/;

/** Returns a block of code with fences that do not occur in it. */
export function fenced(code: string, info = ''): string {
	const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
	const fence = '`'.repeat(longest + 1);
	return `${fence}${info.trim()}\n${code.trimEnd()}\n${fence}`;
}

interface Segment {
	readonly words: string;
	readonly isCode: boolean;
}

function segmentsOf(text: string): Segment[] {
	const segments: Segment[] = [];
	let fence = '';
	let lines: string[] = [];
	const end = (isCode: boolean): void => {
		segments.push({ words: lines.join('\n'), isCode });
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
	return segments;
}

/** Returns the words of a text on one line, equal for equivalent Markdown. */
export const normalized = (text: string): string =>
	segmentsOf(text)
		.map(({ words, isCode }) => (isCode ? words.replaceAll(/\s+/g, ' ').trim() : plainWords(words)))
		.filter((words) => words !== '')
		.join(' ');

const exact = (text: string): string =>
	segmentsOf(text)
		.map(({ words, isCode }) => (isCode ? words.normalize('NFC') : plainWords(words, true)))
		.filter((words) => words !== '')
		.join('\n');

/** Returns whether a text contains code whose line breaks or blanks matter. */
export const hasCode = (text: string): boolean =>
	segmentsOf(text).some(({ isCode }) => isCode) || exact(text).includes(BLANK);

export const KEY_LENGTH = 12;

/**
 * Returns the key of a constraint.
 * @param under the sense of its headings, and its lead: the text of its parent items, or of the line before its list
 */
export const keyOf = (words: string, under: readonly string[]): string =>
	sha256Hex(JSON.stringify([exact(words), ...under])).slice(0, KEY_LENGTH);
