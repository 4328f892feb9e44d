// An issuer on this machine with keys of its own, and what somebody forges in its name: assertions of Cloudflare
// Access, ID tokens of OpenID, keys that do not come.
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createForeignFetch } from '../../../src/adapters/oauth/foreign-fetch';
import { createAccessTeam, createOpenIdSignIn } from '../../../src/adapters/oauth/openid';
import { type RunningServer, serveWeb } from '../../upstreams/node-http';

const REDIRECT = 'http://127.0.0.1:9/sign-in/callback';
const CLIENT = 'gate';
const KEYS = new Set(['/cdn-cgi/access/certs', '/keys']);

let server: RunningServer;
let issuer = '';
let [own, stranger]: readonly CryptoKeyPair[] = [];
let jwk: JWK;
let spki: Uint8Array;
/** The issuer's answer when it is asked for its keys, and the times that it was asked. */
let keys: () => Response | Promise<Response>;
let asked = 0;
let idToken: (nonce: string) => string | Promise<string>;
let nonce = '';
let userInfo: object = {};

const usual = () => Response.json({ keys: [jwk] });
const foreign = createForeignFetch({ fetch: (url, init) => fetch(url, init), allowLoopback: true });

beforeAll(async () => {
	const pair = () => generateKeyPair('RS256', { extractable: true });
	[own, stranger] = await Promise.all([pair(), pair()]);
	if (!own) throw new Error('no keys');
	jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
	spki = new TextEncoder().encode(await exportSPKI(own.publicKey));
	server = await serveWeb(async ({ url }) => {
		const { pathname } = new URL(url);
		if (KEYS.has(pathname)) {
			asked++;
			return keys();
		}
		if (pathname === '/token')
			return Response.json({
				...{ access_token: 'a', token_type: 'Bearer', id_token: await idToken(nonce) },
			});
		if (pathname === '/userinfo') return Response.json(userInfo);
		return Response.json({
			...{ issuer, authorization_endpoint: `${issuer}/authorize`, jwks_uri: `${issuer}/keys` },
			...{ token_endpoint: `${issuer}/token`, userinfo_endpoint: `${issuer}/userinfo` },
			// It says so itself: what is unsafe is refused all the same.
			id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
			response_types_supported: ['code'],
		});
	});
	issuer = server.origin;
});
afterAll(() => server.close());
beforeEach(() => {
	keys = usual;
	asked = 0;
	userInfo = { sub: 'ann', name: 'Ann' };
});

interface Forged {
	readonly head?: object;
	readonly key?: CryptoKey | Uint8Array | undefined;
	readonly claims?: JWTPayload;
}
const minutes = (from: number) => Math.floor(Date.now() / 1_000) + 60 * from;
const signed = ({ head, key = own?.privateKey, claims }: Forged = {}): Promise<string> => {
	const right = { iss: issuer, aud: CLIENT, sub: 'ann', nonce, iat: minutes(0), exp: minutes(5) };
	const token = new SignJWT({ ...right, ...claims });
	token.setProtectedHeader({ alg: 'RS256', kid: 'one', ...head });
	return token.sign(key as CryptoKey);
};
const unsigned = async (alg: string): Promise<string> => {
	const [, claims] = (await signed()).split('.');
	return `${Buffer.from(JSON.stringify({ alg, kid: 'one' })).toString('base64url')}.${claims}.`;
};

/** Each as whoever has no key of the issuer's can make it. */
const FORGED: readonly (readonly [string, () => Promise<string>])[] = [
	['for another application', () => signed({ claims: { aud: 'other' } })],
	['of another issuer', () => signed({ claims: { iss: 'https://evil.example' } })],
	['that has ended', () => signed({ claims: { exp: minutes(-5) } })],
	['that never ends', () => signed({ claims: { exp: undefined as never } })],
	['without a time', () => signed({ claims: { iat: undefined as never } })],
	['without a subject', () => signed({ claims: { sub: '' } })],
	['unsigned, alg none', () => unsigned('none')],
	['unsigned, alg None', () => unsigned('None')],
	['unsigned, alg RS256', () => unsigned('RS256')],
	['signed with the public key as a password', () => signed({ head: { alg: 'HS256' }, key: spki })],
	['of an unknown key', () => signed({ head: { kid: 'two' }, key: stranger?.privateKey })],
	["of a stranger's key under the known name", () => signed({ key: stranger?.privateKey })],
	[
		'that brings its own key',
		async () => {
			const brought = await exportJWK((stranger as CryptoKeyPair).publicKey);
			const jku = `${issuer}/mine`;
			return signed({ head: { jwk: brought, jku, kid: 'two' }, key: stranger?.privateKey });
		},
	],
	['with parts that are none', async () => 'a.b.c'],
];

