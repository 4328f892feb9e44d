// MCP endpoints: the check against DNS rebinding (MCP "Streamable HTTP", security warning), the parsed address
// (`?toolsets=`, `?tools=`, `?host=`, `?session=`), the deployment's services for a request, and the shortest way to them.
import type { MiddlewareHandler } from 'hono';
import { allows } from '../../auth';
import { HOSTS, isHostChoice } from '../../config';
import { remember } from '../../shared/remember';
import { err, ok, type Result } from '../../shared/result';
import { turns } from '../fetch';
import { serveMcp } from '../mcp';
import type { HttpDeps, McpRequestParts, RouteState } from './deps';
import { refuse } from './errors';

const WHOLE = ok({});

/** `/mcp`, `/mcp/NAME` or `/NAME/mcp`, and what the address asks for. */
const ENDPOINT = /^https?:\/\/[^/?#]+\/(?:mcp(?:\/([\w-]+))?|([\w-]+)\/mcp)(\?|$)/;

/**
 * Answers at once, before all routes, a POST to an MCP endpoint that no guard would stop, mark or hold. Any other request
 * takes the way of all routes, which says why; the caller is not asked a second time who it is.
 * @param env is told who that is
 */
export const straightToMcp =
	(deps: HttpDeps) =>
	async (request: Request, env: RouteState['Bindings']): Promise<Response | undefined> => {
		const { headers, method, url } = request;
		const [, under, over, query] = (method === 'POST' && ENDPOINT.exec(url)) || [];
		if (query === undefined || headers.has('origin') || headers.has('sec-fetch-site'))
			return undefined;
		if (largeSize(request) > 0 || (deps.hosts && hostFault(request, deps.hosts))) return undefined;
		const address = query === '' ? WHOLE : readAddress(url);
		if (!address.ok) return undefined;
		const access = await deps.access(request).catch(() => undefined);
		env.access = access;
		if (access?.kind !== 'caller' || !allows(access.principal, 'mcp:use')) return undefined;
		const { principal } = access;
		const upstream = under ?? over;
		if (upstream !== undefined && !(await deps.knowsUpstream(upstream, principal)))
			return undefined;
		const asking = { principal, correlationId: env.correlationId, address: address.value };
		await turns.enter(principal.workspace);
		try {
			const parts = await mcpParts(deps, request, asking, upstream, env);
			const response = await serveMcp(request, parts);
			response.headers.set('X-Content-Type-Options', 'nosniff');
			return response;
		} finally {
			turns.leave(principal.workspace);
		}
	};

/** Bytes that a body may have without room, and with: a longer one is refused unread, or passed on as it comes. */
const FREE_BYTES = 262_144;
const MOST_BYTES = 16 * 1024 * 1024;

/** Returns the bytes of a request that takes room that others may have, as declared; 0 of one that is small. */
export function largeSize({ body, headers }: Request): number {
	const size = body === null ? 0 : Number(headers.get('content-length') ?? FREE_BYTES + 1);
	return size > FREE_BYTES && size <= MOST_BYTES ? size : 0;
}

/** Reads what the address asks for; refuses one that asks for what there is not. */
export const checkAddress: MiddlewareHandler<RouteState> = async (c, next) => {
	const address = readAddress(c.req.url);
	if (!address.ok) return refuse(c, 'invalid_parameter', address.error);
	c.set('address', address.value);
	return next();
};

/** Refuses an endpoint of an upstream that this caller does not have. */
export const knownUpstream =
	(deps: HttpDeps): MiddlewareHandler<RouteState> =>
	async (c, next) =>
		(await deps.knowsUpstream(c.req.param('upstream') ?? '', c.var.principal))
			? next()
			: refuse(c, 'unknown_upstream', NO_SERVER);

/** The parts of a request to `/mcp`, or to the endpoint of one upstream. */
export const mcpParts = async (
	{ people, log, llm, gatewayOf, sessions, mailboxes, subscriptions, defer, serverInfo }: HttpDeps,
	request: Request,
	asking: Pick<McpRequestParts, 'principal' | 'correlationId' | 'address'>,
	upstream: string | undefined,
	{ refused }: RouteState['Bindings'],
): Promise<McpRequestParts> => ({
	gateway: await gatewayOf(asking.principal.workspace),
	...{ sessions, mailboxes, subscriptions, defer, serverInfo, upstream, refused },
	...{ principal: asking.principal, correlationId: asking.correlationId, address: asking.address },
	madeIn: (call) => llm.madeIn(asking.principal, call),
	home: () => people.home(request),
	report: (error) => log({ event: 'mcp_error', correlationId: asking.correlationId, error }),
});

export const NO_SERVER = 'There is no server of this name; GET /health lists them.';

type Address = NonNullable<McpRequestParts['address']>;
const NAME = /^[A-Za-z0-9_-]{1,128}$/;

/** Addresses that were read lately, which those of most requests are. */
const addresses = new Map<string, Result<Address, string>>();
const [MOST_READ, LONGEST_READ] = [100, 500];

/** The error names the parameter and what it takes. */
export function readAddress(url: string): Result<Address, string> {
	const known = addresses.get(url);
	if (known) return known;
	const { searchParams } = new URL(url);
	const toolsets = searchParams
		.get('toolsets')
		?.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');
	const tools = searchParams.get('tools') || undefined;
	if (tools !== undefined && tools !== 'all' && tools !== 'search')
		return err('tools: must be all or search.');
	const host = searchParams.get('host') || undefined;
	if (host !== undefined && !isHostChoice(host))
		return err(`host: must be one of ${[...Object.keys(HOSTS), 'none'].join(', ')}.`);
	const session = searchParams.get('session') || undefined;
	if (session !== undefined && !NAME.test(session))
		return err('session: must be 1 to 128 letters, digits, _ or -.');
	const address: Result<Address, string> = ok({
		...{ ...(session && { session }), ...(toolsets && { toolsets }) },
		...{ ...(tools && { tools }), ...(host && { host }) },
	});
	if (url.length <= LONGEST_READ) remember(addresses, url, address, MOST_READ);
	return address;
}

/** Describes the fault of a request's Host, or null. Names without port, IPv6 in brackets. */
export const hostFault = (request: Request, allowed: readonly string[]): string | null => {
	const host = `http://${request.headers.get('host') ?? new URL(request.url).host}`;
	const name = URL.canParse(host) ? new URL(host).hostname : undefined;
	const isServed = name !== undefined && allowed.includes(name);
	return isServed ? null : 'The Host header names a host that is not served here.';
};
