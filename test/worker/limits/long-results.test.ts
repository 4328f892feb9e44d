// A list of 15 MB, kept in pieces: what a page of it reads, and where it goes when it is over.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningServer, readBody, startHttp } from '../../upstreams/node-http';
import { resultRaw } from '../raw-calls';
import { type Limited, startLimited } from './start';

const BYTES = 15_000_000;
const item = (id: number) => ({
	id,
	pier: `P${id % 90}`,
	note: `cargo ${id} ${'grain '.repeat(20)}`,
});
const LIST = JSON.stringify(
	Array.from({ length: Math.ceil(BYTES / JSON.stringify(item(50_000)).length) }, (_, id) =>
		item(id),
	),
);

async function startServer(): Promise<RunningServer> {
	const shared = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
	const results: Record<string, object> = {
		'server/discover': {
			...{ supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
			serverInfo: { name: 'up', version: '1' },
		},
		'tools/list': { tools: [{ name: 'list', inputSchema: { type: 'object' } }] },
		'tools/call': { content: [{ type: 'text', text: LIST }] },
	};
	return startHttp((request, response) => {
		void (async () => {
			const { id, method } = JSON.parse((await readBody(request)) || '{}');
			response.writeHead(200, { 'content-type': 'application/json' });
			const result = { ...shared, ...results[method] };
			response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
		})();
	});
}

let server: RunningServer;
let loadline: Limited;
beforeAll(async () => {
	server = await startServer();
	const upstreams = [{ name: 'up', url: `${server.origin}/mcp` }];
	loadline = await startLimited({ config: { upstreams } });
});
afterAll(async () => {
	await loadline?.stop();
	await server?.close();
});

type Answer = { isError?: boolean; content: { text: string }[] };
const rows = ({ content }: Answer): { id: number }[] => JSON.parse(content[0]?.text ?? '');
const added = ({ content }: Answer): { nextCursor: string } => JSON.parse(content[1]?.text ?? '');
const first = (): Promise<Answer> => resultRaw(loadline, 'up__list', '{"limit":200}');
const next = (cursor: string): Promise<Answer> =>
	resultRaw(loadline, 'up__list', JSON.stringify({ cursor }));
const writes = async () => (await loadline.operations()).kvWrites;

it('is kept in pieces, of which a page reads the one that it is in, within 50 subrequests', async () => {
	await loadline.faults({ bindings: 50, fetches: 50 });
	const answer = await first();
	await expect.poll(writes).toBe(Math.ceil(LIST.length / 1_000_000) + 1);
	let { nextCursor } = added(answer);
	let read = rows(answer).length;
	// Nothing is held here any more: the store is asked.
	await loadline.faults({ ahead: 200_000, bindings: 50 });
	for (let page = 0; page < 3; page++) {
		await loadline.faults({ ahead: 200_000, bindings: 50 });
		const page = await next(nextCursor);
		expect(rows(page)[0]).toMatchObject({ id: read });
		const { kvReads, kvBytesRead } = await loadline.operations();
		expect(kvReads).toBeLessThanOrEqual(3);
		expect(kvBytesRead).toBeLessThan(1_200_000);
		read += rows(page).length;
		nextCursor = added(page).nextCursor;
	}
});

it('opens where KV shows late what was written, a piece later than its head', async () => {
	await loadline.faults({ kvLate: 60_000, kvMiss: 60_000 });
	const { nextCursor } = added(await first());
	const texts: string[] = [];
	for (const ahead of [1_000, 59_000, 100_000, 149_000, 210_000]) {
		await loadline.faults({ kvLate: 60_000, kvMiss: 60_000, ahead });
		texts.push(JSON.stringify(await next(nextCursor)));
	}
	expect(texts.filter((text) => text.includes('Expired'))).toEqual([]);
	expect(texts.at(-1)).toContain('cargo');
});

it('is erased with all its pieces', async () => {
	await loadline.faults();
	await first();
	await expect.poll(writes).toBeGreaterThan(10);
	const ask = async (path: string, body?: object) => {
		const headers = { 'content-type': 'application/json' };
		const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
		return (await loadline.fetch(path, init)).text();
	};
	const kept = async () => (await ask('/api/export')).match(/"key":"[^"]*\/snapshot\//g) ?? [];
	expect((await kept()).length).toBeGreaterThan(3);
	const { id } = JSON.parse(await ask('/api/me')) as { id: string };
	await ask('/api/erasures', { principal: id });
	await loadline.ring('DIRECTORY', 'deployment');
	expect(await kept()).toEqual([]);
});
