import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detailOf } from '../../examples/demo/booking-detail';
import { bookings } from '../../examples/demo/bookings';
import { logText } from '../../examples/demo/log';
import { isWhole } from '../fuzz-runs';
import { startEverything } from '../upstreams/everything-server';
import type { RunningServer } from '../upstreams/node-http';
import { CLIENTS, callThrough, connectClient, joinChunks, someClients } from './clients';
import { type Loadline, startLoadline } from './serve';

let loadline: Loadline;
let everything: RunningServer;

beforeAll(async () => {
	everything = await startEverything();
	loadline = await startLoadline({
		config: { upstreams: [{ name: 'everything', url: everything.url }] },
	});
});

afterAll(async () => {
	await loadline?.stop();
	await everything?.close();
});

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

describe.each(CLIENTS)('a %s client of the demo', (kind) => {
	let client: Client;
	const call = (name: string, args = {}) => callThrough(client, name, args);
	beforeAll(async () => {
		client = await connectClient(kind, `${loadline.url}/mcp`);
		// From here on the client checks every result against the schemas it has seen.
		await client.listTools();
	});
	afterAll(() => client.close());

	it('lists the tools of the demo by prefixed names', async () => {
		expect(await namesOf(client)).toEqual(
			expect.arrayContaining(['demo__list_bookings', 'demo__get_booking']),
		);
	});

	it('reads all pages of list_bookings: 500 different bookings in their order', async () => {
		const found: unknown[] = [];
		let pages = 0;
		let page = await call('demo__list_bookings');
		expect(page.data).toMatchObject({ totalCount: 500, nextCursor: expect.any(String) });
		const { estimatedTokens } = page.data as { estimatedTokens: number };
		expect(estimatedTokens).toBeLessThanOrEqual(1_600);
		for (;;) {
			pages++;
			expect(page.structured).toEqual(page.data);
			found.push(...(page.data.bookings as unknown[]));
			if (page.data.nextCursor === undefined) break;
			page = await call('demo__list_bookings', { cursor: page.data.nextCursor });
		}
		expect(pages).toBeGreaterThan(5);
		expect(pages).toBeLessThanOrEqual(25);
		// The first page may leave out fields, no other does.
		expect(JSON.parse(JSON.stringify(bookings()))).toMatchObject(found);
		expect(new Set(found.map((booking) => (booking as { id: string }).id)).size).toBe(500);
	});

	it('reads a summary of get_booking, and its sections whole through the handle', async () => {
		const booking = bookings()[17];
		if (!booking) throw new Error('no booking');
		const detail = JSON.parse(JSON.stringify(detailOf(booking)));
		const summarized = await call('demo__get_booking', { id: booking.id });
		expect(summarized.isError).toBe(false);
		expect(summarized.structured).toEqual(summarized.data);
		expect(summarized.data).toMatchObject({ id: booking.id, status: booking.status });
		const { handle, instructions, truncatedFields } = summarized.data.summary as {
			handle: string;
			instructions: string;
			truncatedFields: string[];
		};
		// The handle is told once; the call that is spelled out is made with it.
		expect(summarized.texts[0]?.split(handle)).toHaveLength(2);
		const [, spelled = ''] = /^read_result with this handle and (\{.*?\})/.exec(instructions) ?? [];
		const named = await call('read_result', { handle, ...JSON.parse(spelled) });
		expect(named.isError, named.texts[0]).toBe(false);
		expect(truncatedFields.length).toBeGreaterThan(0);
		for (const section of ['guest', 'amenities', 'financial', 'messages']) {
			const read = await call('demo__get_booking', { cursor: handle, fields: section });
			const text =
				read.texts.length > 1
					? await joinChunks(read, (cursor) => call('demo__get_booking', { cursor }))
					: read.texts[0];
			expect(JSON.parse(text ?? '')[section], section).toEqual(detail[section]);
		}
	});

	it.runIf(isWhole || kind === 'v2 auto')(
		'reads the log in chunks of whole entries that join to the original',
		async () => {
			const first = await call('demo__read_log');
			expect(first.added.chunk).toMatchObject({ startLine: 1, totalLines: 10_000 });
			const joined = await joinChunks(first, (cursor) => call('demo__read_log', { cursor }));
			expect(joined).toBe(logText());
		},
	);

	it('reads just the lines it names', async () => {
		const lines = logText().split('\n').slice(99, 200).join('\n');
		const read = await call('demo__read_log', { _loadline: { startLine: 100, endLine: 200 } });
		expect(read.texts[0]?.replace(/\n$/, '')).toBe(lines);
	});

	it('opens a cursor with read_result, one value and a search', async () => {
		const first = (await call('demo__list_bookings')).data;
		const { nextCursor: handle } = first;
		const shown = (first.bookings as unknown[]).length;
		const items = JSON.parse(JSON.stringify(bookings()));
		const page = await call('read_result', { handle, limit: 3, fields: 'id' });
		expect(page.data.bookings).toEqual(
			items.slice(shown, shown + 3).map(({ id }: { id: string }) => ({ id })),
		);
		const one = await call('read_result', { handle, pointer: '/bookings/123' });
		expect(one.data).toMatchObject(items[123]);
		const found = await call('read_result', { handle, query: items[77].id });
		expect(found.data.hits).toMatchObject([{ path: '/bookings/77' }]);
	});

	it('has the tools under their own names on /mcp/demo', async () => {
		const alone = await connectClient(kind, `${loadline.url}/mcp/demo`);
		expect(await namesOf(alone)).toEqual([
			'list_bookings',
			'get_booking',
			'list_listings',
			'get_listing_description',
			'read_log',
			'read_result',
		]);
		const page = await callThrough(alone, 'list_bookings', { _loadline: { limit: 7 } });
		expect(page.data.bookings).toHaveLength(7);
		const next = await callThrough(alone, 'list_bookings', { cursor: page.data.nextCursor });
		expect(next.data.bookings).toEqual(JSON.parse(JSON.stringify(bookings().slice(7, 14))));
		await alone.close();
	});
});

