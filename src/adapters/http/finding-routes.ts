// `/api/findings`: what analyses found out, one's own and what is shared (docs/records.md "Findings").
import type { Hono } from 'hono';
import { allows } from '../../auth';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { isoTimes } from './iso-times';
import { serve } from './serve';

export const findingRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/findings', async (c, { query, tags }, principal) => {
		const wanted = { query, ...(tags !== undefined && { tags: tags.split(',') }) };
		const recalled = await deps.services(principal.workspace).records.recall(wanted, principal.id);
		if (!recalled.ok) return refuse(c, 'invalid_parameter', recalled.error.message);
		const { findings, total } = recalled.value;
		return { findings: findings.map((finding) => isoTimes(finding, 'at')), total };
	});

	serve(app, 'DELETE /api/findings/:id', async (c, _, principal) => {
		const id = Number(c.req.param('id'));
		const whose = allows(principal, 'admin') ? null : principal.id;
		const { records } = deps.services(principal.workspace);
		return Number.isSafeInteger(id) && (await records.removeFinding(id, whose))
			? { id, removed: true }
			: refuse(c, 'not_found', 'There is no such finding of yours.');
	});
};
