// Random and hostile parameters at every door of OAuth, before and after somebody has signed in: an error of
// the caller's, never one of the server's; no way to another site; nothing reflected that a browser would run.
// `npm run nightly -- security` sends many more.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browsing } from '../oauth/browsing';
import { type Deployment, signIn, startDeployment } from '../oauth/deployment';
import { REDIRECT } from '../oauth/login-client';

const numRuns = Math.max(20, Number(process.env.LOADLINE_FUZZ_RUNS ?? 0) / 20);

let deployment: Deployment;
let home: string;
/** Registered for `REDIRECT` alone. */
let client: string;
const alice = new Browsing();
beforeAll(async () => {
	deployment = await startDeployment();
	home = deployment.loadline.url;
	await signIn(alice, deployment, 'alice');
	const registered = await send('/register', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({
			...{ client_name: 'fuzzed', redirect_uris: [REDIRECT] },
			token_endpoint_auth_method: 'none',
		}),
	});
	client = ((await registered.json()) as { client_id: string }).client_id;
});
afterAll(() => deployment?.stop());

let sent = 0;
/** From another address each time: how often one may try is tested elsewhere. */
const send = (path: string, init: RequestInit = {}) => {
	const headers = new Headers(init.headers);
	headers.set('cf-connecting-ip', `10.${(++sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`);
	return deployment.loadline.fetch(path, { redirect: 'manual', ...init, headers });
};

const EVIL = 'evil.example';
const MARK = `"'><script>alert(7)</script><img src=x onerror=alert(7)>`;
const value = () =>
	fc.oneof(
		fc.constantFrom(
			...[MARK, '', 'null', '%00', '\r\nset-cookie: a=b', '\ud800', 'a'.repeat(20_000)],
			...[`https://${EVIL}`, `//${EVIL}`, `/\\${EVIL}`, `https:${EVIL}`, `javascript:alert(7)`],
			...[`${REDIRECT}.${EVIL}`, `${REDIRECT}@${EVIL}`, `http://127.0.0.1@${EVIL}/callback`],
			...[`data:text/html,${MARK}`, `${REDIRECT}#${MARK}`, `${REDIRECT}/../x`, REDIRECT],
			...['code', 'S256', 'plain', 'none', 'openid', 'mcp:use operator', 'admin', '__proto__'],
			...['refresh_token', 'authorization_code', 'client_credentials', 'password'],
			...[
				'urn:ietf:params:oauth:grant-type:token-exchange',
				'u-0:1:2',
				`${'u-'.padEnd(34, '0')}:a:b`,
			],
		),
		fc.string({ maxLength: 100 }),
		fc.string({ maxLength: 60, unit: 'binary' }),
	);
