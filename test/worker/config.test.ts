// Steering a running server: versions, races, the way back, what shows of a bad document; by HTTP and
// by the command line.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultRaw } from './raw-calls';
import { type Loadline, startLoadline } from './serve';

let loadline: Loadline;
beforeAll(async () => {
	loadline = await startLoadline();
});
afterAll(() => loadline.stop());

const put = (document: object, headers: Record<string, string> = {}, query = '') =>
	loadline.fetch(`/api/config${query}`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(document),
	});
const get = async <Body>(path: string) => (await (await loadline.fetch(path)).json()) as Body;
interface Shown {
	config: { tokenBudgetThreshold: number; chunkSize: number };
	version: number;
}
const shown = () => get<Shown>('/api/config');
const spent = async () =>
	(await resultRaw(loadline, 'demo__list_bookings', '{"_loadline":{"limit":200}}'))
		.structuredContent.estimatedTokens as number;

describe('a tool that is taken away', () => {
	it('takes what is kept of it with it, also when it comes back', async () => {
		await put({ demo: true });
		const pageOf = async (tool = 'demo__list_bookings') =>
			(await resultRaw(loadline, tool)).structuredContent.nextCursor as string;
		const read = async (handle: string) =>
			JSON.stringify(await resultRaw(loadline, 'read_result', `{"handle":"${handle}"}`));
		const [before, others] = [await pageOf(), await pageOf()];
		await put({ demo: true, tokenBudgetThreshold: 5000 });
		expect(await read(before)).not.toContain('isError');
		await put({ demo: false });
		expect(await read(before)).toContain('not offered to you any more');
		await put({ demo: true });
		for (const handle of [before, others]) expect(await read(handle)).toContain('Closed handle');
		expect(await read(await pageOf())).not.toContain('isError');
	});
});

describe('a result that is kept', () => {
	const folder = mkdtempSync(join(tmpdir(), 'loadline-versions-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('is read after sixty versions and a restart', async () => {
		let server = await startLoadline({ persistTo: folder });
		const page = async () =>
			(await resultRaw(server, 'demo__list_bookings')).structuredContent.nextCursor as string;
		const read = async (handle: string) =>
			JSON.stringify(await resultRaw(server, 'read_result', `{"handle":"${handle}"}`));
		const change = (document: object) =>
			server.fetch('/api/config', { method: 'PUT', body: JSON.stringify(document) });
		try {
			const first = await page();
			await change({ demo: true });
			const second = await page();
			for (let chunkSize = 1; chunkSize <= 60; chunkSize++) await change({ demo: true, chunkSize });
			for (const handle of [first, second]) expect(await read(handle)).not.toContain('isError');
			await server.stop();
			server = await startLoadline({ persistTo: folder });
			for (const handle of [first, second]) expect(await read(handle)).not.toContain('isError');
			await change({ demo: false });
			await change({ demo: true });
			for (const handle of [first, second]) expect(await read(handle)).toContain('Closed handle');
		} finally {
			await server.stop();
		}
	});
});

