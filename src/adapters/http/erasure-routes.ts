// `/api/export` and `/api/erasures`: all that is kept of somebody, or of the caller's workspace, to take along
// and to be rid of (docs/storage.md "Exporting and erasing").
import type { Hono } from 'hono';
import { allows, isPrincipalId } from '../../auth';
import { PRINCIPAL_FAULT } from '../../contract';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { isoTimes } from './iso-times';
import { readJson } from './json-body';
import { serve } from './serve';

const MAX_BYTES = 4_096;

/** The routes of `/api/export` and `/api/erasures`. */
export const erasureRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/export', async (c) => {
		const { principal: caller } = c.var;
		const { principal, after } = c.req.query();
		if (principal !== undefined && !isPrincipalId(principal))
			return refuse(c, 'invalid_parameter', `principal: ${PRINCIPAL_FAULT}`);
		const { workspace } = caller;
		await deps.services(workspace).told();
		const subject = { workspace, ...(principal !== undefined && { principal }) };
		const { lines, next } = await deps.erasures.export(subject, after);
		const all = next === undefined ? lines : [...lines, { next }];
		return c.body(all.map((line) => `${JSON.stringify(line)}\n`).join(''), 200, {
			'Content-Type': 'application/x-ndjson',
		});
	});

	serve(app, 'POST /api/erasures', async (c) => {
		const { principal: caller } = c.var;
		const read = await readJson(c, 'POST /api/erasures', MAX_BYTES);
		if (!read.ok) return read.error;
		const { workspace } = caller;
		const { principal } = read.value;
		await deps.services(workspace).told();
		const begun = await deps.erasures.begin({ workspace, principal });
		if (!begun.ok) return refuse(c, 'conflict', begun.error);
		c.set('act', { target: principal, detail: { erasure: begun.value.id } });
		return c.json(erasureShown(begun.value), 202);
	});

	serve(app, 'GET /api/erasures/:id', async (c) => {
		const { principal } = c.var;
		const found = await deps.erasures.get(c.req.param('id'));
		const isShown =
			found && (found.workspace === principal.workspace || allows(principal, 'operator'));
		return isShown ? erasureShown(found) : refuse(c, 'not_found', 'There is no such erasure.');
	});
};

type Erasure = NonNullable<Awaited<ReturnType<HttpDeps['erasures']['get']>>>;

/** An erasure with its times in ISO 8601. */
export const erasureShown = (erasure: Erasure) => isoTimes(erasure, 'begunAt', 'doneAt');
