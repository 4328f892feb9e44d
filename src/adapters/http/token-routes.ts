// `/api/tokens`: API tokens of the caller's workspace (docs/deploy.md "Tokens"). A token is shown in the
// answer that makes it, and never again: its digest is all that is kept.
import type { Hono } from 'hono';
import { allows, apiTokenText, principalId, type Scope } from '../../auth';
import { encodeBase64url } from '../../shared/base64url';
import { digestHex } from '../crypto';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { isoTimes } from './iso-times';
import { readJson } from './json-body';
import { serve } from './serve';

const MAX_BYTES = 4_096;
const DAY_MS = 86_400_000;

/** The routes of `/api/tokens`. */
export const tokenRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/tokens', async (c) => {
		const tokens = await deps.directory(c.var.principal.workspace).tokens.list();
		return { tokens: tokens.map(shown) };
	});

	serve(app, 'POST /api/tokens', async (c) => {
		const { principal } = c.var;
		const read = await readJson(c, 'POST /api/tokens', MAX_BYTES);
		if (!read.ok) return read.error;
		const { name, scopes, days, service } = read.value;
		const more = scopes.find((scope: Scope) => scope === 'operator' || !allows(principal, scope));
		if (more !== undefined) return refuse(c, 'invalid_body', `scopes: you cannot give "${more}".`);
		const { workspace } = principal;
		const made = await mint(deps, workspace, {
			name,
			scopes: [...new Set(scopes)],
			createdBy: principal.id,
			expiresAt: days === undefined ? null : deps.now() + days * DAY_MS,
			principal:
				service === undefined
					? principal.id
					: principalId(`loadline:service:${workspace}`, service),
		});
		if (!made.ok) return refuse(c, 'conflict', `${made.error}.`);
		const { token, facts } = made.value;
		c.set('act', {
			target: facts.id,
			detail: { name, scopes: facts.scopes, for: facts.principal },
		});
		return c.json({ token, ...shown(facts) }, 201);
	});

	serve(app, 'DELETE /api/tokens/:id', async (c) => {
		const { principal } = c.var;
		const id = c.req.param('id');
		const isGone = await deps.directory(principal.workspace).tokens.revoke(id);
		return isGone ? { id, revoked: true } : refuse(c, 'not_found', 'There is no such token.');
	});
};

type Facts = Awaited<ReturnType<ReturnType<HttpDeps['directory']>['tokens']['list']>>[number];

/** A new token and what is kept of it. */
export async function mint(
	deps: Pick<HttpDeps, 'directory'>,
	workspace: string,
	of: Pick<Facts, 'name' | 'principal' | 'scopes' | 'createdBy' | 'expiresAt'>,
) {
	const secret = encodeBase64url(crypto.getRandomValues(new Uint8Array(33)));
	const token = apiTokenText(workspace, secret);
	const id = `t-${encodeBase64url(crypto.getRandomValues(new Uint8Array(9)))}`;
	const digest = await digestHex(token);
	const made = await deps.directory(workspace).tokens.create({ id, digest, ...of });
	return made.ok ? ({ ok: true, value: { token, facts: made.value } } as const) : made;
}

const shown = (facts: Facts) => isoTimes(facts, 'createdAt', 'expiresAt', 'usedAt');
