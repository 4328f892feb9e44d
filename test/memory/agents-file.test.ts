import { expect, it } from 'vitest';
import { agentsFile } from '../../src/memory/agents-file';

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
