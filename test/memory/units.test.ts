import { describe, expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/document/document';
import { NONE_UNBOUND } from '../../src/memory/document/line-coverage';

const of = (markdown: string) => parseConstraints(markdown).constraints;
const said = (markdown: string) =>
	of(markdown).map(({ id, text, lead }) => (lead === undefined ? [id, text] : [id, text, lead]));
/** Lines from 1, with why they bind nobody. */
const unbound = (markdown: string) =>
	[...parseConstraints(markdown).unboundLines].map(([line, why]) => `${line + 1} ${why}`).sort();
const TABLE = '| Do | Not |\n|---|---|\n| a | b |\n';

describe('a text', () => {
	it.each([
		['- a\n\n  b\n', [['Text/1', 'a\n\nb']]],
		['- ```\n  x\n  ```\n', [['Text/1', '```\nx\n```']]],
		['- a\n\n  ```\n  x\n  ```\n', [['Text/1', 'a\n```\nx\n```']]],
		// Behind a list it belongs to the item at the top, as it stands under all of it.
		[
			'- a\n  - b\n\n```\nx\n```\n',
			[
				['Text/1', 'a\n```\nx\n```'],
				['Text/1.1', 'b', 'a'],
			],
		],
		['- a\n\n  | Do | Not |\n  |---|---|\n  | b | c |\n', [['Text/1', 'a\nDo: b; Not: c']]],
		['- a <!-- b\n', [['Text/1', 'a <!-- b']]],
		['| Do |\n|---|\n| a <!-- b --> |\n', [['Text/r1', 'Do: a']]],
		['-\n  - a\n', [['Text/1.1', 'a']]],
		[
			'- 1\n  - 2\n    - 3\n      - 4\n        - 5\n          - 6\n',
			[
				['Text/1', '1'],
				['Text/1.1', '2', '1'],
				['Text/1.1.1', '3', '1 2'],
				['Text/1.1.1.1', '4', '1 2 3'],
				['Text/1.1.1.1.1', '5', '1 2 3 4'],
				['Text/1.1.1.1.1.1', '6', '2 3 4 5'],
			],
		],
	])('%j is %j', (markdown, units) => {
		expect(said(markdown)).toEqual(units);
	});

	it('of an item leads where others are nested under its colon', () => {
		expect(of('- a:\n- b:\n  - c\n').map(({ leads }) => leads)).toEqual([
			undefined,
			true,
			undefined,
		]);
	});
});

describe('what is announced', () => {
	it.each([
		[
			'Label\n\n1. a\n',
			[
				['Text/p1', 'Label'],
				['Text/1', 'a', 'Label'],
			],
		],
		[
			`Label\n\n${TABLE}`,
			[
				['Text/p1', 'Label'],
				['Text/r1', 'Do: a; Not: b', 'Label'],
			],
		],
		[
			'Do not:\n\nUse any.\n',
			[
				['Text/p1', 'Do not:'],
				['Text/p2', 'Use any.', 'Do not:'],
			],
		],
		[
			'Label\n\nText.\n\n- a\n',
			[
				['Text/p1', 'Label'],
				['Text/p2', 'Text.'],
				['Text/1', 'a'],
			],
		],
		[
			'Label\n\n***\n\n- a\n',
			[
				['Text/p1', 'Label'],
				['Text/1', 'a'],
			],
		],
		[
			'Label\n\n[x](y)\n\n- a\n',
			[
				['Text/p1', 'Label'],
				['Text/1', 'a'],
			],
		],
		[
			'a\n\n---\n\n```\nx\n```\n',
			[
				['Text/p1', 'a'],
				['Text/p2', '```\nx\n```'],
			],
		],
	])('%j is %j', (markdown, units) => {
		expect(said(markdown)).toEqual(units);
	});

	it('is no part of a paragraph by itself: as an item it is the same', () => {
		expect(of('Be kind\n')[0]?.key).toBe(of('- Be kind\n')[0]?.key);
	});
});

describe('a section', () => {
	it.each([
		['### Sub\n\n- a\n', ['Sub/1']],
		[
			'- a\n\n## B\n\n- b\n\n### C\n\n- c\n\n# D\n\n- d\n\n### E\n\n- e\n',
			['Text/1', 'B/1', 'B/2', 'D/1', 'E/1'],
		],
		// Memory MCP knows none inside of tags.
		['<rules>\n## B\n- a\n</rules>\n', ['Text/q1']],
	])('of %j has the ids %j', (markdown, ids) => {
		expect(of(markdown).map(({ id }) => id)).toEqual(ids);
	});
});

describe('a tag', () => {
	it('ends behind a text as well as on a line of its own', () => {
		const rules = of('<never>\n\n- a  \n</never>\n\n- b\n');
		expect(rules.map(({ text, sense }) => [text, sense])).toEqual([
			['a', '!'],
			['b', undefined],
		]);
		const both = of('<never>\n<in-tests>\n\nPush.\n</in-tests>\n</never>\n\nPull.\n');
		expect(both.map(({ text, sense }) => [text, sense])).toEqual([
			['Push.', '! > tests'],
			['Pull.', undefined],
		]);
	});

	it('that is closed before it is opened is a text', () => {
		expect(said('<a>\nx\n</a>\n<a>\ny\n')).toEqual([
			['Text/p1', 'x'],
			['Text/p2', '<a>\ny'],
		]);
	});
});

describe('a line that binds nobody', () => {
	it.each([
		['# T\n\n## Never push to main\n', []],
		['## A\n\n- \n', ['1 headings']],
		['## A\n\n- [x](y)\n', ['1 headings', '3 links']],
		['## A\n\n[x](y)\n', ['1 headings', '3 links']],
		['## A\n\n- [x](y)\n\n```\nz\n```\n', ['3 links']],
		['## A\n\n\u2003\n', ['1 headings']],
		[`## A\n\n${TABLE}`, []],
		['## A\n\n```\nx\n```\n', []],
		['## A\n\n- ```\n  x\n  ```\n', []],
		['a\n\n***\n\n```\nx\n```\n', []],
		['<never>\n\n[x](y)\n</never>\n', ['1 headings', '3 links', '4 headings']],
		['a\n\n</never>\n', ['3 comments']],
		['| a <!-- b --> |\n|---|\n| c |\n', ['1 comments']],
	])('of %j is %j', (markdown, lines) => {
		expect(unbound(markdown)).toEqual(lines);
	});

	it('is counted', () => {
		expect(parseConstraints('- a\n').unbound).toEqual(NONE_UNBOUND);
	});
});

// In every way in which it can be taken apart, this takes longer than there is time.
it.each([
	'http://'.repeat(5_000),
	`${'<http://a>'.repeat(2_000)}http://`,
	'[a](b)'.repeat(5_000),
	'[a][b]'.repeat(5_000),
])('a text that is nearly only links is read once: %#', (links) => {
	expect(of(`${links}\n!x`)).toHaveLength(1);
});

it('a text that is only links binds nobody, however they stand', () => {
	const links =
		'https://a.example/b, <http://c.example>\n[d](https://e.example) · [f][g] | <https://h.example>';
	expect(unbound(links)).toEqual(['1 links', '2 links']);
});
