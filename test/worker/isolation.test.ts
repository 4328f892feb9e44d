// One upstream that is down, slow or answers garbage never affects another, and what belongs to a
// caller or an upstream stays there (docs/gateway.md "Upstreams" and "What crosses").
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFixtureServer } from '../upstreams/fixture-server';
import type { RunningServer } from '../upstreams/node-http';
import { type RawUpstream, sendError, sendJson, startRawUpstream } from '../upstreams/raw-upstream';
import { connectClient, someClients } from './clients';
import { answerText, callRaw, postRaw, resultRaw } from './raw-calls';
import { type Loadline, startLoadline } from './serve';

const OK = '{"content":[{"type":"text","text":"fine"}]}';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

let good: RawUpstream;
let fixture: RunningServer;
let slow: RawUpstream;
let garbage: RawUpstream;
let loadline: Loadline;
/** True while the slow upstream answers. */
let isAwake = false;

beforeAll(async () => {
	good = await startRawUpstream({
		tools: {
			t: ({ id, response }) => {
				response.setHeader('set-cookie', 'session=upstream');
				sendJson(response, `{"jsonrpc":"2.0","id":${id},"result":${OK}}`);
			},
			leaks: ({ id, response, request }) => {
				const { authorization } = request.headers;
				const message = `bad key ${authorization} ${JWT} https://a.example/?token=abc`;
				const error = JSON.stringify({ code: -32050, message });
				sendJson(response, `{"jsonrpc":"2.0","id":${id},"error":${error}}`);
			},
			crashes: ({ response }) => sendJson(response, 'Error at /srv/app/secret.js:12', 500),
		},
	});
	fixture = await startFixtureServer();
	slow = await startRawUpstream({
		methods: {
			'server/discover': (raw) => (isAwake ? sendError(raw, -32601, 'no such method') : undefined),
		},
		tools: { t: () => OK },
	});
	garbage = await startRawUpstream({
		methods: {
			'tools/list': ({ response }) =>
				void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>hello</html>'),
		},
		tools: { t: ({ response }) => sendJson(response, `${'{"a":['.repeat(5_000)}`) },
	});
	const gone = await startRawUpstream();
	await gone.close();
	const headers = { authorization: `Bearer \${secret:UPSTREAM_GOOD}` };
	loadline = await startLoadline({
		vars: { UPSTREAM_GOOD: 'upstream-s3cret-value' },
		config: {
			upstreams: [
				{ name: 'down', url: gone.url },
				{ name: 'slow', url: slow.url, timeoutMs: 1000 },
				{ name: 'garbage', url: garbage.url },
				{ name: 'good', url: good.url, headers },
				{ name: 'unset', url: good.url, headers: { 'x-key': `\${secret:UPSTREAM_UNSET}` } },
				{ name: 'fixture', url: fixture.url },
			],
		},
	});
});

afterAll(async () => {
	await loadline?.stop();
	await Promise.all([good, fixture, slow, garbage].map((server) => server?.close()));
});

const listed = async (path = '/mcp'): Promise<string[]> => {
	const text = await answerText(await postRaw(loadline, 'tools/list', '', { path }));
	return JSON.parse(text).result.tools.map(({ name }: { name: string }) => name);
};

describe('instructions', () => {
	it.each(someClients(1))('are those of the servers behind alone for a %s client', async (kind) => {
		const toldAt = async (path: string) => {
			const client = await connectClient(kind, `${loadline.url}${path}`);
			const told = client.getInstructions();
			await client.close();
			return told;
		};
		expect(await toldAt('/mcp/demo')).toBeUndefined();
		expect(await toldAt('/mcp/down')).toMatch(/^Not usable now: Upstream "down"/);
		expect(await toldAt('/mcp/fixture')).toBe('Tools of this server are for tests.');
	});
});

