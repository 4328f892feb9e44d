// Gathering: pages of a server that pages itself, read on until they hold what is asked.
import { describe, expect, it } from 'vitest';
import type { GatewayContext } from '../../src/gateway/contract/gateway';
import type { JsonObject } from '../../src/shared/json-values';
import type { ToolResult } from '../../src/shared/tool-result';
import { both, json, text } from '../protect/payloads';
import { call, contextOf, data, first, gatewayOf, scripted, type Tool } from './gateway';
import { byCursor, inputSchema, orders, server, TOTAL } from './paged';

const byPage: Tool = {
	definition: { inputSchema: inputSchema('page') },
	answer: ({ page = 1 }) =>
		json({ page, total_pages: 5, total: TOTAL, results: orders((Number(page) - 1) * 200, 200) }),
};
const byOffset: Tool = {
	definition: { inputSchema: inputSchema('offset', 'limit') },
	answer: ({ offset = 0, limit = 200 }) => json(orders(Number(offset), Number(limit))),
};
const byLink: Tool = {
	definition: { inputSchema: inputSchema('after') },
	answer: ({ after = 0 }) =>
		json({
			data: { items: orders(Number(after), 200) },
			links: {
				next:
					Number(after) + 200 < TOTAL
						? `https://api.example/orders?after=${Number(after) + 200}`
						: null,
			},
		}),
};

/** In the object that the server sent as structured content, else in a block beside its text. */
const gatheredOf = (result: ToolResult) =>
	data(result).gathered ??
	JSON.parse(
		String(result.content.find((block) => String(block.text).startsWith('{"gathered"'))?.text),
	).gathered;

/** A handle of the result, wherever it stands. */
const handleOf = (result: ToolResult): string =>
	/\\?"(?:nextCursor|handle)\\?":\\?"([\w-]{44})/.exec(JSON.stringify(result))?.[1] ?? '';

