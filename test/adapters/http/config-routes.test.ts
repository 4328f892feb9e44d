import { describe, expect, it } from 'vitest';

import { caller, open } from './open-app';

describe('/api/config', () => {
	const put = (body: string) => ({
		method: 'PUT',
		headers: { 'content-type': 'application/yaml' },
		body,
	});

	it('shows the effective values, masked', async () => {
		const response = await open().ask('/api/config');
		expect(await response.json()).toEqual({
			config: { defaultPageSize: 50, key: '***' },
			origin: {},
			version: 3,
		});
		expect(response.headers.get('etag')).toBe('"3"');
		expect(response.headers.get('cache-control')).toBe('no-store');
	});

	it('is replaced by an administrator only', async () => {
		const { ask, replaced } = open();
		expect(await (await ask('/api/config', put('a: 1'))).json()).toMatchObject({ version: 4 });
		const wish = { text: 'a: 1', contentType: 'application/yaml', by: 'ann' };
		expect(replaced).toEqual([['ws-a', expect.objectContaining(wish)]]);
		const other = open({ access: async () => caller(['mcp:use']) });
		const response = await other.ask('/api/config', put('a: 1'));
		expect(response.status).toBe(403);
		expect(other.replaced).toEqual([]);
		expect((await other.ask('/api/config')).status).toBe(200);
	});

	it('answers an invalid document with 400 and every issue', async () => {
		const response = await open().ask('/api/config', put('bad'));
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({
			error: { code: 'invalid_config', issues: [{ path: 'limit', reason: 'unknown key' }] },
		});
	});

	it('answers a stale If-Match with 409 and the version in force', async () => {
		const { ask, replaced } = open();
		const matching = (tag: string) => {
			const { headers, ...rest } = put('a: 1');
			return ask('/api/config', { ...rest, headers: { ...headers, 'if-match': tag } });
		};
		const late = await matching('"2"');
		expect([late.status, late.headers.get('etag')]).toEqual([409, '"3"']);
		expect(await late.json()).toMatchObject({
			error: { code: 'conflict', detail: { version: 3 } },
		});
		for (const tag of ['"3"', 'W/"3"', '*']) expect((await matching(tag)).status).toBe(200);
		const before = replaced.length;
		for (const tag of ['3', '"x"', '']) expect((await matching(tag)).status).toBe(400);
		expect(replaced).toHaveLength(before);
	});

	it('says with dryRun what a change would do, and makes none', async () => {
		const { ask, replaced } = open();
		const dry = await ask('/api/config?dryRun=1', put('a: 1'));
		expect(await dry.json()).toEqual({
			dryRun: true,
			version: 3,
			changes: [{ path: 'chunkSize', before: 1, after: 2 }],
			more: 0,
		});
		for (const query of ['dryRun=yes', 'dryrun=1', 'dryRun=0&dryRun=1', '__proto__=1'])
			expect((await ask(`/api/config?${query}`, put('a: 1'))).status).toBe(400);
		const back = {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: '{"version":1}',
		};
		expect((await ask('/api/config/rollback?dryRun=1', back)).status).toBe(400);
		expect(replaced).toEqual([]);
	});

	it('has a history and a way back, the latter for administrators', async () => {
		const { ask, replaced } = open();
		const history = await ask('/api/config/history?limit=5&offset=7');
		expect(await history.json()).toEqual({ versions: [], total: 7, limit: 5, offset: 7 });
		expect(await (await ask('/api/config/document?version=2')).json()).toMatchObject({
			version: 2,
		});
		const headers = { 'content-type': 'application/json' };
		const back = (body: string, to = ask) =>
			to('/api/config/rollback', { method: 'POST', headers, body });
		expect((await ask('/api/config/rollback', { method: 'POST', body: '{}' })).status).toBe(415);
		expect(await (await back('{"version":1}')).json()).toMatchObject({ version: 4 });
		expect(replaced).toMatchObject([['ws-a', { version: 1, by: 'ann' }]]);
		for (const body of ['', '{"version":-1}', '{"version":"1"}', '{"version":1,"x":1}'])
			expect((await back(body)).status).toBe(400);
		const other = open({ access: async () => caller(['mcp:use']) });
		expect((await back('{"version":1}', other.ask)).status).toBe(403);
		expect((await ask('/api/config/rollback')).status).toBe(405);
	});

	it('answers a document over 256 KB with 413 and other methods with 405', async () => {
		const { ask, replaced } = open();
		expect((await ask('/api/config', put('x'.repeat(262_145)))).status).toBe(413);
		expect(replaced).toEqual([]);
		const deleted = await ask('/api/config', { method: 'DELETE' });
		expect([deleted.status, deleted.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT']);
	});
});
