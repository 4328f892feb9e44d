// The pages that show what Loadline does, each place with its own routes.
import { Hono } from 'hono';
import type { RouteState } from '../deps';
import type { Ask } from './api';
import { assets } from './assets';
import { configRoutes } from './config-routes';
import { memoryRoutes } from './memory-routes';
import { overviewRoutes } from './overview-routes';
import { peopleRoutes } from './people-routes';
import { placesFor } from './place';
import { runRoutes } from './run-routes';
import { sessionRoutes } from './session-routes';
import { upstreamRoutes } from './upstream-routes';

const PLACES = [
	sessionRoutes,
	overviewRoutes,
	upstreamRoutes,
	configRoutes,
	memoryRoutes,
	runRoutes,
	peopleRoutes,
];

/** @param ask the API itself */
export function uiRoutes(ask: Ask): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });
	const places = placesFor(ask);
	routes.route('/', assets());
	for (const place of PLACES) routes.route('/', place(places));
	return routes;
}
