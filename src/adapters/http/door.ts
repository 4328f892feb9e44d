// The door: which names and pages a request may come by, who is let in, what those are
// told who are not, CORS, and discovery for clients without a token (RFC 9728).
import type { MiddlewareHandler } from 'hono';
import { challenge, FIRST_SCOPE, metadataUrl } from '../../auth';
import type { HttpDeps, RouteState } from './deps';
import { type Asking, refuse } from './errors';
import { hostFault } from './mcp-endpoint';
import { messagePage } from './pages/connect';
import { sendPage } from './pages/page';

type Guard = MiddlewareHandler<RouteState>;

const MINUTE = 60;
const TOO_MANY = 'Too many requests, or too many wrong tokens: wait as long as Retry-After says.';

/** Answers 429: too many requests, or too many wrong tokens. */
export const tooMany = (c: Asking, seconds = MINUTE): Response =>
	refuse(c, 'rate_limited', TOO_MANY, { headers: { 'Retry-After': String(seconds) } });

/** Refuses to sign in, to claim and to log in while nobody can be let in; browsers are told why by a page. */
export const closedDoor =
	({ closed }: HttpDeps): Guard =>
	async (c, next) => {
		const isDoor = /^\/(?:claim|sign-|connect|authorize|token$|register$)/.test(c.req.path);
		if (closed === undefined || !isDoor) return next();
		if (!c.req.header('accept')?.includes('text/html')) return refuse(c, 'closed', closed);
		return sendPage(c, messagePage('Closed', closed), { status: 503 });
	};

/** Host and Origin, against DNS rebinding and foreign web pages. */
export const checkNames =
	({ hosts, origins }: HttpDeps): Guard =>
	async (c, next) => {
		const request = c.req.raw;
		const host = hosts && hostFault(request, hosts);
		if (host) return refuse(c, 'forbidden_host', host);
		const origin = pageFault(request, origins);
		if (origin) return refuse(c, 'forbidden_origin', origin);
		return next();
	};

/** An address may try a secret only so often. */
export const fewTries =
	({ mayTry }: HttpDeps): Guard =>
	async (c, next) =>
		(await mayTry(c.req.raw)) ? next() : tooMany(c);

/** Lets callers through and tells all others how to become one. */
export const letIn =
	(deps: HttpDeps): Guard =>
	async (c, next) => {
		const access = c.env?.access ?? (await deps.access(c.req.raw));
		switch (access.kind) {
			case 'caller':
				c.set('principal', access.principal);
				return next();
			case 'limited':
				return tooMany(c, access.retryAfterSeconds);
			case 'closed':
				return refuse(c, 'closed', access.advice);
			case 'refused': {
				const isInvalid = access.fault === 'invalid';
				const message = isInvalid
					? 'The bearer token is not valid here.'
					: 'Send a bearer token: Authorization: Bearer TOKEN.';
				const header = challenge(isInvalid ? { error: 'invalid_token' } : {});
				return refuse(c, 'unauthorized', message, { headers: { 'WWW-Authenticate': header } });
			}
		}
	};

/** Forbids caching: answers are of this moment and this caller. */
export const uncached: MiddlewareHandler<RouteState> = async (c, next) => {
	await next();
	if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
};

/** Routes open to clients of any origin: metadata, tokens, registration. They read no cookie. */
export const discovery =
	({ people, logins, access, mayTry }: HttpDeps): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		const { pathname } = new URL(c.req.url);
		if (!/^\/(?:\.well-known\/oauth-|token$|register$)/.test(pathname)) return next();
		// Each that registers is kept, and each code or token that is tried is looked up.
		if (!pathname.startsWith('/.')) {
			// Before anybody can be let in, nothing is kept for a client and nothing asked for it.
			const door = await access(new Request(c.req.url));
			if (door.kind === 'closed') return refuse(c, 'closed', door.advice);
		}
		if (pathname === '/register' && !(await mayTry(c.req.raw, 'register'))) return tooMany(c);
		const home = await people.home(c.req.raw);
		const answer = home === undefined ? undefined : await logins(home).serve(c.req.raw);
		if (pathname === '/token' && answer?.ok === false && !(await mayTry(c.req.raw, 'token')))
			return tooMany(c);
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

const REQUEST_HEADERS =
	'Authorization, Content-Type, Accept, If-Match, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id';
const EXPOSED_HEADERS =
	'Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id, WWW-Authenticate, ETag, Content-Disposition, Loadline-Complete, Loadline-Correlation-Id';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
/** Seconds a browser may remember a preflight. */
const MAX_AGE = 600;

/** Answers preflights and marks responses; runs behind the check of the Origin. */
export const cors: MiddlewareHandler = async (c, next) => {
	const origin = c.req.header('origin');
	if (origin === undefined) return next();
	const isPreflight =
		c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined;
	if (isPreflight) {
		const requested = c.req.header('access-control-request-headers') ?? '';
		c.header('Access-Control-Allow-Methods', METHODS);
		c.header('Access-Control-Allow-Headers', allowedHeaders(requested).join(', '));
		c.header('Access-Control-Max-Age', String(MAX_AGE));
		c.res = c.body(null, 204);
	} else {
		await next();
		c.header('Access-Control-Expose-Headers', EXPOSED_HEADERS);
	}
	c.header('Access-Control-Allow-Origin', origin);
	c.header('Vary', 'Origin', { append: true });
	return undefined;
};

/** The known headers, and those `Mcp-Param-*` that were asked for: CORS has no prefixes. */
const allowedHeaders = (requested: string): readonly string[] => [
	...REQUEST_HEADERS.split(', '),
	...requested
		.split(',')
		.map((name) => name.trim())
		.filter((name) => /^mcp-param-[\w!#$%&'*+.^`|~-]{1,100}$/i.test(name))
		.slice(0, 50),
];

const REFUSED = 'Requests from the web page of this origin are not allowed here.';

/** Describes the fault of a request's page; null for an allowed one. @param origins allowed besides the server's own */
export const pageFault = (request: Request, origins: readonly string[]): string | null => {
	const { headers } = request;
	const allowed = [new URL(request.url).origin, ...origins.map(originNamed)];
	const origin = headers.get('origin');
	if (origin !== null) return allowed.includes(origin) ? null : REFUSED;
	const site = headers.get('sec-fetch-site');
	if (site === null || site === 'none' || site === 'same-origin') return null;
	// Following a link is no request of the page that holds it.
	if (headers.get('sec-fetch-dest') === 'document' && isReading(request.method)) return null;
	const referer = headers.get('referer') ?? '';
	return URL.canParse(referer) && allowed.includes(new URL(referer).origin) ? null : REFUSED;
};

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** An origin as configuration names it: whole, or a host alone, which means https. */
export const originNamed = (text: string): string => {
	const whole = text.includes('://') ? text : `https://${text}`;
	return URL.canParse(whole) ? new URL(whole).origin : text;
};
