// Documents of a deployment: that of its API for callers; for everybody its documentation, and
// `/llms.txt`, their table of contents for models (llmstxt.org). All of it is public as a source text is.
import type { Context, Hono } from 'hono';
import type { HttpDeps, RouteState } from './deps';
import { serve } from './serve';

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
export const webFile = filesOf(() => import('./ui/built/programs.txt'));

/** Documents for people and models (scripts/documents.mjs). */
export const documentFile = filesOf(() => import('./ui/built/documents.txt'));
