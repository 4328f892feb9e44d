// The pages that show what Loadline does, each place with its own routes; their styles, scripts and icon; and documents of
// a deployment: that of its API for callers; for everybody its documentation, and `/llms.txt`, their table of contents for
// models (llmstxt.org). All of it is public as a source text is.
import { type Context, type Handler, Hono, type MiddlewareHandler } from 'hono';
import type { HttpDeps, RouteState } from '../deps';
import { serve } from '../serve';
import type { Ask } from './api';
import { configRoutes } from './config-routes';
import { dataRoutes } from './data-routes';
import { findRoutes } from './find-routes';
import { draftRoutes, memoryRoutes } from './memory-routes';
import { overviewRoutes } from './overview-routes';
import { peopleRoutes } from './people-routes';
import { nothing, placesFor } from './place';
import { ruleRoutes } from './rule-page';
import { runRoutes } from './run-routes';
import { sessionRoutes } from './session-routes';
import { settingsRoutes } from './settings-routes';
import { PROGRAMS, UI_STYLE_PATH } from './shell';
import { upstreamRoutes } from './upstream-routes';

const PLACES = [
	sessionRoutes,
	overviewRoutes,
	upstreamRoutes,
	configRoutes,
	memoryRoutes,
	ruleRoutes,
	draftRoutes,
	runRoutes,
	peopleRoutes,
	dataRoutes,
	settingsRoutes,
	findRoutes,
];

const NOWHERE = 'No page has this address: it may be mistyped, or what it was about has ended.';

/**
 * A page in place of an unknown address, for browsers; whoever is not let in is shown the way in, as from any page.
 * Programs go on to the API's own answer, and so does what is asked of it. @param ask the API itself
 */
export const lost =
	(ask: Ask): MiddlewareHandler<RouteState> =>
	(c, next) => {
		const isPage =
			c.req.method === 'GET' &&
			(c.req.header('accept') ?? '').includes('text/html') &&
			!/^\/(?:api|mcp|hooks|llm)(?:\/|$)|\/mcp\/?$/.test(c.req.path);
		const shown = async () => nothing(NOWHERE, 'Go to the latest conversation');
		return isPage ? placesFor(ask).page('Nothing is here', shown)(c) : next();
	};

/** @param ask the API itself @param parts what runs in browsers, by file name; the demo's conversations */
export function uiRoutes(
	ask: Ask,
	{ webFile, ...more }: Pick<HttpDeps, 'webFile'> & Partial<HttpDeps>,
): Hono<RouteState> {
	const places = placesFor(ask, more);
	places.routes.route('/', assets(webFile));
	for (const add of PLACES) add(places);
	return places.routes;
}

const ICON =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="none" stroke="#1f8fb5" stroke-width="3"><circle cx="16" cy="16" r="9"/><path d="M2 16h28"/></g></svg>';

const assets = (webFile: HttpDeps['webFile']): Hono => {
	const routes = new Hono();
	routes.get('/assets/icon.svg', (c) =>
		c.body(ICON, 200, {
			'Content-Type': 'image/svg+xml',
			'Cache-Control': 'public, max-age=3600',
		}),
	);
	routes.get(UI_STYLE_PATH, file(webFile, 'ui.css'));
	routes.get(`${PROGRAMS}:file`, file(webFile));
	return routes;
};

/** A stylesheet, built from style.ts of its pages (scripts/programs.mjs), or the program that the address names. */
export const file =
	(webFile: HttpDeps['webFile'], sheet?: string): Handler =>
	async (c) => {
		const name = sheet ?? c.req.param('file') ?? '';
		const text = await webFile(name);
		if (text === undefined) return c.notFound();
		// Chunks loaded later have a hash of their text in their name; files that pages name do not.
		const isFixed = /-[A-Z0-9]{8}\.js$/.test(name);
		return c.body(text, 200, {
			'Content-Type': name.endsWith('.css') ? 'text/css' : 'text/javascript',
			'Cache-Control': isFixed ? 'public, max-age=31536000, immutable' : 'no-cache',
		});
	};

type Documents = Pick<HttpDeps, 'documentFile'>;

export const documents = (app: Hono<RouteState>, { documentFile }: Documents): void => {
	serve(app, 'GET /llms.txt', async (c) =>
		answer(c, await documentFile('llms.txt'), 'text/plain; charset=utf-8'),
	);
	serve(app, 'GET /docs/:page{[\\w/-]+\\.md}', async (c) =>
		answer(c, await documentFile(`docs/${c.req.param('page')}`), 'text/markdown; charset=utf-8'),
	);
};

export const apiDocument = (app: Hono<RouteState>, { documentFile }: Documents): void => {
	serve(app, 'GET /api/openapi.json', async (c) =>
		answer(c, await documentFile('docs/reference/openapi.json'), 'application/json'),
	);
};

const answer = (c: Context, text: string | undefined, type: string) =>
	text === undefined
		? c.notFound()
		: c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' });

/** @param load gives the text of a map from names to texts */
const filesOf = (load: () => Promise<{ readonly default: string }>) => {
	let files: Promise<Readonly<Record<string, string>>> | undefined;
	return async (name: string): Promise<string | undefined> => {
		files ??= load().then(({ default: text }) => JSON.parse(text));
		const read = await files;
		return Object.hasOwn(read, name) ? read[name] : undefined;
	};
};

/** Files for browsers (scripts/programs.mjs). */
export const webFile = filesOf(() => import('./built/programs.txt'));

/** Documents for people and models (scripts/documents.mjs). */
export const documentFile = filesOf(() => import('./built/documents.txt'));
