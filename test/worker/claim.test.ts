// A new deployment: until somebody owns it, it serves health, its documents and the page on which it is claimed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { share } from '../fuzz-runs';
import { Browsing } from '../oauth/browsing';
import { Keeping, logIn, REDIRECT } from '../oauth/login-client';
import { names } from './login-bed';
import { isDoor, ROUTES } from './routes';
import { type Loadline, startLoadline } from './serve';

const CLAIM = 'c1a1m-secret-of-these-tests';
const PASSPHRASE = 'a passphrase of several words';

/** A client ID metadata document. */
const CLIENT = {
	client_id: 'https://editor.example/oauth/client.json',
	client_name: 'The published editor',
	redirect_uris: [REDIRECT],
	grant_types: ['authorization_code', 'refresh_token'],
	response_types: ['code'],
	token_endpoint_auth_method: 'none',
};

let loadline: Loadline;
beforeAll(async () => {
	loadline = await startLoadline({
		dev: false,
		port: await freePort(),
		// The one place on the network that is asked: where a client describes itself.
		outside: ({ href }) =>
			href === CLIENT.client_id ? Response.json(CLIENT) : new Response(null, { status: 404 }),
		vars: {
			LOADLINE_SECRET: '0123456789abcdef0123456789abcdef-of-the-tests',
			LOADLINE_CLAIM: CLAIM,
			// As a form that asks for it leaves it: as if it were not set.
			LOADLINE_TOKENS: '[]',
			LOADLINE_DEMO: 'true',
		},
	});
});
afterAll(() => loadline?.stop());

/** Headers of a page of this server that its owner has open. */
let owner: Record<string, string>;
const ownersPage = async () => {
	const browser = new Browsing();
	const asked = await browser.open(`${loadline.url}/connect`);
	await browser.submit(asked, { passphrase: PASSPHRASE }, undefined, 'passphrase');
	const value = browser.cookies(loadline.url).get('__Host-loadline');
	const cookie = `__Host-loadline=${value}`;
	owner = { cookie, 'sec-fetch-site': 'same-origin', origin: loadline.url };
	return owner as { cookie: string };
};

const status = async (path: string, init?: RequestInit) =>
	(await loadline.fetch(path, { redirect: 'manual', ...init })).status;

describe('a deployment that nobody owns', () => {
	it('serves health, documents and the claim page, and nothing else, on whichever route', async () => {
		// The same for everybody: how a page looks, and what the documents say.
		const isOpen = (path: string) => /^\/(claim$|sign-in$|assets\/|llms\.txt$|docs\/)/.test(path);
		expect(ROUTES.length).toBeGreaterThan(80);
		for (const route of share(ROUTES, 3)) {
			const { method, path } = route;
			const body = method === 'GET' ? null : '{}';
			const headers = { 'content-type': 'application/json', origin: loadline.url };
			const answer = await loadline.fetch(path, { method, headers, body, redirect: 'manual' });
			const text = await answer.text();
			const seen = [method, path, answer.status];
			if (path === '/health') {
				expect([...seen, JSON.parse(text)]).toEqual([
					...[method, path, 200, { status: 'ok', version: expect.any(String) }],
				]);
				continue;
			}
			// Hosts of models have errors of their own.
			const closed = path.startsWith('/llm/') ? 401 : 503;
			if (isDoor(route)) expect(seen).toEqual([method, path, closed]);
			else if (!isOpen(path)) expect([...seen, answer.ok]).toEqual([...seen, false]);
			if (/^\/(?:mcp|api\/)/.test(path) && answer.status === 503)
				expect(text, path).toContain('Open /claim here in a browser');
			// Whoever opens a page is sent to where the deployment is claimed, and no further.
			const to = answer.headers.get('location');
			if (to !== null)
				expect([...seen, to]).toEqual([...seen, expect.stringMatching(/^\/(claim$|sign-in)/)]);
			expect([...seen, /demo__|chunkSize|principal/.exec(text)?.[0]]).toEqual([...seen, undefined]);
		}
		expect(await status('/claim')).toBe(200);
		const begun = await new Browsing().open(`${loadline.url}/`);
		expect(begun.text).toContain('Claim this deployment');
		expect(await status('/.well-known/oauth-authorization-server')).toBe(404);
		for (const path of ['/token', '/register'])
			expect([path, await status(path, { method: 'POST' })]).toEqual([path, 503]);
	});

	it('has no door at all while LOADLINE_SECRET is missing', async () => {
		const open = await startLoadline({
			dev: false,
			vars: { LOADLINE_SECRET: '', LOADLINE_CLAIM: CLAIM },
		});
		for (const path of ['/claim', '/sign-in', '/connect', '/authorize', '/token', '/register']) {
			const answer = await open.fetch(path, { method: path === '/token' ? 'POST' : 'GET' });
			expect([path, answer.status]).toEqual([path, 503]);
			expect(await answer.text()).toContain('LOADLINE_SECRET');
		}
		expect((await open.fetch('/health')).status).toBe(200);
		await open.stop();
	});

	it('is claimed neither without its secret nor from another page', async () => {
		const browser = new Browsing();
		const page = await browser.open(`${loadline.url}/claim`);
		const policy = page.headers.get('content-security-policy') ?? '';
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).not.toContain('unsafe');
		expect(page.text).not.toMatch(/<script|style=|javascript:/);
		const wrong = await browser.submit(page, { secret: 'wrong', passphrase: PASSPHRASE });
		expect([wrong.status, wrong.text]).toEqual([
			403,
			expect.stringContaining('not the claim secret'),
		]);
		const short = await browser.submit(wrong, { secret: CLAIM, passphrase: 'short' });
		expect(short.text).toContain('12 to 200 characters');
		const forged = await new Browsing().submit(page, { secret: CLAIM, passphrase: PASSPHRASE });
		expect(forged.text).toContain('another browser');
		const foreign = await loadline.fetch('/claim', {
			method: 'POST',
			headers: { origin: 'https://evil.example' },
			body: new URLSearchParams({ secret: CLAIM, passphrase: PASSPHRASE }),
		});
		expect(foreign.status).toBe(403);
	});
});

