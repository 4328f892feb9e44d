// The differential gate, a share of `npm run nightly -- as-sent`.
import { expect, inject, it } from 'vitest';
import { compare } from './bed';

it('sends what was sent and gives what was given, in both revisions, over stdio and HTTP', async () => {
	const paths = /^(?:wrap, modern|\/mcp\/older, modern|\/mcp\/newer, legacy|\/mcp, legacy)$/;
	const { calls, differences } = await compare(inject('command'), 1, { tools: 4, calls: 2, paths });
	expect(differences.join('\n')).toBe('');
	expect(calls).toBe(32);
});
