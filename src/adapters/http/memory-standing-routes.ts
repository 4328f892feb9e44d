// `POST /api/memory/standing` (docs/memory.md, "Always on"): for the hook of a host, at the start of a session.
import { Hono } from 'hono';
import * as z from 'zod';
import { standing } from './answers/memory';
import type { HttpDeps, RouteState } from './deps';
import { readJson } from './json-body';
import { needs } from './needs';

const MAX_BYTES = 10_000;
/** Tokens. */
const DEFAULT_BUDGET = 2000;

const body = z.strictObject({
	session_id: z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 letters, digits, _ or -'),
	token_budget: z.number().int().min(100).max(100_000).default(DEFAULT_BUDGET),
	held: z
		.array(z.string().regex(/^[0-9a-f]{12}$/, 'must be 12 hex digits'))
		.max(200)
		.optional(),
});

/** The route of rules that are always on. */
export const standingRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>();
	routes.post(
		'/standing',
		needs('mcp:use', 'The rules that are always on, as a text for the prompt.', () =>
			standing(body),
		),
		async (c) => {
			const { principal } = c.var;
			const read = await readJson(c, body, MAX_BYTES);
			if (!read.ok) return read.error;
			const { session_id: session, token_budget: tokenBudget, held = [] } = read.value;
			const { hub } = deps.services(principal.workspace).memory;
			const told = await hub.standing({ principal: principal.id, session, tokenBudget, held });
			return c.json(told);
		},
	);
	return routes;
};
