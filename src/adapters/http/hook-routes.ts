// `POST /hooks/claude-code` and `/hooks/gemini-cli`: events of a host, answered as its hooks read them.
import { Hono } from 'hono';
import * as z from 'zod';
import { hook } from './answers/operations';
import type { HttpDeps, RouteState } from './deps';
import { wrongMethod } from './errors';
import { readJson } from './json-body';
import { needs } from './needs';

/** Bytes of an event: a tool's output is in it. */
const LARGEST = 20_971_520;

/** What the host reads itself when a session starts: the first digits of the files' SHA-256. */
const HELD = 'x-loadline-held';
const DIGESTS = /\b[0-9a-f]{12}\b/g;
const MOST_HELD = 200;

/** The routes of `/hooks`. */
export const hookRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>();
	routes.post(
		'/:host{claude-code|gemini-cli}',
		needs('mcp:use', 'Answers an event of a host.', hook),
		async (c) => {
			const { principal, correlationId } = c.var;
			const host = c.req.param('host') as keyof HttpDeps['hooks'];
			const body = await readJson(c, z.unknown(), LARGEST);
			if (!body.ok) return body.error;
			try {
				const held = c.req.header(HELD)?.match(DIGESTS)?.slice(0, MOST_HELD) ?? [];
				return c.json(await deps.hooks[host].answer(body.value, principal, held));
			} catch (error) {
				// A hook that fails disturbs nobody: the host goes on as if there were none.
				deps.log({ event: 'hook_failed', correlationId, error });
				return c.json({});
			}
		},
	);
	routes.all('*', (c) => wrongMethod(c, 'POST'));
	return routes;
};
