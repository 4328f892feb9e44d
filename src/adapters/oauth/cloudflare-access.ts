// People of Cloudflare Access, signed into a header of each request (developers.cloudflare.com, "Validate JWTs").
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import { err, ok, type Result } from '../../shared/result';
import type { ForeignFetch } from './foreign-fetch';
import type { Claims } from './openid';

const ACCESS_HEADER = 'Cf-Access-Jwt-Assertion';
/** Codes of faults of an assertion; any other is of its team's keys. */
const OF_ASSERTION = /^ERR_(JW[TS]_|JOSE_ALG_NOT_ALLOWED$|JWKS_NO_MATCHING_KEY$)/;

export interface AccessTeam {
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
