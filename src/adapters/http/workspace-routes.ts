// `/api/workspaces`: the tenants of the deployment, for its operator; of one its `/api/tokens` and `/api/members`, and all
// that is kept of it or of somebody in it: `/api/export`, `/api/erasures` (docs/deploy.md, docs/storage.md).
import type { Context, Hono, MiddlewareHandler } from 'hono';
import {
	allows,
	apiTokenText,
	isPrincipalId,
	isWorkspaceName,
	labelOf,
	principalId,
	ROLES,
	type Role,
	type Scope,
	scopesOfRole,
	WORKSPACE_NAME_RULE,
} from '../../auth';
import { encodeBase64url } from '../../shared/digits';
import { defined } from '../../shared/json-values';
import type { Remote } from '../../shared/remote';
import { ok } from '../../shared/result';
import { digestHex } from '../crypto';
import type { DirectoryStores } from '../sqlite';
import type { HttpDeps, RouteState } from './deps';
import { type Asking, refuse } from './errors';
import { isoTime, isoTimes, serve, serveBody } from './serve';

const MAX_BYTES = 4_096;
/** Milliseconds in which the first administrator takes over. */
const FIRST_TOKEN_MS = 7 * 86_400_000;

const workspaceRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/workspaces', async () => {
		const workspaces = await deps.workspaces.list();
		return { workspaces: workspaces.map((facts) => isoTimes(facts, 'createdAt')) };
	});

	serveBody(
		app,
		'PUT /api/workspaces/:name',
		MAX_BYTES,
		async (c, { title, admin, token }, principal) => {
			const name = c.req.param('name');
			if (!isWorkspaceName(name))
				return refuse(c, 'invalid_parameter', `name: must be ${WORKSPACE_NAME_RULE}.`);
			const isNew = await deps.workspaces.put({ name, title, createdBy: principal.id });
			if (admin) {
				const { issuer, subject, name: called = subject } = admin;
				const member = { id: principalId(issuer, subject), name: called, role: 'admin' } as const;
				await deps.directory(name).members.put({ ...member, addedBy: principal.id });
				await deps.workspaces.join(member.id, name);
			}
			const made = token
				? await mint(deps, name, {
						name: 'first administrator',
						principal: serviceId(name, 'first administrator'),
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

	serve(app, 'DELETE /api/workspaces/:name', async (c) => {
		const name = c.req.param('name');
		if (!isWorkspaceName(name))
			return refuse(c, 'invalid_parameter', `name: must be ${WORKSPACE_NAME_RULE}.`);
		return erase(c, deps, { workspace: name }, name);
	});

	serve(app, 'POST /api/workspaces/:name/reseal', async (c) => {
		const name = c.req.param('name');
		if (!isWorkspaceName(name)) return refuse(c, 'not_found', 'There is no such workspace.');
		const done = await deps.reseal(name);
		c.set('act', { target: name, detail: { ...done } });
		return done;
	});
};

const DAY_MS = 86_400_000;

const tokenRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/tokens', async (_c, _, { workspace }) => {
		const tokens = await deps.directory(workspace).tokens.list();
		return { tokens: tokens.map(shown), configured: deps.configured(workspace) };
	});

	serveBody(app, 'POST /api/tokens', MAX_BYTES, async (c, read, principal) => {
		const { name, scopes, days, service } = read;
		const more = scopes.find((scope: Scope) => scope === 'operator' || !allows(principal, scope));
		if (more !== undefined) return refuse(c, 'invalid_body', `scopes: you cannot give "${more}".`);
		const { workspace, id: createdBy } = principal;
		const made = await mint(deps, workspace, {
			...{ name, createdBy, scopes: [...new Set(scopes)] },
			expiresAt: days === undefined ? null : deps.now() + days * DAY_MS,
			principal: service === undefined ? createdBy : serviceId(workspace, service),
		});
		if (!made.ok) return refuse(c, 'conflict', `${made.error}.`);
		const { token, facts } = made.value;
		const detail = { name, scopes: facts.scopes, for: facts.principal };
		c.set('act', { target: facts.id, detail });
		return c.json({ token, ...shown(facts) }, 201);
	});

	for (const [key, done, none] of [
		['DELETE /api/tokens/:id', 'revoked', 'There is no such token.'],
		['POST /api/tokens/:id/restore', 'restored', NOT_BACK],
	] as const)
		serve(app, key, async (c, { was }, { workspace }) => {
			const id = c.req.param('id');
			const { tokens } = deps.directory(workspace);
			const time = was === undefined ? undefined : Date.parse(was);
			const turned = await tokens.turn(id, done === 'revoked', time);
			if (turned.ok) return c.json({ id, [done]: true, turnedAt: isoTime(turned.value) });
			if (turned.error === 'none') return refuse(c, 'not_found', none);
			return refuse(c, 'conflict', 'Somebody revoked the token or brought it back since.');
		});
};

