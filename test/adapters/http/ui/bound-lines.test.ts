import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { markedLines } from '../../../../src/adapters/http/ui/rule-page';
import { parseConstraints } from '../../../../src/memory/document/document';

const marked = (content: string) => {
	const known = parseConstraints(content).constraints.map(({ id }) => id);
	return (markedLines(content, known) ?? []).map(({ kind, text }) => `${kind} ${text}`);
};

describe('the lines of a rule', () => {
	it('bind, frame what binds, or bind nobody', () => {
		const content = `---
description: x
---
# Commits

Use prefixes,
as others do.

- One thing
  at a time.
  - Never two.
- [A link](https://example.com)

\`\`\`sh
git commit
\`\`\`

<!-- a note -->
`;
		const lines = marked(content);
		expect(lines.filter((line) => line.startsWith('unbound'))).toEqual([
			'unbound - [A link](https://example.com)',
			'unbound <!-- a note -->',
		]);
		expect(lines).toContain('binds as others do.');
		expect(lines).toContain('binds git commit');
		expect(lines).toContain('binds   - Never two.');
		expect(lines).toContain('frame # Commits');
	});

	it('are found in tables, quotes and tasks', () => {
		const content = `## T

| when | do |
|---|---|
| late | call |

> Quoted rule.

1. [ ] A task
`;
		const lines = marked(content);
		expect(lines).toContain('binds | late | call |');
		expect(lines).toContain('frame | when | do |');
		expect(lines).toContain('binds > Quoted rule.');
		expect(lines).toContain('binds 1. [ ] A task');
	});

	it('are told of the documents of this repository: whatever is said there binds, but links', () => {
		for (const file of globSync(['*.md', 'docs/*.md'], { cwd: process.cwd() })) {
			const content = readFileSync(file, 'utf8');
			const { constraints, places } = parseConstraints(content);
			expect(places.filter((lines) => lines.length === 0).length, file).toBe(0);
			const lines = content.split('\n');
			// Each part's own words stand in the lines that are said to hold it.
			for (const [at, { text, id }] of constraints.entries()) {
				const held = (places[at] ?? []).flatMap(([from, to]) => lines.slice(from, to)).join(' ');
				const word = /[\p{L}\d]{4,}/u.exec(text.split(': ').at(-1) ?? '')?.[0] ?? '';
				expect(held, `${file} ${id}`).toContain(word);
			}
		}
	});

	it('are not guessed where the text is not what was stored', () => {
		expect(markedLines('a\nb', ['other'])).toBeUndefined();
	});
});
