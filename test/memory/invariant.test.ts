// Every word of a rule is in a constraint, in a heading over one, or on a line that is counted.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyWord } from '../../bench/rules/corrupt';
import { shown } from '../../bench/rules/replayed';
import { share, times } from '../fuzz-runs';

/** One word of a document changed: how it shows. */
const changed = (content: string, draw: number) => {
	const edited = anyWord(content, draw);
	return edited === undefined ? 'no word' : shown(content, edited);
};

describe('a word changed anywhere', () => {
	it.each([
		['an underlined heading', 'Commit your work daily.\n---\n\nx y\n'],
		['a title that is a rule', '# Never push to main\n\n- ab cd\n'],
		['a heading of a number', '## At most 200 lines a file\n\n- ab cd\n'],
		['a heading with nothing under it', '## Naming\n\n## Tests\n\n- ab cd\n'],
		['what code says of a comment', 'Write `<!-- never that -->` here, not `-->` there.\n'],
		['types with parameters', '<T>\n\nUse List<String> for Map<Key, Value>.\n\n<name>\n'],
		['placeholders on lines of their own', 'Call it\n<name>\nor\n\n<other>\nthat\n'],
		['definitions of links', 'See [that].\n\n[that]: https://example.org/guide "Never this"\n'],
		['attributes of tags', '<rule must="never" of="main">\npush here\n</rule>\n'],
		['a tag that is never closed', '<never>\n\npush here\n'],
		['a table of titles alone', '| Never push | to main |\n|---|---|\n'],
		['a column without cells', '| Do | Never do |\n|---|---|\n| ab | |\n'],
		['cells beyond the last column', '| Do |\n|---|\n| ab | never cd |\n'],
		['a fence and what it is of', '```sh only\nnpm test\n```\n'],
		['a comment and text behind it', '<!-- one\ntwo --> three\n'],
		['quotes in items', '- ab\n  > cd\n  >\n  > # Never ef\n'],
		['lists of links', '- [Never push](never.md)\n- https://example.org/never\n'],
		['front matter', '---\ndescription: ab\n---\n\ncd\n'],
	])('is seen or counted: %s', (_, content) => {
		const words = content.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0;
		for (let draw = 0; draw < words; draw++)
			expect([content, draw, changed(content, draw)]).not.toContain('unseen');
	});

	it('is seen or counted in whatever is made of blocks', () => {
		const words = fc
			.array(
				fc.constantFrom(
					...['never', 'push', 'to', 'main', '`code`', '**all**', '<T>', '[a](b)', '&amp;', '*.ts'],
					...['https://a.b', '\\*', '<!-- no -->', '_x_', '90', ':', '|', '<br>', '~~old~~'],
				),
				{ minLength: 1, maxLength: 5 },
			)
			.map((each) => each.join(' '));
		const start = fc.constantFrom(
			...[
				'',
				'- ',
				'  - ',
				'1. ',
				'> ',
				'# ',
				'## ',
				'### ',
				'| ',
				'    ',
				'<rule>',
				'<div ',
				'- [ ] ',
			],
			...['[a]: ', '```', '<!-- ', '-->', '</rule>', '\t', '+ > '],
		);
		const line = fc.oneof(
			fc.tuple(start, words).map(([sign, text]) => `${sign}${text}`),
			fc.constantFrom('', '', '---', '===', '```', '|---|---|', '<rule>', '</rule>', '-->', '***'),
		);
		fc.assert(
			fc.property(fc.array(line, { maxLength: 14 }), fc.nat(60), (lines, draw) => {
				// Of two tags that end one thing, the other does what the first did.
				fc.pre(lines.filter((each) => each.trim() === '</rule>').length < 2);
				expect(changed(lines.join('\n'), draw)).not.toBe('unseen');
			}),
			{ numRuns: times(40, 600), seed: 16 },
		);
	});
});

const folder = join(import.meta.dirname, '../../../shared/fixtures/rules/files');
const files = existsSync(folder) ? readdirSync(folder) : [];

describe.runIf(files.length > 0)('a word changed in rules as teams write them', () => {
	it.each(files)('is seen or counted: %s', (file) => {
		const content = readFileSync(join(folder, file), 'utf8');
		const step = Math.ceil(content.length / 60);
		for (const draw of share([...Array(10).keys()], 10, files.indexOf(file)))
			expect([draw, changed(content, draw * step)]).not.toContain('unseen');
	});
});
