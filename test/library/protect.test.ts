import { expect, it } from 'vitest';
import { withContextProtection } from '../../src/library/mcp';
import { createProtection } from '../../src/library/protect';

const ROWS = Array.from({ length: 500 }, (_, n) => ({
	id: n,
	name: `Row ${n}`,
	note: 'x '.repeat(90),
}));
const textOf = ({ content = [] }: { content?: readonly object[] }, at = 0): string =>
	(content[at] as { text: string }).text;

it('sends less of a result, and the rest by handle to its owner alone', async () => {
	const protection = createProtection({ config: { tokenBudgetThreshold: 2000 } });
	const call = { tool: 'rows', arguments: { table: 'a' }, user: 'ada' };
	const first = await protection.protect(JSON.stringify(ROWS), call);
	const { totalCount, nextCursor } = JSON.parse(textOf(first, 1));
	expect(totalCount).toBe(500);
	const page = await protection.readResult({ handle: nextCursor }, { user: 'ada' });
	expect(JSON.parse(textOf(page))[0]).toMatchObject({ id: JSON.parse(textOf(first)).length });
	const foreign = await protection.readResult({ handle: nextCursor }, { user: 'bob' });
	expect(foreign.isError).toBe(true);
	const asked = await protection.readResult(
		{ handle: nextCursor, select: 'length(@)' },
		{ user: 'ada' },
	);
	expect(JSON.parse(textOf(asked))).toMatchObject({ result: 500, over: { complete: true } });
});

it('sends a result within its limits as it is', async () => {
	const result = { content: [{ type: 'text', text: 'all of it' }], extra: 1 };
	const sent = await createProtection().protect(result, { tool: 'any' });
	expect(sent.content).toEqual(result.content);
});

it('names what is wrong with its configuration', () => {
	expect(() => createProtection({ config: { tokenBudgetThreshold: 'many' } })).toThrow(
		/tokenBudgetThreshold/,
	);
});

it('refuses a secret that is too short, also behind another, and what is no server', () => {
	const long = 'f'.repeat(32);
	for (const secret of ['short', `${long},short`])
		expect(() => createProtection({ secret })).toThrow(/^secret: must have 32 characters or more/);
	expect(() => createProtection({ secret: `${long},${long}` })).not.toThrow();
	expect(() => withContextProtection({} as never)).toThrow(/^server: must be an McpServer/);
});
