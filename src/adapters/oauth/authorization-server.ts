// Loadline as an authorization server (OAuth 2.1, MCP 2026-07-28 "Authorization"): the kept library, for
// one issuer, with what it leaves to its user: addresses of one resource that differ in nothing but the
// endpoint or a trailing slash, and metadata of each of them.
import {
	AuthorizationError,
	CimdFetchError,
	type ConsentDescription,
	OAuthAuthorizationServer,
	type OAuthAuthorizationServerOptions,
} from '@cloudflare/workers-oauth-provider';
import { METADATA, SCOPES, type Scope } from '../../auth';
import { err, ok, type Result } from '../../shared/result';
import {
	clientNameShown,
	clientOf,
	createRefreshTokens,
	type Logins,
	type Namespace,
	registering,
	withWaiting,
} from './refresh-tokens';
import { isForm, isOurs, resourceMetadata, respell } from './resource-spelling';

/** The person who let a client in, as sealed into its tokens. */
export interface GrantProps {
	readonly id: string;
	readonly name: string;
	readonly workspace: string;
	/** The API token of whoever allowed it, where they signed in with one: it ends with that. */
	readonly token?: string;
}

/** An access token that was opened: its grant and its scopes. */
export interface Opened extends GrantProps {
	readonly scopes: readonly string[];
}

/** Scopes that a client may be given; managing the deployment is for people. */
export const GRANTED: readonly Scope[] = SCOPES.filter((scope) => scope !== 'operator');
const ACCESS_LIFE = 3_600;
const REFRESH_LIFE = 30 * 86_400;
/** Seconds that a client is known after it was let in; the library renews it while it asks for tokens. */
const CLIENT_LIFE = 90 * 86_400;
/** Clients that one user has let in; the one let in first gives way. */
const MOST_GRANTED = 50;

type OAuthFailure = Parameters<NonNullable<OAuthAuthorizationServerOptions['onError']>>[0];

const PATHS = ['/token', '/register', '/.well-known/oauth-authorization-server'];

export type LoginServer = ReturnType<typeof createLoginServer>;

/** A client's valid wish to be let in: facts for the page of consent, in the client's own words. */
export interface Asked {
	readonly about: Pick<
		ConsentDescription,
		'clientName' | 'clientDomain' | 'redirectHost' | 'redirectIsLoopback' | 'scope'
	>;
	readonly redirectUri: string;
	/** Opens the form; its handle and cookies tie it to this browser. */
	begin(): Promise<{ readonly handle: string; readonly headers: Headers }>;
}

