// The HTTP routes: health, MCP endpoints and the admin API (docs/gateway.md "Endpoints"). Every request passes, in
// this order: Host and Origin, CORS, access, its route; a POST to `/mcp` that none of these stops never comes here.
import type { Context, MiddlewareHandler } from 'hono';
// The preset without the router that compiles all routes into one expression at the first request.
import { Hono } from 'hono/quick';
import { allows } from '../../auth';
import { linesAMinute } from '../../shared/lines-a-minute';
import { answeredEarly, Hold, inFlight, NoRoom, turns } from '../fetch';
import { serveMcp } from '../mcp';
import { configRoutes, secretRoutes, upstreamRoutes } from './config-routes';
import type { HttpDeps, RouteState } from './deps';
import { checkNames, closedDoor, cors, discovery, fewTries, letIn, uncached, wayIn } from './door';
import { CORRELATION, refuse } from './errors';
import { loginRoutes } from './login-routes';
import { checkAddress, knownUpstream, largeSize, mcpParts, straightToMcp } from './mcp-endpoint';
import { memoryRoutes } from './memory-routes';
import { peopleRoutes } from './people-routes';
import { recordsRoutes, runRoutes, workflowRoutes } from './records-routes';
import { serve, wrongMethods } from './serve';
import { hookRoutes, linkedResult, resultsRoutes, sessionRoutes } from './session-routes';
import { telemetryRoutes } from './telemetry-routes';
import { apiDocument, documents, file, lost, uiRoutes } from './ui/routes';
import { STYLE_PATH } from './ui/shell';
import { audited, DIRECTORY } from './workspace-routes';

/** Add the routes of the API; those that are looked at first stand first. */
const API: readonly ((app: Hono<RouteState>, deps: HttpDeps) => void)[] = [
	secretRoutes,
	...DIRECTORY,
	memoryRoutes,
	recordsRoutes,
	resultsRoutes,
	sessionRoutes,
	workflowRoutes,
	runRoutes,
	upstreamRoutes,
	configRoutes,
	telemetryRoutes,
];

