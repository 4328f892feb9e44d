// `/api/export` and `/api/erasures`: all that is kept of somebody, or of the caller's workspace, to take along
// and to be rid of (docs/storage.md "Exporting and erasing").
import { Hono } from 'hono';
import * as z from 'zod';
import { allows, isPrincipalId } from '../../auth';
import { erasing, erasures, exported } from './answers/access';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { isoTimes } from './iso-times';
import { readJson } from './json-body';
import { needs } from './needs';

const MAX_BYTES = 4_096;

const ID = 'must be the id of a principal, u-…: GET /api/members and GET /api/sessions show it.';
const body = z.strictObject({ principal: z.string().refine(isPrincipalId, ID) });

/** The routes of `/api/export` and `/api/erasures`. */
export const erasureRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>();

	routes.get(
		'/export',
		needs(
			'admin',
			'All that is kept of the workspace, or of one principal in it, part by part.',
			exported,
		),
		async (c) => {
			const { principal: caller } = c.var;
			const { principal, after } = c.req.query();
			if (principal !== undefined && !isPrincipalId(principal))
				return refuse(c, 'invalid_parameter', `principal: ${ID}`);
			const { workspace } = caller;
			await deps.services(workspace).told();
			const subject = { workspace, ...(principal !== undefined && { principal }) };
			const { lines, next } = await deps.erasures.export(subject, after);
			const all = next === undefined ? lines : [...lines, { next }];
			return c.body(all.map((line) => `${JSON.stringify(line)}\n`).join(''), 200, {
				'Content-Type': 'application/x-ndjson',
			});
		},
	);

	routes.post(
		'/erasures',
		needs('admin', 'Erases all that is kept of one principal in the workspace.', () =>
			erasing(body),
		),
		async (c) => {
			const { principal: caller } = c.var;
			const read = await readJson(c, body, MAX_BYTES);
			if (!read.ok) return read.error;
			const { workspace } = caller;
			const { principal } = read.value;
			await deps.services(workspace).told();
			const begun = await deps.erasures.begin({ workspace, principal });
			if (!begun.ok) return refuse(c, 'conflict', begun.error);
			c.set('act', { target: principal, detail: { erasure: begun.value.id } });
			return c.json(erasureShown(begun.value), 202);
		},
	);

	routes.get('/erasures/:id', needs('admin', 'How far an erasure is.', erasures), async (c) => {
		const { principal } = c.var;
		const found = await deps.erasures.get(c.req.param('id'));
		const isShown =
			found && (found.workspace === principal.workspace || allows(principal, 'operator'));
		return isShown
			? c.json(erasureShown(found))
			: refuse(c, 'not_found', 'There is no such erasure.');
	});

	return routes;
};

type Erasure = NonNullable<Awaited<ReturnType<HttpDeps['erasures']['get']>>>;

/** An erasure with its times in ISO 8601. */
export const erasureShown = (erasure: Erasure) => isoTimes(erasure, 'begunAt', 'doneAt');
