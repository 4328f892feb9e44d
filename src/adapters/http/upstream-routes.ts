// `/api/config/upstreams/<name>`: one upstream of the runtime document, without the rest of it.
import type { Context, Hono } from 'hono';
import { actOf, refusal } from './config-routes';
import type { HttpDeps, RouteState } from './deps';
import { readJson } from './json-body';
import { serve } from './serve';

const MAX_BYTES = 65_536;
/** The routes of `/api/config/upstreams`. */
export const upstreamRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
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

	serve(app, 'PUT /api/config/upstreams/:name', async (c) => {
		const body = await readJson(c, 'PUT /api/config/upstreams/:name', MAX_BYTES);
		return body.ok ? change(c, body.value) : body.error;
	});

	serve(app, 'GET /api/config/upstreams/:name/changes', async (c) => {
		const { sights } = deps.services(c.var.principal.workspace);
		const changes = await sights.shown(c.req.param('name') ?? '');
		return { changes };
	});

	serve(app, 'POST /api/config/upstreams/:name/accept', async (c) => {
		const name = c.req.param('name') ?? '';
		const accepted = await deps.services(c.var.principal.workspace).sights.accept(name);
		return { name, accepted };
	});

	serve(app, 'DELETE /api/config/upstreams/:name', (c) => change(c, null));
};