describe('through Cloudflare Access', () => {
	const team = () => {
		const verify = createAccessTeam({ team: issuer, audience: CLIENT }, foreign);
		return (assertion: string) =>
			verify(new Headers({ 'Cf-Access-Jwt-Assertion': assertion })).then((found) =>
				found.ok ? found.value.sub : found.error,
			);
	};

	it('comes in who has an assertion of the team', async () => {
		expect(await team()(await signed())).toBe('ann');
	});

	it.each(FORGED)('nobody comes in with one %s', async (_, forge) => {
		expect(await team()(await forge())).toBe('invalid');
	});

	it('keys are asked for once more at most, however many unknown ones are named', async () => {
		const verify = team();
		for (let n = 0; n < 50; n++)
			expect(await verify(await signed({ head: { kid: `k-${n}` } }))).toBe('invalid');
		expect(asked).toBeLessThanOrEqual(2);
		expect(await verify(await signed())).toBe('ann');
	});
});

describe('at an OpenID issuer', () => {
	const signIn = async () => {
		const client = { issuer, clientId: CLIENT, clientSecret: 'a secret of tests, long enough' };
		const at = createOpenIdSignIn(client, { fetch: foreign, allowLoopback: true });
		const begun = await at.begin(REDIRECT);
		if (!begun.ok) return begun.error;
		nonce = begun.value.begun.nonce;
		const callback = new URLSearchParams({ code: 'c', state: begun.value.begun.state });
		const done = await at.finish(REDIRECT, callback, begun.value.begun);
		return done.ok ? done.value.sub : done.error;
	};
	const UNVERIFIED = 'its answer could not be verified';

	it('comes in who has its ID token', async () => {
		idToken = () => signed();
		expect(await signIn()).toBe('ann');
	});

	it.each([
		...FORGED,
		['of another sign-in', () => signed({ claims: { nonce: 'other' } })] as const,
		['without a nonce', () => signed({ claims: { nonce: undefined as never } })] as const,
		['for two clients', () => signed({ claims: { aud: [CLIENT, 'other'] } })] as const,
	])('nobody comes in with one %s', async (_, forge) => {
		idToken = forge;
		expect(await signIn()).toBe(UNVERIFIED);
	});

	it('nobody is described by what it says of somebody else', async () => {
		idToken = () => signed();
		userInfo = { sub: 'bob', email: 'boss@acme.example', email_verified: true };
		expect(await signIn()).toBe(UNVERIFIED);
	});
});

describe.each([
	['lead elsewhere', () => Response.redirect(`${issuer}/elsewhere`)],
	['are of megabytes', () => Response.json({ keys: [jwk], more: 'x'.repeat(8_000_000) })],
	['are of another form', () => Response.json({ keys: 'mine' })],
	['never come', () => new Promise<Response>(() => {})],
])('keys that %s', (_, hostile) => {
	it('let nobody in, and keep nobody waiting', async () => {
		// The time that is waited, as it is but for a hundredth of it.
		const { timeout } = AbortSignal;
		const waits = vi.spyOn(AbortSignal, 'timeout');
		waits.mockImplementation((milliseconds) => timeout.call(AbortSignal, milliseconds / 100));
		keys = hostile;
		const verify = createAccessTeam({ team: issuer, audience: CLIENT }, foreign);
		const headers = new Headers({ 'Cf-Access-Jwt-Assertion': await signed() });
		expect(await verify(headers)).toEqual({ ok: false, error: 'unavailable' });
		expect(waits.mock.calls.length).toBeGreaterThan(0);
		keys = usual;
		waits.mockRestore();
		expect((await verify(headers)).ok).toBe(true);
	});
});
