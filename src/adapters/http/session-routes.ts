// `/api/sessions` and `/api/sessions/<id>`: what happened in conversations, and their end. A caller has the own ones; an
// administrator all, with `?principal=` for another's. `/api/results/<handle>`: what is kept behind a handle, as a file,
// for the caller it was given to; and links to it, where they are on (docs/ask.md "Export").
import type { Hono, MiddlewareHandler } from 'hono';
import * as z from 'zod/v4';
import type { EXPORT_FORMATS } from '../../ask';
import { allows, bearerIn, isPrincipalId, type Principal } from '../../auth';
import { windowOf } from '../../config';
import { type ExportFault, readExportCall, replaySources } from '../../gateway';
import type { BindingRule } from '../../memory';
import { currentPayload, parseResult } from '../../session';
import { defined } from '../../shared/json-values';
import type { SuccessOf } from '../../shared/result';
import { freeMoments } from '../fetch';
import type { HttpDeps, RouteState } from './deps';
import { tooMany } from './door';
import { type Asking, type HttpErrorCode, refuse } from './errors';
import { isoTime, readJsonAs, serve, serveBody, streamOf } from './serve';

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
		const owner = ownerOf(principal, asked.principal);
		const services = deps.services(principal.workspace);
		await services.settled();
		if (!NAME.test(id) || owner === undefined) return refuse(c, 'not_found', NO_SESSION);
		const view = await services.session(owner, id).view({ after: asked.after });
		if (view.totals.calls === 0 && !view.prompts) return refuse(c, 'not_found', NO_SESSION);
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

const AT_ONCE = 131_072;

export const resultsRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	serve(app, 'GET /api/results/:handle', async (c, asked, principal) => {
		const call = readExportCall(c.req.param('handle'), asked);
		if (!call.ok) return refuse(c, 'invalid_parameter', call.error);
		const exported = await deps.results.export(call.value, { principal, signal: c.req.raw.signal });
		return exported.ok ? file(exported.value, principal.workspace) : refusal(c, exported.error);
	});

	serve(app, 'POST /api/results/:handle/link', async (c, asked, principal) => {
		const call = readExportCall(c.req.param('handle'), asked);
		if (!call.ok) return refuse(c, 'invalid_parameter', call.error);
		const bearer = bearerIn(c.req.header('authorization') ?? null);
		const token = bearer.ok ? bearer.value : (await deps.people.visitor(c.req.raw))?.token;
		const made = await deps.results.link(call.value, principal, token);
		if (!made.ok) return refusal(c, made.error);
		const { link, expires } = made.value;
		const url = new URL(`/api/results/${call.value.handle}`, c.req.url);
		const { handle: _, ...chosen } = call.value;
		for (const [name, value] of Object.entries({ ...chosen, link }))
			url.searchParams.set(name, value);
		return c.json({ url: url.href, expiresAt: isoTime(expires * 1000) }, 201);
	});
};

/** Serves a link, which needs no token as long as its owner may come in; any other request goes on. */
export const linkedResult =
	(deps: HttpDeps): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		const { link, ...asked } = c.req.query();
		if (c.req.method !== 'GET' || link === undefined) return next();
		const call = readExportCall(c.req.param('handle') ?? '', asked);
		const owner = call.ok ? await deps.results.linked(call.value, link) : undefined;
		const access = owner && (await deps.access(c.req.raw, owner));
		// Nobody has been let in who could have made one.
		if (access?.kind === 'closed') return next();
		if (access?.kind === 'limited') return tooMany(c, access.retryAfterSeconds);
		if (!call.ok || access?.kind !== 'caller' || !allows(access.principal, 'mcp:read')) {
			const message =
				'This link does not open anything (any more). Ask for a new one, or leave out link and send a token.';
			return refuse(c, 'forbidden', message);
		}
		const { principal } = access;
		const exported = await deps.results.export(call.value, { principal, signal: c.req.raw.signal });
		return exported.ok ? file(exported.value, principal.workspace) : refusal(c, exported.error);
	};

const TYPES: Readonly<
	Record<(typeof EXPORT_FORMATS)[number], readonly [type: string, name: string]>
> = {
	json: ['application/json', 'result.json'],
	ndjson: ['application/x-ndjson', 'result.ndjson'],
	csv: ['text/csv; charset=utf-8', 'result.csv'],
	text: ['text/plain; charset=utf-8', 'result.txt'],
};

type Exported = SuccessOf<HttpDeps['results']['export']>;

const file = ({ format, chunks, complete }: Exported, whose: string): Response => {
	const [type, name] = TYPES[format];
	return new Response(streamOf(partsOf(chunks, whose)), {
		headers: {
			'Content-Type': type,
			'Content-Disposition': `attachment; filename="${name}"`,
			// Whoever made the data may not run it here.
			'Content-Security-Policy': "default-src 'none'; sandbox",
			'Referrer-Policy': 'no-referrer',
			'Cache-Control': 'private, no-store',
			'Loadline-Complete': String(complete),
		},
	});
};

/** Each part is written in a moment of its own: what a client takes fast keeps nobody else waiting. */
async function* partsOf(chunks: Iterable<string>, whose: string): AsyncGenerator<string> {
	let text = '';
	await freeMoments.next(whose);
	for (const chunk of chunks) {
		text += chunk;
		if (text.length < AT_ONCE) continue;
		yield text;
		text = '';
		await freeMoments.next(whose);
	}
	if (text !== '') yield text;
}

type Code = ExportFault['code'] | 'links_off';

/** A handle that opens nothing, for any other reason, is not found. */
const CODES: Readonly<Partial<Record<Code, HttpErrorCode>>> = {
	asked: 'invalid_parameter',
	revoked: 'forbidden',
	closed: 'forbidden',
	not_visible_yet: 'unavailable',
	unavailable: 'unavailable',
	links_off: 'forbidden',
};

const refusal = (c: Asking, fault: { readonly code: Code; readonly message: string }): Response => {
	const code = CODES[fault.code] ?? 'not_found';
	const headers = code === 'unavailable' ? { 'Retry-After': '5' } : {};
	return refuse(c, code, fault.message, { headers });
};
