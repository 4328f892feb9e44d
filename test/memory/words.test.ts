// Tests of the words of a text, whatever the signs that mark it up, and of wordings that are one.
import { describe, expect, it } from 'vitest';
import { fenced, hasCode, keyOf, normalized } from '../../src/memory/document/identity';
import { plainWords, withoutComments } from '../../src/memory/document/plain-text';

describe('plain words', () => {
	it.each([
		// Emphasis goes, wherever CommonMark would take it for such.
		['*a* **b** ***c*** _d_ __e__', 'a b c d e'],
		['**a *b* c**', 'a b c'],
		['(*a*) "**b**" [*c*], *d*: *e*.', '(a) "b" [c], d: e.'],
		['**Never**', 'Never'],
		['**bold*** text', 'bold* text'],
		['***a** b*', 'a b'],
		['*a **b***', 'a b'],
		// Names and patterns keep their signs.
		['foo_bar_ and __init__.py', 'foo_bar_ and __init__.py'],
		['**/*.ts and src/**', '**/*.ts and src/**'],
		['2 * 3 * 4', '2 * 3 * 4'],
		['a*b*c', 'a*b*c'],
		['*.ts, *.js', '*.ts, *.js'],
		['**a', '**a'],
		['a**', 'a**'],
		['*a* *', 'a *'],
		['**.env** files', '.env files'],
		['*a*..', 'a..'],
		['*a*.b', '*a*.b'],
		// Code stands to the letter, however many signs are around it.
		['`a  b`', '`a b`'],
		['`` a`b ``', '`a`b`'],
		['``a``', '`a`'],
		['`*a*`', '`*a*`'],
		['`a *b* c', '`a b c'],
		['``a` *b*', '``a` b'],
		['\\`a *b* `c`', '`a b `c`'],
		// Escapes, entities, addresses, quotation marks, blanks, boxes.
		['\\*a\\* \\a \\_', '*a* \\a _'],
		['a\\\nb', 'a b'],
		['a &amp; b &lt;c&gt; &nope;', 'a & b <c> &nope;'],
		['<https://a.b/c_d_>', 'https://a.b/c_d_'],
		['[a](<b c_d>)', '[a](<b c_d>)'],
		['[a](<b_c_>)', '[a](b_c_)'],
		['‘a’ “b”', '\'a\' "b"'],
		['  a \n\t b  ', 'a b'],
		['[ ] a', 'a'],
		['[x]  b', 'b'],
		[' [X] c', 'c'],
		['[y] d', '[y] d'],
		['a [ ] b', 'a [ ] b'],
		['[x]e', '[x]e'],
		['e\u0301', 'é'],
		['a\ud800b', 'a\ufffdb'],
		['a <!-- *b* --> c', 'a <!-- *b* --> c'],
	])('of %j are %j', (text, words) => {
		expect(plainWords(text)).toBe(words);
	});
});

describe('comments', () => {
	it.each([
		['a', 'a', []],
		['a <!-- b --> c', 'a  c', [0]],
		['a\n<!-- b\nc -->\nd <!-- e -->', 'a\n\n\nd ', [1, 2, 3]],
		['<!-- a --><!-- b -->', '', [0]],
		['`<!--` a <!-- b -->', '`<!--` a ', [0]],
		['\\<!-- a -->', '\\<!-- a -->', []],
		['<!-- `a --> b`', ' b`', [0]],
		['<!-- a', '<!-- a', []],
		['<!-- a\n<!-- b', '<!-- a\n<!-- b', []],
		['``a`` `<!-- b -->` ``c``', '``a`` `<!-- b -->` ``c``', []],
	])('of %j are left out', (text, rest, lines) => {
		expect(withoutComments(text)).toEqual({ text: rest, lines });
	});

	it('go on to the end of a block of HTML', () => {
		expect(withoutComments('a\n<!-- b\nc', true)).toEqual({ text: 'a\n\n', lines: [1, 2] });
	});
});

describe('code in a constraint', () => {
	it('stands between more signs than it has itself', () => {
		expect(fenced('a\n')).toBe('```\na\n```');
		expect(fenced('a', ' ts ')).toBe('```ts\na\n```');
		expect(fenced('``\n````\n`')).toBe('`````\n``\n````\n`\n`````');
	});

	it('is told from words, and keeps its lines', () => {
		const text = 'Run *this*:\n```sh\nnpm  i\n  npm t \n```\nand `stop`';
		expect(normalized(text)).toBe('Run this: ```sh npm i npm t and `stop`');
		expect(hasCode(text)).toBe(true);
		expect(hasCode('Run `this`')).toBe(false);
		expect(hasCode('')).toBe(false);
		expect(normalized('````\n```\n````')).toBe('``` ```');
		expect(normalized('a\n\n\n```\nx')).toBe('a ``` x');
		expect(normalized('a ``` b')).toBe('a ``` b');
	});
});

describe('a key', () => {
	const key = (text: string, ...under: string[]) => keyOf(text, under);

	it.each([
		['Run *this* now', 'Run this\n  now'],
		['a\n```\nb\n```\nc', 'a\r\n```\r\nb\r\n```\r\nc'],
		['```\nb \n```', '```\nb\n```'],
		['```\nb\n```', '````\nb\n````'],
		['```\ne\u0301\n```', '```\né\n```'],
	])('of %j is that of %j', (one, other) => {
		expect(key(one)).toMatch(/^[\da-f]{12}$/);
		expect(key(one)).toBe(key(other));
	});

	it.each([
		['Run this', 'run this'],
		['```\n b\n```', '```\nb\n```'],
		['```\na b\n```', '```\na\nb\n```'],
		['```\na  b\n```', '```\na b\n```'],
		['```ts\na\n```', '```js\na\n```'],
		['```\na\n```', 'a'],
	])('of %j is not that of %j', (one, other) => {
		expect(key(one)).not.toBe(key(other));
	});

	it('holds what it stands under', () => {
		const keys = [key('a'), key('a', ''), key('a', '!'), key('a', '!', 'b'), key('a', 'b', '!')];
		expect(new Set(keys).size).toBe(5);
	});
});
