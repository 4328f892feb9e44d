import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { HttpDeps, RouteState } from '../../../src/adapters/http/deps';
import { runRoutes, workflowRoutes } from '../../../src/adapters/http/records-routes';
import { WorkflowService } from '../../../src/workflow/service';
import { cloningRemote } from '../../cloning-remote';
import { SAMPLE } from '../../workflow/sample';
import { openSql } from '../sqlite/open';

/** The routes over one workspace; `as` names the principal, `boss` is an administrator. */
function open() {
	let runs = 0;
	const service = new WorkflowService({
		sql: openSql(),
		bundled: [SAMPLE],
		now: () => 1_800_000_000_000,
		newRunId: () => `run-${++runs}`,
	});
	const deps = { services: () => ({ workflow: cloningRemote(service) }) } as unknown as HttpDeps;
	const app = new Hono<RouteState>();
	app.use(async (c, next) => {
		const id = c.req.header('as') ?? 'boss';
		c.set('principal', {
			id,
			workspace: 'ws-one',
			scopes: id === 'boss' ? ['admin'] : ['mcp:read'],
		});
		c.set('correlationId', 'c-1');
		await next();
	});
	workflowRoutes(app, deps);
	runRoutes(app, deps);
	const ask = async (path: string, as = 'boss', init: RequestInit = {}) => {
		const response = await app.request(`/api${path}`, { ...init, headers: { as } });
		return { status: response.status, body: JSON.parse(await response.text()) };
	};
	return { service, ask };
}

describe('/api/workflows', () => {
	it('lists and shows to everyone, and is written by administrators', async () => {
		const { ask } = open();
		const own = SAMPLE.replace('name: sample', 'name: own');
		const put = { method: 'PUT', body: own };
		expect((await ask('/workflows/own', 'ada', put)).status).toBe(403);
		expect(await ask('/workflows/own', 'boss', put)).toMatchObject({
			status: 201,
			body: { name: 'own', version: 1, outcome: 'created', warnings: [] },
		});
		expect((await ask('/workflows/own', 'boss', put)).status).toBe(200);
		const { workflows } = (await ask('/workflows', 'ada')).body;
		expect(workflows).toMatchObject([
			{ name: 'own', source: 'workspace', version: 1, steps: 4 },
			{ name: 'sample', source: 'bundled', version: 0 },
		]);
		expect((await ask('/workflows/own', 'ada')).body).toMatchObject({
			yaml: own,
			definition: { name: 'own' },
			versions: [{ version: 1, principal: 'boss' }],
		});
		expect(await ask('/workflows/none')).toMatchObject({
			status: 404,
			body: { error: { code: 'not_found', message: expect.stringContaining('Available: own') } },
		});
	});
});

describe('/api/runs', () => {
	it('shows a caller the own runs, and an administrator all', async () => {
		const { ask, service } = open();
		for (const principal of ['ada', 'bob', 'ada'])
			service.start({ workflow: 'sample', session: 's', principal });
		const tasks = [{ id: 't1', title: 'First' }];
		service.setTasks({ principal: 'ada', session: 's', loop_id: 'work', tasks });
		service.advance({ principal: 'ada', session: 's', output: 'planned' });
		const ids = async (path: string, as: string) =>
			(await ask(path, as)).body.runs.map(({ id }: { id: string }) => id);
		expect(await ids('/runs', 'ada')).toEqual(['run-3', 'run-1']);
		expect(await ids('/runs?principal=bob', 'ada')).toEqual(['run-3', 'run-1']);
		expect(await ids('/runs', 'boss')).toEqual(['run-3', 'run-2', 'run-1']);
		expect(await ids('/runs?principal=bob', 'boss')).toEqual(['run-2']);
		expect(await ids('/runs?limit=1&offset=1', 'boss')).toEqual(['run-2']);
		expect((await ask('/runs/run-3', 'bob')).status).toBe(404);
		expect((await ask('/runs/run-3', 'ada')).body).toMatchObject({
			run: { id: 'run-3', position: 2, delivered: 'clear' },
			status: { step: 'work' },
			history: [
				{ number: 3, event: 'advance', position: 2, contextAction: 'clear' },
				{ number: 2, event: 'set_tasks', position: 1 },
				{ number: 1, event: 'start', position: 1 },
			],
		});
	});
});
