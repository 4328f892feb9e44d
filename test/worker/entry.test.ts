// Tests of the ways in, and of how often somebody may try: sign-in through Cloudflare Access, and the doors that take
// no credential, where strangers from one address are made to wait.
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { type Loadline, startLoadline } from './serve';

const TEAM = 'https://team.cloudflareaccess.com';
const AUDIENCE = 'a'.repeat(64);

let loadline: Loadline;
let assertionOf: (email: string, issuedAt?: number) => Promise<string>;
beforeAll(async () => {
	const { publicKey, privateKey } = await generateKeyPair('RS256');
	const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
	const text = JSON.stringify({ keys });
	assertionOf = (email, issuedAt = Math.floor(Date.now() / 1000)) =>
		new SignJWT({ sub: `subject of ${email}`, email })
			.setProtectedHeader({ alg: 'RS256', kid: 'one' })
			.setIssuer(TEAM)
			.setAudience(AUDIENCE)
			.setIssuedAt(issuedAt)
			.setExpirationTime(issuedAt + 3_600)
			.sign(privateKey);
	const port = await freePort();
	loadline = await startLoadline({
		dev: false,
		port,
		outside: ({ href }) =>
			href === `${TEAM}/cdn-cgi/access/certs`
				? new Response(text, { headers: { 'content-type': 'application/json' } })
				: new Response(null, { status: 404 }),
		vars: {
			LOADLINE_SECRET: '0123456789abcdef0123456789abcdef-of-the-tests',
			LOADLINE_URL: `http://127.0.0.1:${port}`,
			LOADLINE_ACCESS_TEAM: TEAM,
			LOADLINE_ACCESS_AUDIENCE: AUDIENCE,
			LOADLINE_CLAIM: 'c1a1m-secret-of-these-tests',
			LOADLINE_CLAIMS: JSON.stringify([
				{ claim: 'email', value: '*@acme.example', workspace: 'ws-acme', role: 'admin' },
			]),
		},
	});
});
afterAll(() => loadline?.stop());

const me = (assertion: string, more: Record<string, string> = {}) =>
	loadline.fetch('/api/me', {
		headers: {
			'cf-access-jwt-assertion': assertion,
			'sec-fetch-site': 'same-origin',
			...more,
		},
	});

describe('through Cloudflare Access', () => {
	it('somebody comes in by what it signed, and is noted once for each sign-in', async () => {
		const hourAgo = Math.floor(Date.now() / 1000) - 3_000;
		const first = await assertionOf('ann@acme.example', hourAgo);
		for (let times = 0; times < 3; times++) {
			const answer = await me(first);
			expect([answer.status, await answer.json()]).toEqual([
				200,
				expect.objectContaining({ name: 'ann@acme.example', workspace: 'ws-acme' }),
			]);
		}
		await me(await assertionOf('ann@acme.example'));
		const audited = loadline.logs.filter((line) => line.includes('"audit"'));
		// Two sign-ins, and the membership that came with the first.
		expect(audited.filter((line) => !line.includes('ws-acme'))).toHaveLength(2);
		expect(audited.filter((line) => line.includes('ws-acme'))).toHaveLength(1);
	});

	it.each([
		['altered', async () => `${(await assertionOf('ann@acme.example')).slice(0, -4)}AAAA`],
		['ended', () => assertionOf('ann@acme.example', Math.floor(Date.now() / 1000) - 7_200)],
		['unsigned', async () => `eyJhbGciOiJub25lIn0.${btoa('{"sub":"a"}')}.`],
		['of nobody’s workspace', () => assertionOf('eve@evil.example')],
	])('nobody comes in with an assertion that is %s', async (_, forged) => {
		expect((await me(await forged())).status).toBe(401);
	});
});

describe('strangers from one address', () => {
	const from = (address: string, path: string, init: RequestInit) =>
		loadline.fetch(path, {
			method: 'POST',
			...init,
			headers: { ...init.headers, 'cf-connecting-ip': address },
		});
	const waits = async (one: () => Promise<Response>, other: () => Promise<Response>) => {
		const before = new Set<number>();
		let limited: Response | undefined;
		for (let tries = 0; tries < 40 && !limited; tries++) {
			const answer = await one();
			if (answer.status === 429) limited = answer;
			else before.add(answer.status);
		}
		expect(limited?.headers.get('retry-after')).toBe('60');
		expect(await limited?.json()).toMatchObject({ error: { code: 'rate_limited' } });
		expect((await other()).status).not.toBe(429);
		return [...before];
	};

	it('register so many clients a minute', async () => {
		const register = (address: string) =>
			from(address, '/register', {
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({
					client_name: 'one of many',
					redirect_uris: ['http://127.0.0.1/callback'],
					token_endpoint_auth_method: 'none',
				}),
			});
		expect(
			await waits(
				() => register('192.0.2.1'),
				() => register('192.0.2.2'),
			),
		).toEqual([201]);
	});

	it('try so many codes and refresh tokens a minute', async () => {
		const ask = (address: string) =>
			from(address, '/token', {
				body: new URLSearchParams({
					grant_type: 'refresh_token',
					refresh_token: `u-${'0'.repeat(32)}:grant:guess`,
					client_id: 'nobody',
				}),
			});
		const before = await waits(
			() => ask('192.0.2.3'),
			() => ask('192.0.2.4'),
		);
		expect(before).toEqual([401]);
	});
});
