// The pages that show what Loadline does, each place with its own routes.
import type { Hono, MiddlewareHandler } from 'hono';
import type { HttpDeps, RouteState } from '../deps';
import type { Ask } from './api';
import { assets } from './assets';
import { configRoutes } from './config-routes';
import { dataRoutes } from './data-routes';
import { findRoutes } from './find-routes';
import { memoryRoutes } from './memory-routes';
import { overviewRoutes } from './overview-routes';
import { peopleRoutes } from './people-routes';
import { nowhere, placesFor } from './place';
import { playgroundRoutes } from './playground-routes';
import { resolveRoutes } from './resolve-routes';
import { runRoutes } from './run-routes';
import { sessionRoutes } from './session-routes';
import { settingsRoutes } from './settings-routes';
import { upstreamRoutes } from './upstream-routes';

const PLACES = [
	sessionRoutes,
	overviewRoutes,
	upstreamRoutes,
	playgroundRoutes,
	configRoutes,
	memoryRoutes,
	resolveRoutes,
	runRoutes,
	peopleRoutes,
	dataRoutes,
	settingsRoutes,
	findRoutes,
];

/**
 * A page in place of an unknown address, for browsers; whoever is not let in is shown the way in, as from any
 * page. Programs go on to the API's own answer, and so does what is asked of it.
 * @param ask the API itself
 */
export const lost =
	(ask: Ask): MiddlewareHandler<RouteState> =>
	(c, next) => {
		const isPage =
			c.req.method === 'GET' &&
			(c.req.header('accept') ?? '').includes('text/html') &&
			!/^\/(?:api|mcp|hooks|llm)(?:\/|$)|\/mcp\/?$/.test(c.req.path);
		return isPage ? placesFor(ask).page('Nothing is here', nowhere)(c) : next();
	};

/**
 * @param ask the API itself
 * @param parts what runs in browsers, by file name; the demo's conversations
 */
export function uiRoutes(
	ask: Ask,
	{
		webFile,
		...more
	}: Pick<HttpDeps, 'webFile' | 'recordDemo'> & Partial<Pick<HttpDeps, 'documentFile'>>,
): Hono<RouteState> {
	const places = placesFor(ask, more);
	places.routes.route('/', assets(webFile));
	for (const add of PLACES) add(places);
	return places.routes;
}