describe('a deployment that is claimed', () => {
	it('is its owner’s, who signs in with the passphrase and lets clients in', async () => {
		const browser = new Browsing();
		const page = await browser.open(`${loadline.url}/claim`);
		const claimed = await browser.submit(page, { secret: CLAIM, passphrase: PASSPHRASE });
		expect([claimed.url, claimed.status]).toEqual([`${loadline.url}/connect`, 200]);
		const again = await browser.open(`${loadline.url}/claim`);
		expect(again.text).toContain('has an owner');

		const other = new Browsing();
		const asked = await other.open(`${loadline.url}/connect`);
		const wrong = await other.submit(
			asked,
			{ passphrase: 'not it, but long' },
			undefined,
			'passphrase',
		);
		expect(wrong.text).toContain('not the passphrase');
		const right = await other.submit(wrong, { passphrase: PASSPHRASE }, undefined, 'passphrase');
		expect(right.url).toBe(`${loadline.url}/connect`);

		const keeping = new Keeping('an editor', 'admin');
		const client = await logIn('v2', `${loadline.url}/mcp/`, keeping, async (address) => {
			const consent = await other.open(address);
			// Of programs on one computer the port says which.
			expect(consent.text).toContain(new URL(REDIRECT).host);
			return (await other.submit(consent, { decision: 'allow' }, REDIRECT)).url;
		});
		expect(await names(client)).toContain('demo__list_bookings');
		await client.close();
		const bearer = { headers: { authorization: `Bearer ${keeping.saved?.access_token}` } };
		expect(await (await loadline.fetch('/api/me', bearer)).json()).toMatchObject({
			name: 'owner',
			workspace: 'ws-main',
		});

		const page2 = await other.open(`${loadline.url}/connect`);
		const out = await other.submit(page2, {}, undefined, '/sign-out');
		expect(out.text).toContain('signed out');
		expect((await other.open(`${loadline.url}/connect`)).url).toContain('/sign-in');
	});

	it('knows a client by the document that describes it, and shows whose it is', async () => {
		const browser = new Browsing();
		const asked = await browser.open(`${loadline.url}/connect`);
		await browser.submit(asked, { passphrase: PASSPHRASE }, undefined, 'passphrase');
		const keeping = new Keeping('not what the document says');
		keeping.client = { client_id: CLIENT.client_id };
		const client = await logIn('v2', `${loadline.url}/mcp`, keeping, async (address) => {
			const consent = await browser.open(address);
			expect(consent.text).toContain('The published editor');
			expect(consent.text).toContain('Published by editor.example');
			return (await browser.submit(consent, { decision: 'allow' }, REDIRECT)).url;
		});
		expect(await names(client)).toContain('demo__list_bookings');
		await client.close();
	});

	it('lets the pages’ cookie into the API only for this origin’s own pages', async () => {
		const own = await ownersPage();
		const { cookie } = own;
		expect(await status('/api/me', { headers: own })).toBe(200);
		expect(await status('/api/me', { headers: { cookie } })).toBe(401);
		expect(await status('/api/me', { headers: { ...own, 'sec-fetch-site': 'cross-site' } })).toBe(
			401,
		);
		const json = { 'content-type': 'application/json' };
		const put = { method: 'PUT', headers: { ...own, ...json }, body: '{}' };
		expect(await status('/api/config', put)).toBe(401);
		expect(await status('/mcp', { method: 'POST', headers: { ...own, ...json }, body: '{}' })).toBe(
			401,
		);
	});

	it('stops guessing', async () => {
		const browser = new Browsing();
		let page = await browser.open(`${loadline.url}/sign-in`);
		for (let tries = 0; tries < 12; tries++)
			page = await browser.submit(
				page,
				{ passphrase: `guess number ${tries}` },
				undefined,
				'passphrase',
			);
		expect(page.text).toContain('Too many tries');
	});

	it('knows who came in, and who tried', async () => {
		const answer = await loadline.fetch('/api/audit/deployment', { headers: owner });
		const { entries } = (await answer.json()) as { entries: Record<string, unknown>[] };
		const of = (action: string) => entries.filter((entry) => entry.action === action);
		expect(of('POST /claim')).toMatchObject([{ name: 'owner', target: 'deployment' }]);
		expect(of('POST /claim refused').length).toBeGreaterThan(0);
		expect(of('POST /sign-in').length).toBeGreaterThan(0);
		expect(of('POST /sign-in refused').length).toBeGreaterThan(5);
		expect(JSON.stringify(entries)).not.toMatch(/guess number|words|c1a1m/);
	});
});
