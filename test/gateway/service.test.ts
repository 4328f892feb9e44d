import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import { estimate } from '../../src/protect/tokens/estimate';
import { err } from '../../src/shared/result';
import type { ToolResult } from '../../src/shared/tool-result';
import { bookings, both, json, seeded, text, words } from '../protect/payloads';
import { ada, call, callAsSent, contextOf, data, first, gatewayOf, scripted } from './gateway';

const items = bookings(seeded(1), 500);
const listTool = { answer: () => both({ bookings: items }) };

const setting = (config = {}) => {
	const { source, calls } = scripted('up', {
		list: listTool,
		ten: { answer: () => both({ bookings: items.slice(0, 10) }) },
		big: {
			answer: () =>
				both({ id: 1, name: 'x', notes: words(seeded(2), 6000), more: items.slice(0, 30) }),
		},
		log: {
			answer: () =>
				text(Array.from({ length: 3000 }, (_, at) => `08:00:00 INFO step ${at} ok`).join('\n')),
		},
		own: {
			definition: {
				inputSchema: {
					type: 'object',
					properties: { cursor: { type: 'string' }, limit: { type: 'integer' } },
				},
			},
			answer: () => both({ bookings: items }),
		},
		fails: { answer: () => ({ ...text('no such thing'), isError: true }) },
	});
	const clock = { now: 1_800_000_000 };
	return { gateway: gatewayOf({ sources: [source], clock, config }), calls, clock };
};

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

describe('the list of tools', () => {
	it('prefixes names on /mcp and keeps them on /mcp/<upstream>, and adds nothing to them', async () => {
		const { gateway } = setting();
		const names = async (scope = {}) => {
			const listed = await gateway.listTools(contextOf(ada, scope));
			return listed.ok ? listed.value.map(({ name }) => name) : [];
		};
		expect(await names()).toEqual([
			'up__list',
			'up__ten',
			'up__big',
			'up__log',
			'up__own',
			'up__fails',
		]);
		expect(await names({ upstream: 'up' })).toEqual(['list', 'ten', 'big', 'log', 'own', 'fails']);
		expect(await names({ toolsets: ['results'] })).toEqual(['read_result']);
	});

	it("calls an upstream's own read_result on its endpoint, but for the handles Loadline gave", async () => {
		// What followed a page of a tool with a cursor of its own could not be read there at all.
		const own = { inputSchema: { type: 'object', properties: { cursor: { type: 'string' } } } };
		const { source, calls } = scripted('up', {
			list: { ...listTool, definition: own },
			read_result: { answer: () => ({ content: [{ type: 'text', text: 'theirs' }] }) },
		});
		const gateway = gatewayOf({ sources: [source] });
		const context = contextOf(ada, { upstream: 'up' });
		const theirs = await call(gateway, 'read_result', { handle: 'x'.repeat(44) }, context);
		expect(first(theirs)).toBe('theirs');
		const page = data(await call(gateway, 'list', {}, context));
		const args = { handle: page.nextCursor };
		expect(data(await call(gateway, 'read_result', args, context)).bookings).toHaveLength(50);
		expect(calls.map(({ tool }) => tool)).toEqual(['read_result', 'list']);
	});

	it('loses only the tools of a source that fails', async () => {
		const { source } = scripted('good', { list: listTool });
		const bad = {
			...scripted('bad', {}).source,
			listTools: async () => err({ code: 'timeout' as const, message: 'slow' }),
		};
		const listed = await gatewayOf({ sources: [bad, source] }).listTools(contextOf());
		expect(listed.ok && listed.value.map(({ name }) => name)).toEqual(['good__list']);
	});
});

it('does not let a source that hangs keep the list of the others waiting', async () => {
	const { source } = scripted('good', { list: listTool });
	let asked = 0;
	const hanging = {
		...scripted('hangs', {}).source,
		listTools: ({ signal }: { signal: AbortSignal }) => {
			asked++;
			return new Promise<never>((_, reject) => signal.addEventListener('abort', reject)).catch(() =>
				err({ code: 'timeout' as const, message: 'slow' }),
			);
		},
	};
	const gateway = gatewayOf({ sources: [hanging, source], clock: realClock });
	for (let turn = 0; turn < 3; turn++) {
		const listed = await gateway.listTools(contextOf());
		expect(listed.ok && listed.value.map(({ name }) => name)).toEqual(['good__list']);
	}
	expect(asked).toBe(1);
});

