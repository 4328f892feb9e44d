// `GET /api/runs` and `/api/runs/<id>`: runs of workflows and their history. A caller sees the own
// ones; an administrator all, with `?principal=` for another's.
import type { Hono } from 'hono';
import { allows } from '../../auth';
import type { HttpDeps, RouteState } from './deps';
import { pageOf } from './page';
import { serve } from './serve';
import { refusal } from './workflow-routes';

/** The routes of `/api/runs`. */
export const runRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/runs', async (c) => {
		const { principal } = c.var;
		const page = pageOf(c);
		if (!page.ok) return page.error;
		const asked = allows(principal, 'admin') ? c.req.query('principal') : principal.id;
		const runs = await deps.services(principal.workspace).workflow.listRuns({
			principal: asked ?? principal.id,
			everyone: asked === undefined,
			...page.value,
		});
		return { runs };
	});

	serve(app, 'GET /api/runs/:id', async (c) => {
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
		return { run: summary, status, history };
	});
};