/** The authorization server of one address. @param home its origin */
export function createLoginServer(options: {
	/** Origin of this deployment, `https://loadline.example.com`. */
	readonly home: string;
	/** The bindings: `OAUTH_KV` is where it keeps clients that were let in, and grants. */
	readonly env: { readonly OAUTH_KV: object };
	/** The writer of what has one: clients that wait, refresh tokens. */
	readonly logins: Logins;
	/** True if clients may register themselves (RFC 7591). */
	readonly registration: boolean;
	/** Called when a client's grant has ended: revoked, because its refresh token came from two, or for newer ones. */
	ended(principal: string, grant: Granted, how: 'revoked' | 'reused' | 'crowded'): Promise<void>;
	/** A line for the log; no secret is in it. */
	log(entry: Readonly<Record<string, unknown>>): void;
}) {
	const { home, logins, registration, ended, log } = options;
	const kv = options.env.OAUTH_KV as Namespace;
	const env = { OAUTH_KV: withWaiting(kv, logins) };
	const resource = `${home}/mcp`;
	const server = new OAuthAuthorizationServer<unknown>({
		issuer: home,
		resources: [resource],
		authorizeEndpoint: '/authorize',
		tokenEndpoint: '/token',
		...(registration && { clientRegistrationEndpoint: '/register' }),
		scopesSupported: [...GRANTED, 'offline_access'],
		clientIdMetadataDocumentEnabled: true,
		accessTokenTTL: ACCESS_LIFE,
		refreshTokenTTL: REFRESH_LIFE,
		onError: ({ code, status, internal }: OAuthFailure) => {
			const { category, reason } = internal ?? {};
			log({ level: 'info', event: 'oauth_refused', code, status, category, reason });
		},
	} as never);
	const api = server.getOAuthApi(env);
	const canonical = (given: string): string => (isOurs(given, home) ? resource : given);

	/** The request, its `resource` in the one spelling that tokens are bound to. */
	const spelled = async (request: Request): Promise<Request> => {
		const url = new URL(request.url);
		respell(url.searchParams, canonical);
		if (request.method !== 'POST' || !isForm(request)) return new Request(url, request);
		const form = new URLSearchParams(await request.text());
		respell(form, canonical);
		const { method, headers } = request;
		return new Request(url, { method, headers, body: form.toString() });
	};

	const granted = async (principal: string): Promise<readonly Granted[]> => {
		const { items } = await api.listUserGrants(principal, { limit: 100 });
		return items.map(({ id, clientId, scope, createdAt, metadata }) => {
			const facts = (metadata ?? {}) as { workspace?: string; client?: string };
			const { workspace = '', client } = facts;
			const name = client ?? nameOf(clientId);
			return { id, name, scopes: scope, createdAt: createdAt * 1000, workspace };
		});
	};

	const endOldest = async (principal: string): Promise<void> => {
		const newest = [...(await granted(principal))].sort((a, b) => b.createdAt - a.createdAt);
		for (const grant of newest.slice(MOST_GRANTED)) {
			await api.revokeGrant(grant.id, principal);
			await ended(principal, grant, 'crowded');
		}
	};

	const grantOf = async (token: string) => {
		const [, principal, id] = GIVEN.exec(token) ?? [];
		const grant = principal && (await granted(principal)).find((one) => one.id === id);
		return principal && grant ? { principal, grant } : undefined;
	};

	/**
	 * Returns whether a client that is described elsewhere has been let in: before that, its description is not asked
	 * for, or anybody could make this server ask any address.
	 */
	const isLetIn = async (form: URLSearchParams, client: string): Promise<boolean> => {
		if (client !== '' && !URL.canParse(client)) return true;
		const given = form.get('code') ?? form.get('refresh_token') ?? form.get('token') ?? '';
		const [, principal, id] = GIVEN.exec(given) ?? [];
		const grant = JSON.parse((id && (await kv.get(`grant:${principal}:${id}`))) || 'null');
		return grant !== null && (client === '' || grant.clientId === client);
	};

	const refreshing = createRefreshTokens(logins, async (token) => {
		const found = await grantOf(token);
		if (!found) return;
		await api.revokeGrant(found.grant.id, found.principal);
		await ended(found.principal, found.grant, 'reused');
	});

	/** Serves a revocation (RFC 7009), which ends a grant where the token is what it is refreshed with. */
	const revoking = async (token: string, serve: () => Promise<Response>): Promise<Response> => {
		const before = await grantOf(token);
		const response = await serve();
		if (before && !(await grantOf(token))) await ended(before.principal, before.grant, 'revoked');
		return response;
	};

	return {
		home,
		/** Metadata, tokens, registration, revocation; undefined where the path is none of these. */
		async serve(request: Request): Promise<Response | undefined> {
			const { pathname } = new URL(request.url);
			if (pathname === METADATA || pathname.startsWith(`${METADATA}/`))
				return resourceMetadata(home, pathname.slice(METADATA.length));
			if (!PATHS.includes(pathname)) return undefined;
			const context = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
			if (pathname === '/register' && request.method === 'POST')
				return registering(request, kv, logins, (asked, OAUTH_KV) =>
					server.fetch(asked, { OAUTH_KV }, context as never),
				);
			const asked = await spelled(request);
			const serve = () => server.fetch(asked, env, context as never);
			if (pathname !== '/token' || asked.method !== 'POST' || !isForm(asked)) return serve();
			const form = new URLSearchParams(await asked.clone().text());
			const authorization = asked.headers.get('authorization');
			const token = form.has('grant_type') ? null : form.get('token');
			const isKnown = await isLetIn(form, clientOf({ form, authorization }));
			if (token !== null) return isKnown ? revoking(token, serve) : new Response(null, CORS);
			return refreshing({ form, authorization }, async () => (isKnown ? serve() : notGiven()));
		},
		/** Opens a token: its person and scopes; null for an ended or foreign one. */
		async open(token: string): Promise<Opened | null> {
			const valid = await server.validateToken<GrantProps>(resource, token, env);
			return valid && { ...valid.props, scopes: valid.scope };
		},
		/** Parses a client's authorization request; a fault is a page, or an address to redirect to. */
		async asked(request: Request): Promise<Result<Asked, AskFault>> {
			return guarded(async () => {
				const parsed = await api.parseAuthRequest(await spelled(request));
				const about = await api.describeConsent(parsed);
				const { redirectUri } = parsed;
				// Of programs on one machine the port says which; an address without a host is shown whole.
				const redirectHost = new URL(redirectUri).host || about.redirectHost;
				const clientName = clientNameShown(about.clientName);
				const begin = () => api.beginConsent(parsed);
				return { about: { ...about, clientName, redirectHost }, redirectUri, begin };
			});
		},
		/** The user has allowed it. @returns the headers that send the browser back to the client */
		async allow(request: Request, handle: string, scope: readonly string[], props: GrantProps) {
			return guarded(async () => {
				const allowed = await api.approveConsent(request, handle, { scope: [...scope] });
				const { clientId } = allowed.request;
				const named = (await api.lookupClient(clientId))?.clientName;
				const client = named && clientNameShown(named);
				// Let in, it is kept: no stranger has it written.
				const record = await logins.registered(clientId);
				if (record !== null)
					await kv.put(`client:${clientId}`, record, { expirationTtl: CLIENT_LIFE });
				const { redirectTo } = await api.completeAuthorization({
					request: allowed.request,
					userId: props.id,
					metadata: { workspace: props.workspace, ...(client && { client }) },
					scope: allowed.request.scope,
					props,
				});
				await endOldest(props.id);
				allowed.headers.set('Location', redirectTo);
				return { headers: allowed.headers, client: client ?? nameOf(clientId) };
			});
		},
		async deny(request: Request, handle: string): Promise<Result<Headers, AskFault>> {
			return guarded(async () => (await api.denyConsent(request, handle)).headers);
		},
		granted,
		withdraw: (principal: string, grant: string) => api.revokeGrant(grant, principal),
	};
}

