// The pass-through behind a port of Node, where a body that is a stream has to be announced, and one that came
// compressed has been read.
import type { IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PassThrough } from '../../../src/adapters/llm/pass-through';
import { type Listening, listen } from '../../../src/adapters/node/listen';
import { LOCAL_PRINCIPAL } from '../../../src/auth/tokens';
import type { Config } from '../../../src/config/schema';
import { type RunningServer, readBody, startHttp } from '../../upstreams/node-http';

const ENCODED = { gzip: gzipSync, br: brotliCompressSync };
/** Cookies that reached the provider. */
const cookies: (string | undefined)[] = [];
const reached: IncomingHttpHeaders[] = [];
/** Headers of a provider that would have a page of its own run on Loadline's origin. */
const HOSTILE = {
	'content-type': 'text/html',
	'content-security-policy': "script-src 'unsafe-inline'",
	'service-worker-allowed': '/',
	'clear-site-data': '"*"',
	'strict-transport-security': 'max-age=1; includeSubDomains',
	'access-control-allow-origin': '*',
	'access-control-allow-credentials': 'true',
	refresh: '0;url=https://elsewhere.example',
	link: '</people>; rel=preload',
	nel: '{}',
	'alt-svc': 'h3="elsewhere.example:443"',
	connection: 'x-hop',
	'x-hop': '1',
	'proxy-authenticate': 'Basic',
	'request-id': 'req-1',
	'retry-after': '7',
};
let provider: RunningServer;
let door: Listening;
beforeAll(async () => {
	provider = await startHttp(async (incoming, outgoing) => {
		const { method, url = '', headers } = incoming;
		const encoding = (['gzip', 'br'] as const).find((each) => url.endsWith(each));
		const text = Buffer.from(
			`${method} ${headers['content-type'] ?? ''} ${await readBody(incoming)}`,
		);
		if (url.endsWith('cookies')) {
			cookies.push(headers.cookie);
			outgoing.setHeader('set-cookie', ['__Host-loadline=theirs', 'a=1']);
		}
		reached.push(headers);
		if (url.includes('hostile')) outgoing.setHeaders(new Map(Object.entries(HOSTILE)));
		if (url.endsWith('moved')) {
			outgoing.writeHead(307, { location: 'https://elsewhere.example/' });
			return void outgoing.end();
		}
		const body = encoding ? ENCODED[encoding](text) : text;
		outgoing.writeHead(200, {
			'content-length': body.length,
			...(encoding && { 'content-encoding': encoding }),
		});
		outgoing.end(body);
	});
	door = await listen((request) => passThrough.serve(request, LOCAL_PRINCIPAL, 'id'), {
		port: 0,
		host: '127.0.0.1',
	});
});
afterAll(async () => {
	await door.stop(0);
	await provider.close();
});

const reported: unknown[] = [];
const passThrough = new PassThrough({
	configOf: async () => ({ llm: { openai: { url: `${provider.origin}/v1` } } }) as Config,
	services: () => {
		throw new Error('nothing of these requests is looked into');
	},
	isOwnTool: () => false,
	mayLookInto: () => true,
	fetch: (url, init) => fetch(url, init),
	digest: async (text) => text,
	defer: () => {},
	now: () => 0,
	report: (error) => reported.push(error),
});
const ask = async (path: string, init: RequestInit = {}) => {
	const answer = await fetch(`http://127.0.0.1:${door.port}/llm/openai/v1/${path}`, init);
	return [answer.status, await answer.text()];
};

it('passes what it does not look into: other paths, other types, and requests without a body', async () => {
	const type = { 'content-type': 'application/json' };
	const embeddings = { method: 'POST', headers: type, body: '{"input":"x"}' };
	const passed = 'POST application/json {"input":"x"}';
	expect(await ask('embeddings', embeddings)).toEqual([200, passed]);
	const form = new FormData();
	form.set('purpose', 'batch');
	const [status, text] = await ask('files', { method: 'POST', body: form });
	expect([status, text]).toEqual([200, expect.stringContaining('batch')]);
	expect(await ask('models')).toEqual([200, 'GET  ']);
	expect(reported).toEqual([]);
});

