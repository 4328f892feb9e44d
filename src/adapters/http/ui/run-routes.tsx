// The page of runs.
import { Hono } from 'hono';
import type { RouteState } from '../deps';
import { failed, type Places } from './place';
import { type Run, RunsPage } from './runs';

export function runRoutes({ page }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/runs',
		page('/runs', 'Runs', async (_c, api) => {
			const [runs, workflows] = await Promise.all([
				api.get('/api/runs?limit=50'),
				api.get('/api/workflows'),
			]);
			if (runs.fault !== undefined) return failed(runs.fault);
			return {
				content: (
					<RunsPage
						runs={(runs.body as { runs: readonly Run[] }).runs}
						workflows={(workflows.body as { workflows?: [] })?.workflows ?? []}
					/>
				),
			};
		}),
	);

	return routes;
}
