// `/api/results/<handle>`: what is kept behind a handle, as a file, for the caller it was given to; and
// links to it, where they are on (docs/ask.md "Export").
import type { Hono, MiddlewareHandler } from 'hono';
import type { EXPORT_FORMATS } from '../../ask';
import { allows, bearerIn } from '../../auth';
import { type ExportFault, readExportCall } from '../../gateway';
import type { SuccessOf } from '../../shared/result';
import { freeMoments } from '../fetch';
import type { HttpDeps, RouteState } from './deps';
import { tooMany } from './door';
import { type Asking, type HttpErrorCode, refuse } from './errors';
import { isoTime, serve, streamOf } from './serve';

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
		const expiresAt = isoTime(expires * 1000);
		return c.json({ url: url.href, expiresAt }, 201);
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
