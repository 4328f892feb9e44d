// `/api/memory/sync/plan`, `/api/memory/sync/apply` and `/api/memory/export`: a workspace's memory as a
// folder, planned before anything changes; `/api/memory/standing`: what is always on.
import type { Hono } from 'hono';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { readJson } from './json-body';
import { faultResponse } from './memory-answers';
import { serve } from './serve';

/** Bytes of a request for what is always on. */
const MAX_STANDING_BYTES = 10_000;
/** Bytes of a list of files with hashes. */
const MAX_PLAN_BYTES = 2 * 1024 * 1024;
/** Bytes of all that one push publishes: it is one step, or none. */
const MAX_PUSH_BYTES = 16 * 1024 * 1024;
/** The routes of folders, below `/api/memory`. */
export const syncRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'POST /api/memory/sync/plan', async (c) => {
		const { principal } = c.var;
		const body = await readJson(c, 'POST /api/memory/sync/plan', MAX_PLAN_BYTES);
		if (!body.ok) return body.error;
		const { hub } = deps.services(principal.workspace).memory;
		return await hub.planSync(body.value);
	});

	serve(app, 'POST /api/memory/sync/apply', async (c) => {
		const { principal } = c.var;
		const body = await readJson(c, 'POST /api/memory/sync/apply', MAX_PUSH_BYTES);
		if (!body.ok) return body.error;
		const { files, withdraw, note } = body.value;
		const { hub } = deps.services(principal.workspace).memory;
		const done = await hub.applySync({
			by: principal.id,
			files,
			withdraw,
			...(note !== undefined && { note }),
		});
		if (done.ok) return done.value;
		const issues = done.error.files.map(({ file: path, reason }) => ({ path, reason }));
		return faultResponse(c, done.error, { issues });
	});

	serve(app, 'GET /api/memory/export', async (c) => {
		const after = c.req.query('after') ?? '';
		if (after.length > 200) return refuse(c, 'invalid_parameter', 'after: the `next` of a page.');
		const { hub } = deps.services(c.var.principal.workspace).memory;
		return await hub.exportFiles({ after });
	});

	// For the hook of a host, at the start of a session.
	serve(app, 'POST /api/memory/standing', async (c) => {
		const { principal } = c.var;
		const read = await readJson(c, 'POST /api/memory/standing', MAX_STANDING_BYTES);
		if (!read.ok) return read.error;
		const { session_id: session, token_budget: tokenBudget, held = [] } = read.value;
		const { hub } = deps.services(principal.workspace).memory;
		return await hub.standing({ principal: principal.id, session, tokenBudget, held });
	});
};
