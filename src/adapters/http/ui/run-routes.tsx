// Pages of runs: what runs, what can be started, and one run with where it stands.
import { Hono } from 'hono';
import type { RouteState } from '../deps';
import type { Api } from './api';
import { failed, type Places } from './place';
import { RunPage, RunsPage, type Workflow } from './runs';

/** Workflows that are drawn on one page. */
const MOST_DRAWN = 12;

/** The pages of workflows and runs. */
export function runRoutes({ page }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/runs',
		page('/runs', 'Runs', async (_c, api) => {
			const [runs, listed] = await Promise.all([
				api.get('/api/runs', { limit: 50 }),
				api.get('/api/workflows'),
			]);
			if (runs.fault !== undefined) return failed(runs.fault);
			const workflows = listed.body?.workflows ?? [];
			const drawn = await Promise.all(
				workflows.slice(0, MOST_DRAWN).map(({ name }) => workflowOf(api, name)),
			);
			return {
				content: (
					<RunsPage
						runs={runs.body.runs}
						workflows={drawn.filter((each) => each !== undefined)}
						more={Math.max(0, workflows.length - MOST_DRAWN)}
					/>
				),
			};
		}),
	);

	routes.get(
		'/runs/:id',
		page('/runs', 'Run', async (c, api) => {
			const id = c.req.param('id') ?? '';
			const [me, answer] = await Promise.all([
				api.get('/api/me'),
				api.get('/api/runs/:id', { id, limit: 200 }),
			]);
			if (answer.fault !== undefined) return { ...failed(answer.fault), status: 404 };
			const { run, status, history } = answer.body;
			const { progress, task, ...rest } = status;
			const where = [task?.title, progress?.currentTaskProgress].filter(Boolean).join(', ');
			return {
				title: `${run.workflow}, ${run.id}`,
				content: (
					<RunPage
						run={run}
						me={me.body?.id ?? ''}
						standing={{ ...rest, ...(where !== '' && { task: where }) }}
						workflow={await workflowOf(api, run.workflow)}
						history={history}
					/>
				),
			};
		}),
	);

	return routes;
}

async function workflowOf(api: Api, name: string): Promise<Workflow | undefined> {
	const { body } = await api.get('/api/workflows/:name', { name });
	return body ? { ...body, description: body.definition.description } : undefined;
}
