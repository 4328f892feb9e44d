// Questions and references, from outside: real clients of both eras, a real upstream beside the demo.
import { createHash } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookings } from '../../examples/demo/bookings';
import { commandLine } from '../program';
import { startEverything } from '../upstreams/everything-server';
import type { RunningServer } from '../upstreams/node-http';
import { callThrough, connectClient, someClients } from './clients';
import { type Loadline, startLoadline } from './serve';

let loadline: Loadline;
let everything: RunningServer;

beforeAll(async () => {
	everything = await startEverything();
	loadline = await startLoadline({
		config: {
			upstreams: [{ name: 'everything', url: everything.url }],
			endpoints: { demo__read_log: { refs: false } },
		},
	});
});

afterAll(async () => {
	await loadline?.stop();
	await everything?.close();
});

describe.each(someClients(2))('a %s client', (kind) => {
	const items = JSON.parse(JSON.stringify(bookings())) as { id: string; status: string }[];
	const cancelled = items.filter(({ status }) => status === 'cancelled').length;
	let client: Client;
	const call = (name: string, args = {}) => callThrough(client, name, args);
	const handleOf = async (tool: string, select: string): Promise<string> =>
		String((await call(tool, { _loadline: { select } })).data.handle);
	beforeAll(async () => {
		client = await connectClient(kind, `${loadline.url}/mcp`);
		await client.listTools();
	});
	afterAll(() => client.close());

	it('counts on the first call, and again on the handle it is given', async () => {
		const first = await call('demo__list_bookings', {
			_loadline: { select: "length(bookings[?status=='cancelled'])" },
		});
		expect(first.data).toMatchObject({ result: cancelled, over: { items: 500, complete: true } });
		const again = await call('read_result', {
			handle: first.data.handle,
			select: 'count_by(bookings, &status)',
		});
		expect(again.data).toMatchObject({ result: { cancelled } });
	});

	it('finds items and lines', async () => {
		const found = await call('demo__list_bookings', { _loadline: { query: 'status:cancelled' } });
		expect(found.data).toMatchObject({ total: cancelled, of: 500 });
		const lines = await call('demo__read_log', { _loadline: { query: 'error', context: 1 } });
		expect(lines.data.total).toBeGreaterThan(0);
	});

	it('is told what is wrong with an expression, and that nothing needs to be called again', async () => {
		const wrong = await call('demo__list_bookings', {
			_loadline: { select: "bookings[?state=='x']" },
		});
		expect(wrong.isError).toBe(true);
		expect(wrong.texts[0]).toMatch(/Nearest: status.*\n.*ask again: read_result/);
	});

	it('passes a value on that it never saw, and sees before what would be sent', async () => {
		const handle = await handleOf('demo__list_bookings', 'length(bookings)');
		const message = { $ref: handle, select: 'join(`","`, bookings[:3].id)' };
		const dry = await call('everything__echo', { message, _loadline: { dry: true } });
		expect(dry.data).toMatchObject({ dry: true, references: [{ from: 'demo__list_bookings' }] });
		const sent = await call('everything__echo', { message });
		const ids = items.slice(0, 3).map(({ id }) => id);
		expect(sent.texts[0]).toBe(`Echo: ${ids.join(',')}`);
		const closed = await handleOf('demo__read_log', 'length(@)');
		const refused = await call('everything__echo', { message: { $ref: closed } });
		expect(refused.texts[0]).toMatch(/demo__read_log forbids/);
	});

	it('joins two results', async () => {
		const a = await handleOf('demo__list_bookings', 'length(bookings)');
		const b = await handleOf('demo__list_listings', 'length(@)');
		const joined = await call('read_result', {
			handles: { a, b },
			select: '[length(a.bookings), length(keys(b))]',
		});
		expect(joined.data).toMatchObject({ result: [500, expect.any(Number)] });
	});
});

