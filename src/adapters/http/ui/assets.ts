// Assets of the pages: styles, scripts, an icon.
import { type Handler, Hono } from 'hono';
import type { HttpDeps } from '../deps';
import { PROGRAMS, UI_STYLE_PATH } from './shell';

/** The load line: a disc with a line through it. */
const ICON =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="none" stroke="#1f8fb5" stroke-width="3"><circle cx="16" cy="16" r="9"/><path d="M2 16h28"/></g></svg>';

/** @param webFile what runs in browsers, by file name */
export const assets = (webFile: HttpDeps['webFile']): Hono => {
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
