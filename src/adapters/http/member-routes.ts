// `/api/members`: who belongs to the caller's workspace, and with which role (docs/deploy.md "Members").
import type { Context, Hono } from 'hono';
import { isPrincipalId, principalId, ROLES, type Role } from '../../auth';
import type { HttpDeps, RouteState } from './deps';
import { type Asking, refuse } from './errors';
import { isoTimes } from './iso-times';
import { readJson } from './json-body';
import { serve } from './serve';

const MAX_BYTES = 4_096;

/** The routes of `/api/members`. */
export const memberRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	const membersOf = (c: Context<RouteState>) => deps.directory(c.var.principal.workspace).members;

	serve(app, 'GET /api/members', async (c) => {
		const members = await membersOf(c).list();
		return { members: members.map((member) => isoTimes(member, 'addedAt')) };
	});

	serve(app, 'POST /api/members', async (c) => {
		const read = await readJson(c, 'POST /api/members', MAX_BYTES);
		if (!read.ok) return read.error;
		const { issuer, subject, ...member } = read.value;
		const id = principalId(issuer, subject);
		return put(c, id, member, (await membersOf(c).find(id))?.role);
	});

	serve(app, 'PUT /api/members/:id', async (c) => {
		const read = await readJson(c, 'PUT /api/members/:id', MAX_BYTES);
		if (!read.ok) return read.error;
		const id = c.req.param('id');
		const known = isPrincipalId(id) ? await membersOf(c).find(id) : null;
		if (!known) return unknownMember(c);
		return put(c, id, { name: read.value.name ?? known.name, role: read.value.role }, known.role);
	});

	serve(app, 'DELETE /api/members/:id', async (c) => {
		const { principal } = c.var;
		const id = c.req.param('id');
		const { members, tokens } = deps.directory(principal.workspace);
		if (!(await members.remove(id))) return unknownMember(c);
		const revoked = await tokens.revokeOf(id);
		await deps.workspaces.leave(id, principal.workspace);
		c.set('act', { target: id, detail: { revokedTokens: revoked } });
		return { id, removed: true, revokedTokens: revoked };
	});

	async function put(
		c: Context<RouteState>,
		id: string,
		member: { readonly name: string; readonly role: Role },
		before?: Role,
	): Promise<Response> {
		const { principal } = c.var;
		const { workspace } = principal;
		const { tokens } = deps.directory(workspace);
		if (!(await membersOf(c).put({ id, ...member, addedBy: principal.id })))
			return refuse(c, 'conflict', 'The workspace has no room for more members.');
		await deps.workspaces.join(id, workspace);
		// A token was given under the former role; who may less now gets new ones.
		const isLess = before !== undefined && ROLES.indexOf(member.role) < ROLES.indexOf(before);
		const revokedTokens = isLess ? await tokens.revokeOf(id) : 0;
		c.set('act', { target: id, detail: { ...member, revokedTokens } });
		return c.json({ id, ...member, revokedTokens }, before === undefined ? 201 : 200);
	}
};

const unknownMember = (c: Asking): Response =>
	refuse(c, 'not_found', 'There is no such member; GET /api/members lists them.');
