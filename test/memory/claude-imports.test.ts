import { describe, expect, it } from 'vitest';
import { importsOf } from '../../src/memory/files/claude-imports';

const of = (content: string, file = 'docs/CLAUDE.md') => importsOf(file, content);

describe('imports', () => {
	it('are paths after a blank, with where they stand', () => {
		expect(of('See @style.md and\n@../README.md\n\n- *@./a/b.md*\n- x\n')).toEqual([
			{ said: '@style.md', line: 1, file: 'docs/style.md', isTaken: true },
			{ said: '@../README.md', line: 2, file: 'README.md', isTaken: true },
			{ said: '@./a/b.md', line: 4, file: 'docs/a/b.md', isTaken: true },
		]);
	});

	it.each([
		['@a.md.', { said: '@a.md.', file: 'docs/a.md.', meant: 'docs/a.md', isTaken: true }],
		['(@a.md)', { said: '@a.md)', file: 'docs/a.md)', meant: 'docs/a.md', isTaken: false }],
		['"@a.md"', { said: '@a.md"', file: 'docs/a.md"', meant: 'docs/a.md', isTaken: false }],
		['**@a.md**', { said: '@a.md', file: 'docs/a.md', isTaken: true }],
		['~~@a.md~~ x', { said: '@a.md', file: 'docs/a.md', isTaken: true }],
		['@a\\ b.md c', { said: '@a\\ b.md', file: 'docs/a b.md', isTaken: true }],
		['@a.md#part,', { said: '@a.md#part,', file: 'docs/a.md', isTaken: true }],
		['@./x//./y', { said: '@./x//./y', file: 'docs/x/y', isTaken: true }],
		['@../../a.md', { said: '@../../a.md', isTaken: true }],
		['@/etc/x', { said: '@/etc/x', isTaken: true }],
		['@~/x.md', { said: '@~/x.md', isTaken: true }],
		['@x/../y', { said: '@x/../y', file: 'docs/y', isTaken: true }],
		[
			`@${'a/'.repeat(30)}b`,
			{
				said: `@${'a/'.repeat(30)}b`,
				file: `docs/${Array(20).fill('a').join('/')}`,
				isTaken: true,
			},
		],
	])('%j', (text, found) => {
		expect(of(text)).toEqual([{ line: 1, ...found }]);
	});

	it.each([
		'`@a.md`',
		'``x ` @a.md``',
		'```\n@a.md\n```',
		'    @a.md',
		'a <!-- @a.md --> b',
		'<!-- @a.md -->',
		'me@a.md',
		'[@a](b.md)',
		'@',
		'@ a',
	])('are none in %j', (text) => {
		expect(of(text)).toEqual([]);
	});

	it('are counted in lines, over code and comments too', () => {
		expect(of('a `b\nc` d\ne <!-- e\nf --> @g.md\n').map(({ line, said }) => [line, said])).toEqual(
			[[4, '@g.md']],
		);
		expect(of('# A\n\ntext\n\n## @b.md\n', 'CLAUDE.md')).toEqual([
			{ said: '@b.md', line: 5, file: 'b.md', isTaken: true },
		]);
	});
});
