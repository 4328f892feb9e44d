// Discovery of the authorization server of an MCP server (RFC 9728, then RFC 8414 or OpenID Connect Discovery; MCP
// 2026-07-28 "Authorization Server Discovery"), and Loadline as its client: a configured one, one that a document of
// its own describes (client ID metadata document), or one it registers (RFC 7591).
import * as oauth from 'oauth4webapi';
import { err, ok, type Result } from '../../shared/result';
import type { DiscoveryPorts } from './foreign-fetch';

/** Options of every request that oauth4webapi makes. */
export const requestOptions = ({ fetch, allowLoopback }: DiscoveryPorts) => ({
	[oauth.customFetch]: (url: string, init: object) => fetch(url, init as RequestInit),
	[oauth.allowInsecureRequests]: allowLoopback,
});

/**
 * Finds the authorization server of an MCP server.
 * @param url the MCP endpoint
 * @param issuer the authorization server to take, where the configuration names one
 * @returns its metadata, the `resource` parameter of RFC 8707, and the scopes that the MCP server requires for any
 *   access; or one sentence that says what was missing
 */
export async function discover(url: string, issuer: string | undefined, ports: DiscoveryPorts) {
	const metadata = await resourceMetadata(new URL(url), ports);
	if (!metadata.ok) return metadata;
	const { authorization_servers: named, scopes_supported: scopes } = metadata.value ?? {};
	const chosen = issuer ?? (named ?? [new URL(url).origin])[0];
	if (chosen === undefined) return err('its metadata names no authorization server');
	if (issuer !== undefined && named !== undefined && !named.some((one) => isSame(one, issuer)))
		return err('its metadata names other authorization servers than "auth.issuer"');
	const server = await authorizationServer(chosen, ports);
	if (!server.ok) return server;
	return ok({
		server: server.value,
		resource: metadata.value?.resource ?? url.replace(/#.*$/, ''),
		scopes: scopes ?? [],
	});
}

const isSame = (one: string, other: string) => one.replace(/\/$/, '') === other.replace(/\/$/, '');

/** RFC 9728: where the challenge says, else at the well-known places; undefined where there is none. */
async function resourceMetadata(url: URL, ports: DiscoveryPorts) {
	const path = url.pathname === '/' ? '' : url.pathname;
	const places = [
		await challenged(url, ports),
		`${url.origin}/.well-known/oauth-protected-resource${path}${url.search}`,
		`${url.origin}/.well-known/oauth-protected-resource`,
	];
	for (const place of new Set(places)) {
		if (place === undefined) continue;
		const found = await readJson(place, ports);
		if (!found) continue;
		if (typeof found.resource === 'string' && covers(found.resource, url)) return ok(found);
		const where = `the metadata at ${place.slice(0, 200)}`;
		return err(`${where} is of another resource than the configured "url"`);
	}
	return ok(undefined);
}

/** The metadata is about this server when its resource is the address or a path above it. */
function covers(resource: string, url: URL): boolean {
	if (!URL.canParse(resource)) return false;
	const { origin, pathname } = new URL(resource);
	const above = pathname.replace(/\/$/, '');
	return origin === url.origin && `${url.pathname.replace(/\/$/, '')}/`.startsWith(`${above}/`);
}

/** Returns the challenge to a request without a token. */
async function challenged(url: URL, { fetch }: DiscoveryPorts): Promise<string | undefined> {
	try {
		const accept = 'application/json, text/event-stream';
		const headers = { 'content-type': 'application/json', accept };
		const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
		const response = await fetch(url.href, { method: 'POST', headers, body });
		const named = parseChallenge(response.headers.get('www-authenticate')).resource_metadata;
		return named !== undefined && URL.canParse(named) ? named : undefined;
	} catch {
		return undefined;
	}
}

/** The parameters of a Bearer challenge, as far as they are well formed. */
export function parseChallenge(header: string | null | undefined): Record<string, string> {
	const found: Record<string, string> = {};
	if (!header || !/^\s*(?:Bearer|DPoP)\b/i.test(header)) return found;
	for (const [, name = '', quoted, bare] of header.matchAll(
		/([a-z_]{1,40})\s*=\s*(?:"([^"]{0,1000})"|([^\s,"]{1,1000}))/gi,
	))
		found[name.toLowerCase()] ??= quoted ?? bare ?? '';
	return found;
}

