// Discovery of the authorization server of an MCP server (RFC 9728, then RFC 8414 or OpenID Connect Discovery;
// MCP 2026-07-28 "Authorization Server Discovery").
import * as oauth from 'oauth4webapi';
import { err, ok, type Result } from '../../shared/result';
import type { DiscoveryPorts } from './foreign-fetch';

/** Options of every request that oauth4webapi makes. */
export const requestOptions = ({ fetch, allowLoopback }: DiscoveryPorts) => ({
	[oauth.customFetch]: (url: string, init: object) => fetch(url, init as RequestInit),
	[oauth.allowInsecureRequests]: allowLoopback,
});

interface ResourceMetadata {
	readonly resource: string;
	readonly authorization_servers?: readonly string[];
	readonly scopes_supported?: readonly string[];
}

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
	const candidates = named ?? [new URL(url).origin];
	const chosen = issuer ?? candidates[0];
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
async function resourceMetadata(
	url: URL,
	ports: DiscoveryPorts,
): Promise<Result<ResourceMetadata | undefined, string>> {
	const path = url.pathname === '/' ? '' : url.pathname;
	const places = [
		await challenged(url, ports),
		`${url.origin}/.well-known/oauth-protected-resource${path}${url.search}`,
		`${url.origin}/.well-known/oauth-protected-resource`,
	];
	for (const place of new Set(places)) {
		if (place === undefined) continue;
		const found = await readJson<ResourceMetadata>(place, ports);
		if (!found) continue;
		if (typeof found.resource !== 'string' || !covers(found.resource, url))
			return err(
				`the metadata at ${place.slice(0, 200)} is of another resource than the configured "url"`,
			);
		return ok(found);
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
		const response = await fetch(url.href, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
			},
			body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
		});
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

async function readJson<T>(url: string, { fetch }: DiscoveryPorts): Promise<T | undefined> {
	try {
		const response = await fetch(url, { method: 'GET', headers: { accept: 'application/json' } });
		if (!response.ok) return undefined;
		const value: unknown = await response.json();
		return typeof value === 'object' && value !== null ? (value as T) : undefined;
	} catch {
		return undefined;
	}
}

/** RFC 8414 first, OpenID Connect Discovery second; both check that the issuer is the one asked for. */
export async function authorizationServer(
	issuer: string,
	ports: DiscoveryPorts,
): Promise<Result<oauth.AuthorizationServer, string>> {
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
