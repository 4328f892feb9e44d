import { expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/document/document';
import { agentsFile } from '../../src/memory/files/agents-md';

it('writes everything published as one file: what binds before what informs, what is always on first', () => {
	const text = agentsFile([
		{ kind: 'context', file: 'context/a.md', path: 'A.md', content: '# API\n\nAnswers JSON.\n' },
		{
			kind: 'rule',
			file: '.cursor/rules/a.mdc',
			path: 'cursor/rules/A.md',
			content: '---\ndescription: Types\nglobs: *.ts\n---\n- No any\n',
		},
		{ kind: 'rule', file: 'docs/x.md', path: 'imported/docs/X.md', content: '## Imported\n' },
		{ kind: 'rule', file: 'AGENTS.md', path: 'AGENTS.md', content: '# R\n\n```\n# code\n```\n' },
	]);
	expect(text).toBe(`# Rules

## AGENTS.md

### R

\`\`\`
# code
\`\`\`

## imported/docs/X.md

#### Imported

## cursor/rules/A.md

Applies to: \`*.ts\`

Types

- No any

# Context

It informs, and binds nobody.

## A.md

### API

Answers JSON.
`);
});

it.each(['```sh\n# run it', '~~~~\nrun it', '<!-- run it'])(
	'says every rule as it was, also after one that leaves %j open',
	(open) => {
		const texts = [
			`- First\n\n${open}`,
			'# Second\n\n- Never\n  - push\n\n| a | b |\n|---|---|\n| c | d |\n',
		];
		const sources = texts.map((content, at) => ({
			...{ file: `rules/${at}.md`, path: `${at}.md`, content },
			kind: 'rule' as const,
		}));
		const keys = (content: string) => parseConstraints(content).constraints.map(({ key }) => key);
		expect(keys(agentsFile(sources))).toEqual(expect.arrayContaining(texts.flatMap(keys)));
	},
);

it.each([
	['## A\n\n####### no\n#no\n', '#### A\n\n####### no\n#no'],
	['##### A\n###### B', '###### A\n###### B'],
	['````\n```\n# code\n````\n# A', '````\n```\n# code\n````\n### A'],
	['~~~\n```\n# code\n~~~\n# A', '~~~\n```\n# code\n~~~\n### A'],
	['a\n\n    ```\n# A', 'a\n\n    ```\n### A'],
	['say ``` so\n# A', 'say ``` so\n### A'],
	['```\n# code\n`````\n   # A', '```\n# code\n`````\n### A'],
	['    # code', '# code'],
	['<!-- done -->', '<!-- done -->'],
])('lowers headings of %j, and nothing else', (content, lowered) => {
	const text = agentsFile([{ kind: 'rule', file: 'rules/a.md', path: 'A.md', content }]);
	expect(text).toBe(`# Rules\n\n## A.md\n\n${lowered}\n`);
});

it('orders by path what is loaded alike, and names every pattern', () => {
	const globs = '---\nglobs: a.ts, b.ts\n---\n- X';
	const text = agentsFile(
		['C.md', 'A.md', 'B.md'].map((path) => ({
			...{ kind: 'rule' as const, file: `rules/${path}`, path, content: globs },
		})),
	);
	expect(text.match(/^## .*/gm)).toEqual(['## A.md', '## B.md', '## C.md']);
	expect(text).toContain('Applies to: `a.ts`, `b.ts`');
	expect(agentsFile([])).toBe('# Rules\n');
});
