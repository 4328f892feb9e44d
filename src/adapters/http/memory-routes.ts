// `/api/memory`: published objects and their versions, drafts and their review, the workspace as a folder, what is always
// on, and evidence. A caller sees the own attestations; an administrator all.
import type { Context, Hono } from 'hono';
import { allows } from '../../auth';
import type { Config } from '../../config';
import { type Hub, submitDraft, viewDraft } from '../../memory';
import { defined } from '../../shared/json-values';
import { versionOf } from './config-routes';
import type { HttpDeps, RouteState } from './deps';
import { type Asking, type ErrorDetail, refuse } from './errors';
import { serve, serveBody, streamOf } from './serve';

const UNKNOWN = 'Nothing is published by this id and version: it may have been withdrawn.';

const MAX_STANDING_BYTES = 10_000;
const MAX_PLAN_BYTES = 2 * 1024 * 1024;
/** Bytes of all that one push publishes: it is one step, or none. */
const MAX_PUSH_BYTES = 16 * 1024 * 1024;
const MAX_NOTE_BYTES = 64 * 1024;

type ReviewFault = Extract<ReturnType<Hub['submitDraft']>, { readonly ok: false }>['error'];

const faultResponse = (c: Asking, { code, message }: ReviewFault, detail?: ErrorDetail) =>
	refuse(c, code === 'invalid' ? 'invalid_body' : code, message, detail);

/** Returns the reviewer of a request, and whether others' drafts are theirs to decide. */
const reviewerOf = ({ principal }: RouteState['Variables']): Parameters<Hub['draft']>[0]['by'] => ({
	principal: principal.id,
	administrator: allows(principal, 'memory:review'),
});

const NDJSON = 'application/x-ndjson';
const MOST_ROWS = 1000;

type AttestationQuery = NonNullable<Parameters<Hub['attestations']>[0]>;

type Ask = (page: AttestationQuery) => Promise<ReturnType<Hub['attestations']>>;

/** One line of JSON for each, oldest first; asked for as they are read. */
async function* linesOf(ask: Ask): AsyncGenerator<string> {
	for (let afterSeq: number | undefined = 0; afterSeq !== undefined; ) {
		const { items, next }: Awaited<ReturnType<Ask>> = await ask({
			...(afterSeq > 0 && { afterSeq }),
			...{ order: 'oldest', limit: MOST_ROWS },
		});
		if (items.length > 0) yield items.map((item) => `${JSON.stringify(item)}\n`).join('');
		afterSeq = next;
	}
}

