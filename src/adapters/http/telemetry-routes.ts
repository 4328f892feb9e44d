// `GET /api/telemetry`, `…/requests` and `…/alerts` (docs/telemetry.md "API"): figures and records of the caller's
// workspace, and how its alert rules stand.
import type { Hono } from 'hono';
import { allows } from '../../auth';
import { defined, jsonIn } from '../../shared/json-values';
import { readFilter, readTelemetryQuery, recordedName, type TelemetryFault } from '../../telemetry';
import type { HttpDeps, RouteState } from './deps';
import { type Asking, refuse } from './errors';
import { isoTime, isoTimes, serve } from './serve';

export const telemetryRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	const { telemetry, services, now } = deps;

	serve(app, 'GET /api/telemetry', async (c, asked, principal) => {
		const query = readTelemetryQuery(asked, now());
		if (!query.ok) return badParameter(c, query.error);
		const groups = await telemetry(principal.workspace).query(query.value);
		if (!groups.ok) return failed(c, groups);
		const { from, to, groupBy } = query.value;
		const hasOthers = await deps.hasOthers(principal.workspace);
		return { from: isoTime(from), to: isoTime(to), groupBy, hasOthers, groups: groups.value };
	});

	serve(app, 'GET /api/telemetry/requests', async (c, read, principal) => {
		const { limit, cursor, query: words, tool, ...asked } = read;
		const filter = readFilter(asked, now());
		if (!filter.ok) return badParameter(c, filter.error);
		// Calls belong to their caller; figures to the workspace.
		const whose = allows(principal, 'admin') ? {} : { principal: principal.id };
		const query = {
			...filter.value,
			...whose,
			limit,
			...defined({ cursor, query: words && recordedName(words), tool }),
		};
		const page = await telemetry(principal.workspace).requests(query);
		if (!page.ok) return failed(c, page);
		const { requests, nextCursor } = page.value;
		const shown = requests.map((record) => isoTimes(record, 'time'));
		return { requests: shown, ...(nextCursor && { nextCursor }) };
	});

	serve(app, 'GET /api/telemetry/learnt', async (_c, _, { workspace }) => {
		const { told, learnt } = services(workspace);
		await told();
		return { tools: (await learnt.list()).map((tool) => isoTimes(tool, 'at')) };
	});

	serve(app, 'GET /api/telemetry/forecast', async (c, asked, { workspace }) => {
		const { endpoint, strip: list = '[]', ...budget } = asked;
		const strip = jsonIn(list);
		if (!Array.isArray(strip) || !strip.every((path) => typeof path === 'string'))
			return badParameter(c, { parameter: 'strip', message: 'must be a JSON list of paths' });
		const named = Object.keys(budget).length > 0 && { budget };
		const told = await deps.forecast({ workspace, endpoint, strip, ...named });
		return told.ok ? told.value : failed(c, told);
	});

	serve(app, 'DELETE /api/telemetry/learnt', async (c, asked, { workspace }) => {
		const { told, learnt } = services(workspace);
		// Calls that are still being written belong to the time before, too.
		await told();
		const gone = await learnt.reset(asked);
		if (gone.tools === 0) c.set('act', null);
		return gone;
	});

	serve(app, 'GET /api/telemetry/alerts', async (c, _, principal) => {
		const standing = await deps.alerts(principal.workspace).catch(() => undefined);
		return standing ?? refuse(c, 'unavailable', 'Telemetry: the store did not answer.');
	});
};

const badParameter = (
	c: Asking,
	{ parameter, message }: Readonly<Record<'parameter' | 'message', string>>,
): Response => refuse(c, 'invalid_parameter', `${parameter}: ${message}.`);

const failed = (c: Asking, { error }: { readonly error: TelemetryFault }): Response =>
	error.code === 'unavailable'
		? refuse(c, 'unavailable', `Telemetry: ${error.reason}.`)
		: badParameter(c, { parameter: 'cursor', message: 'must be a nextCursor of the page before' });
