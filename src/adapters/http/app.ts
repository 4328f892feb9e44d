// The HTTP routes: health, MCP endpoints and the admin API (docs/gateway.md "Endpoints"). Every
// request passes, in this order: Host and Origin, CORS, access, its route.
import { type Context, Hono } from 'hono';
import { allows } from '../../auth';
import { serveMcp } from '../mcp';
import * as answers from './answers/access';
import { health, mcp, model } from './answers/operations';
import { apiRoutes } from './api';
import { audited } from './audit-routes';
import { cors } from './cors';
import type { HttpDeps, RouteState } from './deps';
import { discovery, wayIn } from './discovery';
import { apiDocument, documents } from './documents';
import { checkNames, closedDoor, fewTries, letIn, uncached } from './door';
import { refuse } from './errors';
import { hookRoutes } from './hook-routes';
import { largeRequests } from './large-requests';
import { loginRoutes } from './login-routes';
import { checkAddress, knownUpstream, mcpParts } from './mcp-endpoint';
import { needs, open } from './needs';
import { STYLE_PATH } from './pages/frame';
import { peopleRoutes } from './people-routes';
import { linkedResult } from './results-routes';
import { sheet } from './ui/assets';
import { lost, uiRoutes } from './ui/routes';

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
	app.use('/api/*', uncached);
	app.use(wayIn(deps));
	app.route('/', documents(deps));
	app.get(STYLE_PATH, sheet(deps.webFile, 'pages.css'));
	app.on('POST', ['/sign-in', '/claim'], fewTries(deps));
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
		async (c, next) => {
			const caller = await deps.llm.caller(c.req.raw);
			if (!caller) return deps.llm.serve(c.req.raw, null, c.var.correlationId);
			c.set('principal', caller);
			return next();
		},
		largeRequests(),
		(c) => deps.llm.serve(c.req.raw, c.var.principal, c.var.correlationId),
	);
	app.get('/api/results/:handle', linkedResult(deps));
	app.use(lost((request) => app.fetch(request)));
	app.use(letIn(deps));
	// Of callers alone: who is not let in takes no room from them.
	app.use(largeRequests());
	app.use('/api/*', audited(deps));
	app.get('/api/me', open('Who the caller is, and what they may.', answers.me), (c) =>
		c.json(c.var.principal),
	);
	app.route('/', apiDocument(deps));
	app.use('/mcp/*', checkAddress);
	const serve = (c: Context<RouteState>): Promise<Response> =>
		serveMcp(c.req.raw, mcpParts(deps, c));
	app.all('/mcp', needs('mcp:read', 'MCP, over streamable HTTP: all tools.', mcp), serve);
	const one = 'MCP, over streamable HTTP: one upstream under its own names.';
	app.all('/mcp/:upstream', needs('mcp:read', one, mcp), knownUpstream(deps), serve);
	// Some clients make every address end in /mcp.
	app.use('/:upstream/mcp', checkAddress);
	app.all('/:upstream/mcp', needs('mcp:read', one, mcp), knownUpstream(deps), serve);
	app.route('/hooks', hookRoutes(deps));
	for (const [path, routes] of apiRoutes(deps)) app.route(path, routes);

	app.notFound((c) => refuse(c, 'not_found', 'There is nothing here.'));
	app.onError((error, c) => {
		const { correlationId } = c.var;
		deps.log({ event: 'request_failed', correlationId, error });
		return refuse(c, 'internal', 'Internal error.');
	});
	return app;
};
