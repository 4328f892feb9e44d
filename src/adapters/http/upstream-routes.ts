// `/api/config/upstreams/<name>`: one upstream of the runtime document, without the rest of it.
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { upstreamAccepted, upstreamChanged, upstreamChanges } from './answers/config';
import { actOf, refusal } from './config-routes';
import type { HttpDeps, RouteState } from './deps';
import { readJson } from './json-body';
import { needs } from './needs';

const MAX_BYTES = 65_536;
/** The document's own schema checks what is in it. */
const entry = z.looseObject({ url: z.string() });

/** The routes of `/api/config/upstreams`. */
export const upstreamRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>({ strict: false });
	const { config } = deps;
	const change = async (c: Context<RouteState>, body: Record<string, unknown> | null) => {
		const { principal, correlationId } = c.var;
		const name = c.req.param('name') ?? '';
		const wish = { name, entry: body, by: principal.id, correlationId };
		const changed = await config.upstream(principal.workspace, wish);
		if (!changed.ok) return refusal(c, changed.error);
		const { version, changes, more } = changed.value;
		c.set('act', { ...actOf(changed.value), target: `${name}, config version ${version}` });
		return c.json({ name, version, changes, more }, 200, {
			'Cache-Control': 'no-store',
		});
	};

	routes.put(
		'/:name',
		needs('config:write', 'Puts one upstream into the runtime document.', () =>
			upstreamChanged(entry),
		),
		async (c) => {
			const body = await readJson(c, entry, MAX_BYTES);
			return body.ok ? change(c, body.value) : body.error;
		},
	);
	routes.get(
		'/:name/changes',
		needs(
			'config:write',
			'Tools of an upstream that are described otherwise than when first seen: what was said and is said now.',
			upstreamChanges,
		),
		async (c) => {
			const { sights } = deps.services(c.var.principal.workspace);
			const changes = await sights.shown(c.req.param('name') ?? '');
			return c.json({ changes });
		},
	);
	routes.post(
		'/:name/accept',
		needs(
			'config:write',
			'Takes the tools of an upstream as they are now: those that changed are called again.',
			upstreamAccepted,
		),
		async (c) => {
			const name = c.req.param('name') ?? '';
			const accepted = await deps.services(c.var.principal.workspace).sights.accept(name);
			return c.json({ name, accepted });
		},
	);
	routes.delete(
		'/:name',
		needs('config:write', 'Takes one upstream out of the runtime document.', () =>
			upstreamChanged(),
		),
		(c) => change(c, null),
	);
	return routes;
};
