// What a deployment says of itself: the document of its API for callers; for everybody its documents, and
// `/llms.txt`, their table of contents for models (llmstxt.org). All of it is public as a source text is.
import { Hono } from 'hono';
import { openapi, page, plain } from './answers/operations';
import type { HttpDeps, RouteState } from './deps';
import { needs, open } from './needs';

const CACHED = { 'Cache-Control': 'public, max-age=3600' };
const JSON_TYPE = { 'Content-Type': 'application/json', ...CACHED };
const TEXT = { 'Content-Type': 'text/plain; charset=utf-8', ...CACHED };
const MARKDOWN = { 'Content-Type': 'text/markdown; charset=utf-8', ...CACHED };

type Documents = Pick<HttpDeps, 'documentFile'>;

/** The documents, for everybody. */
export const documents = ({ documentFile }: Documents): Hono<RouteState> =>
	new Hono<RouteState>()
		.get('/llms.txt', open('What there is to read of Loadline, for models.', plain), async (c) => {
			const text = await documentFile('llms.txt');
			return text === undefined ? c.notFound() : c.body(text, 200, TEXT);
		})
		.get(
			'/docs/:page{[\\w/-]+\\.md}',
			open('A page of the documentation of this version.', page),
			async (c) => {
				const text = await documentFile(`docs/${c.req.param('page')}`);
				return text === undefined ? c.notFound() : c.body(text, 200, MARKDOWN);
			},
		);

/** The API, as OpenAPI describes it. */
export const apiDocument = ({ documentFile }: Documents): Hono<RouteState> =>
	new Hono<RouteState>().get(
		'/api/openapi.json',
		needs('mcp:read', 'This document.', openapi),
		async (c) => {
			const text = await documentFile('docs/reference/openapi.json');
			return text === undefined ? c.notFound() : c.body(text, 200, JSON_TYPE);
		},
	);
