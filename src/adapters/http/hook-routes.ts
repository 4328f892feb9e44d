// `POST /hooks/claude-code` and `/hooks/gemini-cli`: events of a host, answered as its hooks read them.
import type { Hono } from 'hono';
import * as z from 'zod/v4';
import type { HttpDeps, RouteState } from './deps';
import { readJsonAs } from './json-body';
import { serve } from './serve';

/** Bytes of an event: a tool's output is in it. */
const LARGEST = 20_971_520;

/** Header with the files that the host reads itself: the first digits of their SHA-256. */
const HELD = 'x-loadline-held';
const DIGESTS = /\b[0-9a-f]{12}\b/g;
const MOST_HELD = 200;

export const hookRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'POST /hooks/:host{claude-code|gemini-cli}', async (c, _, principal) => {
		const { correlationId } = c.var;
		const host = c.req.param('host') as keyof HttpDeps['hooks'];
		const body = await readJsonAs(c, z.unknown(), LARGEST);
		if (!body.ok) return body.error;
		try {
			const held = c.req.header(HELD)?.match(DIGESTS)?.slice(0, MOST_HELD) ?? [];
			return await deps.hooks[host].answer(body.value, principal, held);
		} catch (error) {
			// A hook that fails disturbs nobody: the host goes on as if there were none.
			deps.log({ event: 'hook_failed', correlationId, error });
			return {};
		}
	});
};
