// Tests that examples in documents are well formed, and that documents render as they read in the source.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { parseDefinition } from '../../src/workflow/definition/parse';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = globSync(['*.md', 'docs/*.md', 'examples/*/*.md'], { cwd: root });
const blocks = (path: string, language: string) =>
	new MarkdownIt()
		.parse(read(path), {})
		.filter(({ type, info }) => type === 'fence' && info === language)
		.map(({ content }) => content);

describe.each(documents)('%s', (path) => {
	it('has no list item or table row that is taken for a paragraph', () => {
		const paragraphs = new MarkdownIt()
			.parse(read(path), {})
			.filter(({ type }) => type === 'inline');
		const swallowed = paragraphs.filter(({ content }) =>
			/(^|\n)\s*\||\n\s*([-*]|\d+\.) /.test(content),
		);
		expect(swallowed.map(({ content }) => content)).toEqual([]);
	});

	it('shows JSON that parses', () => {
		for (const text of blocks(path, 'json')) expect(() => JSON.parse(text)).not.toThrow();
	});

	it('shows workflows that are valid', () => {
		for (const text of blocks(path, 'yml'))
			expect(parseDefinition(text)).toMatchObject({ ok: true });
	});
});

describe('headings that files name', () => {
	const files = globSync(
		['{src,test,scripts,bench,examples}/**/*.{ts,mjs,yaml}', '*.toml', '.*.example'],
		{
			cwd: root,
		},
	);
	const named = files.flatMap((file) =>
		[...read(file).matchAll(/\b((?:docs\/)?\w+\.md),? "([A-Z][^"\n]+)"/g)].map(
			([, document = '', heading = '']) => ({ file, document, heading }),
		),
	);

	it('are in the document', () => {
		const missing = named.filter(
			({ document, heading }) =>
				documents.includes(document) &&
				!new RegExp(`^(#+ ${heading}|\\*\\*${heading}\\.\\*\\*.*)$`, 'm').test(read(document)),
		);
		expect(missing).toEqual([]);
		expect(named.length).toBeGreaterThan(20);
	});
});
