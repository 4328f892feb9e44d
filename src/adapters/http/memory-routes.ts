// `/api/memory/…` (docs/memory.md, "HTTP"): the memory of the caller's workspace, for people and the
// command line.
import { Hono } from 'hono';
import type { HttpDeps, RouteState } from './deps';
import { evidenceRoutes } from './memory-evidence-routes';
import { objectRoutes } from './memory-object-routes';
import { draftRoutes } from './memory-review-routes';
import { standingRoutes } from './memory-standing-routes';
import { syncRoutes } from './memory-sync-routes';

/** The routes of `/api/memory`. */
export const memoryRoutes = (deps: HttpDeps): Hono<RouteState> =>
	new Hono<RouteState>()
		.route('/objects', objectRoutes(deps))
		.route('/drafts', draftRoutes(deps))
		.route('/', syncRoutes(deps))
		.route('/', evidenceRoutes(deps))
		.route('/', standingRoutes(deps));
