// `/api/workspaces`: the tenants of the deployment, for its operator (docs/deploy.md "Workspaces").
import { Hono } from 'hono';
import * as z from 'zod';
import { isWorkspaceName, principalId, scopesOfRole, WORKSPACE_NAME_RULE } from '../../auth';
import { workspaces as allWorkspaces, erasing, putWorkspace, resealed } from './answers/access';
import type { HttpDeps, RouteState } from './deps';
import { erasureShown } from './erasure-routes';
import { refuse } from './errors';
import { isoTimes } from './iso-times';
import { readJson } from './json-body';
import { newMember } from './member-routes';
import { needs } from './needs';
import { mint } from './token-routes';

const MAX_BYTES = 4_096;
/** Milliseconds in which the first administrator takes over. */
const FIRST_TOKEN_MS = 7 * 86_400_000;

const body = z.strictObject({
	title: z.string().trim().max(200).default(''),
	/** The first administrator, where the identity provider knows them. */
	admin: newMember.omit({ role: true }).optional(),
	/** Whether to make an administrator's token for a week. */
	token: z.boolean().default(false),
});

/** The routes of `/api/workspaces`. */
export const workspaceRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>();

	routes.get(
		'/',
		needs('operator', 'The workspaces of the deployment.', allWorkspaces),
		async (c) => {
			const workspaces = await deps.workspaces.list();
			return c.json({ workspaces: workspaces.map((facts) => isoTimes(facts, 'createdAt')) });
		},
	);

	routes.put(
		'/:name',
		needs('operator', 'Makes a workspace, or changes its title and first administrator.', () =>
			putWorkspace(body),
		),
		async (c) => {
			const { principal } = c.var;
			const name = c.req.param('name');
			if (!isWorkspaceName(name))
				return refuse(c, 'invalid_parameter', `name: must be ${WORKSPACE_NAME_RULE}.`);
			const read = await readJson(c, body, MAX_BYTES);
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
		},
	);

	routes.delete(
		'/:name',
		needs('operator', 'Erases a workspace with all that is kept of it.', () => erasing()),
		async (c) => {
			const name = c.req.param('name');
			if (!isWorkspaceName(name))
				return refuse(c, 'invalid_parameter', `name: must be ${WORKSPACE_NAME_RULE}.`);
			await deps.services(name).told();
			const begun = await deps.erasures.begin({ workspace: name });
			if (!begun.ok) return refuse(c, 'conflict', begun.error);
			c.set('act', { target: name, detail: { erasure: begun.value.id } });
			return c.json(erasureShown(begun.value), 202);
		},
	);

	routes.post(
		'/:name/reseal',
		needs(
			'operator',
			'Seals the secrets and logins of a workspace with the current secret.',
			resealed,
		),
		async (c) => {
			const name = c.req.param('name');
			if (!isWorkspaceName(name)) return refuse(c, 'not_found', 'There is no such workspace.');
			const done = await deps.reseal(name);
			c.set('act', { target: name, detail: { ...done } });
			return c.json(done);
		},
	);

	return routes;
};