describe('gathering', () => {
	it.each([
		['cursor', byCursor, '/orders'],
		['page', byPage, '/results'],
		['link', byLink, '/data/items'],
	])('takes all pages of a server that pages by %s into one result', async (_, tool, pointer) => {
		const { gateway, calls } = server(
			{ orders: tool },
			{ endpoints: { 'up__*': { gather: true } } },
		);
		const result = await call(gateway, 'up__orders', {});
		expect(gatheredOf(result)).toMatchObject({ items: TOTAL, pages: 5, complete: true });
		const handle = handleOf(result);
		const last = await call(gateway, 'read_result', { handle, pointer: `${pointer}/999` });
		expect(JSON.parse(first(last)).id).toBe('o999');
		expect(calls).toHaveLength(5);
	});

	it('is asked for by a call, of a server that only counts offsets, in a list without an object', async () => {
		const { gateway, calls } = server({ orders: byOffset });
		const result = await call(gateway, 'up__orders', { gather: true, limit: 200 });
		expect(calls.map(({ args }) => args.offset)).toEqual([undefined, 200, 400, 600, 800, 1000]);
		expect(calls.every(({ args }) => !('gather' in args))).toBe(true);
		expect(JSON.stringify(result.content)).toContain('complete');
	});

	it('is not done unless it is asked for', async () => {
		const { gateway, calls } = server({ orders: byCursor });
		await call(gateway, 'up__orders', {});
		await call(gateway, 'up__orders', { gather: false });
		expect(calls).toHaveLength(2);
	});

	it.each([
		[
			{ maxPages: 3 },
			{ items: 600, pages: 3, stopped: 'the limit of 3 pages', next: 'cursor="c600"' },
		],
		[
			{ maxItems: 400 },
			{ items: 400, pages: 2, stopped: 'the limit of 400 items', next: 'cursor="c400"' },
		],
		[{ maxBytes: 30_000 }, { stopped: 'the limit of 30000 bytes', complete: false }],
	])('stops at %j and says where', async (gather, told) => {
		const { gateway } = server({ orders: byCursor }, { endpoints: { 'up__*': { gather } } });
		const page = data(await call(gateway, 'up__orders', {}));
		expect(page.gathered).toMatchObject({ ...told, complete: false });
	});

	it('keeps what came before a failure', async () => {
		const failing: Tool = {
			...byPage,
			answer: (args) =>
				args.page === 4 ? { ...text('busy'), isError: true } : byPage.answer(args),
		};
		const { gateway } = server({ orders: failing }, { endpoints: { 'up__*': { gather: true } } });
		const result = await call(gateway, 'up__orders', {});
		const gathered = {
			items: 600,
			of: TOTAL,
			pages: 3,
			complete: false,
			stopped: 'page 4 failed: busy',
			next: 'page=4',
		};
		expect(gatheredOf(result)).toEqual(gathered);
	});

	it('does not follow a server that leads in circles or never ends', async () => {
		const circle: Tool = {
			...byCursor,
			answer: () => both({ orders: orders(0, 200), next_cursor: 'same' }),
		};
		const { gateway, calls } = server(
			{ orders: circle },
			{ endpoints: { 'up__*': { gather: true } } },
		);
		await call(gateway, 'up__orders', {});
		expect(calls.length).toBeLessThanOrEqual(2);
	});

	it('tells progress as it goes, and nothing of the progress of a page', async () => {
		const { gateway } = server({ orders: byPage });
		const told: JsonObject[] = [];
		const context: GatewayContext = {
			...contextOf(),
			wantsProgress: true,
			notify: (_, params) => void told.push(params),
		};
		await call(gateway, 'up__orders', { gather: true }, context);
		expect(told.map(({ progress, total }) => [progress, total])).toEqual([
			[400, TOTAL],
			[600, TOTAL],
			[800, TOTAL],
			[1000, TOTAL],
		]);
	});

	it('ends when the caller has gone', async () => {
		const gone = new AbortController();
		const { source, calls } = scripted('up', {
			orders: {
				...byPage,
				answer: (args) => {
					if (args.page === 2) gone.abort();
					return byPage.answer(args);
				},
			},
		});
		const gateway = gatewayOf({ sources: [source] });
		await call(gateway, 'up__orders', { gather: true }, { ...contextOf(), signal: gone.signal });
		expect(calls).toHaveLength(2);
	});

	it('keeps numbers as they were spelled', async () => {
		const page = (at: number) =>
			`{"items":[${Array.from({ length: 60 }, () => '{"id":9007199254740993,"n":1.0}').join()}],"next_cursor":${at < 2 ? `"${at + 1}"` : null}}`;
		const tool: Tool = {
			definition: { inputSchema: inputSchema('cursor') },
			answer: ({ cursor = 0 }) => ({
				...text(page(Number(cursor))),
				structured: page(Number(cursor)),
			}),
		};
		const { gateway } = server({ list: tool });
		const result = await call(gateway, 'up__list', { gather: true });
		const item = { handle: handleOf(result), pointer: '/items/150' };
		const spelled = await call(gateway, 'read_result', item);
		expect(first(spelled)).toMatch(/^\{"id":9007199254740993,"n":1\.0/);
		expect(JSON.parse(result.structured ?? '')).toMatchObject({
			gathered: { items: 180, complete: true },
			next_cursor: null,
		});
	});

	it('is what a question is asked about, all of it', async () => {
		const { gateway } = server({ orders: byCursor });
		const select = "length(orders[?status=='paid'])";
		const whole = data(await call(gateway, 'up__orders', { gather: true, select }));
		expect(whole).toMatchObject({ result: 334, over: { items: TOTAL, complete: true } });
		// Of one page of a server that has more, that is said.
		const part = data(await call(gateway, 'up__orders', { select }));
		expect(part).toMatchObject({
			result: 67,
			over: { items: 200, complete: false },
			note: expect.stringMatching(/^The server (?:says \d+|may have more): .*"gather":true/),
		});
	});

	it('is not complete for a question when it stopped before the end', async () => {
		const config = { endpoints: { 'up__*': { gather: { maxPages: 2 } } } };
		const { gateway } = server({ orders: byCursor }, config);
		const part = data(await call(gateway, 'up__orders', { select: 'length(orders)' }));
		expect(part).toMatchObject({ result: 400, over: { complete: false } });
	});
});
