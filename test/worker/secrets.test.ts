// Tests of whose a secret is and where it may go, on the real Worker with real upstreams.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../program';
import { startHttp } from '../upstreams/node-http';
import { type RawUpstream, sendJson, startRawUpstream } from '../upstreams/raw-upstream';
import { postRaw } from './raw-calls';
import { type Loadline, startLoadline } from './serve';

const hex = (text: string) => createHash('sha256').update(text).digest('hex');
const entry = (name: string, workspace: string, scopes: readonly string[]) => ({
	...{ name, workspace, scopes, sha256: hex(`${name}-token`) },
});
const TOKENS = [
	entry('ada', 'ws-a', ['admin']),
	entry('bob', 'ws-a', ['mcp:use']),
	entry('mallory', 'ws-b', ['admin']),
];
const DEPLOYMENTS = 'deployment-secret-0123456789';
const OWN = 'workspace-secret-0123456789';

let good: RawUpstream;
let evil: RawUpstream;
let loadline: Loadline;
beforeAll(async () => {
	const tools = {
		t: ({ request }: { request: { headers: Record<string, unknown> } }) =>
			JSON.stringify({ content: [{ type: 'text', text: `saw ${request.headers.authorization}` }] }),
	};
	good = await startRawUpstream({ tools: tools as never });
	evil = await startRawUpstream({ tools: { t: () => '{"content":[]}' } });
	const grants = [{ secret: 'UPSTREAM_GITHUB', workspace: 'ws-a', origins: [originOf(good)] }];
	loadline = await startLoadline({
		// Development allows upstreams on this machine; its tokens decide all the same.
		vars: {
			LOADLINE_TOKENS: JSON.stringify(TOKENS),
			LOADLINE_GRANTS: JSON.stringify(grants),
			UPSTREAM_GITHUB: DEPLOYMENTS,
		},
	});
});
afterAll(async () => {
	await loadline?.stop();
	await Promise.all([good, evil].map((server) => server?.close()));
});

const originOf = ({ url }: RawUpstream) => new URL(url).origin;
const ask = async (who: string, path: string, method = 'GET', body?: object) => {
	const headers = { authorization: `Bearer ${who}-token`, 'content-type': 'application/json' };
	const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
	const response = await loadline.fetch(path, init);
	const text = await response.text();
	return { status: response.status, text, told: JSON.parse(text || '{}') };
};
const configure = (who: string, upstream: object, more: object = {}) =>
	ask(who, '/api/config', 'PUT', { upstreams: [{ name: 'up', ...upstream }], ...more });
const call = async (who: string) =>
	(
		await postRaw(loadline, 'tools/call', '"name":"up__t","arguments":{}', {
			headers: { authorization: `Bearer ${who}-token` },
		})
	).text();
const lastSeen = (server: RawUpstream) => server.requests.at(-1)?.authorization;

describe('a secret of the deployment', () => {
	const headers = { authorization: `Bearer \${secret:UPSTREAM_GITHUB}` };

	it('serves the workspace it was granted to, at the origin it was granted for', async () => {
		expect((await configure('ada', { url: good.url, headers })).status).toBe(200);
		expect(await call('bob')).toContain('saw [redacted]');
		expect(lastSeen(good)).toBe(`Bearer ${DEPLOYMENTS}`);
	});

	it.each([
		['mallory', 'good'],
		['mallory', 'evil'],
		['ada', 'evil'],
	])(
		'is refused to %s at the %s server, as header, address, webhook and client secret',
		async (who, at) => {
			const url = at === 'good' ? good.url : evil.url;
			const reference = headers.authorization.slice(7);
			for (const [upstream, more] of [
				[{ url, headers }, {}],
				[{ url: `${url}/${reference}` }, {}],
				[{ url: `${url}?k=${reference}` }, {}],
				[{ url, auth: { type: 'client_credentials', clientId: 'x', clientSecret: reference } }, {}],
				[
					{ url: 'https://a.example/mcp' },
					{ alerts: { webhook: { url: `${url}?t=${reference}` } } },
				],
			] as const) {
				const refused = await configure(who, upstream, more);
				expect(refused.status).toBe(400);
				expect(refused.text).toContain('UPSTREAM_GITHUB');
				expect(refused.text).not.toContain(DEPLOYMENTS);
			}
			expect(JSON.stringify(evil.requests)).not.toContain(DEPLOYMENTS);
		},
	);
});