describe('an export', () => {
	it('is streamed to a program and to the command line, as it was or as it is asked for', async () => {
		const client = await connectClient('v2 auto', `${loadline.url}/mcp`);
		const all = JSON.parse(JSON.stringify(bookings())) as { id: string; status: string }[];
		const { data } = await callThrough(client, 'demo__list_bookings');
		await client.close();
		const path = `/api/results/${data.nextCursor}`;
		const whole = await loadline.fetch(path);
		expect(whole.headers.get('content-type')).toBe('application/json');
		expect(whole.headers.get('loadline-complete')).toBe('true');
		expect(await whole.json()).toEqual({ bookings: all });
		const select = "bookings[?status=='cancelled'].{id: id, guest: guestName}";
		const asked = new URLSearchParams({ format: 'csv', select });
		const csv = await (await loadline.fetch(`${path}?${asked}`)).text();
		const cancelled = all.filter(({ status }) => status === 'cancelled');
		expect(csv.split('\r\n')).toHaveLength(cancelled.length + 2);
		const args = ['result', String(data.nextCursor), '--select', select, '--format', 'csv'];
		const said = await commandLine([...args, '--url', loadline.url]);
		expect(said).toEqual({ status: 0, out: csv, err: '' });
		for (const wrong of ['x'.repeat(44), `-h${'x'.repeat(42)}`, `--${'x'.repeat(42)}`]) {
			const refused = await commandLine(['result', wrong, '--url', loadline.url]);
			expect(refused.err, wrong).toMatch(/404: Invalid handle/);
			expect(refused.status).toBe(1);
		}
		const link = await loadline.fetch(`${path}/link`, { method: 'POST' });
		expect([link.status, await link.json()]).toMatchObject([
			403,
			{ error: { message: expect.stringMatching(/exportLinkSeconds/) } },
		]);
	});

	it('is opened by a link without a token, where links are on', async () => {
		const token = 't'.repeat(64);
		const digest = createHash('sha256').update(token).digest('hex');
		const tokens = [{ name: 'ann', sha256: digest, workspace: 'ws-a', scopes: ['admin'] }];
		const guarded = await startLoadline({
			dev: false,
			token,
			vars: { LOADLINE_TOKENS: JSON.stringify(tokens) },
			config: { demo: true, exportLinkSeconds: 60 },
		});
		try {
			const headers = { authorization: `Bearer ${token}` };
			const client = await connectClient('v2 auto', `${guarded.url}/mcp`, token);
			const { data } = await callThrough(client, 'demo__list_bookings');
			await client.close();
			const path = `/api/results/${data.nextCursor}`;
			expect((await guarded.fetch(path)).status).toBe(401);
			const init = { method: 'POST', headers };
			const made = await guarded.fetch(`${path}/link?select=length(bookings)`, init);
			expect(made.status).toBe(201);
			const { url } = (await made.json()) as { url: string };
			const opened = await fetch(url);
			expect([opened.status, await opened.text()]).toEqual([200, '500']);
			const other = url.replace('length', 'keys');
			expect((await fetch(other)).status).toBe(403);

			// It ends with the token that it was asked for with.
			const wish = { name: 'of a service', scopes: ['mcp:use'], days: 1, service: 'build' };
			const sent = { 'content-type': 'application/json', ...headers };
			const body = JSON.stringify(wish);
			const given = await guarded.fetch('/api/tokens', { method: 'POST', headers: sent, body });
			const service = (await given.json()) as { token: string; id: string };
			const own = await connectClient('v2 auto', `${guarded.url}/mcp`, service.token);
			const { data: page } = await callThrough(own, 'demo__list_bookings');
			await own.close();
			const asked = await guarded.fetch(`/api/results/${page.nextCursor}/link?format=csv`, {
				method: 'POST',
				headers: { authorization: `Bearer ${service.token}` },
			});
			const link = ((await asked.json()) as { url: string }).url;
			expect((await fetch(link)).status).toBe(200);
			await guarded.fetch(`/api/tokens/${service.id}`, { method: 'DELETE', headers });
			expect((await fetch(link)).status).toBe(403);
			expect((await fetch(url)).status).toBe(200);
		} finally {
			await guarded.stop();
		}
	});
});
