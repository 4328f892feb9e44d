import { describe, expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/document/document';
import { fenced, hasCode, keyOf, normalized } from '../../src/memory/document/identity';
import { shortTitle } from '../../src/memory/document/markdown';
import { sha256Hex } from '../../src/memory/hash';

/** Keys are kept in stores: what they are made of stays what it is. */
const keyMadeOf = (...said: string[]) => sha256Hex(JSON.stringify(said)).slice(0, 12);

it.each([
	[
		'blanks at the ends of lines of code',
		'Run:\n\n```sh\nnpm t  \n \nnow\n```\n',
		'Run:\n\n```sh\nnpm t\n\nnow\n```\n',
	],
	['a wide space behind a marker', '-\u00a0Use tabs\n- Two\n', '- Use tabs\n- Two\n'],
	[
		'one behind the sign of a heading',
		'##\u00a0Never\n\n1.\u00a0Mocks\n',
		'## Never\n\n1. Mocks\n',
	],
])('a constraint is the same, its hash too, for %s', (_, one, other) => {
	const said = (text: string) =>
		parseConstraints(text).constraints.map(({ id, key, textHash, sense }) => [
			id,
			key,
			textHash,
			sense,
		]);
	expect(said(one)).toEqual(said(other));
});

describe('the words of a text', () => {
	it.each([
		['Use  *one*\n tab ', 'Use one tab', 'Use one tab'],
		[
			'Run:\n```sh\nnpm  test \n\tnow\n```',
			'Run: ```sh npm test now',
			'Run:\n```sh\nnpm  test\n\tnow',
		],
		['```\nx\n```\nor:\n```\ny\n```', '``` x or: ``` y', '```\nx\nor:\n```\ny'],
		['````md\n```\nx\n```\n````\n', '```md ``` x ```', '```md\n```\nx\n```'],
		['```\nx', '``` x', '```\nx'],
		['a\r\nb', 'a b', 'a b'],
		['``` is `code`', '``` is `code`', '``` is `code`'],
		['[x]  Done', 'Done', 'Done'],
		['[ ] Not done', 'Not done', 'Not done'],
		['[y] Kept', '[y] Kept', '[y] Kept'],
		['“Say” ‘so’', '"Say" \'so\'', '"Say" \'so\''],
		['e\u0301', 'é', 'é'],
		['```\ne\u0301\n```', '``` e\u0301', '```\né'],
		['a `` b ` c `` d', 'a `b ` c` d', 'a `b ` c` d'],
		['a\\\nb', 'a b', 'a b'],
		['a\\b', 'a\\b', 'a\\b'],
		['', '', undefined],
	])('of %j are %j', (text, words, exact) => {
		expect(normalized(text)).toBe(words);
		const made = exact === undefined ? keyMadeOf('') : keyMadeOf(exact, 'Never');
		expect(keyOf(text, exact === undefined ? [] : ['Never'])).toBe(made);
	});

	it('hold code between lines of signs alone', () => {
		expect(hasCode('Run:\n```\nx\n```')).toBe(true);
		expect(hasCode('Run `x`')).toBe(false);
		expect(hasCode('```\nx')).toBe(true);
		expect(hasCode('')).toBe(false);
	});
});

describe('code', () => {
	it('is fenced by more signs than it holds', () => {
		expect(fenced('x\n\n')).toBe('```\nx\n```');
		expect(fenced('a ` b', ' sh ')).toBe('```sh\na ` b\n```');
		expect(fenced('```\nx\n```', 'md')).toBe('````md\n```\nx\n```\n````');
	});
});

describe('a title', () => {
	it('is one line of at most 120 characters', () => {
		expect(shortTitle(' a\n\t b ')).toBe('a b');
		expect(shortTitle(' ')).toBe('Untitled');
		expect(shortTitle('x'.repeat(120))).toBe('x'.repeat(120));
		expect(shortTitle('x'.repeat(121))).toBe(`${'x'.repeat(119)}…`);
		expect(shortTitle(`${'x'.repeat(118)}😀xx`)).toBe(`${'x'.repeat(118)}\ufffd…`);
	});
});

describe('spaces that do not break', () => {
	it('indent like others, and stay where they do not', () => {
		const said = (markdown: string) =>
			parseConstraints(markdown).constraints.map(({ id, text }) => [id, text]);
		expect(said('- a\n\u00a0\u00a0- b\u00a0c\n')).toEqual([
			['Text/1', 'a'],
			['Text/1.1', 'b\u00a0c'],
		]);
		expect(said('> \u3000- a\n')).toEqual([['Text/q1', 'a']]);
		expect(said('a \u00a0- b\n')).toEqual([['Text', 'a \u00a0- b']]);
	});
});
