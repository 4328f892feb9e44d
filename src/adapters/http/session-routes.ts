// `/api/sessions` and `/api/sessions/<id>`: what happened in conversations, and their end. A caller has the
// own ones; an administrator all, with `?principal=` for another's.

import type { Hono } from 'hono';
import * as z from 'zod/v4';
import { allows, isPrincipalId, type Principal } from '../../auth';
import { windowOf } from '../../config';
import { replaySources } from '../../gateway';
import type { BindingRule } from '../../memory';
import { currentPayload, parseResult } from '../../session';
import { defined } from '../../shared/json-values';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { readJsonAs, serve, serveBody } from './serve';

const NAME = /^[A-Za-z0-9_-]{1,128}$/;
const NO_SESSION = 'There is no such conversation: it may have ended.';

export const sessionRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/sessions', async (_c, asked, principal) => {
		const { sessions, told } = deps.services(principal.workspace);
		await told();
		const { principal: other = null, ...wanted } = asked;
		const whose = { principal: allows(principal, 'admin') ? other : principal.id };
		const [listed, total] = await Promise.all([
			sessions.list({ ...wanted, ...whose }),
			sessions.count({ query: wanted.query, ...whose }),
		]);
		return { sessions: listed.map(({ session, ...rest }) => ({ id: session, ...rest })), total };
	});

	serve(app, 'GET /api/sessions/:id', async (c, asked, principal) => {
		const id = c.req.param('id');
		const { after } = asked;
		const owner = ownerOf(principal, asked.principal);
		const services = deps.services(principal.workspace);
		await services.settled();
		const unknown = () => refuse(c, 'not_found', NO_SESSION);
		if (!NAME.test(id) || owner === undefined) return unknown();
		const view = await services.session(owner, id).view({ after });
		if (view.totals.calls === 0 && !view.prompts) return unknown();
		const { config } = await deps.config.current(principal.workspace);
		const window = windowOf(view.client?.host, (config as { host?: string }).host);
		return { id, principal: owner, ...view, window };
	});

	serve(app, 'GET /api/sessions/:id/rules', async (c, asked, principal) => {
		const id = c.req.param('id');
		const owner = ownerOf(principal, asked.principal);
		const services = deps.services(principal.workspace);
		await services.settled();
		if (!NAME.test(id) || owner === undefined) return refuse(c, 'not_found', NO_SESSION);
		const caller = { principal: owner, session: id, source: 'argument' } as const;
		const sources = replaySources(services, owner);
		const { rules } = await currentPayload(sources, { caller, session: id });
		return { rules: rules.map(ruleShown) };
	});

	serve(app, 'GET /api/sessions/:id/calls/:call/original', async (c, asked, principal) => {
		const owner = ownerOf(principal, asked.principal);
		const services = deps.services(principal.workspace);
		await services.settled();
		const id = c.req.param('call');
		const kept = owner === undefined ? null : await services.kept(owner).original({ id });
		if (kept === null) return refuse(c, 'not_found', 'The original is not kept (any more).');
		const { content, structured } = parseResult(kept.text);
		// The source text: numbers stay as they were spelled.
		const more = structured === undefined ? '' : `,"structuredContent":${structured}`;
		const body = `{"id":${JSON.stringify(id)},"content":${JSON.stringify(content)}${more}}`;
		return c.body(body, 200, { 'Content-Type': 'application/json' });
	});

	serve(app, 'DELETE /api/sessions/:id', async (c, asked, principal) => {
		const id = c.req.param('id');
		const owner = ownerOf(principal, asked.principal);
		if (!NAME.test(id) || owner === undefined) return refuse(c, 'not_found', NO_SESSION);
		const services = deps.services(principal.workspace);
		await services.settled();
		const lastAt = await services.session(owner, id).lastAt();
		await services.endSession(owner, id);
		return lastAt === null ? refuse(c, 'not_found', NO_SESSION) : { removed: 1 };
	});

	// All of one principal: some at a time, so that each answer comes soon.
	serve(app, 'DELETE /api/sessions', async (c, asked, principal) => {
		const owner = ownerOf(principal, asked.principal);
		const whose = 'principal: must be an id, and another than yours takes the scope "admin".';
		if (owner === undefined) return refuse(c, 'invalid_parameter', whose);
		const services = deps.services(principal.workspace);
		await services.told();
		const listed = await services.sessions.list({ principal: owner, limit: ENDED_AT_ONCE + 1 });
		const ending = listed.slice(0, ENDED_AT_ONCE);
		for (const { session } of ending) await services.endSession(owner, session);
		const isLast = listed.length <= ENDED_AT_ONCE;
		if (isLast)
			for (const all of [services.kept(owner), services.prompts(owner)]) await all.forget({});
		return { removed: ending.length, more: !isLast };
	});

	serveBody(app, 'POST /api/sessions/:id/left', 65_536, async (c, body, principal) => {
		const session = c.req.param('id');
		const services = deps.services(principal.workspace);
		await services.settled();
		const results = body.results.map((id) => ({ id }));
		const left = { results, by: 'client', at: deps.now() } as const;
		const totals = NAME.test(session)
			? await services.session(principal.id, session).left(left)
			: undefined;
		return totals ? { totals } : refuse(c, 'not_found', NO_SESSION);
	});
};

/** A rule that binds, line by line: those in force, and those that were told and are no more. */
function ruleShown({ ruleId, alias, path, told, constraints, untold = [] }: BindingRule) {
	const keysOf = (lines: typeof told) => new Set(lines.map(({ key }) => key));
	const [before, now, others] = [keysOf(told), keysOf(constraints), keysOf(untold)];
	const lines = [...constraints, ...told.filter(({ key }) => !now.has(key)), ...untold];
	return {
		...{ id: ruleId, ...defined({ alias }), path },
		...{ told: told.length, inForce: constraints.length },
		lines: lines.map(({ id, text, key }) => {
			const known = before.has(key) ? 'told' : 'new';
			const state = others.has(key) ? 'untold' : now.has(key) ? known : 'gone';
			return { id, text, state } as const;
		}),
	};
}

const ENDED_AT_ONCE = 50;

const ownerOf = (principal: Principal, asked: string | undefined): string | undefined => {
	if (asked === undefined || asked === principal.id) return principal.id;
	return allows(principal, 'admin') && isPrincipalId(asked) ? asked : undefined;
};

/** Bytes of an event: a tool's output is in it. */
const LARGEST = 20_971_520;

/** Header with the files that the host reads itself: the first digits of their SHA-256. */
const HELD = 'x-loadline-held';
const DIGESTS = /\b[0-9a-f]{12}\b/g;
const MOST_HELD = 200;

export const hookRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'POST /hooks/:host{claude-code|gemini-cli}', async (c, _, principal) => {
		const { correlationId } = c.var;
		const host = c.req.param('host') as keyof HttpDeps['hooks'];
		const body = await readJsonAs(c, z.unknown(), LARGEST);
		if (!body.ok) return body.error;
		try {
			const held = c.req.header(HELD)?.match(DIGESTS)?.slice(0, MOST_HELD) ?? [];
			return await deps.hooks[host].answer(body.value, principal, held);
		} catch (error) {
			// A hook that fails disturbs nobody: the host goes on as if there were none.
			deps.log({ event: 'hook_failed', correlationId, error });
			return {};
		}
	});
};
