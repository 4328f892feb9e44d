// The constraints of a document: its items and paragraphs, with what they stand under.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTHING_BINDS, parseConstraints, readDocument } from '../../src/memory/document/document';
import { splitFrontMatter } from '../../src/memory/document/front-matter';
import { times } from '../fuzz-runs';

const of = (markdown: string) => parseConstraints(markdown).constraints;
const pairs = (markdown: string) => of(markdown).map(({ id, text }) => [id, text]);
const keys = (markdown: string) => of(markdown).map(({ key }) => key);
const sorted = (markdown: string) => keys(markdown).sort();

describe('what binds', () => {
	it('is every item and paragraph, under whatever heading or none', () => {
		expect(
			pairs('Be kind.\n\n# Title\n\n- one\n\n### Sub\n\nText.\n\n- two\n\n## Naming\n\n- three\n'),
		).toEqual([
			['Text', 'Be kind.'],
			['Title/1', 'one'],
			['Sub/p1', 'Text.'],
			['Sub/1', 'two'],
			['Naming/1', 'three'],
		]);
	});

	it('keeps the ids of sections: a title for a section of one text, a number for an item', () => {
		expect(
			pairs('## Core\n\nBe clear.\nBe brief.\n\n## Steps\n\nIn order:\n\n1. a\n2. b\n'),
		).toEqual([
			['Core', 'Be clear.\nBe brief.'],
			['Steps/p1', 'In order:'],
			['Steps/1', 'a'],
			['Steps/2', 'b'],
		]);
	});

	it('counts items as sections do, also under deeper headings, after quotes and empty ones', () => {
		expect(pairs('## A\n\n- a\n-\n\n> - quoted\n\n### B\n\n- c\n')).toEqual([
			['A/1', 'a'],
			['A/q1', 'quoted'],
			['A/3', 'c'],
		]);
	});

	it('says nested items with the words of their parents', () => {
		const [parent, child, deep] = of('- Imports:\n  - Use `@/`\n    - never `../`\n');
		expect(parent).toMatchObject({ id: 'Text/1', text: 'Imports:', leads: true });
		expect(child).toMatchObject({ id: 'Text/1.1', text: 'Use `@/`', lead: 'Imports:' });
		expect(deep).toMatchObject({ id: 'Text/1.1.1', lead: 'Imports: Use `@/`' });
	});

	it('takes tables by row, and code as part of what it follows', () => {
		expect(
			pairs(
				'## T\n\n| Do | Do not |\n|---|:--|\n| a | b |\n| c | |\n\n## C\n\nRun:\n\n```sh\nmake\n```\n',
			),
		).toEqual([
			['T/r1', 'Do: a; Do not: b'],
			['T/r2', 'Do: c'],
			['C', 'Run:\n```sh\nmake\n```'],
		]);
	});

	it('keeps the words that announce a list with its items', () => {
		expect(of('Do not:\n\n- use any\n').map(({ lead, leads }) => [lead, leads])).toEqual([
			[undefined, true],
			['Do not:', undefined],
		]);
	});

	it('reads rules in tags of their own as the Markdown that they are', () => {
		expect(pairs('<rules>\n- a\n- b\n\n## Sub\n</rules>\n\n- c\n')).toEqual([
			['Text/q1', 'a'],
			['Text/q2', 'b'],
			['Sub/1', 'c'],
		]);
		for (const hostile of ['<div\n'.repeat(2000), '<a><b '.repeat(2000), '<!--<p>'.repeat(2000)])
			expect(parseConstraints(hostile).problems).toEqual([]);
	});

	it('counts what does not bind', () => {
		const { constraints, unbound } = parseConstraints(
			'---\ndescription: x\n---\n<!-- a\nb -->\n\n- [Guide](guide.md)\n- See [that](x.md)\n\n## Empty\n\n## Full\n\nx\n',
		);
		expect(constraints.map(({ text }) => text)).toEqual(['See [that](x.md)', 'x']);
		expect(unbound).toEqual({ frontMatter: 3, comments: 2, links: 1, headings: 1 });
	});

	it('is never nothing without a warning', () => {
		for (const text of ['# Title\n', '<!-- later -->\n', '---\nglobs: "*"\n---\n'])
			expect(readDocument('rule', text)).toMatchObject({ value: { warnings: [NOTHING_BINDS] } });
		expect(readDocument('context', '# Title\n')).toMatchObject({ value: { warnings: [] } });
	});

	it('has distinct ids and keys, whatever the document holds', () => {
		const line = fc.constantFrom(
			...['## A', '## A/1', '### A', '# B', '- x', '  - x', '1. z', 'p:', '', '```', '> - q'],
			...['| a | b |', '|---|---|', '<!-- c', '-->', '[x](y)', '<b>', '    code', '## A (2)'],
		);
		fc.assert(
			fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
				const { constraints } = parseConstraints(lines.join('\n'));
				for (const part of ['id', 'key'] as const) {
					const all = constraints.map((each) => each[part]);
					expect(new Set(all).size).toBe(all.length);
				}
			}),
			{ numRuns: times(100, 300) },
		);
	});
});

