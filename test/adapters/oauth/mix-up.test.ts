// Two real authorization servers, one of which is hostile: what the honest one gave goes to it alone. Clocks that jump.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSealedBox } from '../../../src/adapters/crypto/sealed-box';
import { createForeignFetch } from '../../../src/adapters/oauth/foreign-fetch';
import { createOpenIdSignIn } from '../../../src/adapters/oauth/openid';
import { Vault } from '../../../src/adapters/oauth/vault';
import { Browsing } from '../../oauth/browsing';
import { type IdentityProvider, startIdentityProvider } from '../../oauth/identity-provider';
import { type ProtectedUpstream, startProtectedUpstream } from '../../oauth/protected-upstream';
import { openSql } from '../sqlite/open';

const REDIRECT = 'http://127.0.0.1:9/connect/callback';
const metadata = {
	...{ client_name: 'Loadline', redirect_uris: [REDIRECT], response_types: ['code'] },
	...{ grant_types: ['authorization_code', 'refresh_token'], token_endpoint_auth_method: 'none' },
};
const client_secret = 'a secret of the deployment, long enough';
const clients = [
	{
		...metadata,
		client_id: 'gate',
		client_secret,
		token_endpoint_auth_method: 'client_secret_post',
	},
];
const foreign = createForeignFetch({ fetch: (url, init) => fetch(url, init), allowLoopback: true });
const HOUR = 3_600_000;

let providers: readonly IdentityProvider[] = [];
let upstreams: readonly ProtectedUpstream[] = [];
let now = Date.now();

beforeAll(async () => {
	const start = () => startIdentityProvider({ clients, lifeSeconds: 120 });
	providers = await Promise.all([start(), start()]);
	upstreams = await Promise.all(providers.map((provider) => startProtectedUpstream(provider)));
});
afterAll(() => Promise.all([...providers, ...upstreams].map((server) => server.close())));

const named = (n: number) => ({ upstream: `at-${n}`, url: upstreams[n]?.url ?? '' });
const urls = () => ({ 'at-0': named(0).url, 'at-1': named(1).url });
const tokensAsked = (n: number) => providers[n]?.asked['/token'] ?? 0;
const vaultOf = () =>
	new Vault({
		...{ name: 'alice', sql: openSql(), fetch: foreign, allowLoopback: true },
		box: createSealedBox({ current: 'a secret of at least 32 characters.' }, 'vault/1'),
		...{ now: () => now, newId: () => crypto.randomUUID(), wakeAt: () => {} },
	});

async function begun(vault: Vault, n: number): Promise<URL> {
	const at = await vault.begin(named(n), { metadata }, 'ws-a');
	if (!at.ok) throw new Error(at.error);
	return new URL(at.value);
}
async function through(url: URL): Promise<URLSearchParams> {
	const browser = new Browsing();
	const login = await browser.open(url.href);
	const consent = await browser.submit(login, { account: 'alice', answer: 'yes' }, REDIRECT);
	const back =
		consent.status === 0 ? consent : await browser.submit(consent, { answer: 'yes' }, REDIRECT);
	return new URL(back.url).searchParams;
}

it('a code of an honest server, got by the state of a hostile one, is sent to neither', async () => {
	const vault = vaultOf();
	// The hostile server sends the browser on to the honest one, in the name of its own login.
	const [hostile, honest] = [await begun(vault, 1), await begun(vault, 0)];
	for (const name of ['state', 'code_challenge', 'scope'])
		honest.searchParams.set(name, hostile.searchParams.get(name) ?? '');
	const callback = await through(honest);
	expect(callback.get('state')).toBe(hostile.searchParams.get('state'));
	expect(callback.get('iss')).toBe(providers[0]?.issuer);
	const before = [tokensAsked(0), tokensAsked(1)];
	expect((await vault.finish(`?${callback}`, urls())).ok).toBe(false);
	expect([tokensAsked(0), tokensAsked(1)]).toEqual(before);
	for (const n of [0, 1]) expect((await vault.token(named(n))).kind).toBe('missing');
});

it('logins at two servers at once end each at its own', async () => {
	const vault = vaultOf();
	const [first, second] = [await begun(vault, 0), await begun(vault, 1)];
	const callbacks = [await through(second), await through(first)];
	const ended = await Promise.all(callbacks.map((each) => vault.finish(`?${each}`, urls())));
	expect(ended).toEqual([
		{ ok: true, value: 'at-1' },
		{ ok: true, value: 'at-0' },
	]);
	for (const n of [0, 1]) {
		const lent = await vault.token(named(n));
		const token = lent.kind === 'token' ? lent.accessToken : '';
		expect(await providers[n]?.provider.AccessToken.find(token)).toMatchObject({
			accountId: 'alice',
		});
		expect(await providers[1 - n]?.provider.AccessToken.find(token)).toBeUndefined();
	}
});

it('a person signs in with an answer of the issuer that was asked, of that sign-in, and once', async () => {
	const [honest, hostile] = providers.map(({ issuer }) =>
		createOpenIdSignIn(
			{ issuer, clientId: 'gate', clientSecret: client_secret },
			{ fetch: foreign, allowLoopback: true },
		),
	);
	if (!honest || !hostile) throw new Error('no issuers');
	const begin = async (at: typeof honest) => {
		const made = await at.begin(REDIRECT);
		if (!made.ok) throw new Error(made.error);
		return made.value;
	};
	const [one, other] = [await begin(honest), await begin(honest)];
	const callback = await through(new URL(one.url));
	const before = tokensAsked(1);
	expect(await hostile.finish(REDIRECT, callback, one.begun)).toMatchObject({ ok: false });
	expect(tokensAsked(1)).toBe(before);
	for (const of of ['state', 'nonce', 'verifier'] as const) {
		const again = await begin(honest);
		const answer = await through(new URL(again.url));
		const mixed = { ...again.begun, [of]: other.begun[of] };
		expect(await honest.finish(REDIRECT, answer, mixed)).toMatchObject({ ok: false });
	}
	const signedIn = await honest.finish(REDIRECT, callback, one.begun);
	expect(signedIn).toMatchObject({ value: { sub: 'alice', iss: providers[0]?.issuer } });
	expect(await honest.finish(REDIRECT, callback, one.begun)).toMatchObject({ ok: false });
});

it('a clock that jumps ends a login that was begun, and costs a grant one refresh at most', async () => {
	const vault = vaultOf();
	const late = await through(await begun(vault, 0));
	now += 24 * HOUR;
	expect((await vault.finish(`?${late}`, urls())).ok).toBe(false);
	expect((await vault.finish(`?${await through(await begun(vault, 0))}`, urls())).ok).toBe(true);
	const first = await vault.token(named(0));
	for (const jump of [240 * HOUR, -480 * HOUR, 480 * HOUR]) {
		now += jump;
		const before = tokensAsked(0);
		const lent = await Promise.all([1, 2, 3].map(() => vault.token(named(0))));
		expect(new Set(lent.map(({ kind }) => kind))).toEqual(new Set(['token']));
		expect(tokensAsked(0) - before).toBeLessThanOrEqual(1);
	}
	now -= 480 * HOUR;
	// The server, whose clock is right, takes it no more; ours, which is behind, believes that it lives.
	const held = await vault.token(named(0));
	const token = held.kind === 'token' ? held.accessToken : '';
	const next = await vault.token(named(0), { token, challenge: 'Bearer error="invalid_token"' });
	expect(next).toMatchObject({ kind: 'token' });
	expect(next).not.toEqual(first);
});
