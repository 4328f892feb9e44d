import { describe, expect, it } from 'vitest';
import { createAccess } from '../../../src/adapters/http/access';
import { createApp } from '../../../src/adapters/http/app';
import type { Access, HttpDeps } from '../../../src/adapters/http/deps';
import { tries } from '../../../src/adapters/http/limited-access';
import { memoryRateLimit } from '../../../src/adapters/http/memory-rate-limit';
import { err, ok } from '../../../src/shared/result';
import { fakeGateway, finished } from '../mcp/fake-gateway';

const caller = (scopes: readonly string[]): Access => ({
	kind: 'caller',
	principal: { id: 'ann', workspace: 'ws-a', scopes },
});

const open = (parts: Partial<HttpDeps> = {}) => {
	const logged: unknown[] = [];
	const scopes: unknown[] = [];
	const replaced: unknown[] = [];
	const { gateway } = fakeGateway({
		call: async (_call, { scope }) => {
			scopes.push(scope);
			return finished({ content: [] });
		},
	});
	const config = { config: { defaultPageSize: 50, key: 'secret' }, origin: {}, version: 3 };
	const changes = { changes: [{ path: 'chunkSize', before: 1, after: 2 }], more: 0 };
	const changed = ({ text, ifMatch }: { text?: string; ifMatch?: number }) => {
		if (ifMatch !== undefined && ifMatch !== 3)
			return err({ code: 'stale', version: 3, issues: [{ path: '', reason: 'late' }] } as const);
		return text === 'bad'
			? err({ code: 'invalid', issues: [{ path: 'limit', reason: 'unknown key' }] } as const)
			: ok({ ...config, ...changes, version: 4 });
	};
	const app = createApp({
		serverInfo: { name: 'loadline', version: '1.2.3' },
		gateway,
		documentFile: async () => undefined,
		results: {
			export: async () => err({ code: 'invalid', message: 'no such handle' }),
			link: async () => err({ code: 'links_off', message: 'off' }),
			linked: async () => undefined,
		},
		services: () => {
			throw new Error('no service is asked here');
		},
		erasures: {
			begin: async () => err('nothing is erased here'),
			get: async () => null,
			export: async () => ({ lines: [] }),
		},
		config: {
			current: async () => config,
			replace: async (...document) => {
				replaced.push(document);
				return changed(document[1]);
			},
			rollback: async (...document) => {
				replaced.push(document);
				return changed(document[1]);
			},
			upstream: async (...wish) => {
				replaced.push(wish);
				return changed({});
			},
			preview: async () => ok({ version: 3, ...changes }),
			history: async (_, page) => ok({ versions: [], total: page.offset }),
			document: async (_, version = 3) => ok({ version, document: {}, text: '' }),
		},
		telemetry: () => {
			throw new Error('no telemetry is asked here');
		},
		alerts: async () => ({ windowMinutes: 60, minRequests: 20, calls: 0, rules: [] }),
		directory: () => ({ audit: { note: async () => ({ n: 1, hash: '' }) } }) as never,
		workspaces: {} as never,
		secrets: {} as never,
		checkUrl: ok,
		deploymentAudit: {} as never,
		note: async () => {},
		reseal: {} as never,
		now: () => 0,
		access: async () => caller(['admin']),
		mayTry: async () => true,
		isBlocked: () => false,
		people: { home: async () => undefined } as never,
		logins: () => ({}) as never,
		connections: {} as never,
		knowsUpstream: async (name) => name === 'github',
		health: async () => ({ upstreams: [{ name: 'github', status: 'ok' }] }),
		llm: async () => new Response('llm'),
		hooks: {
			'claude-code': { answer: async () => ({}) },
			'gemini-cli': { answer: async () => ({}) },
		},
		webFile: async () => undefined,
		mask: (shown) => ({ ...shown, key: '***' }),
		hosts: null,
		pages: { origins: ['https://claude.example'], isHostTrue: true },
		log: (entry) => logged.push(entry),
		...parts,
	});
	const ask = (path: string, init: RequestInit = {}, base = 'https://loadline.example') =>
		Promise.resolve(app.fetch(new Request(new URL(path, base), init)));
	return { ask, logged, scopes, replaced };
};

const call = {
	method: 'POST',
	headers: {
		'content-type': 'application/json',
		accept: 'application/json, text/event-stream',
	},
	body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}',
};
const errorOf = async (response: Response) =>
	((await response.json()) as { error: { code: string; message: string; correlationId: string } })
		.error;

