import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	MAX_DOCUMENT_BYTES,
	parseConstraints,
	readDocument,
} from '../../src/memory/document/document';
import { contentHash } from '../../src/memory/hash';
import { share, times } from '../fuzz-runs';

const idsOf = (markdown: string) => parseConstraints(markdown).sections.map(({ id }) => id);
const textsOf = (markdown: string) => parseConstraints(markdown).sections.map(({ text }) => text);

describe('sections', () => {
	it('are the items of a section that is only a list, and the section itself where it is prose', () => {
		const { sections } = parseConstraints(
			'# T\n\n## Naming\n\n- one\n- two\n\n## Core principle\n\nBe clear.\nBe brief.\n',
		);
		expect(sections).toEqual([
			{ id: 'Naming/1', name: 'Naming', text: 'one', textHash: contentHash('one') },
			{ id: 'Naming/2', name: 'Naming', text: 'two', textHash: contentHash('two') },
			{
				id: 'Core principle',
				name: 'Core principle',
				text: 'Be clear.\nBe brief.',
				textHash: contentHash('Be clear.\nBe brief.'),
			},
		]);
	});

	it('are first the section, then its items, where it holds both', () => {
		expect(idsOf('## Steps\n\nIn order:\n\n1. load\n2. apply\n')).toEqual([
			'Steps',
			'Steps/1',
			'Steps/2',
		]);
		expect(textsOf('## Steps\n\nIn order:\n\n1. load\n2. apply\n')[0]).toBe(
			'In order:\n\n1. load\n2. apply',
		);
	});

	it('count items on through several lists of a section', () => {
		expect(idsOf('## A\n\n- a\n- b\n\n<!-- next -->\n\n1) c\n')).toEqual(['A/1', 'A/2', 'A/3']);
	});

	it('keep nested items and continued lines with their parent', () => {
		expect(textsOf('## A\n\n- a\n  more\n  - nested\n    1. deep\n\n  last\n- b\n')).toEqual([
			'a\nmore\n- nested\n  1. deep\n\nlast',
			'b',
		]);
	});

	it('take no heading from code, quotes, items or HTML', () => {
		const markdown = [
			'## Real',
			'```md',
			'## In a fence',
			'- no item',
			'```',
			'    ## Indented',
			'> ## Quoted',
			'',
			'- ## In an item',
			'',
			'<pre>',
			'## In HTML',
			'</pre>',
		].join('\n');
		expect(idsOf(markdown)).toEqual(['Real', 'Real/1']);
	});

	it('end at the next H1 or H2, and read underlined headings', () => {
		expect(textsOf('Title\n-----\n\na\n\n### Sub\n\nb\n\n# Other\n\nc\n\n## Z ##\nd')).toEqual([
			'a\n\n### Sub\n\nb',
			'd',
		]);
	});

	it('give a repeated title a stable suffix, and report it', () => {
		const { sections, problems } = parseConstraints('## A\nx\n## A\ny\n## A (2)\nz\n## A\n- w\n');
		expect(sections.map(({ id, text }) => [id, text])).toEqual([
			['A', 'x'],
			['A (3)', 'y'],
			['A (2)', 'z'],
			['A (4)/1', 'w'],
		]);
		expect(problems).toHaveLength(2);
		expect(problems[0]).toContain('"A (3)"');
	});

	it('skip what says nothing', () => {
		expect(idsOf('## Empty\n\n## List\n\n-\n- b\n\n## Rule\n\n***\n<!-- note -->\n')).toEqual([
			'List/2',
		]);
	});

	it('have ids of their own beside titles that look like ids', () => {
		expect(idsOf('## A/1 (item)\n\nx\n\n## A/1\n\ny\n\n## A\n\n- z\n')).toEqual([
			'A/1 (item)',
			'A/1',
			'A/1 (item) (item)',
		]);
	});

	it('come from what stands beside a comment', () => {
		expect(idsOf('## A\n<!-- note --> Always test.\n\n## B\n\n- b\n\n<!--\nc -->d\n')).toEqual([
			'A',
			'B',
			'B/1',
		]);
		expect(idsOf('## A\n\n- a\n\n<!-- b --> <!-- c -->\n<!-- d\n\ne')).toEqual(['A/1']);
	});

	it('do not come from front matter', () => {
		expect(idsOf('---\ndescription: x\n---\n## A\nb\n')).toEqual(['A']);
		expect(parseConstraints('---\n: [\n---\n## A\nb\n').problems).toEqual([
			'front matter is not valid YAML',
		]);
	});

	it('have distinct ids and texts of the document, whatever it holds', () => {
		const line = fc.constantFrom(
			...[
				'## A',
				'## A/1',
				'## A/1 (item)',
				'## A (2)',
				'# B',
				'- x',
				'  - y',
				'1. z',
				'p',
				'',
				'```',
				'> q',
				'---',
			],
			...['\t- t', '##', '<!-- c -->', '## é\u0000', '* \ud800'],
		);
		fc.assert(
			fc.property(
				fc.array(line, { maxLength: 40 }),
				fc.constantFrom('\n', '\r\n'),
				(lines, end) => {
					const { sections } = parseConstraints(lines.join(end));
					const ids = sections.map(({ id }) => id);
					expect(new Set(ids).size).toBe(ids.length);
					for (const { text, textHash } of sections) {
						expect(text).toBe(text.trim());
						expect(text).not.toBe('');
						expect(textHash).toBe(contentHash(text));
					}
				},
			),
			{ numRuns: times(100, 300) },
		);
	});
});

