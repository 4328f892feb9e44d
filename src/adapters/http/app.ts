// The HTTP routes: health, MCP endpoints and the admin API (docs/gateway.md "Endpoints"). Every
// request passes, in this order: Host and Origin, CORS, access, its route.
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { challenge } from '../../auth/challenge';
import { FIRST_SCOPE, metadataUrl } from '../../auth/resource';
import { allows } from '../../auth/scopes';
import { hostFault } from '../mcp/http-checks';
import { readAddress } from '../mcp/read-address';
import { serveMcp } from '../mcp/serve';
import * as answers from './answers/access';
import { health, mcp, model } from './answers/operations';
import { audited, auditRoutes } from './audit-routes';
import { configRoutes } from './config-routes';
import { cors } from './cors';
import type { HttpDeps, RouteState } from './deps';
import { apiDocument, documents } from './documents';
import { erasureRoutes } from './erasure-routes';
import { errorResponse } from './errors';
import { findingRoutes } from './finding-routes';
import { hookRoutes } from './hook-routes';
import { largeRequests } from './large-requests';
import { loginRoutes } from './login-routes';
import { memberRoutes } from './member-routes';
import { memoryRoutes } from './memory-routes';
import { needs, open } from './needs';
import { STYLE_PATH } from './pages/frame';
import { peopleRoutes } from './people-routes';
import { recordsRoutes } from './records-routes';
import { linkedResult, resultsRoutes } from './results-routes';
import { runRoutes } from './run-routes';
import { pageFault } from './same-origin';
import { secretRoutes } from './secret-routes';
import { sessionRoutes } from './session-routes';
import { telemetryRoutes } from './telemetry-routes';
import { tokenRoutes } from './token-routes';
import { sheet } from './ui/assets';
import { uiRoutes } from './ui/routes';
import { upstreamRoutes } from './upstream-routes';
import { workflowRoutes } from './workflow-routes';
import { workspaceRoutes } from './workspace-routes';

/** The routes as one fetch handler; composed per isolate, holds nothing of a request. */
export const createApp = (deps: HttpDeps): Hono<RouteState> => {
	const app = new Hono<RouteState>({ strict: false });

	app.use(async (c, next) => {
		c.set('correlationId', crypto.randomUUID());
		await next();
		c.header('X-Content-Type-Options', 'nosniff');
	});
	app.use(closedDoor(deps));
	app.use(discovery(deps));
	app.use(checkNames(deps));
	app.use(cors);
	app.use(wayIn(deps));
	app.route('/', documents(deps));
	app.get(STYLE_PATH, sheet(deps.webFile, 'pages.css'));
	app.on('POST', ['/sign-in', '/claim'], async (c, next) =>
		(await deps.mayTry(c.req.raw)) ? next() : limitedResponse(MINUTE, c.var.correlationId),
	);
	app.route('/', peopleRoutes(deps));
	app.route(
		'/',
		uiRoutes((request) => app.fetch(request), deps),
	);
	app.route('/', loginRoutes(deps));

	app.get(
		'/health',
		open('Whether Loadline answers; for callers also its upstreams and figures.', health),
		async (c) => {
			const { version } = deps.serverInfo;
			const access = await deps.access(c.req.raw);
			const isShown = access.kind === 'caller' && allows(access.principal, 'mcp:read');
			const more = isShown ? await deps.health(access.principal) : {};
			return c.json({ status: 'ok', version, ...more }, 200, { 'Cache-Control': 'no-store' });
		},
	);
	app.all(
		'/llm/*',
		open('Passes a request to a model provider, without results that have left.', model),
		largeRequests(),
		(c) => deps.llm(c.req.raw, c.var.correlationId),
	);
	app.get('/api/results/:handle', linkedResult(deps));
	app.use(letIn(deps));
	// Of callers alone: who is not let in takes no room from them.
	app.use(largeRequests());
	app.use('/api/*', audited(deps));
	app.get('/api/me', open('Who the caller is, and what they may.', answers.me), (c) =>
		c.json(c.var.principal, 200, { 'Cache-Control': 'no-store' }),
	);
	app.route('/', apiDocument(deps));
	app.use('/mcp/*', checkAddress);
	app.all('/mcp', needs('mcp:read', 'MCP, over streamable HTTP: all tools.', mcp), (c) =>
		serveMcp(c.req.raw, mcpParts(deps, c.var, c.req.raw)),
	);
	const serveUpstream = async (c: Context<RouteState>): Promise<Response> => {
		const upstream = c.req.param('upstream') ?? '';
		if (!(await deps.knowsUpstream(upstream, c.var.principal))) {
			const message = 'There is no upstream of this name; GET /health lists them.';
			return errorResponse('unknown_upstream', message, c.var.correlationId);
		}
		return serveMcp(c.req.raw, { ...mcpParts(deps, c.var, c.req.raw), upstream });
	};
	const one = needs(
		'mcp:read',
		'MCP, over streamable HTTP: one upstream under its own names.',
		mcp,
	);
	app.all('/mcp/:upstream', one, serveUpstream);
	// Some clients make every address end in /mcp.
	app.use('/:upstream/mcp', checkAddress);
	app.all('/:upstream/mcp', one, serveUpstream);
	app.route('/hooks', hookRoutes(deps));
	app.route('/api', secretRoutes(deps));
	app.route('/api/tokens', tokenRoutes(deps));
	app.route('/api/members', memberRoutes(deps));
	app.route('/api/workspaces', workspaceRoutes(deps));
	app.route('/api/audit', auditRoutes(deps));
	app.route('/api', erasureRoutes(deps));
	app.route('/api/memory', memoryRoutes(deps));
	app.route('/api/records', recordsRoutes(deps));
	app.route('/api/findings', findingRoutes(deps));
	app.route('/api/results', resultsRoutes(deps));
	app.route('/api/sessions', sessionRoutes(deps));
	app.route('/api/workflows', workflowRoutes(deps));
	app.route('/api/runs', runRoutes(deps));
	app.route('/api/config/upstreams', upstreamRoutes(deps));
	app.route('/api/config', configRoutes(deps));
	app.route('/api/telemetry', telemetryRoutes(deps));

	app.notFound((c) => errorResponse('not_found', 'There is nothing here.', c.var.correlationId));
	app.onError((error, c) => {
		const { correlationId } = c.var;
		deps.log({ event: 'request_failed', correlationId, error });
		return errorResponse('internal', 'Internal error.', correlationId);
	});
	return app;
};