const NOT_BACK =
	'No token of this id can come back: it was not revoked within the last hour, or ended with a role.';

const serviceId = (workspace: string, service: string): string =>
	principalId(`loadline:service:${workspace}`, service);

type Facts = Awaited<ReturnType<ReturnType<HttpDeps['directory']>['tokens']['list']>>[number];

async function mint(
	deps: Pick<HttpDeps, 'directory'>,
	workspace: string,
	of: Pick<Facts, 'name' | 'principal' | 'scopes' | 'createdBy' | 'expiresAt'>,
) {
	const secret = encodeBase64url(crypto.getRandomValues(new Uint8Array(33)));
	const token = apiTokenText(workspace, secret);
	const id = `t-${encodeBase64url(crypto.getRandomValues(new Uint8Array(9)))}`;
	const digest = await digestHex(token);
	const made = await deps.directory(workspace).tokens.create({ id, digest, ...of });
	return made.ok ? ok({ token, facts: made.value }) : made;
}

const shown = (facts: Facts) => isoTimes(facts, 'createdAt', 'expiresAt', 'usedAt');

const memberRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	const membersOf = (c: Context<RouteState>) => deps.directory(c.var.principal.workspace).members;

	serve(app, 'GET /api/members', async (c) => {
		const members = await membersOf(c).list();
		return { members: members.map((member) => isoTimes(member, 'addedAt', 'roleAt')) };
	});

	serveBody(app, 'POST /api/members', MAX_BYTES, async (c, read) => {
		const { issuer, subject, name = subject, role } = read;
		const id = principalId(issuer, subject);
		return put(c, id, { name, role }, await membersOf(c).find(id));
	});

	serveBody(app, 'PUT /api/members/:id', MAX_BYTES, async (c, read) => {
		const id = c.req.param('id');
		const known = isPrincipalId(id) ? await membersOf(c).find(id) : null;
		if (!known) return unknownMember(c);
		return put(c, id, { name: read.name ?? known.name, role: read.role }, known, read.was);
	});

	serve(app, 'DELETE /api/members/:id', async (c, { was }, principal) => {
		const id = c.req.param('id');
		const { members, tokens } = deps.directory(principal.workspace);
		const gone = await members.remove(id, was);
		if (gone !== true) return otherRole(c, gone && (await members.find(id)));
		const revoked = await tokens.revokeOf(id);
		await deps.workspaces.leave(id, principal.workspace);
		c.set('act', { target: id, detail: { revokedTokens: revoked } });
		return { id, removed: true, revokedTokens: revoked };
	});

	async function put(
		c: Context<RouteState>,
		id: string,
		member: { readonly name: string; readonly role: Role },
		before: Awaited<ReturnType<ReturnType<typeof membersOf>['find']>>,
		was?: string,
	): Promise<Response> {
		const { workspace, id: addedBy } = c.var.principal;
		const { tokens } = deps.directory(workspace);
		const now = await membersOf(c).put({ id, ...member, addedBy }, was);
		if (now === 'changed') return otherRole(c, await membersOf(c).find(id));
		if (!now) return refuse(c, 'conflict', 'The workspace has no room for more members.');
		await deps.workspaces.join(id, workspace);
		// A token was given under the former role; who may less now gets new ones.
		const isLess = before && ROLES.indexOf(member.role) < ROLES.indexOf(before.role);
		const revokedTokens = isLess ? await tokens.revokeOf(id) : 0;
		const isSame = before?.name === member.name && before.role === member.role;
		c.set('act', isSame ? null : { target: id, detail: { ...member, revokedTokens } });
		const told = { id, ...member, roleAt: isoTime(now.roleAt), revokedTokens };
		return c.json(told, before ? 200 : 201);
	}
};