describe('a document', () => {
	it('may be as large as the limit and no larger', () => {
		expect(readDocument('context', 'x'.repeat(MAX_DOCUMENT_BYTES)).ok).toBe(true);
		expect(readDocument('context', 'é'.repeat(MAX_DOCUMENT_BYTES / 2 + 1)).ok).toBe(false);
	});

	it('has constraints that a row of the store can hold', () => {
		const ofItem = (sign: string) => `## A\n\nprose\n\n- ${sign.repeat(MAX_DOCUMENT_BYTES - 30)}`;
		expect(readDocument('rule', ofItem('"')).ok).toBe(true);
		expect(readDocument('rule', ofItem('\u0001'))).toMatchObject({
			error: expect.stringMatching(/^body must hold fewer control characters/),
		});
	});

	it('is read at once even when it is made to be slow', () => {
		for (const part of share(['> a\nb\n', '- ', '[a]: <b\n', '>', '## ', '1. a\n\n'], 6))
			readDocument('rule', part.repeat(MAX_DOCUMENT_BYTES / part.length));
		expect(readDocument('rule', '## A\n\n- b\n\n'.repeat(20_000)).ok).toBe(false);
	});

	it('has front matter that is small and plain, or a warning', () => {
		const warningsOf = (yaml: string) => {
			const document = readDocument('context', `---\n${yaml}\n---\ntext`);
			return document.ok ? document.value.warnings : [document.error];
		};
		expect(warningsOf('description: fine\nother: [1]')).toEqual([]);
		for (const yaml of [
			'description: [1]',
			'just text',
			'# Doc\n\n## A\n\n- x',
			'# Doc\n\n## A\n',
			'['.repeat(4000),
			'a: &a [1]\nb: [*a, *a]',
		])
			expect(warningsOf(yaml)).toHaveLength(1);
		expect(warningsOf(`__proto__: {description: x}\n#${'x'.repeat(9000)}`)).toEqual([]);
	});

	it('is never quoted in a log, whatever its front matter warns of', async () => {
		const warnings: unknown[] = [];
		const listen = (warning: unknown) => warnings.push(warning);
		process.on('warning', listen);
		readDocument('context', '---\n%SECRET directive\n---\ntext');
		readDocument('context', '---\ndescription: !SECRET tag\n---\ntext');
		await new Promise((resolve) => setImmediate(resolve));
		process.off('warning', listen);
		expect(warnings).toEqual([]);
	});

	it('keeps its bytes, front matter and all, and hashes them', () => {
		const text = '---\ndescription: |\n  Two\n  lines\nother: 1\n---\n# A\n';
		const document = readDocument('rule', text);
		expect(document.ok && document.value).toMatchObject({
			content: text,
			hash: contentHash(text),
			description: 'Two lines',
		});
	});
});

const fixture = join(import.meta.dirname, '../../../shared/fixtures/memory/cases.json');
it.runIf(existsSync(fixture))('constraints agree with recorded cases', () => {
	const cases: {
		constraints: { md: string; ids_new_rule: string[]; texts?: string[]; names?: string[] }[];
	} = JSON.parse(readFileSync(fixture, 'utf8'));
	for (const { md, ids_new_rule, texts, names } of cases.constraints) {
		const { sections } = parseConstraints(md);
		expect(sections.map(({ id }) => id)).toEqual(ids_new_rule);
		if (texts) expect(sections.map(({ text }) => text)).toEqual(texts);
		if (names) expect(sections.map(({ name }) => name)).toEqual(names);
	}
});
