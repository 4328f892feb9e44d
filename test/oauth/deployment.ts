// A Loadline whose people sign in at a real OpenID provider, in front of a server that wants each user's
// own login there: for tests that look at it from outside.

import { createHash } from 'node:crypto';
import { type Loadline, startLoadline } from '../worker/serve';
import type { Browsing, Page } from './browsing';
import { type IdentityProvider, startIdentityProvider } from './identity-provider';
import { type ProtectedUpstream, startProtectedUpstream } from './protected-upstream';

export interface Deployment {
	readonly loadline: Loadline;
	readonly provider: IdentityProvider;
	readonly upstream: ProtectedUpstream;
	/** Bearer tokens of administrators of `ws-team` and `ws-other`. */
	readonly token: string;
	readonly otherToken: string;
	stop(): Promise<void>;
}

const TOKEN = 'token-of-the-administrator-of-ws-team';
const OTHER_TOKEN = 'token-of-the-administrator-of-ws-other';
const CLIENT = {
	client_id: 'loadline',
	client_secret: 'what loadline and the issuer share, only in tests',
	grant_types: ['authorization_code'],
	response_types: ['code'],
};

/** A service account. */
export const ROBOT = {
	client_id: 'robot',
	client_secret: 'what the robot and the issuer share, only in tests',
	grant_types: ['client_credentials'],
	redirect_uris: [],
	response_types: [],
};

const admin = (name: string, token: string) => ({
	name,
	sha256: createHash('sha256').update(token).digest('hex'),
});

/** Alice and bob are members of `ws-team` by their claims, rita reads only; eve and frank have `ws-other`. */
const CLAIMS = [
	{ claim: 'groups', value: 'team-alice', workspace: 'ws-team', role: 'admin' },
	{ claim: 'groups', value: 'team-bob', workspace: 'ws-team', role: 'member' },
	{ claim: 'groups', value: 'team-rita', workspace: 'ws-team', role: 'reader' },
	{ claim: 'email', value: 'eve@example.com', workspace: 'ws-other', role: 'admin' },
	{ claim: 'groups', value: 'team-frank', workspace: 'ws-other', role: 'member' },
];

export async function startDeployment({ lifeSeconds = 3600 } = {}): Promise<Deployment> {
	const behind: { provider?: IdentityProvider; upstream?: ProtectedUpstream } = {};
	const loadline = await startLoadline({
		token: TOKEN,
		vars: {
			LOADLINE_SECRET: '0123456789abcdef0123456789abcdef-of-the-tests',
			LOADLINE_TOKENS: JSON.stringify([
				{ ...admin('root', TOKEN), workspace: 'ws-team', scopes: ['admin', 'operator'] },
				{ ...admin('other', OTHER_TOKEN), workspace: 'ws-other', scopes: ['admin'] },
			]),
			LOADLINE_CLAIMS: JSON.stringify(CLAIMS),
			LOADLINE_OIDC_CLIENT_ID: CLIENT.client_id,
			LOADLINE_OIDC_CLIENT_SECRET: CLIENT.client_secret,
		},
		varsAt: async (home) => {
			const client = { ...CLIENT, redirect_uris: [`${home}/sign-in/callback`] };
			const provider = await startIdentityProvider({ clients: [client, ROBOT], lifeSeconds });
			Object.assign(behind, { provider, upstream: await startProtectedUpstream(provider) });
			return { LOADLINE_URL: home, LOADLINE_OIDC_ISSUER: provider.issuer };
		},
	});
	const { provider, upstream } = behind;
	if (!provider || !upstream) throw new Error('nobody asked for variables');
	const config = { demo: true, upstreams: [{ name: 'notes', url: upstream.url, auth: 'oauth' }] };
	const put = await loadline.fetch('/api/config', {
		method: 'PUT',
		headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
		body: JSON.stringify(config),
	});
	if (!put.ok) throw new Error(`PUT /api/config answers ${put.status}`);
	return {
		loadline,
		provider,
		upstream,
		token: TOKEN,
		otherToken: OTHER_TOKEN,
		async stop() {
			await loadline.stop();
			await upstream.close();
			await provider.close();
		},
	};
}

/** Through the pages of the identity provider, where the browser is there; else as it is. */
export async function throughProvider(
	browser: Browsing,
	page: Page,
	account: string,
	stopAt?: string,
): Promise<Page> {
	let at = page;
	while (at.url.includes('/interaction/'))
		at = await browser.submit(at, { account, answer: 'yes' }, stopAt);
	return at;
}

/** Signs in at Loadline's own page, and gives the page asked for. */
export async function signIn(
	browser: Browsing,
	{ loadline }: Deployment,
	account: string,
	to = '/connect',
	stopAt?: string,
): Promise<Page> {
	const start = `${loadline.url}/sign-in/openid?to=${encodeURIComponent(to)}`;
	return throughProvider(browser, await browser.open(start, {}, stopAt), account, stopAt);
}
