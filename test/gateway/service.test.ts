// Calls, handles and read_result through the gateway, as a client makes them.
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import { err } from '../../src/shared/result';
import { both, json, seeded, text, words } from '../protect/payloads';
import { ada, call, callAsSent, contextOf, data, first, gatewayOf, scripted } from './gateway';
import { items, listTool, setting } from './service-setting';

describe('a call', () => {
	it('gives the first page, and its cursors give the rest without asking the upstream again', async () => {
		const { gateway, calls } = setting();
		const found: unknown[] = [];
		let page = data(await call(gateway, 'up__list', { status: 'x', limit: 50 }));
		expect(page.totalCount).toBe(500);
		for (;;) {
			found.push(...page.bookings);
			if (!page.nextCursor) break;
			page = data(await call(gateway, 'up__list', { cursor: page.nextCursor }));
		}
		expect(found).toEqual(items);
		expect(calls).toEqual([{ tool: 'list', args: { status: 'x' } }]);
	});

	it('leaves ten items byte for byte, and never shows the upstream an argument of ours', async () => {
		const { gateway, calls } = setting();
		const result = await call(gateway, 'up__ten', { limit: 20, fields: undefined, q: 1 });
		expect(result.content).toEqual(both({ bookings: items.slice(0, 10) }).content);
		expect(calls[0]?.args).toEqual({ q: 1 });
	});

	it('takes another limit and other fields on a later page', async () => {
		const { gateway } = setting();
		const { nextCursor, bookings } = data(await call(gateway, 'up__list', {}));
		const ids = items.slice((bookings as unknown[]).length).map(({ id }) => ({ id }));
		const page = data(
			await call(gateway, 'up__list', { cursor: nextCursor, limit: 7, fields: 'id' }),
		);
		expect(page.bookings).toEqual(ids.slice(0, 7));
		const after = data(await call(gateway, 'up__list', { cursor: page.nextCursor }));
		expect(after.bookings).toEqual(ids.slice(7, 14));
	});

	it('answers a replayed cursor with the same bytes', async () => {
		const { gateway } = setting();
		const { nextCursor } = data(await call(gateway, 'up__list', {}));
		const again = () => call(gateway, 'up__list', { cursor: nextCursor, fields: 'id' });
		const answers = await Promise.all(Array.from({ length: 20 }, again));
		expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
	});

	it.each([0, -1, 1.5, 201, '5O', 'x', Number.NaN, {}])(
		'refuses the limit %s and names the range',
		async (limit) => {
			const { gateway, calls } = setting();
			const result = await call(gateway, 'up__list', { limit });
			expect(result.isError).toBe(true);
			expect(first(result)).toMatch(/^limit: must be a whole number from 1 to 200/);
			expect(calls).toEqual([]);
		},
	);

	it('refuses a startLine after the endLine', async () => {
		const { gateway } = setting();
		expect(first(await call(gateway, 'up__log', { startLine: 9, endLine: 3 }))).toMatch(
			/^startLine: 9 is after endLine 3/,
		);
	});

	it('keeps an upstream error an error', async () => {
		const { gateway } = setting();
		expect(await call(gateway, 'up__fails', {})).toMatchObject({
			isError: true,
			content: [{ text: 'no such thing' }],
		});
	});

	it('reads the lines it is asked for', async () => {
		const { gateway } = setting();
		const result = await call(gateway, 'up__log', { startLine: 100, endLine: 102 });
		expect(first(result)).toBe(
			'08:00:00 INFO step 99 ok\n08:00:00 INFO step 100 ok\n08:00:00 INFO step 101 ok\n',
		);
	});

	it('says how to narrow the call when the rest cannot be kept', async () => {
		const { source } = scripted('up', { list: listTool });
		const store = {
			...createMemorySnapshotStore(),
			put: async () => err({ code: 'unavailable' as const, message: 'down' }),
		};
		const page = data(await call(gatewayOf({ sources: [source], store }), 'up__list', {}));
		expect(page).not.toHaveProperty('nextCursor');
		expect(page.notice).toMatch(/Narrow this call/);
	});

	it('is passed on untouched where the endpoint is switched off', async () => {
		const { gateway } = setting({ endpoints: { 'up__*': { mode: 'off' } } });
		expect((await call(gateway, 'up__list', {})).structured).toBe(
			JSON.stringify({ bookings: items }),
		);
	});
});