/** Without a safe secret nobody signs in, claims or logs in: what they are given could be forged. */
const closedDoor =
	({ unsafe }: HttpDeps): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		const isDoor = /^\/(?:claim|sign-|connect|authorize|token$|register$)/.test(c.req.path);
		if (unsafe === undefined || !isDoor) return next();
		return errorResponse('closed', unsafe, c.var.correlationId);
	};

/**
 * What clients of any origin read and post before they may do anything: metadata, tokens, registration.
 * No cookie is looked at there.
 */
const discovery =
	({ people, logins, access, mayTry, isBlocked }: HttpDeps): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		const { pathname } = new URL(c.req.url);
		if (!/^\/(?:\.well-known\/oauth-|token$|register$)/.test(pathname)) return next();
		// Each that registers is kept, and each code or token that is tried is looked up.
		const limited = () => limitedResponse(MINUTE, c.var.correlationId);
		if (!pathname.startsWith('/.')) {
			// Before anybody can be let in, nothing is kept for a client and nothing asked for it.
			const door = await access(new Request(c.req.url));
			if (door.kind === 'closed') return errorResponse('closed', door.advice, c.var.correlationId);
		}
		if (pathname === '/token' && isBlocked(c.req.raw, 'token')) return limited();
		if (pathname === '/register' && !(await mayTry(c.req.raw, 'register'))) return limited();
		const home = await people.home(c.req.raw);
		const answer = home === undefined ? undefined : await logins(home).serve(c.req.raw);
		if (pathname === '/token' && answer?.ok === false && !(await mayTry(c.req.raw, 'token')))
			return limited();
		return answer ?? errorResponse('not_found', 'There is nothing here.', c.var.correlationId);
	};

/** Who is refused learns where to find out how to log in (RFC 9728, section 5.1). */
const wayIn =
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

/** Host and Origin, against DNS rebinding and foreign web pages. */
const checkNames =
	({ hosts, pages }: HttpDeps): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		const request = c.req.raw;
		const host = hosts && hostFault(request, hosts);
		if (host) return errorResponse('forbidden_host', host, c.var.correlationId);
		const origin = pageFault(request, pages);
		if (origin) return errorResponse('forbidden_origin', origin, c.var.correlationId);
		return next();
	};

/** Seconds. */
const MINUTE = 60;

const limitedResponse = (seconds: number, correlationId: string): Response =>
	errorResponse(
		'rate_limited',
		'Too many requests, or too many wrong tokens: wait as long as Retry-After says.',
		correlationId,
		{ headers: { 'Retry-After': String(seconds) } },
	);

/** Lets callers through and tells all others how to become one. */
const letIn =
	(deps: HttpDeps): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		const access = await deps.access(c.req.raw);
		switch (access.kind) {
			case 'caller':
				c.set('principal', access.principal);
				return next();
			case 'limited':
				return limitedResponse(access.retryAfterSeconds, c.var.correlationId);
			case 'closed':
				return errorResponse('closed', access.advice, c.var.correlationId);
			case 'refused': {
				const isInvalid = access.fault === 'invalid';
				const message = isInvalid
					? 'The bearer token is not valid here.'
					: 'Send a bearer token: Authorization: Bearer TOKEN.';
				const header = challenge(isInvalid ? { error: 'invalid_token' } : {});
				return errorResponse('unauthorized', message, c.var.correlationId, {
					headers: { 'WWW-Authenticate': header },
				});
			}
		}
	};

/** Refuses an address that asks for what there is not. */
const checkAddress: MiddlewareHandler<RouteState> = async (c, next) => {
	const address = readAddress(new URL(c.req.url));
	if (!address.ok) return errorResponse('invalid_parameter', address.error, c.var.correlationId);
	return next();
};

const addressOf = (url: string) => {
	const address = readAddress(new URL(url));
	return address.ok ? address.value : {};
};

const mcpParts = (
	deps: HttpDeps,
	{ principal, correlationId }: RouteState['Variables'],
	request: Request,
) => ({
	gateway: deps.gateway,
	sessions: deps.sessions,
	mailboxes: deps.mailboxes,
	subscriptions: deps.subscriptions,
	defer: deps.defer,
	serverInfo: deps.serverInfo,
	instructions: deps.instructions,
	principal,
	correlationId,
	address: addressOf(request.url),
	home: () => deps.people.home(request),
	report: (error: unknown) => deps.log({ event: 'mcp_error', correlationId, error }),
});
