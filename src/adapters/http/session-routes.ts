// `GET /api/sessions` and `/api/sessions/<id>`: what happened in conversations. A caller sees the own
// ones; an administrator all, with `?principal=` for another's.
import { Hono } from 'hono';
import { isAdministrator, type Principal } from '../../auth/principal';
import type { HttpDeps, RouteState } from './deps';
import { errorResponse } from './errors';
import { pageOf } from './page';

const NAME = /^[A-Za-z0-9_-]{1,128}$/;
const UNCACHED = { 'Cache-Control': 'no-store' };

export const sessionRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>();

	routes.get('/', async (c) => {
		const { principal, correlationId } = c.var;
		const page = pageOf(c.req.query());
		if (!page.ok) return errorResponse('invalid_parameter', page.error, correlationId);
		const { sessions, settled } = deps.services(principal.workspace);
		await settled();
		const whose = isAdministrator(principal) ? (c.req.query('principal') ?? null) : principal.id;
		const listed = await sessions.list({ principal: whose, ...page.value });
		return c.json(
			{ sessions: listed.map(({ session, ...rest }) => ({ id: session, ...rest })) },
			200,
			UNCACHED,
		);
	});

	routes.get('/:id', async (c) => {
		const { principal, correlationId } = c.var;
		const id = c.req.param('id');
		const owner = ownerOf(principal, c.req.query('principal'));
		const after = Number(c.req.query('after') ?? 0);
		if (!Number.isSafeInteger(after) || after < 0)
			return errorResponse(
				'invalid_parameter',
				'after: must be a whole number, the n of an event.',
				correlationId,
			);
		const services = deps.services(principal.workspace);
		await services.settled();
		const view =
			NAME.test(id) && owner !== undefined
				? await services.session(owner, id).view({ after })
				: undefined;
		if (!view || view.totals.calls === 0)
			return errorResponse(
				'not_found',
				'There is no such session; GET /api/sessions lists them.',
				correlationId,
			);
		return c.json({ id, principal: owner, ...view }, 200, UNCACHED);
	});

	return routes;
};

const ownerOf = (principal: Principal, asked: string | undefined): string | undefined => {
	if (asked === undefined || asked === principal.id) return principal.id;
	return isAdministrator(principal) && /^[A-Za-z0-9_.@-]{1,128}$/.test(asked) ? asked : undefined;
};
