// Tests of the grade of a cut before each line, for texts of every kind with all that is told apart in them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gradeBoundaries, openFence } from '../../../src/protect/text/boundaries';
import { type Nature, natureOf } from '../../../src/protect/text/kind';
import { indexLines, lineStart } from '../../../src/protect/text/lines';

/**
 * Texts in which each line has before it the grade of a cut there (`grade.ts`), and `!` where no sentence is
 * looked for. Above each, the text's kind and the styles of its entries.
 */
const file = join(import.meta.dirname, '../../fixtures/text/grades.txt');
const graded = readFileSync(file, 'utf8')
	.split(/^===== /m)
	.slice(1);

const natureNamed = ({ kind, styles }: Nature): string => `${kind} ${styles.join(',')} \n`;

/** The text with its grades, as the file spells them. */
const spelled = (text: string, nature: Nature, fence = ''): string => {
	const lines = indexLines(text);
	const { grades, literal } = gradeBoundaries(text, lines, nature, fence);
	return Array.from(grades, (grade, at) => {
		const line = text.slice(lineStart(lines, at + 1), lineStart(lines, at + 2));
		return `${grade}${literal[at] === 1 ? '!' : ' '}${line}`;
	}).join('');
};

describe('the boundaries of a text', () => {
	it.each(graded.map((expected) => [expected.slice(0, expected.indexOf('\n')).trim(), expected]))(
		'that is %s are graded line by line (case %#)',
		(_, expected) => {
			const [, ...rest] = expected.split(/(?<=\n)/);
			const text = rest.map((line) => line.slice(2)).join('');
			const nature = natureOf(text, indexLines(text));
			expect(natureNamed(nature) + spelled(text, nature)).toBe(expected);
		},
	);

	it('that begins within a fence are graded so until it closes', () => {
		const nature: Nature = { kind: 'prose', styles: [] };
		expect(spelled('# code\n\n \nmore\n```ts\n```\n# Title\n', nature, '```')).toBe(
			'3!# code\n1!\n1! \n3!more\n1!```ts\n1!```\n4 # Title\n',
		);
	});

	it.each([
		['prose', 'Title\n=====\n\nText\n\n---\n\nText\n', '41111414'],
		['prose', 'Said: \n- item\nSaid:\n\nText\n', '41114'],
		['prose', '- item\n \n one\n\n- item\n\nb  c\n\n    code\n', '414141414!'],
		['prose', '    code\n\nText\n', '4!14'],
		['lines', 'one\n \ntwo\n', '414'],
	] as const)('of %s such as %j are %s', (kind, text, expected) => {
		const graded = spelled(text, { kind, styles: [] });
		const marks = [...graded.matchAll(/^(\d!?)/gm)].map(([mark]) => mark);
		expect(marks.join('')).toBe(expected);
	});
});

describe('the fence that is open at an offset', () => {
	it.each([
		['', ''],
		['text\n', ''],
		['```\n', '```'],
		['```ts\ncode\n', '```'],
		['```\ncode\n```\n', ''],
		['```\ncode\n``` \n~~~~\n', '~~~~'],
		['````\n```\n', '````'],
		['```\n~~~\n', '```'],
		['```\n````\n', ''],
		['```\n```ts\n', '```'],
		['> ```\n', '```'],
		['>```\n', '```'],
		['> ```\n> ```\n', ''],
		['  ~~~\n', '~~~'],
		['text ```\n', ''],
		['``\n', ''],
	])('after %j is %j', (text, fence) => {
		expect(openFence(`${text}\`\`\`\n`, text.length)).toBe(fence);
	});
});
