// A vault, a real authorization server, and a real MCP server that demands its tokens, for tests of logins there.
import { afterAll, beforeAll } from 'vitest';
import { createSealedBox } from '../../../src/adapters/crypto/sealed-box';
import type { Protected } from '../../../src/adapters/oauth/discover';
import { createForeignFetch } from '../../../src/adapters/oauth/foreign-fetch';
import type { Lent } from '../../../src/adapters/oauth/sealed-grants';
import { Vault } from '../../../src/adapters/oauth/vault';
import { Browsing } from '../../oauth/browsing';
import { type IdentityProvider, startIdentityProvider } from '../../oauth/identity-provider';
import { type ProtectedUpstream, startProtectedUpstream } from '../../oauth/protected-upstream';
import { openSql } from '../sqlite/open';

export const REDIRECT = 'http://127.0.0.1:9/connect/callback';
export const SERVICE = {
	client_id: 'robot',
	client_secret: 'a secret of the robot, long enough',
	grant_types: ['client_credentials'],
	redirect_uris: [],
	response_types: [],
};
export const metadata = {
	client_name: 'Loadline',
	redirect_uris: [REDIRECT],
	grant_types: ['authorization_code', 'refresh_token'],
	response_types: ['code'],
	token_endpoint_auth_method: 'none',
};

export let provider: IdentityProvider;
export let upstream: ProtectedUpstream;
export let of: Protected;
/** Milliseconds since the epoch. */
export let now = 0;
export const pass = (ms: number): void => {
	now += ms;
};

/** Serves both, for the tests of a file. */
export function serveLogins(): void {
	beforeAll(async () => {
		provider = await startIdentityProvider({ clients: [SERVICE], lifeSeconds: 120 });
		upstream = await startProtectedUpstream(provider);
		of = { upstream: 'notes', url: upstream.url };
		now = Date.now();
	});
	afterAll(async () => {
		await upstream.close();
		await provider.close();
	});
}

export const SECRET = 'a secret of at least 32 characters.';

export function vaultOf(name = 'alice', sql = openSql(), secret = SECRET, previous?: string) {
	const vault = new Vault({
		name,
		sql,
		box: createSealedBox({ current: secret, previous }, 'vault/1'),
		fetch: createForeignFetch({ fetch: (url, init) => fetch(url, init), allowLoopback: true }),
		allowLoopback: true,
		now: () => now,
		newId: () => crypto.randomUUID(),
		wakeAt: () => {},
	});
	return { vault, sql };
}

/** Through the pages of the authorization server, to the callback. */
export async function logIn(
	vault: Vault,
	account: string,
	answer = 'yes',
	as = of,
): Promise<string> {
	const begun = await vault.begin(as, { metadata }, 'ws-a');
	if (!begun.ok) throw new Error(begun.error);
	const browser = new Browsing();
	const login = await browser.open(begun.value);
	const consent = await browser.submit(login, { account, answer }, REDIRECT);
	const back =
		consent.status === 0 ? consent : await browser.submit(consent, { answer: 'yes' }, REDIRECT);
	return new URL(back.url).search;
}
export const urls = () => ({ notes: upstream.url });
export const tokenOf = (lent: Lent) => (lent.kind === 'token' ? lent.accessToken : lent.kind);
export const ask = (token: string, tool = 'whoami') =>
	fetch(upstream.url, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${token}`,
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
		},
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool } }),
	});