describe.each(someClients(1))('a %s client of server-everything', (kind) => {
	let client: Client;
	beforeAll(async () => {
		client = await connectClient(kind, `${loadline.url}/mcp/everything`);
		await client.listTools();
	});
	afterAll(() => client.close());

	it('calls its tools, by own and by prefixed names', async () => {
		expect(await namesOf(client)).toEqual(expect.arrayContaining(['echo', 'get-sum']));
		expect((await callThrough(client, 'echo', { message: 'hi' })).texts[0]).toBe('Echo: hi');
		expect((await callThrough(client, 'get-sum', { a: 2, b: 40 })).texts[0]).toContain('42');
		const weather = await callThrough(client, 'get-structured-content', { location: 'New York' });
		expect(weather.structured).toMatchObject({ conditions: expect.any(String) });
		const all = await connectClient(kind, `${loadline.url}/mcp`);
		expect((await callThrough(all, 'everything__echo', { message: 'ho' })).texts[0]).toBe(
			'Echo: ho',
		);
		await all.close();
	});

	it('gets an image block untouched', async () => {
		const { content } = await client.callTool({ name: 'get-tiny-image', arguments: {} });
		expect(content).toContainEqual(
			expect.objectContaining({ type: 'image', mimeType: 'image/png' }),
		);
	});

	it('lists and reads its resources', async () => {
		const { resources } = await client.listResources();
		expect(resources.length).toBeGreaterThan(0);
		const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' });
		expect(contents[0]?.uri).toBe(resources[0]?.uri);
		expect(contents[0]).toHaveProperty('text');
	});

	it('lists its prompts and gets one', async () => {
		const { prompts } = await client.listPrompts();
		expect(prompts.map(({ name }) => name)).toContain('simple-prompt');
		const { messages } = await client.getPrompt({ name: 'simple-prompt' });
		expect(messages.length).toBeGreaterThan(0);
	});
});
