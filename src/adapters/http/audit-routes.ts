// `/api/audit`: administrative acts, newest first, and whether the log is what was written
// (docs/deploy.md "Audit log"). What is not a mere look and takes more than a member's scopes is noted here,
// for every route alike.
import type { Hono, MiddlewareHandler } from 'hono';
import { labelOf, type Scope } from '../../auth';
import type { Remote } from '../../shared/remote';
import type { DirectoryStores } from '../sqlite';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { isoTimes } from './iso-times';
import { serve } from './serve';

const ADMINISTRATIVE: readonly Scope[] = ['memory:review', 'config:write', 'admin', 'operator'];

export const auditRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
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
