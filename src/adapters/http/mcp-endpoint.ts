// Context of an MCP endpoint: its parsed address, and the deployment's services for it.
import type { Context, MiddlewareHandler } from 'hono';
import { readAddress } from '../mcp';
import type { HttpDeps, McpRequestParts, RouteState } from './deps';
import { refuse } from './errors';

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
	instructions: deps.instructions,
	principal,
	upstream: req.param('upstream'),
	correlationId,
	address,
	home: () => deps.people.home(req.raw),
	report: (error) => deps.log({ event: 'mcp_error', correlationId, error }),
});
