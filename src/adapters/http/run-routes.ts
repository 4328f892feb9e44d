// `GET /api/runs` and `/api/runs/<id>`: runs of workflows and their history. A caller sees the own
// ones; an administrator all, with `?principal=` for another's.
import { Hono } from 'hono';
import { allows } from '../../auth';
import { runs as allRuns, oneRun } from './answers/work';
import type { HttpDeps, RouteState } from './deps';
import { wrongMethod } from './errors';
import { needs } from './needs';
import { pageOf } from './page';
import { refusal } from './workflow-routes';

/** The routes of `/api/runs`. */
export const runRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>();

	routes.get(
		'/',
		needs(
			'mcp:read',
			"Runs of workflows, the latest first: one's own, or all for an administrator.",
			allRuns,
		),
		async (c) => {
			const { principal } = c.var;
			const page = pageOf(c);
			if (!page.ok) return page.error;
			const asked = allows(principal, 'admin') ? c.req.query('principal') : principal.id;
			const runs = await deps.services(principal.workspace).workflow.listRuns({
				principal: asked ?? principal.id,
				everyone: asked === undefined,
				...page.value,
			});
			return c.json({ runs });
		},
	);

	routes.get(
		'/:id',
		needs('mcp:read', 'One run: where it stands, and its history.', oneRun),
		async (c) => {
			const { principal } = c.var;
			const page = pageOf(c);
			if (!page.ok) return page.error;
			const found = await deps.services(principal.workspace).workflow.getRun({
				run_id: c.req.param('id'),
				principal: principal.id,
				everyone: allows(principal, 'admin'),
				...page.value,
			});
			if (!found.ok) return refusal(c, found.error);
			const { summary, status, history } = found.value;
			return c.json({ run: summary, status, history });
		},
	);

	routes.all('*', (c) => wrongMethod(c, 'GET, HEAD'));
	return routes;
};
