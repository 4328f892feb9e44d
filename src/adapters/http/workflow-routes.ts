// `/api/workflows` and `/api/runs`: the definitions of a workspace, and runs of them. Everyone in it reads them; an administrator writes
// (docs/workflow.md, "HTTP").
import type { Hono } from 'hono';
import { allows } from '../../auth';
import { MAX_DEFINITION_BYTES, type WorkflowFault } from '../../workflow';
import type { HttpDeps, RouteState } from './deps';
import { type Asking, type HttpErrorCode, refuse } from './errors';
import { readText, serve } from './serve';

const TOO_LARGE = `A definition has at most ${MAX_DEFINITION_BYTES} bytes; nothing was stored.`;

export const workflowRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/workflows', async (_c, _, { workspace }) => ({
		workflows: await deps.services(workspace).workflow.list({}),
	}));

	serve(app, 'GET /api/workflows/:name', async (c, _, { workspace }) => {
		const { workflow } = deps.services(workspace);
		const found = await workflow.getDefinition({ name: c.req.param('name') });
		return found.ok ? found.value : refusal(c, found.error);
	});

	serve(app, 'PUT /api/workflows/:name', async (c, _, principal) => {
		const yaml = await readText(c, MAX_DEFINITION_BYTES, TOO_LARGE);
		if (!yaml.ok) return yaml.error;
		const put = await deps.services(principal.workspace).workflow.putDefinition({
			name: c.req.param('name'),
			yaml: yaml.value,
			principal: principal.id,
		});
		if (!put.ok) return refusal(c, put.error);
		return c.json(put.value, put.value.outcome === 'created' ? 201 : 200);
	});
};

/** Of what definitions and runs are asked for here; any other fault is of one that is not there. */
const CODES: Readonly<Partial<Record<WorkflowFault['code'], HttpErrorCode>>> = {
	invalid_argument: 'invalid_parameter',
	invalid_definition: 'invalid_definition',
	too_many: 'conflict',
};

const refusal = (c: Asking, { code, message, issues }: WorkflowFault): Response =>
	refuse(c, CODES[code] ?? 'not_found', message, issues && { issues });

export const runRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/runs', async (_c, asked, principal) => {
		const { principal: other, ...page } = asked;
		const whose = allows(principal, 'admin') ? other : principal.id;
		const runs = await deps.services(principal.workspace).workflow.listRuns({
			principal: whose ?? principal.id,
			everyone: whose === undefined,
			...page,
		});
		return { runs };
	});

	serve(app, 'GET /api/runs/:id', async (c, page, principal) => {
		const found = await deps.services(principal.workspace).workflow.getRun({
			run_id: c.req.param('id'),
			principal: principal.id,
			everyone: allows(principal, 'admin'),
			...page,
		});
		if (!found.ok) return refusal(c, found.error);
		const { summary, status, history } = found.value;
		return { run: summary, status, history };
	});
};
