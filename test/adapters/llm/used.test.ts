// Names of tools as hosts write them.
import { expect, it } from 'vitest';
import { namesOf } from '../../../src/adapters/llm/used';

it('of a server stand beside the whole', () => {
	expect(namesOf('mcp__github__list_issues')).toEqual([
		'mcp__github__list_issues',
		'list_issues',
		'github__list_issues',
	]);
	expect(namesOf('Bash')).toEqual(['Bash']);
});

// Read from every place in it, this takes longer than a test may.
it('made to be read again from every place are read about once', () => {
	expect(namesOf(`${'mcp__'.repeat(200_000)}\n!`)).toHaveLength(3);
	expect(namesOf('mcp__'.repeat(200_000).slice(0, -2))).toHaveLength(3);
});
