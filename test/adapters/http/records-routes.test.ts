// The records routes: who may change records, and what becomes of bodies that cannot be imported.
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { HttpDeps, RouteState } from '../../../src/adapters/http/deps';
import { recordsRoutes } from '../../../src/adapters/http/records-routes';
import { wrongMethods } from '../../../src/adapters/http/serve';
import { MAX_IMPORT_BYTES } from '../../../src/records/record';
import { openWorkspace } from '../../records/workspace';

function open(scopes: readonly string[] = ['admin']) {
	const { records } = openWorkspace();
	const deps = {
		services: () => ({ records }),
		config: { current: async () => ({ config: { demo: false }, origin: {}, version: 1 }) },
	} as unknown as HttpDeps;
	const app = new Hono<RouteState>();
	app.use(async (c, next) => {
		c.set('principal', { id: 'ana', workspace: 'ws-test', scopes });
		c.set('correlationId', 'c1');
		await next();
	});
	recordsRoutes(app, deps);
	wrongMethods(app);
	const ask = async (method: string, path: string, body?: BodyInit, headers: HeadersInit = {}) => {
		const type = { 'content-type': 'application/x-ndjson', ...headers };
		const init = { method, headers: type, ...(body !== undefined && { body, duplex: 'half' }) };
		const response = await app.request(`/api/records${path}`, init);
		const told = (await response.json()) as { error?: { message: string } };
		return { status: response.status, told, message: told.error?.message };
	};
	return { ask, records };
}

it('lets only those change records who may change the configuration', async () => {
	const { ask } = open(['mcp:read']);
	expect(await ask('POST', '/n', '{"id":1}')).toMatchObject({ status: 403 });
	expect(await ask('DELETE', '/n')).toMatchObject({ status: 403 });
	expect(await ask('GET', '')).toMatchObject({ status: 200, told: { models: [] } });
});

it('imports, lists and searches', async () => {
	const { ask } = open();
	expect(await ask('POST', '/n', '{"id":1,"v":[1.50]}\n{"id":2}')).toMatchObject({
		status: 200,
		told: { model: 'n', imported: 2, created: 2, replaced: 0, total: 2 },
	});
	expect((await ask('GET', '')).told).toEqual({
		models: [{ model: 'n', records: 2, fields: ['id', 'v'] }],
	});
	expect((await ask('GET', '/n?fields=v&limit=1')).told).toEqual({
		model: 'n',
		page: 1,
		totalPages: 2,
		totalCount: 2,
		nextCursor: expect.any(String),
		items: [{ v: [1.5] }],
	});
	for (const query of ['where={', 'limit=x', 'limit=0', 'sort=nope', 'cursor=c1'])
		expect(await ask('GET', `/n?${query}`)).toMatchObject({ status: 400 });
	expect(await ask('GET', '/other')).toMatchObject({ status: 404 });
	expect(await ask('PATCH', '/n', '')).toMatchObject({ status: 405 });
});

it('names the line of bytes that are no text', async () => {
	const { ask, records } = open();
	const bytes = new Uint8Array([...new TextEncoder().encode('{"id":1}\n{"id":"'), 0xff, 0x0a]);
	expect(await ask('POST', '/n', bytes)).toMatchObject({
		status: 400,
		message: 'Line 2: the text is not UTF-8. Nothing was imported.',
	});
	const half = new TextEncoder().encode('{"id":1}\n{"id":"ä').slice(0, -1);
	expect((await ask('POST', '/n', half)).message).toContain('Line 2: ');
	expect(records.models({})).toEqual([]);
});

it('refuses a body that says it is too large without reading records from it', async () => {
	const { ask, records } = open();
	const tooLong = { 'content-length': String(MAX_IMPORT_BYTES + 1) };
	expect(await ask('POST', '/n', '{"id":1}', tooLong)).toMatchObject({ status: 413 });
	expect(records.models({})).toEqual([]);
});

it('forgets an import whose body breaks off', async () => {
	const { ask, records } = open();
	let pulls = 0;
	const body = new ReadableStream({
		pull(controller) {
			if (pulls++ > 2) controller.error(new Error('gone'));
			else
				controller.enqueue(new TextEncoder().encode(`{"id":${pulls},"a":"${'x'.repeat(2e5)}"}\n`));
		},
	});
	expect(await ask('POST', '/n', body)).toMatchObject({ status: 400 });
	expect(records.models({})).toEqual([]);
});
