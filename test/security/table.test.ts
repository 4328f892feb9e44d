// Every row of the table names a test that is there.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const rows = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
	.split('\n')
	.filter((line) => line.startsWith('| ') && !/^\| (n|attack|in) \|/.test(line))
	.map((line) =>
		line
			.slice(1, -1)
			.split(' | ')
			.map((cell) => cell.trim()),
	);

it('every attack has a test, by file and name', () => {
	const numbers = rows.map(([first = '']) => Number(first)).filter((n) => n > 0);
	expect(numbers).toEqual(Array.from({ length: 70 }, (_, at) => at + 1));
	const missing = rows.filter((cells) => {
		const [file = '', name = ''] = cells.slice(-2);
		const path = join(folder, file.replaceAll('`', ''));
		return !existsSync(path) || !readFileSync(path, 'utf8').includes(name);
	});
	expect(missing).toEqual([]);
});

/** A document in one line, without its code and tables. */
const textOf = (path: string): string =>
	readFileSync(join(folder, '..', path), 'utf8')
		.replace(/```.*?```/gs, '')
		.replace(/^\|.*$/gm, '')
		.replace(/\s+/g, ' ');
const promised = rows.filter(([source = '']) => /^(README|SECURITY|docs\/.+)\.md$/.test(source));
const wordsIn = (path: string) =>
	promised.flatMap(([source, words = '']) => (source === path ? [words] : []));
const shown = (sentence: string, words: readonly string[]) =>
	words.some((each) => sentence.includes(each));

it('every sentence that SECURITY.md promises has a test', () => {
	const [, part = ''] = /## What it promises (.*?) ## /.exec(textOf('SECURITY.md')) ?? [];
	const sentences = part
		.split(/(?<=[.;])\s+/)
		.map((sentence) => sentence.replace(/- \*\*[^*]*\*\*/g, '').trim())
		.filter((sentence) => /\w/.test(sentence) && !sentence.startsWith('[test/security]'));
	expect(sentences.length).toBeGreaterThan(15);
	expect(sentences.filter((sentence) => !shown(sentence, wordsIn('SECURITY.md')))).toEqual([]);
});

/** Documents of what was measured, and of others' words, are not of what is promised. */
const OTHERS = /benchmarks|history|specification|evals/;

it.each(globSync('docs/*.md', { cwd: join(folder, '..') }).filter((path) => !OTHERS.test(path)))(
	'every sentence of %s that says never has a test',
	(path) => {
		const sentences = textOf(path)
			.split(/(?<=[.;])\s+/)
			.filter((sentence) => /\bnever\b/i.test(sentence.replace(/`[^`]*`/g, '')));
		expect(sentences.filter((sentence) => !shown(sentence, wordsIn(path)))).toEqual([]);
	},
);

it('the words of each promise stand in what promises them', () => {
	const missing = promised.filter(([source = '', words = '']) => !textOf(source).includes(words));
	expect(missing).toEqual([]);
});
