// MCP endpoints: the parsed address, the deployment's services for a request, and the shortest way to them.
import type { Context, MiddlewareHandler } from 'hono';
import { allows } from '../../auth';
import { ok } from '../../shared/result';
import { hostFault, readAddress, serveMcp } from '../mcp';
import type { HttpDeps, McpRequestParts, RouteState } from './deps';
import { refuse } from './errors';
import { isLarge, turned } from './turn';

/** The address that names nothing. */
const WHOLE = ok({});

/**
 * Answers at once a request that no guard would stop, mark or hold. Any other takes the way of all routes, which says
 * why; the caller is not asked a second time who it is.
 */
export const straightToMcp =
	(deps: HttpDeps): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		const request = c.req.raw;
		const { headers } = request;
		if (headers.has('origin') || headers.has('sec-fetch-site') || isLarge(request)) return next();
		if (deps.hosts && hostFault(request, deps.hosts)) return next();
		const url = new URL(request.url);
		const address = url.search === '' ? WHOLE : readAddress(url);
		if (!address.ok) return next();
		const access = await deps.access(request);
		c.set('access', access);
		if (access.kind !== 'caller' || !allows(access.principal, 'mcp:use')) return next();
		c.set('principal', access.principal);
		c.set('address', address.value);
		return turned(c, async () => serveMcp(request, mcpParts(deps, c)));
	};

/** Reads what the address asks for; refuses one that asks for what there is not. */
export const checkAddress: MiddlewareHandler<RouteState> = async (c, next) => {
	const address = readAddress(new URL(c.req.url));
	if (!address.ok) return refuse(c, 'invalid_parameter', address.error);
	c.set('address', address.value);
	return next();
};

/** Refuses an endpoint of an upstream that this caller does not have. */
export const knownUpstream =
	(deps: HttpDeps): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		const name = c.req.param('upstream') ?? '';
		if (await deps.knowsUpstream(name, c.var.principal)) return next();
		const message = 'There is no upstream of this name; GET /health lists them.';
		return refuse(c, 'unknown_upstream', message);
	};

/** The parts of a request to `/mcp`, or to the endpoint of one upstream. */
export const mcpParts = (
	deps: HttpDeps,
	{ req, var: { principal, correlationId, address } }: Context<RouteState>,
): McpRequestParts => ({
	gateway: deps.gateway,
	sessions: deps.sessions,
	mailboxes: deps.mailboxes,
	subscriptions: deps.subscriptions,
	defer: deps.defer,
	serverInfo: deps.serverInfo,
	principal,
	upstream: req.param('upstream'),
	correlationId,
	address,
	madeIn: (call) => deps.llm.madeIn(principal, call),
	home: () => deps.people.home(req.raw),
	report: (error) => deps.log({ event: 'mcp_error', correlationId, error }),
});
