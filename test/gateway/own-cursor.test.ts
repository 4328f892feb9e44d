// Servers that page themselves: whose cursor is whose, and what is said of the server's next page.
import { describe, expect, it } from 'vitest';
import { callAsSent, contextOf, data } from './gateway';
import { byCursor, inputSchema, server, TOTAL } from './paged';

describe('a tool with a cursor of its own', () => {
	it('is read to its last item by whoever follows what the answers say', async () => {
		const { gateway, calls } = server({ orders: byCursor });
		await gateway.listTools(contextOf());
		const seen = new Set<string>();
		let cursor: string | undefined;
		let after: string | undefined;
		for (let asked = 0; asked < 100; asked++) {
			const page = data(
				await callAsSent(gateway, 'up__orders', cursor === undefined ? {} : { cursor }),
			);
			for (const { id } of page.orders) seen.add(id);
			after = page.next_cursor ?? after;
			if ((page.nextCursor ?? after) === undefined) break;
			cursor = page.nextCursor ?? after;
			if (page.nextCursor === undefined) after = undefined;
		}
		expect(seen.size).toBe(TOTAL);
		expect(calls.map(({ args }) => args.cursor)).toEqual([
			undefined,
			'c200',
			'c400',
			'c600',
			'c800',
		]);
	});

	it.each(['cursor', 'page', 'offset', 'page_token', 'handle'])(
		'takes a handle of ours in its own %s, with the arguments of the first call or without',
		async (name) => {
			const tool = {
				...byCursor,
				definition: { inputSchema: inputSchema(name, 'limit', 'status') },
			};
			const { gateway, calls } = server({ orders: tool });
			await gateway.listTools(contextOf());
			const page = data(await callAsSent(gateway, 'up__orders', { status: 'x', limit: 200 }));
			for (const args of [{}, { limit: 30 }, { status: 'x', limit: 200 }]) {
				const next = data(
					await callAsSent(gateway, 'up__orders', { ...args, [name]: page.nextCursor }),
				);
				expect(next.orders[0].id).toBe(`o${page.orders.length}`);
			}
			expect(calls).toHaveLength(1);
		},
	);

	it("gets a foreign cursor, and one of somebody else's, as it is", async () => {
		const { gateway, calls } = server({ orders: byCursor });
		await gateway.listTools(contextOf());
		const page = data(await callAsSent(gateway, 'up__orders', {}));
		const eve = contextOf({ id: 'eve', workspace: 'ws-one', scopes: ['mcp:use'] });
		await gateway.listTools(eve);
		await callAsSent(gateway, 'up__orders', { cursor: page.nextCursor }, eve);
		await callAsSent(gateway, 'up__orders', { cursor: 'A'.repeat(44) });
		expect(calls.map(({ args }) => args.cursor)).toEqual([
			undefined,
			page.nextCursor,
			'A'.repeat(44),
		]);
	});
});