describe('a handle', () => {
	const handleOf = async (gateway: ReturnType<typeof setting>['gateway']) =>
		data(await call(gateway, 'up__list', { status: 'x' })).nextCursor as string;
	const refused = async (
		gateway: ReturnType<typeof setting>['gateway'],
		name: string,
		args: object,
		context = contextOf(),
	) => {
		const result = await call(gateway, name, { ...args }, context);
		expect(result.isError).toBe(true);
		return first(result);
	};

	it("that is altered or another principal's is answered in the same words", async () => {
		const { gateway } = setting();
		const cursor = await handleOf(gateway);
		const altered = `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`;
		const eve = contextOf({ ...ada, id: 'eve' });
		const texts = [
			await refused(gateway, 'up__list', { cursor: altered }),
			await refused(gateway, 'up__list', { cursor }, eve),
			await refused(gateway, 'up__list', { cursor }, contextOf({ ...ada, workspace: 'ws-two' })),
		];
		expect(new Set(texts).size).toBe(1);
		expect(texts[0]).toMatch(/^Invalid cursor.*Call up__list again/);
	});

	it.each(['x', 7, {}, 'é'.repeat(44), 'a'.repeat(100_000)])(
		'that is malformed says so',
		async (cursor) => {
			const { gateway } = setting();
			expect(await refused(gateway, 'up__list', { cursor })).toMatch(/^Malformed cursor/);
		},
	);

	it('of another tool or other arguments says which call to make', async () => {
		const { gateway } = setting();
		const cursor = await handleOf(gateway);
		expect(await refused(gateway, 'up__ten', { cursor })).toMatch(/belongs to up__list/);
		expect(await refused(gateway, 'up__list', { cursor, status: 'y' })).toMatch(/other arguments/);
		expect((await call(gateway, 'up__list', { cursor, status: 'x' })).isError).toBeUndefined();
	});

	it('expires after its time and says so', async () => {
		const { gateway, clock } = setting();
		const cursor = await handleOf(gateway);
		clock.now += 3600;
		expect((await call(gateway, 'up__list', { cursor })).isError).toBeUndefined();
		clock.now += 9000;
		expect(await refused(gateway, 'up__list', { cursor })).toMatch(/^Expired cursor/);
	});
});

describe('read_result', () => {
	it('opens any handle, one value, one field, and a search', async () => {
		const { gateway } = setting();
		const page = data(await call(gateway, 'up__list', {}));
		const open = (args: object) =>
			call(gateway, 'read_result', { handle: page.nextCursor, ...args });
		const shown = page.bookings.length;
		expect(shown).toBeGreaterThanOrEqual(8);
		expect(data(await open({})).bookings).toEqual(items.slice(shown, shown + 50));
		expect(data(await open({ pointer: '/bookings/77' }))).toMatchObject(items[77] as object);
		expect(first(await open({ pointer: '/bookings/77/notes' }))).toBe(items[77]?.notes);
		const { total, hits } = data(await open({ query: 'Guest 1123' }));
		expect([total, hits]).toEqual([1, [{ path: '/bookings/123', item: items[123] }]]);
		expect(first(await open({ pointer: '/nothing' }))).toMatch(/^pointer: /);
	});

	it('gives what a summary cut, whole', async () => {
		const { gateway } = setting();
		const { summary } = data(await call(gateway, 'up__big', {}));
		let all = '';
		let result = await call(gateway, 'up__big', { cursor: summary.handle, fields: 'notes' });
		for (;;) {
			all += first(result);
			const { chunk } = JSON.parse((result.content.at(-1) as { text: string }).text);
			if (!chunk.nextCursor) break;
			result = await call(gateway, 'up__big', { cursor: chunk.nextCursor });
		}
		expect(all).toBe(words(seeded(2), 6000));
	});

	it('is named where a tool has a cursor of its own, which reaches the tool', async () => {
		const { gateway, calls } = setting();
		await gateway.listTools(contextOf());
		const page = data(await callAsSent(gateway, 'up__own', { cursor: 'mine', limit: 9000 }));
		expect(calls[0]?.args).toEqual({ cursor: 'mine', limit: 9000 });
		expect(
			data(await call(gateway, 'read_result', { handle: page.nextCursor })).bookings,
		).toHaveLength(50);
	});

	it.each([
		[{}, /^handle: missing/],
		[{ handle: 'x', other: 1 }, /^other: unknown argument/],
		[{ handle: 'x', query: '-' }, /^Malformed handle/],
		[{ handle: 'x', query: 'a', select: 'b' }, /^select, query: give one/],
		[{ handle: 'x', pointer: 3 }, /^pointer: must be a string/],
	])('refuses %j', async (args, message) => {
		const { gateway } = setting();
		expect(first(await call(gateway, 'read_result', args))).toMatch(message);
	});
});

it('keeps numbers as they were spelled', async () => {
	const body = `{"items":[${Array.from({ length: 80 }, () => '{"id":9007199254740993,"n":1.0}').join(',')}]}`;
	const { source } = scripted('up', {
		list: { answer: () => ({ ...text(body), structured: body }) },
	});
	const result = await call(gatewayOf({ sources: [source] }), 'up__list', { limit: 50 });
	expect(result.structured).toContain('{"id":9007199254740993,"n":1.0}');
	expect(json(1).content).toHaveLength(1);
});
