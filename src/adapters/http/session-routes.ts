// `/api/sessions` and `/api/sessions/<id>`: what happened in conversations, and their end. A caller has the
// own ones; an administrator all, with `?principal=` for another's.
import { Hono } from 'hono';
import * as z from 'zod';
import { allows, isPrincipalId, type Principal } from '../../auth';
import { windowOf } from '../../config';
import { readResultText } from '../../session';
import * as answers from './answers/work';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { readJson } from './json-body';
import { needs } from './needs';
import { pageOf } from './page';

const NAME = /^[A-Za-z0-9_-]{1,128}$/;

/** The routes of `/api/sessions`. */
export const sessionRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>();

	routes.get(
		'/',
		needs(
			'mcp:read',
			"Conversations, the latest first: one's own, or all for an administrator.",
			answers.sessions,
		),
		async (c) => {
			const { principal } = c.var;
			const page = pageOf(c);
			if (!page.ok) return page.error;
			const { sessions, told } = deps.services(principal.workspace);
			await told();
			const whose = allows(principal, 'admin') ? (c.req.query('principal') ?? null) : principal.id;
			const listed = await sessions.list({ principal: whose, ...page.value });
			return c.json({ sessions: listed.map(({ session, ...rest }) => ({ id: session, ...rest })) });
		},
	);

	routes.get(
		'/:id',
		needs('mcp:read', 'What happened in one conversation.', answers.session),
		async (c) => {
			const { principal } = c.var;
			const id = c.req.param('id');
			const owner = ownerOf(principal, c.req.query('principal'));
			const after = Number(c.req.query('after') ?? 0);
			if (!Number.isSafeInteger(after) || after < 0)
				return refuse(c, 'invalid_parameter', 'after: must be a whole number, the n of an event.');
			const services = deps.services(principal.workspace);
			await services.settled();
			const view =
				NAME.test(id) && owner !== undefined
					? await services.session(owner, id).view({ after })
					: undefined;
			if (!view || view.totals.calls === 0)
				return refuse(c, 'not_found', 'There is no such session; GET /api/sessions lists them.');
			const { config } = await deps.config.current(principal.workspace);
			const window = windowOf(view.client?.host, (config as { host?: string }).host);
			return c.json({ id, principal: owner, ...view, window });
		},
	);

	routes.get(
		'/:id/calls/:call/original',
		needs('mcp:read', 'A result as the tool gave it, while it is kept.', answers.original),
		async (c) => {
			const { principal } = c.var;
			const owner = ownerOf(principal, c.req.query('principal'));
			const services = deps.services(principal.workspace);
			await services.settled();
			const id = c.req.param('call');
			const kept = owner === undefined ? null : await services.kept(owner).original({ id });
			if (kept === null) return refuse(c, 'not_found', 'The original is not kept (any more).');
			const { content, structured } = readResultText(kept.text);
			// The source text: numbers stay as they were spelled.
			const more = structured === undefined ? '' : `,"structuredContent":${structured}`;
			const body = `{"id":${JSON.stringify(id)},"content":${JSON.stringify(content)}${more}}`;
			return c.body(body, 200, { 'Content-Type': 'application/json' });
		},
	);

	routes.delete(
		'/:id',
		needs('mcp:use', 'Ends a conversation and deletes what is kept of it.', answers.sessionGone),
		async (c) => {
			const { principal } = c.var;
			const id = c.req.param('id');
			const owner = ownerOf(principal, c.req.query('principal'));
			if (!NAME.test(id) || owner === undefined)
				return refuse(c, 'not_found', 'There is no such session.');
			await deps.services(principal.workspace).endSession(owner, id);
			return c.json({ removed: 1 });
		},
	);

	/** All of one principal: some at a time, so that each answer comes soon. */
	routes.delete(
		'/',
		needs('mcp:use', 'Ends all conversations of the caller, some at a time.', answers.sessionsGone),
		async (c) => {
			const { principal } = c.var;
			const owner = ownerOf(principal, c.req.query('principal'));
			if (owner === undefined)
				return refuse(
					c,
					'invalid_parameter',
					'principal: must be an id, and another than yours takes the scope "admin".',
				);
			const services = deps.services(principal.workspace);
			await services.told();
			const listed = await services.sessions.list({ principal: owner, limit: ENDED_AT_ONCE + 1 });
			const ending = listed.slice(0, ENDED_AT_ONCE);
			for (const { session } of ending) await services.endSession(owner, session);
			const isLast = listed.length <= ENDED_AT_ONCE;
			if (isLast) await services.kept(owner).forget({});
			return c.json({ removed: ending.length, more: !isLast });
		},
	);

	routes.post(
		'/:id/left',
		needs('mcp:use', "Tells which results a host's context no longer holds.", () =>
			answers.left(LEFT),
		),
		async (c) => {
			const { principal } = c.var;
			const session = c.req.param('id');
			const body = await readJson(c, LEFT, 65_536);
			if (!body.ok) return body.error;
			const services = deps.services(principal.workspace);
			await services.settled();
			const results = body.value.results.map((id) => ({ id }));
			const left = { results, by: 'client', at: deps.now() } as const;
			const totals = NAME.test(session)
				? await services.session(principal.id, session).left(left)
				: undefined;
			return totals ? c.json({ totals }) : refuse(c, 'not_found', 'There is no such session.');
		},
	);

	return routes;
};

/** Sessions that one request deletes. */
const ENDED_AT_ONCE = 50;

/** Ids of results that a host's context no longer holds. */
const LEFT = z.strictObject({ results: z.array(z.string().min(1).max(200)).max(1_000) });

const ownerOf = (principal: Principal, asked: string | undefined): string | undefined => {
	if (asked === undefined || asked === principal.id) return principal.id;
	return allows(principal, 'admin') && isPrincipalId(asked) ? asked : undefined;
};
