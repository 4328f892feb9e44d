import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRaw, postRaw, resultRaw } from './raw-calls';
import { type Loadline, startLoadline } from './serve';

const digest = (token: string) => createHash('sha256').update(token).digest('hex');
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };
const putConfig = ({ fetch }: Loadline, document: unknown, headers = {}) =>
	fetch('/api/config', {
		method: 'PUT',
		headers: { ...json, ...headers },
		body: typeof document === 'string' ? document : JSON.stringify(document),
	});

/** In development mode, for the first tests and the last. */
let loadline: Loadline;
beforeAll(async () => {
	loadline = await startLoadline();
});
afterAll(() => loadline.stop());

describe('the endpoint in development mode', () => {
	it('refuses a body over 4 MiB with 413 and takes one just under it', async () => {
		const padded = (bytes: number) => `"name":"demo__list_listings","pad":"${'x'.repeat(bytes)}"`;
		const over = await postRaw(loadline, 'tools/call', padded(4 * 2 ** 20), { era: 'legacy' });
		expect(over.status).toBe(413);
		const under = await postRaw(loadline, 'tools/call', padded(4 * 2 ** 20 - 1000), {
			era: 'legacy',
		});
		expect(under.status).toBe(200);
		expect((await loadline.fetch('/health')).status).toBe(200);
	});

	it.each(['/mcp', '/mcp/demo'])('answers GET, DELETE and PUT on %s with 405', async (path) => {
		for (const method of ['GET', 'DELETE', 'PUT']) {
			const response = await loadline.fetch(path, { method });
			expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
		}
	});

	it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
		'answers the content type %j with 415',
		async (type) => {
			const response = await postRaw(loadline, 'tools/list', '', {
				headers: { 'content-type': type },
			});
			expect(response.status).toBe(415);
		},
	);

	it.each([
		'https://evil.example',
		'null',
		'http://127.0.0.1.evil.example',
		'file://',
		'http://localhost:6274',
	])('refuses the Origin %s with 403, whatever the route', async (origin) => {
		for (const path of ['/mcp', '/mcp/demo', '/health', '/api/config']) {
			const response = await loadline.fetch(path, { headers: { origin } });
			expect(response.status).toBe(403);
			expect(response.headers.has('access-control-allow-origin')).toBe(false);
		}
	});

	it('answers the preflight of a page of its own with the headers of MCP', async () => {
		const origin = loadline.url;
		const response = await loadline.fetch('/mcp', {
			method: 'OPTIONS',
			headers: {
				origin,
				'access-control-request-method': 'POST',
				'access-control-request-headers': 'authorization, mcp-protocol-version, mcp-param-region',
			},
		});
		expect(response.status).toBe(204);
		expect(response.headers.get('access-control-allow-origin')).toBe(origin);
		expect(response.headers.get('access-control-allow-methods')).toContain('POST');
		const allowed = (response.headers.get('access-control-allow-headers') ?? '').toLowerCase();
		for (const name of [
			'authorization',
			'content-type',
			'mcp-protocol-version',
			'mcp-session-id',
			'mcp-method',
			'mcp-name',
			'mcp-param-region',
		])
			expect(allowed).toContain(name);
		const answer = await postRaw(loadline, 'tools/list', '', { headers: { origin } });
		expect(answer.status).toBe(200);
		expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
		expect(answer.headers.get('access-control-expose-headers')).toContain('Mcp-Session-Id');
	});

	it('answers an upstream that does not exist with 404', async () => {
		const response = await postRaw(loadline, 'tools/list', '', { path: '/mcp/nothing' });
		expect(response.status).toBe(404);
	});
});

describe('without authentication configured', () => {
	let loadline: Loadline;
	beforeAll(async () => {
		loadline = await startLoadline({ dev: false });
	});
	afterAll(() => loadline.stop());

	it.each([
		['POST', '/mcp'],
		['POST', '/mcp/demo'],
		['GET', '/api/config'],
		['PUT', '/api/config'],
		['GET', '/nothing'],
	])('%s %s is 503 and says what to set, with and without a token', async (method, path) => {
		for (const headers of [{}, bearer('anything')]) {
			const response = await loadline.fetch(path, { method, headers: { ...json, ...headers } });
			expect(response.status).toBe(503);
			expect(await response.text()).toContain('LOADLINE_TOKENS');
		}
		expect((await loadline.fetch('/health')).status).toBe(200);
	});
});