async function readJson(url: string, { fetch }: DiscoveryPorts) {
	try {
		const response = await fetch(url, { method: 'GET', headers: { accept: 'application/json' } });
		if (!response.ok) return undefined;
		const value: Partial<oauth.ResourceServer> | null = await response.json();
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

/** RFC 8414 first, OpenID Connect Discovery second; both check that the issuer is the one asked for. */
export async function authorizationServer(issuer: string, ports: DiscoveryPorts) {
	if (!URL.canParse(issuer)) return err('the name of its authorization server is not a URL');
	const shown = issuer.slice(0, 200);
	for (const algorithm of ['oauth2', 'oidc'] as const) {
		try {
			const options = { ...requestOptions(ports), algorithm };
			const response = await oauth.discoveryRequest(new URL(issuer), options);
			if (!response.ok) continue;
			return ok(await oauth.processDiscoveryResponse(new URL(issuer), response));
		} catch {
			// The other document may be there.
		}
	}
	return err(`the authorization server ${shown} has no metadata that can be used`);
}

/** A client as it is known to an authorization server; a type, because oauth4webapi takes any member. */
export type KnownClient = {
	readonly client_id: string;
	readonly client_secret?: string;
	readonly token_endpoint_auth_method?: string;
	/** Allowed destinations of a configured secret; one that the server itself gave is the server's. */
	readonly secret_origins?: string[];
};

/** An upstream as the configuration has it, with the client that was given for it, if any. */
export interface Protected {
	readonly upstream: string;
	readonly url: string;
	readonly issuer?: string;
	/** Scopes to ask for instead of those that the server names. */
	readonly scopes?: readonly string[];
	readonly client?: KnownClient;
}

/** Loadline's client metadata document. */
export interface ClientDocument {
	/** Public address of the document; absent in development. */
	readonly url?: string;
	readonly metadata: Readonly<Record<string, unknown>> & {
		readonly redirect_uris: readonly string[];
	};
}

/** Metadata of RFC 8414 that oauth4webapi does not name yet. */
type Server = oauth.AuthorizationServer & {
	readonly client_id_metadata_document_supported?: boolean;
};

/** @returns or what an administrator has to configure */
export async function clientFor(
	server: Server,
	given: KnownClient | undefined,
	document: ClientDocument,
	ports: DiscoveryPorts,
): Promise<Result<KnownClient, string>> {
	if (given) return ok(given);
	if (server.client_id_metadata_document_supported === true && document.url !== undefined)
		return ok({ client_id: document.url, token_endpoint_auth_method: 'none' });
	const shown = `the authorization server ${server.issuer.slice(0, 200)}`;
	const byHand = `an administrator has to register Loadline there, with the redirect URI ${document.metadata.redirect_uris[0]}, and set "auth.clientId"`;
	if (server.registration_endpoint === undefined)
		return err(`${shown} registers no clients by itself: ${byHand}`);
	try {
		const metadata = document.metadata as never;
		const options = requestOptions(ports);
		const response = await oauth.dynamicClientRegistrationRequest(server, metadata, options);
		const registered = await oauth.processDynamicClientRegistrationResponse(response);
		const { client_id, client_secret, token_endpoint_auth_method } = registered;
		return ok({
			client_id,
			...(typeof client_secret === 'string' && { client_secret }),
			...(typeof token_endpoint_auth_method === 'string' && { token_endpoint_auth_method }),
		});
	} catch {
		return err(`${shown} did not register Loadline as a client`);
	}
}

/**
 * An upstream, or its authorization server, names the endpoints: a configured secret goes to its own origins all the
 * same. @returns what to do where the secret may not go there
 */
export function secretFault(
	{ client_secret, secret_origins: origins }: KnownClient,
	endpoint: string | undefined,
): string | undefined {
	if (client_secret === undefined || origins === undefined || endpoint === undefined)
		return undefined;
	const origin = URL.canParse(endpoint) ? new URL(endpoint).origin : 'no URL';
	if (origins.includes(origin)) return undefined;
	return `the token endpoint that it names is at ${origin.slice(0, 200)}, where the secret of "auth.clientSecret" may not be sent; if that server is the right one, set the secret with this origin too (loadline secret set NAME --origin …, or LOADLINE_GRANTS for one of the deployment), and "auth.issuer"`;
}

/** Returns the client authentication at the token endpoint. */
export const proofOf = (client: KnownClient, server: oauth.AuthorizationServer) => {
	const { client_secret: secret, token_endpoint_auth_method: method } = client;
	if (secret === undefined || method === 'none') return oauth.None();
	const offered = server.token_endpoint_auth_methods_supported;
	const isPost =
		method === 'client_secret_post' ||
		(method === undefined &&
			offered?.includes('client_secret_post') === true &&
			!offered.includes('client_secret_basic'));
	return isPost ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
};