export const memoryRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	const memoryOf = (c: Context<RouteState>) => deps.services(c.var.principal.workspace).memory;
	const hubOf = (c: Context<RouteState>) => memoryOf(c).hub;

	serve(app, 'GET /api/memory/objects', async (c, asked) => {
		const { limit, offset, sort, ...wanted } = asked;
		const hub = hubOf(c);
		const [found, usage] = await Promise.all([
			hub.listObjects(wanted),
			sort === 'used' ? hub.usage() : { objects: [] },
		]);
		const used = new Map(usage.objects.map((each) => [each.id, each.loads + each.references]));
		const sorted = found.toSorted((a, b) => (used.get(b.id) ?? 0) - (used.get(a.id) ?? 0));
		return { objects: sorted.slice(offset, offset + limit), total: found.length };
	});

	serve(app, 'GET /api/memory/objects/:id', async (c, asked) => {
		const version = await hubOf(c).readObject({ id: c.req.param('id'), ...asked });
		if (version === null) return refuse(c, 'not_found', UNKNOWN);
		const { objectId: id, category: _, ...rest } = version;
		return { id, ...rest };
	});

	serve(app, 'GET /api/memory/objects/:id/versions', async (c) => {
		const hub = hubOf(c);
		const id = c.req.param('id');
		const found = await hub.listVersions({ id });
		if (found.length === 0 && (await hub.readObject({ id })) === null)
			return refuse(c, 'not_found', UNKNOWN);
		return { id, versions: found.map(({ objectId: _, category: __, ...version }) => version) };
	});

	serveBody(app, 'POST /api/memory/objects/:id/rollback', MAX_NOTE_BYTES, async (c, body) => {
		const ifMatch = versionOf(c.req.header('if-match'));
		if (!ifMatch.ok) return refuse(c, 'invalid_parameter', ifMatch.error);
		const { version, note } = body;
		const which = { id: c.req.param('id'), version, by: c.var.principal.id, ...ifMatch.value };
		const done = await hubOf(c).rollback({ ...which, ...defined({ note }) });
		return done.ok ? done.value : faultResponse(c, done.error);
	});

	serve(app, 'GET /api/memory/drafts', (c, asked) =>
		hubOf(c).drafts({ by: reviewerOf(c.var), ...asked }),
	);

	serve(app, 'GET /api/memory/drafts/:id', async (c) => {
		const view = await viewDraft(memoryOf(c), { id: c.req.param('id'), by: reviewerOf(c.var) });
		return view.ok ? view.value : faultResponse(c, view.error);
	});

	serveBody(app, 'POST /api/memory/drafts/:id/submit', MAX_NOTE_BYTES, async (c, body) => {
		const decision = { id: c.req.param('id'), by: reviewerOf(c.var), ...defined(body) };
		const done = await submitDraft(memoryOf(c), decision);
		return done.ok ? { draft: done.value } : faultResponse(c, done.error);
	});

	serveBody(app, 'POST /api/memory/drafts/:id/approve', MAX_NOTE_BYTES, async (c, body) => {
		const { config } = await deps.config.current(c.var.principal.workspace);
		const done = await hubOf(c).approveDraft({
			id: c.req.param('id'),
			by: reviewerOf(c.var),
			fourEyes: (config as Partial<Config>).review?.fourEyes ?? false,
			...defined(body),
		});
		if (done.ok) return done.value;
		const { view } = done.error;
		if (view === undefined) return faultResponse(c, done.error);
		const { body: _, ...sides } = view;
		return faultResponse(c, done.error, { detail: sides });
	});

	serveBody(app, 'POST /api/memory/drafts/:id/reject', MAX_NOTE_BYTES, async (c, body) => {
		const decision = { id: c.req.param('id'), by: reviewerOf(c.var), ...defined(body) };
		const done = await hubOf(c).rejectDraft(decision);
		return done.ok ? { draft: done.value } : faultResponse(c, done.error);
	});

	serveBody(app, 'POST /api/memory/sync/plan', MAX_PLAN_BYTES, (c, body) =>
		hubOf(c).planSync(body),
	);

	serveBody(app, 'POST /api/memory/sync/apply', MAX_PUSH_BYTES, async (c, body, principal) => {
		const { note, ...changes } = body;
		const done = await hubOf(c).applySync({ by: principal.id, ...changes, ...defined({ note }) });
		if (done.ok) return done.value;
		const issues = done.error.files.map(({ file: path, reason }) => ({ path, reason }));
		return faultResponse(c, done.error, { issues });
	});

	serve(app, 'GET /api/memory/export', async (c, asked) => hubOf(c).exportFiles(asked));

	// For the hook of a host, at the start of a session.
	serveBody(app, 'POST /api/memory/standing', MAX_STANDING_BYTES, async (c, read, principal) => {
		const { session_id: session, token_budget: tokenBudget, held = [] } = read;
		return hubOf(c).standing({ principal: principal.id, session, tokenBudget, held });
	});

	serve(app, 'GET /api/memory/attestations', async (c, query, principal) => {
		const { object: objectId, after: afterSeq, before: beforeSeq, format, ...rest } = query;
		const whose = allows(principal, 'admin') ? {} : { principal: principal.id };
		const asked = { ...rest, ...whose, ...defined({ objectId, afterSeq, beforeSeq }) };
		const hub = hubOf(c);
		if (format === 'ndjson' || (!format && c.req.header('accept')?.includes(NDJSON)))
			return new Response(streamOf(linesOf((page) => hub.attestations({ ...asked, ...page }))), {
				headers: {
					'Content-Type': NDJSON,
					'Content-Disposition': 'attachment; filename="attestations.ndjson"',
				},
			});
		const { items, next } = await hub.attestations(asked);
		return { attestations: items, ...(next !== undefined && { next }) };
	});

	serve(app, 'GET /api/memory/overlaps', (c) => hubOf(c).overlaps({}));

	serve(app, 'GET /api/memory/usage', (c, { object }) => hubOf(c).usage(defined({ id: object })));
};