describe('with LOADLINE_TOKENS', () => {
	const tokens = [
		{ name: 'ada', sha256: digest('ada-token'), workspace: 'ws-one', scopes: ['admin'] },
		{ name: 'bob', sha256: digest('bob-token'), workspace: 'ws-one', scopes: ['mcp:use'] },
		{ name: 'eve', sha256: digest('eve-token'), workspace: 'ws-two', scopes: ['admin'] },
	];
	let loadline: Loadline;
	beforeAll(async () => {
		loadline = await startLoadline({
			dev: false,
			token: 'ada-token',
			config: { demo: true },
			vars: { LOADLINE_TOKENS: JSON.stringify(tokens) },
		});
	});
	afterAll(() => loadline.stop());
	const as = (token: string) => ({ headers: bearer(token) });

	it('answers 401 with a challenge without a token or with a wrong one, and 200 with one', async () => {
		const missing = await postRaw(loadline, 'tools/list', '');
		expect(missing.status).toBe(401);
		expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="loadline"');
		for (const wrong of ['ada-tokem', '', digest('ada-token'), 'x'.repeat(10_000)]) {
			const response = await postRaw(loadline, 'tools/list', '', as(wrong));
			expect([response.status, response.headers.has('www-authenticate')]).toEqual([401, true]);
		}
		expect((await postRaw(loadline, 'tools/list', '', as('ada-token'))).status).toBe(200);
	});

	it('tells the upstreams on /health to a caller with a token only', async () => {
		const health = async (headers: Record<string, string> = {}) =>
			(await loadline.fetch('/health', { headers })).json();
		const bare = { status: 'ok', version: expect.any(String) };
		expect(await health()).toEqual(bare);
		expect(await health(bearer('wrong'))).toEqual(bare);
		expect(await health(bearer('bob-token'))).toMatchObject({
			...bare,
			upstreams: [{ name: 'demo', status: 'ok' }],
		});
	});

	it('lets an administrator change the config of its own workspace only', async () => {
		expect((await putConfig(loadline, { chunkSize: 90 }, bearer('bob-token'))).status).toBe(403);
		expect((await putConfig(loadline, { chunkSize: 90 })).status).toBe(401);
		expect((await putConfig(loadline, { chunkSize: 77 }, bearer('eve-token'))).status).toBe(200);
		const mine = await loadline.fetch('/api/config', as('ada-token'));
		expect(((await mine.json()) as { config: { chunkSize: number } }).config.chunkSize).toBe(200);
	});

	it('refuses a cursor of another principal in the words of one that was altered', async () => {
		const page = await resultRaw(loadline, 'demo__list_bookings', '{}', as('ada-token'));
		const cursor: string = page.structuredContent.nextCursor;
		const open = async (handle: string, token: string) =>
			resultRaw(loadline, 'demo__list_bookings', JSON.stringify({ cursor: handle }), as(token));
		const altered = await open(`${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`, 'ada-token');
		expect(altered.isError).toBe(true);
		expect((await open(cursor, 'bob-token')).content).toEqual(altered.content);
		expect((await open(cursor, 'ada-token')).structuredContent.bookings).toHaveLength(50);
	});
});

describe('PUT /api/config', () => {
	beforeAll(async () => {
		expect((await putConfig(loadline, { tokenBudgetThreshold: 4000 })).status).toBe(200);
	});
	const shown = async () =>
		(await (await loadline.fetch('/api/config')).json()) as {
			config: Record<string, unknown>;
			version: number;
		};

	it('answers bad values with 400 and every path and reason, and changes nothing', async () => {
		const before = await shown();
		const response = await putConfig(loadline, {
			tokenBudgetThreshold: -1,
			defaultPageSize: 201,
			chunkSize: 1e9,
			cursorTtlSeconds: '600',
			estimator: 'exact',
			nope: 1,
			demo: 'yes',
			endpoints: { demo__read_log: { mode: 'maybe', other: 2 } },
			upstreams: [{ name: 'Bad Name', url: 'http://10.0.0.1/mcp', headers: { 'a b': 'x' } }],
		});
		expect(response.status).toBe(400);
		const { error } = (await response.json()) as {
			error: { issues: { path: string; reason: string }[] };
		};
		expect([...new Set(error.issues.map(({ path }) => path))].sort()).toEqual([
			'chunkSize',
			'cursorTtlSeconds',
			'defaultPageSize',
			'demo',
			'endpoints.demo__read_log.mode',
			'endpoints.demo__read_log.other',
			'estimator',
			'nope',
			'tokenBudgetThreshold',
			'upstreams.0.headers',
			'upstreams.0.name',
			'upstreams.0.url',
		]);
		for (const { reason } of error.issues) expect(reason.length).toBeGreaterThan(5);
		expect(await shown()).toEqual(before);
	});

	it.each(['{"tokenBudgetThreshold": 80', 'a: [1', '[]', '7', 'a: 1\na: 2', '', '# nothing'])(
		'answers the document %j with 400 and changes nothing',
		async (document) => {
			const before = await shown();
			expect((await putConfig(loadline, document)).status).toBe(400);
			expect(await shown()).toEqual(before);
		},
	);

	it.each([
		'http://169.254.169.254/latest',
		'https://10.1.2.3/mcp',
		'https://172.16.0.1/mcp',
		'https://192.168.1.1/mcp',
		'https://[fc00::1]/mcp',
		'http://example.com/mcp',
		'https://user:secret@example.com/mcp',
		'https://[::ffff:10.0.0.1]/mcp',
		'https://0x0a000001/mcp',
		'https://exаmple.com/mcp',
		'file:///etc/passwd',
	])('refuses the upstream %s', async (url) => {
		const response = await putConfig(loadline, { upstreams: [{ name: 'up', url }] });
		expect(response.status).toBe(400);
		const text = await response.text();
		expect(text).toContain('upstreams.0.url');
		expect(text).not.toContain('secret');
	});

	it('takes a document in YAML, in force for the next call', async () => {
		const spent = async () =>
			(await resultRaw(loadline, 'demo__list_bookings', '{"_loadline":{"limit":200}}'))
				.structuredContent.estimatedTokens as number;
		const yaml = await loadline.fetch('/api/config', {
			method: 'PUT',
			headers: { 'content-type': 'application/yaml' },
			body: 'tokenBudgetThreshold: 2000\n',
		});
		expect(yaml.status).toBe(200);
		expect(await spent()).toBeLessThanOrEqual(2000);
	});

	it('never repeats a rejected value or a stack in what it answers', async () => {
		const told = await (await putConfig(loadline, { nope: 's3cret-value' })).text();
		expect(told).not.toMatch(/s3cret-value|at \w+ \(|\.ts:/);
		expect(await callRaw(loadline, 'no_such_tool')).toContain('-32602');
	});
});
