// `/api/findings`: what analyses found out, one's own and what is shared (docs/records.md "Findings").
import { Hono } from 'hono';
import { allows } from '../../auth';
import { findings as allFindings, findingGone } from './answers/work';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { isoTimes } from './iso-times';
import { needs } from './needs';

/** The routes of `/api/findings`. */
export const findingRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>();

	routes.get(
		'/',
		needs(
			'mcp:read',
			"What analyses found out: one's own findings and those that are shared.",
			allFindings,
		),
		async (c) => {
			const { principal } = c.var;
			const { query, tags } = c.req.query();
			const wanted = { query, ...(tags !== undefined && { tags: tags.split(',') }) };
			const { records } = deps.services(principal.workspace);
			const recalled = await records.recall(wanted, principal.id);
			if (!recalled.ok) return refuse(c, 'invalid_parameter', recalled.error.message);
			const { findings, total } = recalled.value;
			return c.json({ findings: findings.map((finding) => isoTimes(finding, 'at')), total });
		},
	);

	routes.delete(
		'/:id',
		needs('mcp:use', 'Removes a finding of the caller.', findingGone),
		async (c) => {
			const { principal } = c.var;
			const id = Number(c.req.param('id'));
			const whose = allows(principal, 'admin') ? null : principal.id;
			const { records } = deps.services(principal.workspace);
			return Number.isSafeInteger(id) && (await records.removeFinding(id, whose))
				? c.json({ id, removed: true })
				: refuse(
						c,
						'not_found',
						'There is no such finding of yours; GET /api/findings lists them.',
					);
		},
	);

	return routes;
};