describe('GET /health', () => {
	it('tells anyone status and version, and a caller more', async () => {
		const refused = open({ access: async () => ({ kind: 'refused', fault: 'missing' }) });
		expect(await (await refused.ask('/health')).json()).toEqual({ status: 'ok', version: '1.2.3' });
		expect(await (await open().ask('/health')).json()).toEqual({
			status: 'ok',
			version: '1.2.3',
			upstreams: [{ name: 'github', status: 'ok' }],
		});
	});
});

describe('tokens and registration', () => {
	const post = { method: 'POST' };

	it('are for nobody while nobody can be let in', async () => {
		const { ask } = open({
			access: async () => ({ kind: 'closed', advice: 'Claim it.' }),
			logins: () => {
				throw new Error('nothing is asked of them');
			},
		});
		for (const path of ['/token', '/register']) {
			const answer = await ask(path, post);
			expect([answer.status, await errorOf(answer)]).toEqual([
				503,
				expect.objectContaining({ code: 'closed', message: 'Claim it.' }),
			]);
		}
	});

	it('are not looked up for an address that has tried too often', async () => {
		let served = 0;
		const serve = async () => {
			served++;
			return new Response(null, { status: 400 });
		};
		const limits = { refusals: memoryRateLimit(3, 60_000, () => 0), now: () => 0 };
		const { ask } = open({
			...tries(limits),
			people: { home: async () => 'https://loadline.example' } as never,
			logins: () => ({ serve }) as never,
		});
		const told = [];
		for (let n = 0; n < 9; n++) told.push((await ask('/token', post)).status);
		expect(told).toEqual([400, 400, 400, ...new Array(6).fill(429)]);
		// The one in which the limit was reached is the last.
		expect(served).toBe(4);
	});
});

describe('access', () => {
	const routes = ['/mcp', '/mcp/github', '/api/config', '/', '/nothing'];

	it.each(routes)('is refused on %s without a token, with a challenge', async (path) => {
		const { ask } = open({ access: async () => ({ kind: 'refused', fault: 'missing' }) });
		const response = await ask(path, call);
		expect(response.status).toBe(401);
		expect(response.headers.get('www-authenticate')).toBe('Bearer realm="loadline"');
		expect(await errorOf(response)).toMatchObject({ code: 'unauthorized' });
	});

	it('is refused with error="invalid_token" for a wrong token', async () => {
		const { ask } = open({ access: async () => ({ kind: 'refused', fault: 'invalid' }) });
		const challenge = (await ask('/mcp', call)).headers.get('www-authenticate');
		expect(challenge).toContain('error="invalid_token"');
	});

	it.each(routes)(
		'is closed on %s while nothing is configured, and says what to set',
		async (path) => {
			const { ask } = open({
				access: createAccess({
					apiToken: async () => null,
					devMode: false,
					tokens: undefined,
					secrets: [],
				}),
			});
			const response = await ask(path, call);
			expect(response.status).toBe(503);
			const { code, message } = await errorOf(response);
			expect(code).toBe('closed');
			expect(message).toContain('LOADLINE_TOKENS');
			expect(message).toContain('sha256sum');
			expect((await ask('/health')).status).toBe(200);
		},
	);

	it('is open to all on a loopback host in dev mode only', async () => {
		const { ask } = open({
			access: createAccess({ apiToken: async () => null, devMode: true, tokens: '', secrets: [] }),
		});
		expect((await ask('/api/config', {}, 'http://localhost:8787')).status).toBe(200);
		expect((await ask('/api/config', {}, 'http://10.0.0.1:8787')).status).toBe(503);
	});

	it('needs a configured token once there are tokens, and closes on a list that cannot be used', async () => {
		const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
		const tokens = JSON.stringify([
			{ name: 'me', sha256, workspace: 'ws-a', scopes: ['mcp:read'] },
		]);
		const { ask } = open({
			access: createAccess({ apiToken: async () => null, devMode: true, tokens, secrets: [] }),
		});
		const as = (authorization: string) =>
			ask('/api/config', { headers: { authorization } }, 'http://localhost:8787');
		expect((await as('Bearer test')).status).toBe(200);
		expect((await as('Bearer tent')).status).toBe(401);
		const broken = open({
			access: createAccess({ apiToken: async () => null, devMode: true, tokens: '{', secrets: [] }),
		});
		const response = await broken.ask('/mcp', call, 'http://localhost:8787');
		expect((await errorOf(response)).message).toContain('LOADLINE_TOKENS is not valid JSON');
	});
});

