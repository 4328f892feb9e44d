// `/api/memory/sync/plan`, `/api/memory/sync/apply` and `/api/memory/export`: a workspace's memory as a
// folder, planned before anything changes.
import { Hono } from 'hono';
import * as z from 'zod';
import { files as allFiles, applied, planned } from './answers/memory';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { readJson } from './json-body';
import { faultResponse, MOST_NOTE } from './memory-answers';
import { needs } from './needs';

/** Bytes of a list of files with hashes. */
const MAX_PLAN_BYTES = 2 * 1024 * 1024;
/** Bytes of all that one push publishes: it is one step, or none. */
const MAX_PUSH_BYTES = 16 * 1024 * 1024;
/** Files of a plan or a push. */
const MOST_FILES = 5000;

const file = z.string().max(700);
const hash = z.string().max(100);

const planBody = z.strictObject({
	files: z.array(z.strictObject({ file, hash })).max(MOST_FILES),
});
const applyBody = z.strictObject({
	files: z
		.array(
			z.strictObject({
				file,
				content: z.string(),
				base: hash.nullable(),
				id: file.optional(),
			}),
		)
		.max(MOST_FILES),
	withdraw: z
		.array(z.strictObject({ id: file, hash }))
		.max(MOST_FILES)
		.default([]),
	note: z.string().max(MOST_NOTE).optional(),
});

/** The routes of folders, below `/api/memory`. */
export const syncRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>();

	routes.post(
		'/sync/plan',
		needs('mcp:read', 'What a push of a folder would change.', () => planned(planBody)),
		async (c) => {
			const { principal } = c.var;
			const body = await readJson(c, planBody, MAX_PLAN_BYTES);
			if (!body.ok) return body.error;
			const { hub } = deps.services(principal.workspace).memory;
			return c.json(await hub.planSync(body.value));
		},
	);

	routes.post(
		'/sync/apply',
		needs('memory:review', 'Publishes the files of a folder: all of them or none.', () =>
			applied(applyBody),
		),
		async (c) => {
			const { principal } = c.var;
			const body = await readJson(c, applyBody, MAX_PUSH_BYTES);
			if (!body.ok) return body.error;
			const { files, withdraw, note } = body.value;
			const { hub } = deps.services(principal.workspace).memory;
			const done = await hub.applySync({
				by: principal.id,
				files,
				withdraw,
				...(note !== undefined && { note }),
			});
			if (done.ok) return c.json(done.value);
			const issues = done.error.files.map(({ file: path, reason }) => ({ path, reason }));
			return faultResponse(c, done.error, { issues });
		},
	);

	routes.get(
		'/export',
		needs('mcp:read', 'What is published, as files with their texts.', allFiles),
		async (c) => {
			const after = c.req.query('after') ?? '';
			if (after.length > 200) return refuse(c, 'invalid_parameter', 'after: the `next` of a page.');
			const { hub } = deps.services(c.var.principal.workspace).memory;
			return c.json(await hub.exportFiles({ after }));
		},
	);

	return routes;
};