const NAMES = [
	...['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'resource'],
	...['code_challenge_method', 'nonce', 'prompt', 'request', 'request_uri', 'response_mode', 'iss'],
	...['grant_type', 'code', 'code_verifier', 'refresh_token', 'token', 'token_type_hint', 'to'],
	...['client_secret', 'client_assertion', 'client_assertion_type', 'subject_token', 'error'],
	...['error_description', 'workspace', 'handle', 'decision', 'csrf', 'constructor', 'decision'],
];
/** Parameters as a client would send them, some replaced, repeated or left out. */
const parameters = () =>
	fc
		.record({
			valid: fc.subarray([
				['response_type', 'code'],
				['redirect_uri', REDIRECT],
				['code_challenge', 'A'.repeat(43)],
				['code_challenge_method', 'S256'],
				['client_id', ''],
				['grant_type', 'authorization_code'],
			]),
			others: fc.array(fc.tuple(fc.constantFrom(...NAMES), value()), { maxLength: 8 }),
		})
		.map(({ valid, others }) => {
			const own = valid.map(([name = '', given = '']) => [
				name,
				name === 'client_id' ? client : given,
			]);
			return new URLSearchParams(
				[...own, ...others].map(([n = '', v = '']) => [n, v.toWellFormed()]),
			);
		});

/** Expects what holds for every answer. */
async function isHarmless(path: string, response: Response): Promise<void> {
	const text = await response.text();
	const seen = [path.slice(0, 2_000), response.status, text.slice(0, 300)];
	expect([...seen, response.status < 500]).toEqual([...seen, true]);
	const location = response.headers.get('location');
	if (location !== null) {
		const { origin, hostname, protocol } = new URL(location, home);
		const isKnown = [home, new URL(REDIRECT).origin, deployment.provider.issuer].includes(origin);
		expect([...seen, location, hostname, protocol, isKnown]).toEqual([
			...[...seen, location, hostname, 'http:', true],
		]);
		// A client is told where it listens, and nowhere else.
		if (origin === new URL(REDIRECT).origin)
			expect(new URL(location).pathname).toBe(new URL(REDIRECT).pathname);
	}
	expect(response.headers.get('set-cookie') ?? '').not.toMatch(/(^|, )a=b/);
	const isPage = (response.headers.get('content-type') ?? '').includes('html');
	expect([...seen, isPage && /<script>alert|<img src=x/.test(text)]).toEqual([...seen, false]);
	expect([...seen, /\bat \S+\.(ts|js):\d+/.test(text)]).toEqual([...seen, false]);
}

/** A cookie of somebody who has signed in, or none. */
const visitor = () => fc.constantFrom(true, false);
const cookieOf = (isSignedIn: boolean): Record<string, string> =>
	isSignedIn
		? { cookie: [...alice.cookies(home)].map(([name, given]) => `${name}=${given}`).join('; ') }
		: {};

it.each([
	'/authorize',
	'/sign-in',
	'/sign-in/openid',
	'/sign-in/callback',
	'/connect',
	'/connect/notes',
	'/connect/callback',
])('GET %s', { timeout: 600_000 }, async (path) => {
	await fc.assert(
		fc.asyncProperty(parameters(), visitor(), async (given, isSignedIn) => {
			const to = `${path}?${given}`;
			await isHarmless(to, await send(to, { headers: cookieOf(isSignedIn) }));
		}),
		{ numRuns },
	);
});

it.each([
	'/authorize',
	'/token',
	'/register',
	'/sign-in',
	'/claim',
	'/connect/notes',
	'/connect/clients/withdraw',
])('POST %s', { timeout: 600_000 }, async (path) => {
	await fc.assert(
		fc.asyncProperty(parameters(), visitor(), async (given, isSignedIn) => {
			const headers = { ...cookieOf(isSignedIn), origin: home };
			await isHarmless(path, await send(path, { method: 'POST', headers, body: given }));
			// The same as JSON, which is what registration takes.
			const json = JSON.stringify({
				...Object.fromEntries(given),
				redirect_uris: given.getAll('redirect_uri'),
				client_name: given.get('scope') ?? undefined,
			});
			const typed = { ...headers, 'content-type': 'application/json' };
			await isHarmless(path, await send(path, { method: 'POST', headers: typed, body: json }));
		}),
		{ numRuns },
	);
});

it('what registers shows on the consent page as text', async () => {
	const registered = await send('/register', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({
			...{ client_name: MARK, redirect_uris: [REDIRECT], client_uri: 'javascript:alert(7)' },
			...{ logo_uri: 'javascript:alert(7)', token_endpoint_auth_method: 'none' },
		}),
	});
	if (!registered.ok) return expect(registered.status).toBe(400);
	const { client_id } = (await registered.json()) as { client_id: string };
	const query = new URLSearchParams({
		...{ response_type: 'code', client_id, redirect_uri: REDIRECT, state: MARK },
		...{ code_challenge: 'A'.repeat(43), code_challenge_method: 'S256', scope: MARK },
	});
	const path = `/authorize?${query}`;
	const page = await send(path, { headers: cookieOf(true) });
	expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
	await isHarmless(path, page);
});
