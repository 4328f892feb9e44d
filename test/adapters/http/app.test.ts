import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/adapters/crypto';
import { limitedAccess } from '../../../src/adapters/http/door';
import { createAccess } from '../../../src/auth';
import { Ledger } from '../../../src/shared/ledger';

import { call, errorOf, open } from './open-app';

/** Access of a deployment without API tokens. */
function accessOf(given: { readonly devMode: boolean; readonly tokens: string | undefined }) {
	const access = createAccess({
		...given,
		apiToken: async () => null,
		unsafe: null,
		sha256: (text) => sha256(new TextEncoder().encode(text)),
	});
	return (request: Request) =>
		access(new URL(request.url).hostname, request.headers.get('authorization'));
}

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

	it('that are refused are 429 for an address that has tried too often, valid ones are answered', async () => {
		const statuses = [...new Array(8).fill(400), 200];
		const serve = async () => new Response(null, { status: statuses.shift() });
		const ledger = new Ledger({ tries: { most: 3, everyMs: 60_000 } }, () => 0);
		const counter = {
			limit: async ({ key }: { key: string }) => ({ success: ledger.charge('tries', key) === 0 }),
		};
		const limits = { calls: counter, refusals: counter, blocked: async () => {}, isFree: false };
		const { mayTry } = limitedAccess(async () => ({ kind: 'refused', fault: 'missing' }), limits);
		const { ask } = open({
			mayTry,
			people: { home: async () => 'https://loadline.example' } as never,
			logins: () => ({ serve }) as never,
		});
		const told = [];
		for (let n = 0; n < 9; n++) told.push((await ask('/token', post)).status);
		expect(told).toEqual([400, 400, 400, ...new Array(5).fill(429), 200]);
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
				access: accessOf({ devMode: false, tokens: undefined }),
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
			access: accessOf({ devMode: true, tokens: '' }),
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
			access: accessOf({ devMode: true, tokens }),
		});
		const as = (authorization: string) =>
			ask('/api/config', { headers: { authorization } }, 'http://localhost:8787');
		expect((await as('Bearer test')).status).toBe(200);
		expect((await as('Bearer tent')).status).toBe(401);
		const broken = open({
			access: accessOf({ devMode: true, tokens: '{' }),
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
		origins: [],
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

describe('an unknown address', () => {
	const asPage = { headers: { accept: 'text/html,application/xhtml+xml' } };

	it('is a page with a way home in a browser, and JSON where the API is', async () => {
		const page = await open().ask('/no/such', asPage);
		const text = await page.text();
		expect([page.status, page.headers.get('content-type')]).toEqual([
			404,
			expect.stringMatching('html'),
		]);
		expect(text).toContain('href="/"');
		for (const path of ['/api/no/such', '/mcp/none', '/hooks/none', '/none/mcp'])
			expect((await open().ask(path, asPage)).headers.get('content-type')).toContain('json');
		expect((await open().ask('/no/such')).headers.get('content-type')).toContain('json');
	});

	it('is no other than a known one to who is not let in', async () => {
		const { ask } = open({ access: async () => ({ kind: 'refused', fault: 'missing' }) });
		for (const path of ['/overview', '/no/such']) {
			const answer = await ask(path, asPage);
			expect([answer.status, answer.headers.get('location')]).toEqual([
				302,
				`/sign-in?to=${encodeURIComponent(path)}`,
			]);
		}
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
		const { correlationId } = error;
		expect(logged).toMatchObject([
			{ event: 'request_failed', correlationId },
			{ event: 'refused', correlationId, status: 500 },
		]);
	});
});
