// `/api/workspaces`: the tenants of the deployment, for its operator (docs/deploy.md "Workspaces").
import type { Hono } from 'hono';
import { isWorkspaceName, principalId, scopesOfRole, WORKSPACE_NAME_RULE } from '../../auth';
import type { HttpDeps, RouteState } from './deps';
import { erasureShown } from './erasure-routes';
import { refuse } from './errors';
import { isoTimes } from './iso-times';
import { readJson } from './json-body';
import { serve } from './serve';
import { mint } from './token-routes';

const MAX_BYTES = 4_096;
/** Milliseconds in which the first administrator takes over. */
const FIRST_TOKEN_MS = 7 * 86_400_000;

/** The routes of `/api/workspaces`. */
export const workspaceRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/workspaces', async () => {
		const workspaces = await deps.workspaces.list();
		return { workspaces: workspaces.map((facts) => isoTimes(facts, 'createdAt')) };
	});

	serve(app, 'PUT /api/workspaces/:name', async (c) => {
		const { principal } = c.var;
		const name = c.req.param('name');
		if (!isWorkspaceName(name))
			return refuse(c, 'invalid_parameter', `name: must be ${WORKSPACE_NAME_RULE}.`);
		const read = await readJson(c, 'PUT /api/workspaces/:name', MAX_BYTES);
		if (!read.ok) return read.error;
		const { title, admin, token } = read.value;
		const isNew = await deps.workspaces.put({ name, title, createdBy: principal.id });
		if (admin) {
			const { issuer, subject, name: called } = admin;
			const member = { id: principalId(issuer, subject), name: called, role: 'admin' } as const;
			await deps.directory(name).members.put({ ...member, addedBy: principal.id });
			await deps.workspaces.join(member.id, name);
		}
		const made = token
			? await mint(deps, name, {
					name: 'first administrator',
					principal: principalId(`loadline:service:${name}`, 'first administrator'),
					scopes: scopesOfRole('admin'),
					createdBy: principal.id,
					expiresAt: deps.now() + FIRST_TOKEN_MS,
				})
			: undefined;
		c.set('act', { target: name, detail: { title, admin: admin?.name ?? null, token } });
		return c.json(
			{ name, title, created: isNew, ...(made?.ok && { token: made.value.token }) },
			isNew ? 201 : 200,
		);
	});

	serve(app, 'DELETE /api/workspaces/:name', async (c) => {
		const name = c.req.param('name');
		if (!isWorkspaceName(name))
			return refuse(c, 'invalid_parameter', `name: must be ${WORKSPACE_NAME_RULE}.`);
		await deps.services(name).told();
		const begun = await deps.erasures.begin({ workspace: name });
		if (!begun.ok) return refuse(c, 'conflict', begun.error);
		c.set('act', { target: name, detail: { erasure: begun.value.id } });
		return c.json(erasureShown(begun.value), 202);
	});

	serve(app, 'POST /api/workspaces/:name/reseal', async (c) => {
		const name = c.req.param('name');
		if (!isWorkspaceName(name)) return refuse(c, 'not_found', 'There is no such workspace.');
		const done = await deps.reseal(name);
		c.set('act', { target: name, detail: { ...done } });
		return done;
	});
};