describe('an upstream that fails', () => {
	it('loses its own tools from the list and nobody else’s', async () => {
		const names = await listed();
		const prefixes = new Set(names.map((name) => name.split('__')[0]));
		for (const name of ['demo', 'good', 'fixture']) expect(prefixes).toContain(name);
		for (const name of ['down', 'slow', 'garbage']) expect(prefixes).not.toContain(name);
	});

	it.each([
		['down__t', '{}'],
		['down__t', '{"limit":5}'],
		['slow__t', '{}'],
		['slow__t', '{"fields":"id"}'],
		['garbage__t', '{}'],
		['garbage__t', '{"limit":5}'],
		['unset__t', '{}'],
	])(
		'answers %s %s with an error result under 2 KB that has a correlation id',
		async (name, args) => {
			const result = await resultRaw(loadline, name, args);
			expect(result).toMatchObject({ isError: true });
			const told = JSON.stringify(result);
			expect(told).toMatch(/correlation id [0-9a-f-]{36}/);
			expect(told).toContain(`\\"${name.split('__')[0]}\\"`);
			expect(told.length).toBeLessThan(2_000);
		},
	);

	it('costs the others nothing: they answer while it is waited for', async () => {
		const waiting = resultRaw(loadline, 'slow__t');
		let over = false;
		void waiting.then(() => {
			over = true;
		});
		expect((await resultRaw(loadline, 'good__t')).content[0].text).toBe('fine');
		expect((await resultRaw(loadline, 'demo__list_listings')).isError).toBeUndefined();
		expect(over).toBe(false);
		expect((await waiting).isError).toBe(true);
	});

	it('is named on /health', async () => {
		const { upstreams } = (await (await loadline.fetch('/health')).json()) as {
			upstreams: { name: string; status: string }[];
		};
		const states = Object.fromEntries(upstreams.map(({ name, status }) => [name, status]));
		expect(states).toMatchObject({ demo: 'ok', good: 'ok', down: 'down', slow: 'down' });
		expect(states.garbage).not.toBe('ok');
		expect(JSON.stringify(upstreams.find(({ name }) => name === 'unset'))).toMatch(
			/UPSTREAM_UNSET is not set: .*\.dev\.vars .*wrangler secret put UPSTREAM_UNSET/,
		);
	});

	it('is an error of the endpoint of its own, not a crash', async () => {
		for (const name of ['down', 'slow', 'garbage']) {
			const response = await postRaw(loadline, 'tools/list', '', { path: `/mcp/${name}` });
			expect(response.status).toBeLessThan(500);
			expect(JSON.parse(await answerText(response))).toHaveProperty('jsonrpc');
		}
	});
});

it('an upstream that was too slow is asked again, and serves once it answers', async () => {
	const asked = slow.calls['server/discover'] ?? 0;
	expect((await resultRaw(loadline, 'slow__t')).isError).toBe(true);
	expect(slow.calls['server/discover']).toBeGreaterThan(asked);
	isAwake = true;
	expect((await resultRaw(loadline, 'slow__t', '{"limit":5}')).content[0].text).toBe('fine');
	expect(await listed()).toContain('slow__t');
});

describe('what belongs to one side', () => {
	it('headers of the caller do not reach the upstream, and its cookies do not come back', async () => {
		const response = await postRaw(loadline, 'tools/call', '"name":"good__t","arguments":{}', {
			headers: {
				authorization: 'Bearer callers-own',
				cookie: 'a=b',
				'cf-connecting-ip': '1.2.3.4',
				'x-forwarded-for': '1.2.3.4',
			},
		});
		expect(await response.text()).toContain('fine');
		expect(response.headers.has('set-cookie')).toBe(false);
		const sent = good.requests.at(-1) ?? {};
		expect(sent.authorization).toBe('Bearer upstream-s3cret-value');
		expect(sent.cookie).toBeUndefined();
		expect(JSON.stringify(sent)).not.toContain('callers-own');
		expect(sent['x-forwarded-for']).toBeUndefined();
		expect(sent['cf-connecting-ip']).toBeUndefined();
	});

	it('secrets that an upstream says in an error are taken out', async () => {
		const told = await answerText(
			await postRaw(loadline, 'tools/call', '"name":"good__leaks","arguments":{}'),
		);
		for (const secret of ['upstream-s3cret-value', JWT, 'token=abc'])
			expect(told).not.toContain(secret);
		expect(told).toContain('-32050');
		const config = await (await loadline.fetch('/api/config')).text();
		expect(config).not.toContain('upstream-s3cret-value');
	});

	it('a name that a caller made up is no group of telemetry, and is not kept as long as it is', async () => {
		for (const name of ['madeup', `madeup${'n'.repeat(100_000)}`]) {
			const told = await callRaw(loadline, `fixture__${name}`, '{}', { era: 'legacy' });
			expect(told).not.toContain('"isError":false');
		}
		const { upstreams } = (await (await loadline.fetch('/health')).json()) as {
			upstreams: { name: string; status: string }[];
		};
		expect(upstreams).toContainEqual(expect.objectContaining({ name: 'fixture', status: 'ok' }));
		const shown = async (path: string) => (await loadline.fetch(path)).text();
		await expect.poll(() => shown('/api/telemetry/requests')).toContain('fixture__?');
		expect(await shown('/api/telemetry/requests')).not.toContain('madeup');
		await expect.poll(() => shown('/api/sessions/default')).toContain('madeupnnn');
		expect(await shown('/api/sessions/default')).not.toContain('n'.repeat(200));
	});

	it('no stack, no file name and no key leaves with an error', async () => {
		const told = JSON.stringify(await resultRaw(loadline, 'good__crashes'));
		expect(told).toContain('HTTP 500');
		expect(told).not.toMatch(/secret\.js|\/srv|at \w+ \(/);
		const page = JSON.stringify(await resultRaw(loadline, 'demo__list_bookings'));
		expect(page).not.toMatch(/ws-local|"principal"|argsDigest|snapshot/);
	});
});
