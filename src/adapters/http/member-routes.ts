// `/api/members`: who belongs to the caller's workspace, and with which role (docs/deploy.md "Members").
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { isPrincipalId, principalId, ROLES, type Role } from '../../auth';
import { members as allMembers, memberGone, putMember } from './answers/access';
import type { HttpDeps, RouteState } from './deps';
import { type Asking, refuse } from './errors';
import { isoTimes } from './iso-times';
import { readJson } from './json-body';
import { needs } from './needs';

const MAX_BYTES = 4_096;

const name = z.string().trim().min(1).max(200);
const role = z.enum(ROLES);
/** A user as the identity provider knows them. */
export const newMember = z.strictObject({
	issuer: z.string().min(1).max(500),
	subject: z.string().min(1).max(500),
	name,
	role,
});
const change = z.strictObject({ name: name.optional(), role });

/** The routes of `/api/members`. */
export const memberRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>();
	const membersOf = (c: Context<RouteState>) => deps.directory(c.var.principal.workspace).members;

	routes.get(
		'/',
		needs('admin', 'Who belongs to the workspace, and with which role.', allMembers),
		async (c) => {
			const members = await membersOf(c).list();
			return c.json({ members: members.map((member) => isoTimes(member, 'addedAt')) });
		},
	);

	routes.post(
		'/',
		needs('admin', 'Takes a user of an identity provider into the workspace, or changes one.', () =>
			putMember(newMember, [200, 201]),
		),
		async (c) => {
			const read = await readJson(c, newMember, MAX_BYTES);
			if (!read.ok) return read.error;
			const { issuer, subject, ...member } = read.value;
			const id = principalId(issuer, subject);
			return put(c, id, member, (await membersOf(c).find(id))?.role);
		},
	);

	routes.put(
		'/:id',
		needs('admin', 'Changes the role or the name of a member.', () => putMember(change)),
		async (c) => {
			const read = await readJson(c, change, MAX_BYTES);
			if (!read.ok) return read.error;
			const id = c.req.param('id');
			const known = isPrincipalId(id) ? await membersOf(c).find(id) : null;
			if (!known) return unknownMember(c);
			return put(c, id, { name: read.value.name ?? known.name, role: read.value.role }, known.role);
		},
	);

	routes.delete(
		'/:id',
		needs('admin', 'Takes a member out of the workspace, and revokes their tokens.', memberGone),
		async (c) => {
			const { principal } = c.var;
			const id = c.req.param('id');
			const { members, tokens } = deps.directory(principal.workspace);
			if (!(await members.remove(id))) return unknownMember(c);
			const revoked = await tokens.revokeOf(id);
			await deps.workspaces.leave(id, principal.workspace);
			c.set('act', { target: id, detail: { revokedTokens: revoked } });
			return c.json({ id, removed: true, revokedTokens: revoked });
		},
	);

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

	return routes;
};

const unknownMember = (c: Asking): Response =>
	refuse(c, 'not_found', 'There is no such member; GET /api/members lists them.');
