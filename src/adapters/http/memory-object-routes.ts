// `/api/memory/objects`: published objects, their versions, and the way back to one.
import type { Context, Hono } from 'hono';
import type { ObjectMeta } from '../../memory';
import type { HttpDeps, RouteState } from './deps';
import { type Asking, refuse } from './errors';
import { readJson } from './json-body';
import { faultResponse, MAX_NOTE_BYTES } from './memory-answers';
import { pageOf } from './page';
import { serve } from './serve';

const KINDS: readonly ObjectMeta['kind'][] = ['rule', 'workflow', 'context'];
const MOST_QUERY = 2000;

/** The routes of `/api/memory/objects`. */
export const objectRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	const hubOf = (c: Context<RouteState>) => deps.services(c.var.principal.workspace).memory.hub;

	serve(app, 'GET /api/memory/objects', async (c) => {
		const page = pageOf(c);
		if (!page.ok) return page.error;
		const { kind: asked, group, query } = c.req.query();
		const kind = KINDS.find((each) => each === asked);
		if (asked !== undefined && kind === undefined)
			return refuse(c, 'invalid_parameter', `kind: one of ${KINDS.join(', ')}.`);
		const found = await hubOf(c).listObjects({
			...(kind && { kind }),
			...(group !== undefined && { group: group.slice(0, MOST_QUERY) }),
			...(query !== undefined && { query: query.slice(0, MOST_QUERY) }),
		});
		const { limit, offset } = page.value;
		const objects = found.slice(offset, offset + limit);
		return { objects, total: found.length };
	});

	serve(app, 'GET /api/memory/objects/:id', async (c) => {
		const asked = c.req.query('version');
		if (asked !== undefined && !/^\d{1,9}$/.test(asked))
			return refuse(c, 'invalid_parameter', 'version: must be a whole number.');
		const version = await hubOf(c).readObject({
			id: c.req.param('id'),
			...(asked !== undefined && { version: Number(asked) }),
		});
		if (version === null) return unknownObject(c);
		const { objectId: id, category: _, ...rest } = version;
		return { id, ...rest };
	});

	serve(app, 'GET /api/memory/objects/:id/versions', async (c) => {
		const hub = hubOf(c);
		const id = c.req.param('id');
		const found = await hub.listVersions({ id });
		if (found.length === 0 && (await hub.readObject({ id })) === null) return unknownObject(c);
		const versions = found.map(({ objectId: _, category: __, ...version }) => version);
		return { id, versions };
	});

	serve(app, 'POST /api/memory/objects/:id/rollback', async (c) => {
		const { principal } = c.var;
		const body = await readJson(c, 'POST /api/memory/objects/:id/rollback', MAX_NOTE_BYTES);
		if (!body.ok) return body.error;
		const { version, note } = body.value;
		const done = await hubOf(c).rollback({
			id: c.req.param('id'),
			version,
			by: principal.id,
			...(note !== undefined && { note }),
		});
		return done.ok ? done.value : faultResponse(c, done.error);
	});
};

const unknownObject = (c: Asking): Response =>
	refuse(
		c,
		'not_found',
		'There is no such object or version; GET /api/memory/objects lists what is published.',
	);
