// `GET /api/telemetry`, `…/requests`, `…/alerts` and `…/tools` (docs/telemetry.md "API"): figures and records
// of the caller's workspace, how its alert rules stand, and tools that are not what they were.
import { Hono } from 'hono';
import { allows } from '../../auth';
import type { Result } from '../../shared/result';
import {
	type ParameterFault,
	readRequestsQuery,
	readTelemetryQuery,
	type TelemetryFault,
} from '../../telemetry';
import {
	alerts as alertRules,
	requests as allRequests,
	figures,
	changedTools as toolsChanged,
} from './answers/operations';
import type { HttpDeps, RouteState } from './deps';
import { type Asking, refuse, wrongMethod } from './errors';
import { isoTime, isoTimes } from './iso-times';
import { needs } from './needs';

/** The routes of `/api/telemetry`. */
export const telemetryRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const { telemetry, services, now } = deps;
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/',
		needs('telemetry:read', 'Figures of the workspace, by tool, client, time and others.', figures),
		async (c) => {
			const { principal } = c.var;
			const query = readTelemetryQuery(new URL(c.req.url).searchParams, now());
			if (!query.ok) return badParameter(c, query.error);
			const groups = await telemetry(principal.workspace).query(query.value);
			if (!groups.ok) return failed(c, groups);
			const { from, to, groupBy } = query.value;
			return c.json({ from: isoTime(from), to: isoTime(to), groupBy, groups: groups.value });
		},
	);

	routes.get(
		'/requests',
		needs(
			'telemetry:read',
			"Calls, the latest first: one's own, or all for an administrator.",
			allRequests,
		),
		async (c) => {
			const { principal } = c.var;
			const query = readRequestsQuery(new URL(c.req.url).searchParams, now());
			if (!query.ok) return badParameter(c, query.error);
			// What somebody called is theirs; figures are the workspace's.
			const whose = allows(principal, 'admin') ? {} : { principal: principal.id };
			const page = await telemetry(principal.workspace).requests({ ...query.value, ...whose });
			if (!page.ok) return failed(c, page);
			const { requests, nextCursor } = page.value;
			const shown = requests.map((record) => isoTimes(record, 'time'));
			return c.json({ requests: shown, ...(nextCursor && { nextCursor }) });
		},
	);

	routes.get(
		'/tools',
		needs('telemetry:read', 'Tools of upstreams that are not what they were.', toolsChanged),
		async (c) => {
			const changedTools = await services(c.var.principal.workspace).sights.changes();
			return c.json({ changedTools });
		},
	);

	routes.get(
		'/alerts',
		needs('telemetry:read', 'How the alert rules stand.', alertRules),
		async (c) => {
			const { principal } = c.var;
			const standing = await deps.alerts(principal.workspace).catch(() => undefined);
			return standing
				? c.json(standing)
				: refuse(c, 'unavailable', 'Telemetry: the store did not answer.');
		},
	);

	for (const path of ['/', '/requests', '/alerts', '/tools'])
		routes.all(path, (c) => wrongMethod(c, 'GET, HEAD'));
	return routes;
};

const badParameter = (c: Asking, { parameter, message }: ParameterFault): Response =>
	refuse(c, 'invalid_parameter', `${parameter}: ${message}.`, {
		issues: [{ path: parameter, reason: message }],
	});

const failed = (
	c: Asking,
	{ error }: Extract<Result<never, TelemetryFault>, { ok: false }>,
): Response => {
	if (error.code === 'unavailable') return refuse(c, 'unavailable', `Telemetry: ${error.reason}.`);
	const message = 'must be a nextCursor of the page before';
	return badParameter(c, { parameter: 'cursor', message });
};