const unknownMember = (c: Asking): Response =>
	refuse(c, 'not_found', 'There is no such member of this workspace.');

const otherRole = (c: Asking, now: Readonly<Record<'name' | 'role', string>> | null | false) =>
	now ? refuse(c, 'conflict', `${now.name} is ${now.role} now.`) : unknownMember(c);

const erasureRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/export', async (c, { principal, after }, { workspace }) => {
		await deps.services(workspace).told();
		const subject = { workspace, ...defined({ principal }) };
		const { lines, next } = await deps.erasures.export(subject, after);
		const all = next === undefined ? lines : [...lines, { next }];
		return c.body(all.map((line) => `${JSON.stringify(line)}\n`).join(''), 200, {
			'Content-Type': 'application/x-ndjson',
		});
	});

	serveBody(app, 'POST /api/erasures', MAX_BYTES, (c, { principal }, { workspace }) =>
		erase(c, deps, { workspace, principal }, principal),
	);

	serve(app, 'GET /api/erasures/:id', async (c, _, principal) => {
		const found = await deps.erasures.get(c.req.param('id'));
		const isShown =
			found && (found.workspace === principal.workspace || allows(principal, 'operator'));
		return isShown ? erasureShown(found) : refuse(c, 'not_found', 'There is no such erasure.');
	});
};

/** Begins an erasure, of all that was recorded until now. */
async function erase(
	c: Context<RouteState>,
	deps: HttpDeps,
	subject: Parameters<HttpDeps['erasures']['begin']>[0],
	target: string,
): Promise<Response> {
	await deps.services(subject.workspace).told();
	const begun = await deps.erasures.begin(subject);
	if (!begun.ok) return refuse(c, 'conflict', begun.error);
	c.set('act', { target, detail: { erasure: begun.value.id } });
	return c.json(erasureShown(begun.value), 202);
}

type Erasure = NonNullable<Awaited<ReturnType<HttpDeps['erasures']['get']>>>;

const erasureShown = (erasure: Erasure) => isoTimes(erasure, 'begunAt', 'doneAt');

const ADMINISTRATIVE: readonly Scope[] = ['memory:review', 'config:write', 'admin', 'operator'];

const auditRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	const log = (
		path: '/api/audit' | '/api/audit/deployment',
		logOf: (workspace: string) => Remote<DirectoryStores['audit']>,
	) => {
		serve(app, `GET ${path}`, async (_c, asked, principal) => {
			const entries = await logOf(principal.workspace).list(asked);
			return { entries: entries.map((entry) => isoTimes(entry, 'at')) };
		});

		serve(app, `GET ${path}/verify`, async (c, { n, hash }, principal) => {
			if ((n === undefined) !== (hash === undefined))
				return refuse(c, 'invalid_parameter', 'n and hash: give both of a head, or neither.');
			const known = n !== undefined && hash !== undefined ? { n, hash } : undefined;
			return await logOf(principal.workspace).verify(known);
		});
	};
	log('/api/audit', (workspace) => deps.directory(workspace).audit);
	log('/api/audit/deployment', () => deps.deploymentAudit);
};

/** Add these routes, in the order in which they are looked at. */
export const DIRECTORY = [tokenRoutes, memberRoutes, workspaceRoutes, auditRoutes, erasureRoutes];

/** Notes what was done with more than a member's scopes, and what a route says is worth it. */
export const audited =
	(deps: HttpDeps): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		await next();
		const { principal, correlationId, needed, act } = c.var;
		if (act === null) return;
		const isAct = needed && (act || ADMINISTRATIVE.includes(needed.scope)) && c.res.ok;
		if (!isAct || c.req.method === 'GET' || c.req.method === 'HEAD') return;
		const { workspace, id } = principal;
		const { target = '', detail = {} } = act ?? {};
		await deps.note(needed.scope === 'operator' ? undefined : workspace, {
			by: id,
			name: labelOf(principal),
			action: `${c.req.method} ${needed.path}`,
			target: target || needed.target,
			detail,
			correlationId,
		});
	};