describe('a secret of a workspace', () => {
	it('of the history stands beside the name of who changed it, on the command line too', async () => {
		const env = { LOADLINE_URL: loadline.url, LOADLINE_TOKEN: 'ada-token' };
		const { out } = await commandLine(['config', 'history', '--limit', '1'], { env });
		expect(out.split('\n')[0]).toMatch(/^version \d+ +\S+ +ada +replaced$/);
	});

	it('is set from standard input, used, and never shown; another workspace has none of that name', async () => {
		const env = { LOADLINE_URL: loadline.url, LOADLINE_TOKEN: 'ada-token' };
		const run = (input: string, ...args: string[]) =>
			commandLine(['secret', ...args], { env, input });
		const set = await run(`${OWN}\n`, 'set', 'API_KEY', '--origin', originOf(good));
		expect([set.err, set.out]).toEqual([
			'',
			expect.stringContaining('API_KEY: set for the workspace'),
		]);
		const url = `${good.url}/s/\${secret:API_KEY}`;
		const headers = { authorization: `Bearer \${secret:API_KEY}` };
		expect((await configure('ada', { url: good.url, headers })).status).toBe(200);
		expect(await call('bob')).toContain('saw [redacted]');
		expect(lastSeen(good)).toBe(`Bearer ${OWN}`);
		expect((await configure('ada', { url, headers })).status).toBe(200);
		for (const [who, path] of [
			['ada', '/api/config'],
			['ada', '/api/config/history'],
			['ada', '/api/config/document'],
			['ada', '/api/secrets'],
			['ada', '/api/audit'],
			['bob', '/api/config'],
			['bob', '/health'],
		] as const)
			expect([path, (await ask(who, path)).text.includes(OWN)]).toEqual([path, false]);
		const seen = (await ask('bob', '/api/config')).told.config.upstreams[0].url;
		expect(seen).toBe(`${originOf(good)}/***`);
		expect((await run('', 'list')).out.replaceAll(/ +/g, ' ')).toContain(
			`API_KEY workspace ${originOf(good)}`,
		);
		expect(loadline.logs.join('\n')).not.toContain(OWN);
		await configure('mallory', { url: good.url, headers });
		expect(await call('mallory')).toContain('the secret API_KEY is not set');
	});

	it('goes nowhere else, and is gone from the next call on when it is removed', async () => {
		const headers = { authorization: `Bearer \${secret:API_KEY}` };
		const refused = await configure('ada', { url: evil.url, headers });
		expect([refused.status, refused.text]).toEqual([
			400,
			expect.stringContaining('may not be sent to'),
		]);
		await configure('ada', { url: good.url, headers });
		const moved = { value: OWN, origins: ['https://elsewhere.example'] };
		expect((await ask('ada', '/api/secrets/API_KEY', 'PUT', moved)).status).toBe(200);
		const before = good.requests.length;
		expect(await call('bob')).toContain('may not be sent to');
		expect((await ask('ada', '/api/secrets/API_KEY', 'DELETE')).status).toBe(200);
		expect(await call('bob')).toContain('the secret API_KEY is not set');
		expect(good.requests.length).toBe(before);
	});

	it('goes to no authorization server that is not at an origin of its own, whoever names it', async () => {
		const seen: string[] = [];
		let issuer = '';
		const token = await startHttp((request, response) => {
			seen.push(`${request.url} ${request.headers.authorization ?? ''}`);
			const { origin } = new URL(token.url);
			const metadata = { issuer, token_endpoint: `${origin}/token` };
			const answer = { access_token: 'given', token_type: 'Bearer', expires_in: 60 };
			sendJson(response, JSON.stringify(request.url === '/token' ? answer : metadata));
		});
		const elsewhere = new URL(token.url).origin;
		const upstream = await startRawUpstream({
			tools: { t: () => '{"content":[{"type":"text","text":"reached"}]}' },
			methods: {
				GET: ({ request, response }) => {
					const told = request.url?.includes('oauth-protected-resource')
						? { resource: upstream.url, authorization_servers: [issuer] }
						: { issuer, token_endpoint: `${elsewhere}/token` };
					sendJson(response, JSON.stringify(told));
				},
			},
		});
		const put = (...origins: string[]) =>
			ask('ada', '/api/secrets/KEY1', 'PUT', { value: OWN, origins });
		const client = { clientId: 'x', clientSecret: `\${secret:KEY1}` };
		const auth = { type: 'client_credentials', ...client };
		await put(originOf(upstream));
		for (const [named, more] of [
			[elsewhere, {}],
			[originOf(upstream), {}],
			[originOf(upstream), { issuer: originOf(upstream) }],
		] as const) {
			issuer = named;
			const set = await configure('ada', { url: upstream.url, auth: { ...auth, ...more } });
			expect(set.status).toBe(200);
			expect(await call('bob')).toContain(`is at ${elsewhere}, where the secret`);
		}
		expect(seen.filter((one) => one.startsWith('/token'))).toEqual([]);
		await put(originOf(upstream), elsewhere);
		expect(await call('bob')).toContain('reached');
		const basic = seen.find((one) => one.startsWith('/token Basic ')) ?? '';
		const sent = Buffer.from(basic.slice('/token Basic '.length), 'base64').toString();
		expect(decodeURIComponent(sent)).toBe(`x:${OWN}`);
		await Promise.all([upstream.close(), token.close()]);
		await ask('ada', '/api/secrets/KEY1', 'DELETE');
	});

	it('is set by administrators, with a name and origins that can be used', async () => {
		const wish = { value: 'x', origins: ['https://a.example'] };
		expect((await ask('bob', '/api/secrets/K', 'PUT', wish)).status).toBe(403);
		expect((await ask('bob', '/api/secrets')).status).toBe(403);
		for (const [name, more] of [
			['UPSTREAM_GITHUB', {}],
			['LOADLINE_SECRET', {}],
			['lower', {}],
			['K', { origins: [] }],
			['K', { origins: ['https://a.example/path'] }],
			['K', { origins: ['http://a.example'] }],
			['K', { origins: ['https://10.0.0.1'] }],
			['K', { value: 'hunter2\r\nx: y' }],
			['K', { value: '' }],
		] as const) {
			const refused = await ask('ada', `/api/secrets/${name}`, 'PUT', { ...wish, ...more });
			expect([name, more, refused.status]).toEqual([name, more, 400]);
			expect(refused.text).not.toContain('hunter2');
		}
	});
});

describe('a secret of a user', () => {
	it('is the caller’s own: who has none is told how to set one', async () => {
		await configure('ada', { url: good.url, headers: { authorization: `Bearer \${user:PAT}` } });
		const set = (who: string, value: string) =>
			ask(who, '/api/me/secrets/PAT', 'PUT', { value, origins: [originOf(good)] });
		await set('ada', 'pat-of-ada-0123456789');
		expect(await call('ada')).toContain('saw [redacted]');
		expect(lastSeen(good)).toBe('Bearer pat-of-ada-0123456789');
		expect(await call('bob')).toContain('loadline secret set PAT --origin');
		await set('bob', 'pat-of-bob-0123456789');
		await call('bob');
		expect(lastSeen(good)).toBe('Bearer pat-of-bob-0123456789');
		expect((await ask('bob', '/api/me/secrets')).told.secrets).toMatchObject([
			{ name: 'PAT', owner: 'user' },
		]);
		expect((await ask('ada', '/api/secrets')).text).not.toContain('PAT');
	});
});