/** Seconds, of this machine. */
const realClock = {
	get now() {
		return Date.now() / 1000;
	},
};

it.each([
	['text/plain', words(seeded(5), 9000)],
	['application/json', JSON.stringify(words(seeded(5), 9000).split(' '))],
])(
	'gives the first chunk of a long resource of %s as text, and a handle for the rest',
	async (mimeType, body) => {
		const { source } = scripted('up', {});
		const request = async () => ({
			ok: true as const,
			value: { contents: [{ uri: 'file:///a', mimeType, text: body }] },
		});
		const gateway = gatewayOf({ sources: [{ ...source, request }] });
		const read = await gateway.request(
			'resources/read',
			{ uri: 'file:///a' },
			contextOf(ada, { upstream: 'up' }),
		);
		const contents = (read.ok ? read.value.contents : []) as { uri: string; text: string }[];
		expect(contents[0]).toMatchObject({ uri: 'file:///a', mimeType: 'text/plain' });
		const { chunk } = JSON.parse(contents[1]?.text as string);
		const more: ToolResult = await call(gateway, 'read_result', { handle: chunk.nextCursor });
		expect(body.startsWith(`${contents[0]?.text}${first(more)}`)).toBe(true);
	},
);

it('cuts each content of a resource on its own, and those without room together', async () => {
	const { source } = scripted('up', {});
	const list = (at: number, items: number) =>
		JSON.stringify(Array.from({ length: items }, (_, id) => ({ id, at, note: 'word '.repeat(9) })));
	const entry = (at: number, items: number) => ({
		...{ uri: `a:${at}`, mimeType: 'application/json', text: list(at, items) },
		...{ _meta: { at }, odd: at },
	});
	const small = { uri: 'a:small', mimeType: 'application/json', text: '{"a": 1.0}' };
	const read = async (contents: readonly object[]) => {
		const request = async () => ({ ok: true as const, value: { contents } });
		const gateway = gatewayOf({ sources: [{ ...source, request }] });
		const context = contextOf(ada, { upstream: 'up' });
		const given = await gateway.request('resources/read', { uri: 'a:0' }, context);
		const shown = (given.ok ? given.value.contents : []) as { uri: string; text: string }[];
		expect(estimate(shown.map(({ text }) => text).join('\n'))).toBeLessThan(4_500);
		return { gateway, shown };
	};
	const two = await read([entry(0, 300), small, entry(1, 200)]);
	expect(two.shown).toMatchObject([
		{ ...entry(0, 300), mimeType: 'text/plain', text: expect.any(String) },
		{ uri: 'a:0' },
		small,
		{ ...entry(1, 200), mimeType: 'text/plain', text: expect.any(String) },
		{ uri: 'a:1' },
	]);
	for (const [at, whole] of [
		[0, list(0, 300)],
		[3, list(1, 200)],
	] as const) {
		const { chunk } = JSON.parse(two.shown[at + 1]?.text as string);
		const more = await call(two.gateway, 'read_result', { handle: chunk.nextCursor });
		expect(whole.startsWith(`${two.shown[at]?.text}${first(more)}`)).toBe(true);
	}
	const many = Array.from({ length: 60 }, (_, at) => entry(at, 9));
	const { gateway, shown } = await read(many);
	const { leftOut, handle } = JSON.parse(shown.at(-1)?.text as string);
	expect(new Set(shown.map(({ uri }) => uri)).size + leftOut - 1).toBe(60);
	const asked = await call(gateway, 'read_result', { handle, select: 'contents[-1]._meta.at' });
	expect(JSON.parse(first(asked)).result).toBe(59);
});

it.each([
	['ui://up/app.html', 'text/html;profile=mcp-app'],
	['ui://up/app', 'text/html'],
])('gives a user interface whole: %s', async (uri, mimeType) => {
	// A host runs it: half a page is none.
	const contents = [{ uri, mimeType, text: `<html>${words(seeded(5), 9000)}</html>` }];
	const { source } = scripted('up', {});
	const request = async () => ({ ok: true as const, value: { contents } });
	const gateway = gatewayOf({ sources: [{ ...source, request }] });
	const context = contextOf(ada, { upstream: 'up' });
	const read = await gateway.request('resources/read', { uri }, context);
	expect(read).toEqual({ ok: true, value: { contents } });
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
