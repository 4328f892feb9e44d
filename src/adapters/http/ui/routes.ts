// The pages that show what Loadline does, each place with its own routes.
import { Hono } from 'hono';
import type { HttpDeps, RouteState } from '../deps';
import type { Ask } from './api';
import { assets } from './assets';
import { configRoutes } from './config-routes';
import { memoryRoutes } from './memory-routes';
import { overviewRoutes } from './overview-routes';
import { peopleRoutes } from './people-routes';
import { placesFor } from './place';
import { playgroundRoutes } from './playground-routes';
import { runRoutes } from './run-routes';
import { sessionRoutes } from './session-routes';
import { upstreamRoutes } from './upstream-routes';

const PLACES = [
	sessionRoutes,
	overviewRoutes,
	upstreamRoutes,
	playgroundRoutes,
	configRoutes,
	memoryRoutes,
	runRoutes,
	peopleRoutes,
];

/**
 * @param ask the API itself
 * @param webFile what runs in browsers, by file name
 */
export function uiRoutes(ask: Ask, webFile: HttpDeps['webFile']): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });
	const places = placesFor(ask);
	routes.route('/', assets(webFile));
	for (const place of PLACES) routes.route('/', place(places));
	return routes;
}