it('passes a body that is longer than it looks into, and declares nothing, whole and as it comes', async () => {
	const mega = `${'x'.repeat((1 << 20) - 1)} `;
	const body = new Blob(Array(20).fill(mega)).stream();
	const type = { 'content-type': 'application/json' };
	const init = { method: 'POST', headers: type, body, duplex: 'half' } as RequestInit;
	const [status, text] = await ask('chat/completions', init);
	const sent = 'POST application/json ';
	expect([status, String(text).length, reported]).toEqual([200, sent.length + (20 << 20), []]);
});

it('passes what the provider compressed, whatever the caller would read', async () => {
	for (const encoding of ['gzip', 'br'])
		for (const accepted of ['gzip', 'br, zstd', 'identity'])
			expect(await ask(encoding, { headers: { 'accept-encoding': accepted } })).toEqual([
				200,
				'GET  ',
			]);
});

it('keeps cookies of either side from the other', async () => {
	const url = `http://127.0.0.1:${door.port}/llm/openai/v1/cookies`;
	const { status, headers } = await fetch(url, { headers: { cookie: '__Host-loadline=secret' } });
	expect([status, headers.getSetCookie()]).toEqual([200, []]);
	expect(cookies).toEqual([undefined]);
});

const serve = (headers: Record<string, string>, path = 'hostile') =>
	passThrough.serve(
		new Request(`http://127.0.0.1:${door.port}/llm/~token/openai/v1/${path}`, { headers }),
		LOCAL_PRINCIPAL,
		'id',
	);

it("nothing a provider answers is run, or speaks for Loadline's origin, in a browser", async () => {
	const { status, headers } = await serve({});
	const date = expect.any(String);
	expect([status, Object.fromEntries(headers)]).toEqual([
		200,
		{
			'content-type': 'text/html',
			'content-length': '5',
			'content-security-policy': "default-src 'none'; sandbox",
			'x-content-type-options': 'nosniff',
			'request-id': 'req-1',
			'retry-after': '7',
			date,
		},
	]);
});

it('answers no browser that wants something to show or to run', async () => {
	const before = reached.length;
	for (const dest of ['document', 'iframe', 'object', 'script', 'worker', 'serviceworker', 'image'])
		expect((await serve({ 'sec-fetch-dest': dest })).status).toBe(403);
	const refused = await serve({ 'service-worker': 'script' });
	expect(await refused.json()).toMatchObject({ error: { type: 'permission_error' } });
	expect(reached).toHaveLength(before);
	expect((await serve({ 'sec-fetch-dest': 'empty' })).status).toBe(200);
});

it('tells a provider neither the way here nor where here is', async () => {
	const way = {
		connection: 'x-hop, close',
		'x-hop': '1',
		'true-client-ip': '192.0.2.1',
		'x-client-ip': '192.0.2.1',
		'x-forwarded-for': '192.0.2.1',
		'fly-client-ip': '192.0.2.1',
		'x-vercel-forwarded-for': '192.0.2.1',
		'x-original-url': '/llm/~token/openai/v1',
		forwarded: 'for=192.0.2.1',
		referer: 'http://127.0.0.1/llm/~token/openai/v1',
		origin: 'http://127.0.0.1',
		'x-loadline-token': 'token',
	};
	await serve({ ...way, authorization: 'Bearer key', 'x-stainless-lang': 'js' });
	const sent = reached.at(-1) ?? {};
	expect(sent).toMatchObject({ authorization: 'Bearer key', 'x-stainless-lang': 'js' });
	expect(Object.keys(way).filter((name) => name !== 'connection' && name in sent)).toEqual([]);
	expect(JSON.stringify(sent)).not.toMatch(/~token|x-hop|192\.0\.2/);
});

it('follows no redirect, and has nobody follow one with the token for Loadline', async () => {
	const answer = await serve({}, 'moved');
	expect([answer.status, answer.headers.get('location')]).toEqual([502, null]);
	expect(await answer.text()).toContain('set llm.openai.url to its final address');
});

it.each(['..%2fadmin', 'x/%2e%2e%5cadmin', 'x%252F..%252f..%252Fadmin', '..;/admin', 'x/..%2F'])(
	'does not lead up from where the provider is: %s',
	async (path) => {
		const before = reached.length;
		expect((await serve({}, path)).status).toBe(404);
		expect(reached).toHaveLength(before);
	},
);

it.each(['models/a%2Fb..c', 'files/...%2Fx', 'x?to=../..'])('passes %s', async (path) => {
	expect((await serve({}, path)).status).toBe(200);
});