describe('the runtime document', () => {
	it('of 8,000 instead of 4,000 tokens is in force for the next call, and a rollback likewise', async () => {
		await put({ tokenBudgetThreshold: 4000 });
		const { version } = await shown();
		expect(await spent()).toBeLessThanOrEqual(4000);
		await put({ tokenBudgetThreshold: 8000 });
		expect(await spent()).toBeGreaterThan(4000);
		const back = await loadline.fetch('/api/config/rollback', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ version }),
		});
		expect(await back.json()).toMatchObject({ version: version + 2 });
		expect(await spent()).toBeLessThanOrEqual(4000);
		const { versions } = await get<{ versions: object[] }>('/api/config/history?limit=2');
		expect(versions).toMatchObject([
			{ version: version + 2, action: 'rollback', restored: version, by: 'local' },
			{
				version: version + 1,
				changes: expect.arrayContaining([
					{ path: 'tokenBudgetThreshold', before: 4000, after: 8000 },
				]),
			},
		]);
	});

	it('changes for exactly one of several writers who saw the same version', async () => {
		await put({ chunkSize: 100 });
		const seen = (await loadline.fetch('/api/config')).headers.get('etag') ?? '';
		const answers = await Promise.all(
			[1, 2, 3, 4].map((chunkSize) => put({ chunkSize }, { 'if-match': seen })),
		);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
		const { version, config } = await shown();
		const winner = answers.findIndex(({ status }) => status === 200);
		expect([`"${version}"`, config.chunkSize]).toEqual([
			answers[winner]?.headers.get('etag'),
			winner + 1,
		]);
	});

	it('that is not valid changes nothing and is seen in the log; a dry run changes nothing either', async () => {
		const before = await shown();
		expect((await put({ chunkSize: -1 })).status).toBe(400);
		const dry = await put({ chunkSize: 7 }, {}, '?dryRun=1');
		expect(await dry.json()).toMatchObject({
			dryRun: true,
			changes: expect.arrayContaining([expect.objectContaining({ path: 'chunkSize', after: 7 })]),
		});
		expect(await shown()).toEqual(before);
		expect(loadline.logs.some((line) => line.includes('"config_rejected"'))).toBe(true);
	});

	it('changes under a call in flight, which ends as it began', async () => {
		let release = () => {};
		let arrived = () => {};
		const isAsked = new Promise<void>((resolve) => {
			arrived = resolve;
		});
		const slow = createServer(async (request, response) => {
			let text = '';
			for await (const part of request) text += String(part);
			const { id, method } = JSON.parse(text || '{}') as { id?: number; method?: string };
			if (id === undefined) return void response.writeHead(202).end();
			if (method === 'tools/call') {
				arrived();
				await new Promise<void>((resolve) => {
					release = resolve;
				});
			}
			const items = Array.from({ length: 120 }, (_, n) => ({
				n,
				name: `item number ${n}`,
				city: 'Rome',
			}));
			const results: Record<string, object> = {
				initialize: {
					protocolVersion: '2025-11-25',
					capabilities: { tools: {} },
					serverInfo: { name: 'slow', version: '1' },
				},
				'tools/list': { tools: [{ name: 'list', inputSchema: { type: 'object' } }] },
				'tools/call': { content: [{ type: 'text', text: JSON.stringify(items) }] },
			};
			const result = results[method ?? ''];
			response.setHeader('content-type', 'application/json');
			response.end(
				JSON.stringify({
					jsonrpc: '2.0',
					id,
					...(result ? { result } : { error: { code: -32_601, message: 'no' } }),
				}),
			);
		}).listen(0, '127.0.0.1');
		await new Promise((resolve) => slow.once('listening', resolve));
		try {
			const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/mcp`;
			await put({ defaultPageSize: 10, upstreams: [{ name: 'slow', url }] });
			const call = resultRaw(loadline, 'slow__list');
			await isAsked;
			await put({});
			release();
			const { content } = await call;
			expect(JSON.parse(content[0].text)).toHaveLength(10);
			expect((await resultRaw(loadline, 'slow__list'))?.content).toBeUndefined();
		} finally {
			slow.close();
		}
	});
});

describe('a stored document that is corrupt', () => {
	const folder = mkdtempSync(join(tmpdir(), 'loadline-corrupt-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('is not used after a restart: the last good version of the history is, and /health says so', async () => {
		const good = '{"chunkSize":70,"maxPageSize":77}';
		const first = await startLoadline({ persistTo: folder, config: JSON.parse(good) });
		await first.stop();
		const spoiled = readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.map((name) => join(folder, name))
			.filter((file) => statSync(file).isFile() && readFileSync(file, 'utf8') === good);
		for (const file of spoiled) writeFileSync(file, good.replace('70', '-1'));
		expect(spoiled).toHaveLength(1);
		const again = await startLoadline({ persistTo: folder });
		try {
			const health = (await (await again.fetch('/health')).json()) as { configProblem: string };
			expect(health).toMatchObject({
				status: 'ok',
				configVersion: 1,
				configProblem: expect.stringMatching(/stored config ignored: chunkSize must be/),
			});
			const now = (await (await again.fetch('/api/config')).json()) as Shown;
			expect(now.config.chunkSize).toBe(70);
			const repaired = await again.fetch('/api/config', { method: 'PUT', body: good });
			expect(await repaired.json()).not.toHaveProperty('problem');
		} finally {
			await again.stop();
		}
	});
});

describe('a rollout', () => {
	it('splits sessions for good, and shadows say what would have been', async () => {
		await put({ endpoints: { 'demo__*': { mode: 'ab' } } });
		const sizes = async (session: string) => {
			const meta = `"_meta":{"dev.loadline/session":"${session}"}`;
			const response = await loadline.fetch('/mcp', {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					accept: 'application/json, text/event-stream',
				},
				body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"demo__list_bookings","arguments":{},${meta}}}`,
			});
			return (await response.text()).length;
		};
		const all = await Promise.all(Array.from({ length: 24 }, (_, n) => sizes(`s-${n}`)));
		const again = await Promise.all(Array.from({ length: 24 }, (_, n) => sizes(`s-${n}`)));
		const isWhole = (size: number) => size > 100_000;
		expect(all.map(isWhole)).toEqual(again.map(isWhole));
		expect(new Set(all.map(isWhole)).size).toBe(2);
	});
});