/** A client that a user has let in; `id` is the grant's, by which it is ended. */
export interface Granted {
	readonly id: string;
	/** As the client called itself when it was let in. */
	readonly name: string;
	readonly scopes: readonly string[];
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly workspace: string;
}

/** `redirect`: the client can be told; `message`: the page says so, because the client is not known. */
export type AskFault = { readonly redirect: string } | { readonly message: string };

async function guarded<T>(work: () => Promise<T>): Promise<Result<T, AskFault>> {
	try {
		return ok(await work());
	} catch (error) {
		if (error instanceof AuthorizationError)
			return err(
				error.redirectTo === undefined
					? { message: error.description }
					: { redirect: error.redirectTo },
			);
		if (error instanceof CimdFetchError)
			return err({ message: 'The document that describes the client could not be read.' });
		throw error;
	}
}

/** Form of this server's tokens: `u-…:grant:secret`. */
const GIVEN = /^((?:u-[0-9a-f]{32}|local)):([\w-]{1,100}):[\w-]{1,200}$/;

/** The bearer token of a header, where it is one that this server gives. */
export const loginTokenIn = (header: string | null): string | undefined => {
	const token = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
	return token !== undefined && GIVEN.test(token) ? token : undefined;
};

const CORS = { headers: { 'Access-Control-Allow-Origin': '*' } };

const notGiven = () => Response.json({ error: 'invalid_grant' }, { status: 400, ...CORS });

const nameOf = (clientId: string) => (URL.canParse(clientId) ? new URL(clientId).host : 'A client');
