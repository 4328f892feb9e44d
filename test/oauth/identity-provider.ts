// A real OpenID provider and OAuth authorization server (oidc-provider) on this machine, with a page on
// which a person says who they are and what they allow.
import Provider from 'oidc-provider';
import { type RunningServer, readBody, startHttp } from '../upstreams/node-http';

export interface IdentityProvider extends RunningServer {
	readonly issuer: string;
	readonly provider: Provider;
	/** Requests so far to its own endpoints, by path. */
	readonly asked: Readonly<Record<string, number>>;
}

export interface ProviderOptions {
	/** Clients known beforehand, as oidc-provider takes them. */
	readonly clients?: readonly object[];
	/** Lets clients register themselves; true unless told. */
	readonly registration?: boolean;
	/** Seconds that an access token lives. */
	readonly lifeSeconds?: number;
}

/** Starts one; every name logs in without a password. */
export async function startIdentityProvider({
	clients = [],
	registration = true,
	lifeSeconds = 3600,
}: ProviderOptions = {}): Promise<IdentityProvider> {
	const asked: Record<string, number> = {};
	let provider: Provider | undefined;
	const server = await startHttp((incoming, outgoing) => {
		const { pathname } = new URL(incoming.url ?? '/', 'http://local');
		asked[pathname] = (asked[pathname] ?? 0) + 1;
		if (!provider) return;
		if (!pathname.startsWith('/interaction/')) return provider.callback()(incoming, outgoing);
		void interact(provider, incoming, outgoing).catch((error) => {
			outgoing.writeHead(500);
			outgoing.end(String(error));
		});
	});
	const issuer = server.origin;
	provider = new Provider(issuer, {
		clients,
		cookies: { keys: ['test'] },
		interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
		findAccount: (_: unknown, id: string) => ({
			accountId: id,
			claims: () => ({
				sub: id,
				name: `${id} Example`,
				email: `${id}@example.com`,
				email_verified: true,
				groups: [`team-${id}`],
			}),
		}),
		claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
		conformIdTokenClaims: false,
		scopes: ['openid', 'email', 'profile', 'offline_access', 'notes', 'notes:write'],
		ttl: {
			AccessToken: lifeSeconds,
			ClientCredentials: lifeSeconds,
			...{ Interaction: 600, Session: 3600, Grant: 3600, RefreshToken: 3600, IdToken: 600 },
		},
		rotateRefreshToken: true,
		features: {
			devInteractions: { enabled: false },
			registration: { enabled: registration },
			revocation: { enabled: true },
			clientCredentials: { enabled: true },
			resourceIndicators: {
				enabled: true,
				defaultResource: () => undefined,
				useGrantedResource: () => true,
				getResourceServerInfo: (_: unknown, resource: string) => ({
					scope: 'notes notes:write',
					audience: resource,
					accessTokenTTL: lifeSeconds,
					accessTokenFormat: 'opaque',
				}),
			},
		},
	});
	return { ...server, issuer, provider, asked };
}

type Incoming = Parameters<Parameters<typeof startHttp>[0]>[0];
type Outgoing = Parameters<Parameters<typeof startHttp>[0]>[1];

/** One page for both questions: who, and what they allow. */
async function interact(provider: Provider, incoming: Incoming, outgoing: Outgoing): Promise<void> {
	const { prompt, params, session } = await provider.interactionDetails(incoming, outgoing);
	if (incoming.method !== 'POST') {
		const question =
			prompt.name === 'login' ? '<input name="account" autofocus>' : `<p>${params.client_id}</p>`;
		outgoing.writeHead(200, { 'content-type': 'text/html' });
		outgoing.end(
			`<!doctype html><title>${prompt.name}</title><form method="post">${question}<button name="answer" value="yes">Continue</button><button name="answer" value="no">Refuse</button></form>`,
		);
		return;
	}
	const form = new URLSearchParams(await readBody(incoming));
	const once = { mergeWithLastSubmission: true };
	if (form.get('answer') === 'no') {
		const refusal = { error: 'access_denied', error_description: 'refused' };
		return provider.interactionFinished(incoming, outgoing, refusal);
	}
	if (prompt.name === 'login') {
		const login = { accountId: form.get('account') || 'nobody' };
		return provider.interactionFinished(incoming, outgoing, { login }, once);
	}
	const grant = new provider.Grant({
		accountId: session?.accountId ?? '',
		clientId: params.client_id ?? '',
	});
	const scope = params.scope ?? '';
	grant.addOIDCScope(scope);
	if (params.resource) grant.addResourceScope(params.resource, scope);
	const consent = { grantId: await grant.save() };
	return provider.interactionFinished(incoming, outgoing, { consent }, once);
}
