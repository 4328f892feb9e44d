// `/api/audit`: administrative acts, newest first, and whether the log is what was written
// (docs/deploy.md "Audit log"). What is not a mere look and takes more than a member's scopes is noted here,
// for every route alike.
import { Hono, type MiddlewareHandler } from 'hono';
import { labelOf, type Scope } from '../../auth';
import type { Remote } from '../../shared/remote';
import type { AuditLog } from '../sqlite';
import { auditEntries, auditVerified } from './answers/access';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { isoTimes } from './iso-times';
import { needs } from './needs';
import { pageOf } from './page';

const ADMINISTRATIVE: readonly Scope[] = ['memory:review', 'config:write', 'admin', 'operator'];

/** The routes of `/api/audit`. */
export const auditRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>();
	const serve = (
		path: string,
		scope: Scope,
		whose: string,
		logOf: (workspace: string) => Remote<AuditLog>,
	) => {
		routes.get(
			path,
			needs(scope, `The audit log of ${whose}, newest first.`, auditEntries),
			async (c) => {
				const { principal } = c.var;
				const { before, action, by } = c.req.query();
				const page = pageOf(c);
				if (!page.ok) return page.error;
				if (before !== undefined && !/^\d{1,15}$/.test(before))
					return refuse(c, 'invalid_parameter', 'before: must be the n of an entry.');
				const entries = await logOf(principal.workspace).list({
					limit: page.value.limit,
					...(before !== undefined && { before: Number(before) }),
					...(action !== undefined && { action: action.slice(0, 200) }),
					...(by !== undefined && { by: by.slice(0, 200) }),
				});
				return c.json({ entries: entries.map((entry) => isoTimes(entry, 'at')) });
			},
		);
		routes.get(
			`${path === '/' ? '' : path}/verify`,
			needs(scope, `Whether the audit log of ${whose} is what was written.`, auditVerified),
			async (c) => {
				const { principal } = c.var;
				const { n, hash } = c.req.query();
				const isKnown = n !== undefined || hash !== undefined;
				if (isKnown && !(/^\d{1,15}$/.test(n ?? '') && /^[0-9a-f]{64}$/.test(hash ?? '')))
					return refuse(c, 'invalid_parameter', 'n and hash: both of a head.');
				const known = isKnown ? { n: Number(n), hash: hash ?? '' } : undefined;
				return c.json(await logOf(principal.workspace).verify(known));
			},
		);
	};
	serve('/', 'admin', 'the workspace', (workspace) => deps.directory(workspace).audit);
	serve('/deployment', 'operator', 'the deployment', () => deps.deploymentAudit);
	return routes;
};

/** Notes what was done with more than a member's scopes, and what a route says is worth it. */
export const audited =
	(deps: HttpDeps): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		await next();
		const { principal, correlationId, needed, act } = c.var;
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
