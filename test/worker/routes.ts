// Every route that the app has registered, as the app itself tells it: what a walk over all of them walks over.
import { createApp } from '../../src/adapters/http/app';
import type { HttpDeps } from '../../src/adapters/http/deps';

export interface Route {
	readonly method: string;
	/** Its parameters filled in. */
	readonly path: string;
}

const registered = createApp({} as HttpDeps)
	.routes.filter(({ path }) => !path.includes('*'))
	.map(({ method, path }) => ({
		method: method === 'ALL' ? 'POST' : method,
		path: path.replaceAll(/:\w+(\{[^}]*\})?/g, 'demo'),
	}));

/** Each once. */
export const ROUTES: readonly Route[] = [
	...new Map(registered.map((route) => [`${route.method} ${route.path}`, route])).values(),
	{ method: 'POST', path: '/llm/anthropic/v1/messages' },
	{ method: 'POST', path: '/llm/openai/v1/chat/completions' },
];

/** Doors of programs. Pages of people stand on them, with the cookie of a browser instead of a token. */
export const isDoor = ({ path }: Route): boolean =>
	/^\/(api|mcp|hooks|health|llm)(\/|$)|^\/[^/]+\/mcp$/.test(path);
