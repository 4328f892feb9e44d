// The door: which names and pages a request may come by, who is let in, and within which limits; what those are told who
// are not, CORS, and discovery for clients without a token (RFC 9728). A caller has so many requests a minute, an address
// so many wrong tokens. Whoever brings a valid one comes in, whatever others at the same address do.
import type { MiddlewareHandler } from 'hono';
import { type Access, challenge, FIRST_SCOPE, metadataUrl } from '../../auth';
import { ipv6 } from '../../gateway';
import type { HttpDeps, RouteState } from './deps';
import { type Asking, refuse } from './errors';
import { hostFault } from './mcp-endpoint';
import { messagePage } from './pages/connect';
import { sendPage } from './pages/page';

type Guard = MiddlewareHandler<RouteState>;

/** Seconds in which requests and tries are counted. */
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
	if (headers.get('sec-fetch-dest') === 'document' && /^(?:GET|HEAD)$/.test(request.method))
		return null;
	const referer = headers.get('referer') ?? '';
	return URL.canParse(referer) && allowed.includes(new URL(referer).origin) ? null : REFUSED;
};

/** An origin as configuration names it: whole, or a host alone, which means https. */
export const originNamed = (text: string): string => {
	const whole = text.includes('://') ? text : `https://${text}`;
	return URL.canParse(whole) ? new URL(whole).origin : text;
};

/** A counter of the platform (`[[ratelimits]]` in wrangler.toml), or one like it. */
export interface RateLimit {
	limit(of: { readonly key: string }): Promise<{ readonly success: boolean }>;
}

export interface Limits {
	/** Requests of one principal. */
	readonly calls: RateLimit;
	/** Wrong tokens from one address. */
	readonly refusals: RateLimit;
	/** More wrong tokens came from an address than it has; each time that is counted anew. */
	blocked(address: string): Promise<void>;
	/** True where nobody is counted: the one user of development. */
	readonly isFree: boolean;
}

/** Returns the address of a request, as the platform gives it: for IPv6 the /64 network, which is one customer's. */
export const addressOf = ({ headers }: Request): string => {
	const address = headers.get('cf-connecting-ip') ?? 'unknown';
	// As a socket of both kinds writes an IPv4 address.
	if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1);
	const network = address.includes(':') && ipv6(address)?.slice(0, 4);
	return network ? `${network.map((group) => group.toString(16)).join(':')}::/64` : address;
};

/** Access with limits: of a caller's requests, and of an address's wrong tokens. */
export function limitedAccess(
	access: HttpDeps['access'],
	{ calls, refusals, blocked, isFree }: Limits,
): Pick<HttpDeps, 'access' | 'mayTry'> {
	const limited: Access = { kind: 'limited', retryAfterSeconds: MINUTE };
	const mayTry: HttpDeps['mayTry'] = async (request, what = 'try') =>
		(await refusals.limit({ key: `${what} ${addressOf(request)}` })).success;
	const within: HttpDeps['access'] = async (request, owner) => {
		const found = await access(request, owner);
		if (found.kind === 'refused' && found.fault === 'invalid') {
			const address = addressOf(request);
			if ((await refusals.limit({ key: address })).success) return found;
			await blocked(address);
			return limited;
		}
		if (found.kind !== 'caller' || isFree) return found;
		const { workspace, id } = found.principal;
		return (await calls.limit({ key: `${workspace}/${id}` })).success ? found : limited;
	};
	return { access: within, mayTry };
}
