// People who sign in at an OpenID Connect issuer: Loadline is its client (authorization code, PKCE, nonce). And whom
// Cloudflare Access names in front of a deployment.

import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import { defined } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import { authorizationServer, proofOf, requestOptions } from './discover';
import type { DiscoveryPorts, ForeignFetch } from './foreign-fetch';

/** This deployment as a client of an issuer. */
interface OpenIdClient {
	readonly issuer: string;
	readonly clientId: string;
	readonly clientSecret?: string;
}

/** State of a sign-in, sealed in the browser's cookie. */
type SignInBegun = Readonly<Record<'state' | 'nonce' | 'verifier', string>>;

/** Verified: the issuer's signature was checked, or the issuer itself was asked over TLS. */
export type Claims = Readonly<Record<string, unknown>> & {
	readonly iss: string;
	readonly sub: string;
};

const SCOPE = 'openid email profile';

/** Creates the two steps of a sign-in at an issuer: to its page, and back to `redirectUri`. */
export const createOpenIdSignIn = (
	{ issuer, clientId, clientSecret }: OpenIdClient,
	ports: DiscoveryPorts,
) => ({
	/** Begins a sign-in: the issuer's page, and the state for the way back. */
	async begin(redirectUri: string) {
		const server = await authorizationServer(issuer, ports);
		if (!server.ok) return server;
		const endpoint = server.value.authorization_endpoint;
		if (endpoint === undefined) return err('the issuer has no authorization endpoint');
		const begun = {
			state: oauth.generateRandomState(),
			nonce: oauth.generateRandomNonce(),
			verifier: oauth.generateRandomCodeVerifier(),
		};
		const url = new URL(endpoint);
		const parameters = {
			...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: SCOPE },
			...{ state: begun.state, nonce: begun.nonce, code_challenge_method: 'S256' },
			code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
		};
		for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
		return ok({ url: url.href, begun });
	},
	async finish(
		redirectUri: string,
		callback: URLSearchParams,
		{ state, nonce, verifier }: SignInBegun,
	): Promise<Result<Claims, string>> {
		const found = await authorizationServer(issuer, ports);
		if (!found.ok) return found;
		const server = found.value;
		const client = { client_id: clientId, ...defined({ client_secret: clientSecret }) };
		try {
			const checked = oauth.validateAuthResponse(server, client, callback, state);
			const options = requestOptions(ports);
			const proof = proofOf(client, server);
			const answer = await oauth.authorizationCodeGrantRequest(
				...([server, client, proof, checked, redirectUri, verifier, options] as const),
			);
			const expected = { expectedNonce: nonce, requireIdToken: true };
			const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, expected);
			await oauth.validateApplicationLevelSignature(server, answer, options);
			const claims = oauth.getValidatedIdTokenClaims(tokens);
			if (!claims) return err('the issuer gave no ID token');
			return ok(together(claims, await userInfo(server, client, tokens, claims.sub, ports)));
		} catch (error) {
			const isRefusal =
				error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied';
			return err(isRefusal ? 'it was refused there' : 'its answer could not be verified');
		}
	},
});

/** Merges claims: the ID token's win; `email_verified` is taken with its own `email`. */
export function together(claims: Claims, info: Readonly<Record<string, unknown>>): Claims {
	if (claims.email === undefined) return { ...info, ...claims };
	const { email: _email, email_verified: _verified, ...rest } = info;
	return { ...rest, ...claims };
}

/** Many issuers say name, address and groups here and not in the ID token. */
async function userInfo(
	server: oauth.AuthorizationServer,
	client: oauth.Client,
	{ access_token: token }: oauth.TokenEndpointResponse,
	subject: string,
	ports: DiscoveryPorts,
): Promise<Readonly<Record<string, unknown>>> {
	if (server.userinfo_endpoint === undefined) return {};
	const response = await oauth.userInfoRequest(server, client, token, requestOptions(ports));
	return oauth.processUserInfoResponse(server, client, subject, response);
}

const ACCESS_HEADER = 'Cf-Access-Jwt-Assertion';
/** Codes of faults of an assertion; any other is of its team's keys. */
const OF_ASSERTION = /^ERR_(JW[TS]_|JOSE_ALG_NOT_ALLOWED$|JWKS_NO_MATCHING_KEY$)/;

interface AccessTeam {
	/** `https://TEAM.cloudflareaccess.com` */
	readonly team: string;
	/** The application's audience tag. */
	readonly audience: string;
}

/** Checks the assertion in a request's headers, of one team for one application; its keys are kept for ten minutes. */
export function createAccessTeam({ team, audience }: AccessTeam, fetch: ForeignFetch) {
	const issuer = team.replace(/\/+$/, '');
	const keys = createRemoteJWKSet(new URL(`${issuer}/cdn-cgi/access/certs`), {
		cacheMaxAge: 600_000,
		[customFetch]: (url: string, init: object) => fetch(url, init as RequestInit),
	});
	return async (
		headers: Headers,
	): Promise<Result<Claims, 'missing' | 'invalid' | 'unavailable'>> => {
		const assertion = headers.get(ACCESS_HEADER);
		if (!assertion) return err('missing');
		try {
			const { payload } = await jwtVerify(assertion, keys, {
				...{ issuer, audience, algorithms: ['RS256', 'ES256'], requiredClaims: ['exp', 'iat'] },
			});
			// A service token has no subject, and is no person.
			if (typeof payload.sub !== 'string' || payload.sub === '') return err('invalid');
			// Access has verified the address that it names.
			return ok({ ...payload, email_verified: true, iss: issuer, sub: payload.sub });
		} catch (error) {
			const isTheirs = error instanceof errors.JOSEError && OF_ASSERTION.test(error.code);
			return err(isTheirs ? 'invalid' : 'unavailable');
		}
	};
}
