// Requests to a token endpoint: a code redeemed, a token refreshed, a service's own token, a
// revocation. Each answer is a value; nothing of what the other side says is shown.
import * as oauth from 'oauth4webapi';
import { defined } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import { type KnownClient, proofOf, requestOptions, secretFault } from './discover';
import type { DiscoveryPorts } from './foreign-fetch';

/** The client and server of a token request. */
export interface Party {
	readonly server: oauth.AuthorizationServer;
	readonly client: KnownClient;
	readonly resource: string;
}

/** Tokens in clear; they are sealed before they are kept. */
export interface Tokens {
	readonly accessToken: string;
	readonly refreshToken?: string;
	/** Seconds; absent where the server does not say. */
	readonly lifeSeconds?: number;
	readonly scope?: string;
}

/** `ended`: the grant counts no more; `failed`: it may work later. */
export interface TokenFault {
	readonly code: 'ended' | 'failed';
	readonly message: string;
}

/** The tokens for a code that came back. */
export const redeem = (
	party: Party,
	callback: URLSearchParams,
	{ redirectUri, verifier, state }: { redirectUri: string; verifier: string; state: string },
	ports: DiscoveryPorts,
) =>
	asked(party, async ({ server, client, resource }, proof) => {
		// Checks `state`, `iss` (RFC 9207) and `error`.
		const checked = oauth.validateAuthResponse(server, client, callback, state);
		const options = { ...requestOptions(ports), additionalParameters: { resource } };
		const response = await oauth.authorizationCodeGrantRequest(
			...([server, client, proof, checked, redirectUri, verifier, options] as const),
		);
		return oauth.processAuthorizationCodeResponse(server, client, response);
	});

/** Newer tokens for a refresh token. */
export const refresh = (party: Party, refreshToken: string, ports: DiscoveryPorts) =>
	asked(party, async ({ server, client, resource }, proof) => {
		const options = { ...requestOptions(ports), additionalParameters: { resource } };
		const response = await oauth.refreshTokenGrantRequest(
			...([server, client, proof, refreshToken, options] as const),
		);
		return oauth.processRefreshTokenResponse(server, client, response);
	});

/** A token of the deployment itself (`client_credentials`). */
export const serviceToken = (party: Party, scope: string | undefined, ports: DiscoveryPorts) =>
	asked(party, async ({ server, client, resource }, proof) => {
		const parameters = { resource, ...(scope !== undefined && { scope }) };
		const response = await oauth.clientCredentialsGrantRequest(
			...([server, client, proof, parameters, requestOptions(ports)] as const),
		);
		return oauth.processClientCredentialsResponse(server, client, response);
	});

/** Tells the server that a token counts no more; whether it heard is not waited for twice. */
export async function revoke({ server, client }: Party, token: string, ports: DiscoveryPorts) {
	const { revocation_endpoint: endpoint } = server;
	if (endpoint === undefined || secretFault(client, endpoint) !== undefined) return false;
	try {
		const response = await oauth.revocationRequest(
			...([server, client, proofOf(client, server), token, requestOptions(ports)] as const),
		);
		await oauth.processRevocationResponse(response);
		return true;
	} catch {
		return false;
	}
}

/** Asks a token endpoint; nothing is sent to one where the client's secret may not go. */
async function asked(
	party: Party,
	request: (party: Party, proof: oauth.ClientAuth) => Promise<oauth.TokenEndpointResponse>,
): Promise<Result<Tokens, TokenFault>> {
	const { server, client } = party;
	const fault = secretFault(client, server.token_endpoint);
	if (fault !== undefined) return err({ code: 'failed', message: fault });
	try {
		const answer = await request(party, proofOf(client, server));
		if (answer.token_type !== 'bearer')
			return err({ code: 'failed', message: 'it gives tokens of a type that is not supported' });
		return ok({
			accessToken: answer.access_token,
			...defined({
				refreshToken: answer.refresh_token,
				lifeSeconds: answer.expires_in,
				scope: answer.scope,
			}),
		});
	} catch (error) {
		return err(faultOf(error));
	}
}

/** Codes of RFC 6749, sections 4.1.2.1 and 5.2; anything else is not repeated. */
const KNOWN =
	/^(?:access_denied|invalid_(?:client|grant|request|scope|target)|server_error|temporarily_unavailable|un(?:authorized_client|supported_\w{1,30}))$/;

function codeOf(error: unknown): string | undefined {
	if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError)
		return error.error;
	return error instanceof oauth.WWWAuthenticateChallengeError && error.status === 401
		? 'invalid_client'
		: undefined;
}

function faultOf(error: unknown): TokenFault {
	const code = codeOf(error);
	const known = code !== undefined && KNOWN.test(code) ? code : undefined;
	const ended = known === 'invalid_grant' || known === 'access_denied';
	const message =
		known === 'access_denied'
			? 'access was not allowed there'
			: known !== undefined
				? `its authorization server answers ${known}`
				: 'its authorization server could not be asked, or its answer cannot be used';
	return { code: ended ? 'ended' : 'failed', message };
}
