// Discovery for clients without a token (RFC 9728), and the addresses of logins.
import type { MiddlewareHandler } from 'hono';
import { FIRST_SCOPE, metadataUrl } from '../../auth';
import type { HttpDeps, RouteState } from './deps';
import { tooMany } from './door';
import { refuse } from './errors';

/**
 * Routes open to clients of any origin: metadata, tokens, registration. They read no cookie.
 */
export const discovery =
	({ people, logins, access, mayTry }: HttpDeps): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		const { pathname } = new URL(c.req.url);
		if (!/^\/(?:\.well-known\/oauth-|token$|register$)/.test(pathname)) return next();
		// Each that registers is kept, and each code or token that is tried is looked up.
		const limited = () => tooMany(c);
		if (!pathname.startsWith('/.')) {
			// Before anybody can be let in, nothing is kept for a client and nothing asked for it.
			const door = await access(new Request(c.req.url));
			if (door.kind === 'closed') return refuse(c, 'closed', door.advice);
		}
		if (pathname === '/register' && !(await mayTry(c.req.raw, 'register'))) return limited();
		const home = await people.home(c.req.raw);
		const answer = home === undefined ? undefined : await logins(home).serve(c.req.raw);
		if (pathname === '/token' && answer?.ok === false && !(await mayTry(c.req.raw, 'token')))
			return limited();
		return answer ?? refuse(c, 'not_found', 'There is nothing here.');
	};

/** Adds the address of the metadata to refusals (RFC 9728, section 5.1). */
export const wayIn =
	({ people }: HttpDeps): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		await next();
		const challenged = c.res.headers.get('WWW-Authenticate');
		if (challenged === null || (c.res.status !== 401 && c.res.status !== 403)) return;
		const home = await people.home(c.req.raw);
		if (home === undefined) return;
		const metadata = metadataUrl(home, new URL(c.req.url).pathname);
		const scope = challenged.includes('scope=') ? '' : `, scope="${FIRST_SCOPE}"`;
		c.header('WWW-Authenticate', `${challenged}, resource_metadata="${metadata}"${scope}`);
	};