/** The routes as one fetch handler; composed per isolate, holds nothing of a request. */
export const createApp = (deps: HttpDeps): Hono<RouteState> => {
	const app = new Hono<RouteState>({ strict: false });
	/** Answers what a page asks, which is no request from outside: the log has the page's own. */
	const inside = async (request: Request) =>
		routed(request, { correlationId: crypto.randomUUID() });

	app.use(async (c, next) => {
		c.set('correlationId', c.env.correlationId);
		await next();
		c.header('X-Content-Type-Options', 'nosniff');
	});
	app.use(closedDoor(deps));
	app.use(discovery(deps));
	app.use(checkNames(deps));
	app.use(cors);
	app.use('/api/*', uncached);
	app.use(wayIn(deps));
	documents(app, deps);
	app.get(STYLE_PATH, file(deps.webFile, 'pages.css'));
	app.on('POST', ['/sign-in', '/claim'], fewTries(deps));
	app.route('/', peopleRoutes(deps));
	app.route('/', uiRoutes(inside, deps));
	app.route('/', loginRoutes(deps));

	serve(app, 'GET /health', async (c) => {
		const { version } = deps.serverInfo;
		const access = await deps.access(c.req.raw);
		const isShown = access.kind === 'caller' && allows(access.principal, 'mcp:read');
		const more = isShown ? await deps.health(access.principal) : {};
		return c.json({ status: 'ok', version, ...more }, 200, { 'Cache-Control': 'no-store' });
	});

	serve(
		app,
		'ALL /llm/*',
		(c) => deps.llm.serve(c.req.raw, c.var.principal, c.var.correlationId),
		async (c, next) => {
			const caller = await deps.llm.caller(c.req.raw);
			if (!caller) return deps.llm.serve(c.req.raw, null, c.var.correlationId);
			c.set('principal', caller);
			return next();
		},
		inTurn,
		largeRequests(),
	);
	app.get('/api/results/:handle', linkedResult(deps));
	app.use(lost(inside));
	app.use(letIn(deps));
	app.use(inTurn);
	// Of callers alone: who is not let in takes no room from them.
	app.use(largeRequests());
	app.use('/api/*', audited(deps));

	serve(app, 'GET /api/me', (_c, _, principal) => principal);
	serve(app, 'GET /api/limits', (_c, _, { workspace }) => ({ limits: deps.usage(workspace) }));
	apiDocument(app, deps);
	app.use('/mcp/*', checkAddress);
	const mcp = async (c: Context<RouteState>): Promise<Response> =>
		serveMcp(c.req.raw, await mcpParts(deps, c.req.raw, c.var, c.req.param('upstream'), c.env));

	serve(app, 'ALL /mcp', mcp);
	serve(app, 'ALL /mcp/:upstream', mcp, knownUpstream(deps));
	// Some clients make every address end in /mcp.
	app.use('/:upstream/mcp', checkAddress);
	serve(app, 'ALL /:upstream/mcp', mcp, knownUpstream(deps));
	hookRoutes(app, deps);
	for (const add of API) add(app, deps);
	wrongMethods(app);

	app.notFound((c) => refuse(c, 'not_found', 'There is nothing here.'));
	app.onError((error, c) => {
		deps.log({ event: 'request_failed', correlationId: c.var.correlationId, error });
		return refuse(c, 'internal', 'Internal error.');
	});
	const routed = app.fetch;
	const straight = straightToMcp(deps);
	const logged = linesAMinute(deps.log);
	app.fetch = async (request) => {
		let answer: Response | undefined;
		let code: number | undefined;
		const correlationId = crypto.randomUUID();
		const refused = (given = code) => {
			code = given;
			if (!answer) return;
			const route = `${request.method} ${new URL(request.url).pathname}`.slice(0, 100);
			const { status } = answer;
			// Codes of errors under 200 are an upstream's, as many as it likes.
			logged(`${status}`, { event: 'refused', correlationId, status, code, route });
		};
		const env: RouteState['Bindings'] = { correlationId, refused };
		answer = (await straight(request, env)) ?? (await routed(request, env));
		if (answer.status >= 400) answer.headers.set(CORRELATION, correlationId);
		if (answer.status >= 400 || code !== undefined) refused();
		return answeredEarly(request, answer, deps.isProxied);
	};
	return app;
};

/** Does the work of a caller's request in its turn. */
export const inTurn: MiddlewareHandler<RouteState> = (c, next) =>
	turns.run(c.var.principal.workspace, next);

/** Copies of a body that are held at the same time. */
const COPIES = 4;
/** Imports are read in pieces, however long they are. */
const IN_PIECES = /^\/api\/records\//;

/** Lets large requests wait for each other; 429 where there is no room. */
export const largeRequests =
	(room = inFlight): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		const bytes = largeSize(c.req.raw);
		if (bytes === 0 || IN_PIECES.test(c.req.path)) return next();
		const hold = new Hold(room, c.req.raw.signal, c.var.principal.workspace);
		try {
			await hold.need(bytes * COPIES, 0);
		} catch (error) {
			if (!(error instanceof NoRoom)) throw error;
			return refuse(c, 'busy', NO_ROOM, { headers: { 'Retry-After': '2' } });
		}
		const leave = () => hold.release();
		try {
			await next();
		} finally {
			const { body, headers } = c.res;
			// A streamed answer is still worked on, unless it is only passed on.
			const isPassedOn = c.req.path.startsWith('/llm/');
			const isStream =
				!isPassedOn && body !== null && headers.get('content-type')?.includes('event-stream');
			if (isStream) c.res = new Response(body.pipeThrough(ending(leave)), c.res);
			else leave();
		}
	};

const NO_ROOM =
	'There is no room for a request of this size now, beside other large ones: repeat it in a moment.';

const ending = (over: () => void) =>
	new TransformStream<Uint8Array, Uint8Array>({ flush: over, cancel: over });