describe('the MCP endpoints', () => {
	it('aim a call at everything, at some toolsets, or at one upstream', async () => {
		const { ask, scopes } = open();
		for (const path of ['/mcp', '/mcp/?toolsets=memory,%20workflow', '/mcp/github'])
			await (await ask(path, call)).text();
		expect(scopes).toEqual([{}, { toolsets: ['memory', 'workflow'] }, { upstream: 'github' }]);
	});

	it('answer an unknown upstream with 404', async () => {
		const response = await open().ask('/mcp/gitlab', call);
		expect(response.status).toBe(404);
		expect(await errorOf(response)).toMatchObject({ code: 'unknown_upstream' });
	});

	it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('answer %s with 405', async (method) => {
		const response = await open().ask('/mcp', { method });
		expect(response.status).toBe(405);
		expect(response.headers.get('allow')).toBe('POST');
	});
});

describe('Host and Origin', () => {
	const dev = {
		hosts: ['localhost', '127.0.0.1', '[::1]'],
		pages: { origins: [], isHostTrue: false },
	};

	it('must be known, whatever the route', async () => {
		const { ask } = open(dev);
		for (const path of ['/mcp', '/health', '/api/config']) {
			const host = await ask(path, { headers: { host: 'evil.example' } }, 'http://localhost:8787');
			expect([host.status, (await errorOf(host)).code]).toEqual([403, 'forbidden_host']);
			const headers = { origin: 'https://evil.example' };
			const origin = await ask(path, { headers }, 'http://localhost:8787');
			expect([origin.status, (await errorOf(origin)).code]).toEqual([403, 'forbidden_origin']);
		}
	});

	it.each(['null', 'https://evil.example', 'file://'])('refuses the Origin %s', async (origin) => {
		expect(
			(await open().ask('/mcp', { ...call, headers: { ...call.headers, origin } })).status,
		).toBe(403);
	});

	it('may be the served host itself or a configured one', async () => {
		for (const origin of ['https://loadline.example', 'https://claude.example']) {
			const response = await open().ask('/mcp', { ...call, headers: { ...call.headers, origin } });
			expect(response.status).toBe(200);
			expect(response.headers.get('access-control-allow-origin')).toBe(origin);
			const exposed = response.headers.get('access-control-expose-headers') ?? '';
			for (const name of ['Mcp-Session-Id', 'WWW-Authenticate', 'MCP-Protocol-Version'])
				expect(exposed).toContain(name);
		}
	});

	it('exposes the challenge of a 401 to a web client', async () => {
		const { ask } = open({ access: async () => ({ kind: 'refused', fault: 'missing' }) });
		const headers = { ...call.headers, origin: 'https://claude.example' };
		const response = await ask('/mcp', { ...call, headers });
		expect(response.status).toBe(401);
		expect(response.headers.get('access-control-allow-origin')).toBe('https://claude.example');
	});
});

describe('a preflight', () => {
	const preflight = (origin: string) =>
		open({ access: async () => ({ kind: 'refused', fault: 'missing' }) }).ask('/mcp', {
			method: 'OPTIONS',
			headers: {
				origin,
				'access-control-request-method': 'POST',
				'access-control-request-headers': 'mcp-method, mcp-param-region, x-evil',
			},
		});

	it('is answered without a token and allows the headers of MCP', async () => {
		const response = await preflight('https://claude.example');
		expect(response.status).toBe(204);
		const allowed = response.headers.get('access-control-allow-headers') ?? '';
		for (const name of ['Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id', 'mcp-param-region'])
			expect(allowed).toContain(name);
		expect(allowed).not.toContain('evil');
	});

	it('of a foreign page is refused', async () => {
		expect((await preflight('https://evil.example')).status).toBe(403);
	});
});

describe('/api/telemetry', () => {
	it('is read only, and nothing is beside it', async () => {
		const { ask } = open();
		expect((await ask('/api/telemetry/requests', { method: 'POST' })).status).toBe(405);
		expect((await ask('/api/telemetry/request')).status).toBe(404);
	});
});

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

describe('everything else', () => {
	it('is 404 in JSON', async () => {
		const response = await open().ask('/nothing');
		expect(response.status).toBe(404);
		expect(await errorOf(response)).toMatchObject({ code: 'not_found' });
	});

	it('that fails is logged under a correlation id, which is all the caller learns', async () => {
		const { ask, logged } = open({
			mask: () => {
				throw new Error('secret');
			},
		});
		const response = await ask('/api/config');
		expect(response.status).toBe(500);
		const error = await errorOf(response);
		expect(error).toEqual({
			code: 'internal',
			message: 'Internal error.',
			correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
		});
		expect(logged).toMatchObject([{ correlationId: error.correlationId }]);
	});
});