describe('a constraint is its text', () => {
	const RULE =
		'## Naming\n\n- Use **whole** words for the names of all public functions\n- Files are in kebab-case\n\n## Tests\n\nEvery change\nhas a test.\n';

	it.each([
		['CRLF', RULE.replaceAll('\n', '\r\n')],
		['a BOM', `\ufeff${RULE}`],
		['another marker', RULE.replaceAll('- ', '* ')],
		['numbers', RULE.replace('- Use', '1. Use').replace('- Files', '2. Files')],
		[
			'a rewrap',
			RULE.replace('names of all', 'names\n  of all').replace('change\nhas', 'change has'),
		],
		['another emphasis', RULE.replace('**whole**', '__whole__')],
		['another heading', RULE.replace('Naming', 'What things are called')],
		['no heading', RULE.replaceAll(/^##.*\n/gm, '')],
		[
			'another order',
			'## Tests\n\nEvery change has a test.\n\n## N\n\n- Files are in kebab-case\n- Use whole words for the names of all public functions\n',
		],
		['front matter', `---\nalwaysApply: true\n---\n${RULE}`],
		['a comment', RULE.replace('## Tests', '<!-- x -->\n\n## Tests')],
		['escapes', RULE.replace('kebab-case', 'kebab\\-case')],
	])('%s changes nothing', (_, edited) => {
		expect(sorted(edited)).toEqual(sorted(RULE));
	});

	it.each([
		['a word', RULE.replace('whole', 'short')],
		['a removal', RULE.replace('- Files are in kebab-case\n', '')],
		['a negation of the heading', RULE.replace('## Naming', '## Never do')],
		['a pattern', RULE.replace('kebab-case', '**/kebab-case')],
	])('%s changes it', (_, edited) => {
		expect(sorted(edited)).not.toEqual(sorted(RULE));
	});

	it('a change of one item is the change of one', () => {
		const before = new Set(keys(RULE));
		const after = keys(RULE.replace('- Use', '- First of all\n- Use').replace('kebab', 'snake'));
		expect(after.filter((key) => !before.has(key))).toHaveLength(2);
	});
});

describe('what a constraint stands under', () => {
	const RULES = '- Push to main.\n- Skip the tests.\n';
	const under = (...above: string[]) => sorted(`${above.join('\n\n')}\n\n${RULES}`);

	it.each([
		[['## Do'], ["## Don't"]],
		[['## Always'], ['## Never']],
		[['## Allowed'], ['## Banned']],
		[['## Allowed'], ['## What is not allowed']],
		[['## Good'], ['## Bad']],
		[['## Patterns'], ['## Anti-patterns']],
		[['## Practices'], ['## ❌ Practices']],
		[['## Goals'], ['## Non-goals']],
		[['## Required'], ['## Optional']],
		[['## Checks'], ['## Checks (optional)']],
		[['## Checks'], ['## Checks - optional']],
		[['## Checks'], ['## Deprecated']],
		[['## Draft'], ['## Archive']],
		[['## Optional'], ['## Deprecated']],
		[['**Checks**'], ['**Checks [optional]**']],
		[['## You can'], ['## You cannot']],
		[['## This works'], ["## This doesn't work"]],
		[['## Erlaubt'], ['## Verboten']],
		[['## Immer'], ['## Niemals']],
		[['## In tests'], ['## In production']],
		[['## When you deploy'], ['## When you test']],
		[['## Only for releases'], ['## Only for previews']],
		[['## Python 3.11'], ['## Python 3.9']],
		[
			['## Always', '### In the app'],
			['## Never', '### In the app'],
		],
		[
			['# Never', '## A', '### B'],
			['# Rules', '## A', '### B'],
		],
		[['In production:'], ['In tests:']],
		[['**In production**'], ['**In tests**']],
	])('is part of it: %j, %j', (one, other) => {
		expect(under(...one)).not.toEqual(under(...other));
	});

	it('is part of it: a tag around it', () => {
		const inTag = (name: string, more = '') => sorted(`<${name}${more}>\n\n${RULES}\n</${name}>\n`);
		expect(inTag('good-example')).not.toEqual(inTag('bad-example'));
		expect(inTag('example', ' type="valid"')).not.toEqual(inTag('example', ' type="invalid"'));
		expect(inTag('rules')).toEqual(inTag('guidelines'));
		expect(inTag('rules')).toEqual(sorted(`<rules>\n${RULES}</rules>\n`));
		expect(sorted(`<never>\n\n- a\n\n</never>\n\n${RULES}`)).toEqual(
			expect.arrayContaining(sorted(RULES)),
		);
	});

	it('changes with what announces it: two lists change places', () => {
		const of = (one: string, other: string) =>
			sorted(`${one}\n\n- Log all.\n\n${other}\n\n- Log none.\n`);
		expect(of('In production:', 'In tests:')).not.toEqual(of('In tests:', 'In production:'));
	});

	it.each([
		[['## Style'], ['## Code style']],
		[['## Naming'], ['## What things are called']],
		[["## Don't"], ['## Do not']],
		[["## Don'ts"], ['## Things to avoid']],
		[['## Error handling'], ['## Error handling, no surprises']],
		[['## Tools'], ['## No-code tools']],
		[['## Python'], ["## Python: do's and don'ts"]],
		[['## 1. Setup'], ['## 2. Setup']],
		[['## Step 1: Setup'], ['## Step 3: Setup']],
		[['## Never mock the clock'], ['## Never mock the clock (for all)']],
		[['## When to use'], ['## When to use this']],
		[['# A', '## B'], ['## B']],
		[['## Style', '### Names'], ['## Names']],
	])('is a label else, whose change is none: %j, %j', (one, other) => {
		expect(under(...one)).toEqual(under(...other));
	});

	it('is a constraint itself where a heading states a rule', () => {
		for (const heading of [
			'# Never push to main',
			'## At most 200 lines a file',
			'### Files must end with a newline',
			'## No default exports',
			'## Run the linter before you commit',
			'## Niemals Geheimnisse einchecken',
			'## This project is built with care for those who read it',
		])
			expect(of(`${heading}\n\n- a\n`).map(({ text }) => text)).toEqual([
				heading.replace(/^#+ /, ''),
				'a',
			]);
		expect(pairs('Never commit secrets\n---\n\n- a\n')).toEqual([
			['Never commit secrets/h1', 'Never commit secrets'],
			['Never commit secrets/1', 'a'],
		]);
		for (const label of [
			'# Guidelines',
			'## Testing',
			'## Common mistakes',
			'## In tests',
			'## Step 2',
		])
			expect(of(`${label}\n\n- a\n`)).toHaveLength(1);
	});
});

describe('front matter as the world writes it', () => {
	it.each([
		['globs: **/*\nalwaysApply: true', { globs: ['**/*'], always: true }],
		['description: A: b\nglobs: *.ts,*.tsx', { description: 'A: b', globs: ['*.ts', '*.tsx'] }],
		['globs: ["a/**", "b.{js,ts}"]', { globs: ['a/**', 'b.{js,ts}'] }],
		['paths:\n  - "src/**/*.{ts,tsx}"\n  - lib/*', { globs: ['src/**/*.{ts,tsx}', 'lib/*'] }],
		["applyTo: '**'\ndescription: 'x'", { globs: ['**'], description: 'x' }],
		['globs:\nalwaysApply: false', { always: false }],
	])('%j is read', (yaml, facts) => {
		const { markdown, lines, ...read } = splitFrontMatter(`---\r\n${yaml}\r\n---\r\ntext`);
		expect(read).toEqual(facts);
		expect(markdown).toBe('text');
	});
});

const folder = join(import.meta.dirname, '../../../shared/fixtures/rules/files');
describe.runIf(existsSync(folder))('rules as teams write them', () => {
	const files = existsSync(folder) ? readdirSync(folder) : [];

	it.each(files)('%s binds, and warns of nothing but repeated titles', (file) => {
		const document = readDocument('rule', readFileSync(join(folder, file), 'utf8'));
		if (!document.ok) throw new Error(document.error);
		expect(document.value.constraints.length).toBeGreaterThan(0);
		for (const warning of document.value.warnings) expect(warning).toMatch(/more than once/);
	});
});
