// `/api/memory`: published objects and their versions, drafts and their review, the workspace as a folder, what is always
// on, and evidence. A caller sees the own attestations; an administrator all.
import type { Context, Hono } from 'hono';
import { allows } from '../../auth';
import type { Config } from '../../config';
import type { BodyOf } from '../../contract';
import { type DraftView, type Hub, type ObjectMeta, submitDraft, viewDraft } from '../../memory';
import { defined } from '../../shared/defined';
import { err, ok, type Result } from '../../shared/result';
import type { HttpDeps, RouteState } from './deps';
import { type Asking, type HttpErrorCode, refusalBy, refuse } from './errors';
import { pageOf, readJson } from './json-body';
import { serve } from './serve';

const KINDS: readonly ObjectMeta['kind'][] = ['rule', 'workflow', 'context'];
const MOST_QUERY = 2000;

const unknownObject = (c: Asking): Response =>
	refuse(
		c,
		'not_found',
		'There is no such object or version; GET /api/memory/objects lists what is published.',
	);

const STATES: readonly DraftView['draft']['state'][] = ['draft', 'submitted', 'rejected'];

const said = (body: BodyOf<'POST /api/memory/drafts/:id/approve'>) => ({
	...defined({ comment: body.comment, draftHash: body.draftHash, over: body.over }),
});

/** Bytes of a request for what is always on. */
const MAX_STANDING_BYTES = 10_000;
/** Bytes of a list of files with hashes. */
const MAX_PLAN_BYTES = 2 * 1024 * 1024;
/** Bytes of all that one push publishes: it is one step, or none. */
const MAX_PUSH_BYTES = 16 * 1024 * 1024;
/** Bytes of a body that holds a comment and little else. */
const MAX_NOTE_BYTES = 64 * 1024;

type ReviewFault = Extract<ReturnType<Hub['submitDraft']>, { readonly ok: false }>['error'];

const CODES: Readonly<Record<ReviewFault['code'], HttpErrorCode>> = {
	not_found: 'not_found',
	forbidden: 'forbidden',
	four_eyes: 'four_eyes',
	wrong_state: 'wrong_state',
	conflict: 'conflict',
	invalid: 'invalid_body',
};

const faultResponse = refusalBy(CODES);

/** Returns the reviewer of a request, and whether others' drafts are theirs to decide. */
const reviewerOf = ({ principal }: RouteState['Variables']): Parameters<Hub['draft']>[0]['by'] => ({
	principal: principal.id,
	administrator: allows(principal, 'memory:review'),
});

const NDJSON = 'application/x-ndjson';
const MOST_ROWS = 1000;
const MOST_FILTER = 300;

type AttestationQuery = NonNullable<Parameters<Hub['attestations']>[0]>;

/** `?event=&principal=&session=&object=&order=&limit=&after=&before=`; the error names the parameter. */
function queryOf(given: Readonly<Record<string, string>>): Result<AttestationQuery, string> {
	const { event, principal, session, object: objectId, order = 'newest' } = given;
	const filters = Object.entries({ event, principal, session, objectId });
	if (filters.some(([, value]) => (value?.length ?? 0) > MOST_FILTER))
		return err(`a filter has at most ${MOST_FILTER} characters.`);
	if (order !== 'newest' && order !== 'oldest') return err('order: newest or oldest.');
	const numbers = ['limit', 'after', 'before'].map((name) => [name, given[name]] as const);
	const wrong = numbers.find(([, text]) => text !== undefined && !/^\d{1,15}$/.test(text));
	if (wrong !== undefined) return err(`${wrong[0]}: must be a whole number.`);
	const limit = Number(given.limit ?? 50);
	if (limit < 1 || limit > MOST_ROWS)
		return err(`limit: must be a whole number from 1 to ${MOST_ROWS}.`);
	return ok({
		...Object.fromEntries(filters.filter(([, value]) => value !== undefined)),
		...(given.after !== undefined && { afterSeq: Number(given.after) }),
		...(given.before !== undefined && { beforeSeq: Number(given.before) }),
		order,
		limit,
	});
}

type Ask = (page: AttestationQuery) => Promise<ReturnType<Hub['attestations']>>;

/** One line of JSON for each, oldest first; asked for as they are read. */
function linesOf(ask: Ask): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	let after: { readonly afterSeq?: number } = {};
	return new ReadableStream({
		async pull(controller) {
			const { items, next } = await ask({ ...after, order: 'oldest', limit: MOST_ROWS });
			const lines = items.map((item) => `${JSON.stringify(item)}\n`).join('');
			if (lines !== '') controller.enqueue(encoder.encode(lines));
			if (next === undefined) controller.close();
			else after = { afterSeq: next };
		},
	});
}

export const memoryRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	const memoryOf = (c: Context<RouteState>) => deps.services(c.var.principal.workspace).memory;

	serve(app, 'GET /api/memory/objects', async (c) => {
		const page = pageOf(c);
		if (!page.ok) return page.error;
		const { kind: asked, group, query } = c.req.query();
		const kind = KINDS.find((each) => each === asked);
		if (asked !== undefined && kind === undefined)
			return refuse(c, 'invalid_parameter', `kind: one of ${KINDS.join(', ')}.`);
		const found = await memoryOf(c).hub.listObjects({
			...(kind && { kind }),
			...(group !== undefined && { group: group.slice(0, MOST_QUERY) }),
			...(query !== undefined && { query: query.slice(0, MOST_QUERY) }),
		});
		const { limit, offset } = page.value;
		const objects = found.slice(offset, offset + limit);
		return { objects, total: found.length };
	});

	serve(app, 'GET /api/memory/objects/:id', async (c) => {
		const asked = c.req.query('version');
		if (asked !== undefined && !/^\d{1,9}$/.test(asked))
			return refuse(c, 'invalid_parameter', 'version: must be a whole number.');
		const version = await memoryOf(c).hub.readObject({
			id: c.req.param('id'),
			...(asked !== undefined && { version: Number(asked) }),
		});
		if (version === null) return unknownObject(c);
		const { objectId: id, category: _, ...rest } = version;
		return { id, ...rest };
	});

	serve(app, 'GET /api/memory/objects/:id/versions', async (c) => {
		const hub = memoryOf(c).hub;
		const id = c.req.param('id');
		const found = await hub.listVersions({ id });
		if (found.length === 0 && (await hub.readObject({ id })) === null) return unknownObject(c);
		const versions = found.map(({ objectId: _, category: __, ...version }) => version);
		return { id, versions };
	});

	serve(app, 'POST /api/memory/objects/:id/rollback', async (c) => {
		const { principal } = c.var;
		const body = await readJson(c, 'POST /api/memory/objects/:id/rollback', MAX_NOTE_BYTES);
		if (!body.ok) return body.error;
		const { version, note } = body.value;
		const done = await memoryOf(c).hub.rollback({
			id: c.req.param('id'),
			version,
			by: principal.id,
			...(note !== undefined && { note }),
		});
		return done.ok ? done.value : faultResponse(c, done.error);
	});

	serve(app, 'GET /api/memory/drafts', async (c) => {
		const asked = c.req.query('state');
		const state = STATES.find((each) => each === asked);
		if (asked !== undefined && state === undefined)
			return refuse(c, 'invalid_parameter', `state: one of ${STATES.join(', ')}.`);
		const page = pageOf(c);
		if (!page.ok) return page.error;
		const by = reviewerOf(c.var);
		const wanted = { by, ...(state !== undefined && { state }), ...page.value };
		return await memoryOf(c).hub.drafts(wanted);
	});

	serve(app, 'GET /api/memory/drafts/:id', async (c) => {
		const view = await viewDraft(memoryOf(c), { id: c.req.param('id'), by: reviewerOf(c.var) });
		return view.ok ? view.value : faultResponse(c, view.error);
	});

	serve(app, 'POST /api/memory/drafts/:id/submit', async (c) => {
		const body = await readJson(c, 'POST /api/memory/drafts/:id/submit', MAX_NOTE_BYTES);
		if (!body.ok) return body.error;
		const decision = { id: c.req.param('id'), by: reviewerOf(c.var), ...said(body.value) };
		const done = await submitDraft(memoryOf(c), decision);
		return done.ok ? { draft: done.value } : faultResponse(c, done.error);
	});

	serve(app, 'POST /api/memory/drafts/:id/approve', async (c) => {
		const { principal } = c.var;
		const body = await readJson(c, 'POST /api/memory/drafts/:id/approve', MAX_NOTE_BYTES);
		if (!body.ok) return body.error;
		const { config } = await deps.config.current(principal.workspace);
		const done = await memoryOf(c).hub.approveDraft({
			id: c.req.param('id'),
			by: reviewerOf(c.var),
			fourEyes: (config as Partial<Config>).review?.fourEyes ?? false,
			...said(body.value),
		});
		if (done.ok) return done.value;
		const { view } = done.error;
		if (view === undefined) return faultResponse(c, done.error);
		const { body: _, ...sides } = view;
		return faultResponse(c, done.error, { detail: sides });
	});

	serve(app, 'POST /api/memory/drafts/:id/reject', async (c) => {
		const body = await readJson(c, 'POST /api/memory/drafts/:id/reject', MAX_NOTE_BYTES);
		if (!body.ok) return body.error;
		const decision = { id: c.req.param('id'), by: reviewerOf(c.var), ...said(body.value) };
		const done = await memoryOf(c).hub.rejectDraft(decision);
		return done.ok ? { draft: done.value } : faultResponse(c, done.error);
	});

	serve(app, 'POST /api/memory/sync/plan', async (c) => {
		const body = await readJson(c, 'POST /api/memory/sync/plan', MAX_PLAN_BYTES);
		if (!body.ok) return body.error;
		const { hub } = memoryOf(c);
		return await hub.planSync(body.value);
	});

	serve(app, 'POST /api/memory/sync/apply', async (c) => {
		const { principal } = c.var;
		const body = await readJson(c, 'POST /api/memory/sync/apply', MAX_PUSH_BYTES);
		if (!body.ok) return body.error;
		const { files, withdraw, note } = body.value;
		const { hub } = memoryOf(c);
		const done = await hub.applySync({
			by: principal.id,
			files,
			withdraw,
			...(note !== undefined && { note }),
		});
		if (done.ok) return done.value;
		const issues = done.error.files.map(({ file: path, reason }) => ({ path, reason }));
		return faultResponse(c, done.error, { issues });
	});

	serve(app, 'GET /api/memory/export', async (c) => {
		const after = c.req.query('after') ?? '';
		if (after.length > 200) return refuse(c, 'invalid_parameter', 'after: the `next` of a page.');
		const { hub } = memoryOf(c);
		return await hub.exportFiles({ after });
	});

	// For the hook of a host, at the start of a session.
	serve(app, 'POST /api/memory/standing', async (c) => {
		const { principal } = c.var;
		const read = await readJson(c, 'POST /api/memory/standing', MAX_STANDING_BYTES);
		if (!read.ok) return read.error;
		const { session_id: session, token_budget: tokenBudget, held = [] } = read.value;
		const { hub } = memoryOf(c);
		return await hub.standing({ principal: principal.id, session, tokenBudget, held });
	});

	serve(app, 'GET /api/memory/attestations', async (c) => {
		const { principal } = c.var;
		const query = queryOf(c.req.query());
		if (!query.ok) return refuse(c, 'invalid_parameter', query.error);
		const whose = allows(principal, 'admin') ? {} : { principal: principal.id };
		const asked = { ...query.value, ...whose };
		const { hub } = memoryOf(c);
		const format = c.req.query('format');
		if (format !== undefined && format !== 'json' && format !== 'ndjson')
			return refuse(c, 'invalid_parameter', 'format: json or ndjson.');
		if (format === 'ndjson' || (!format && c.req.header('accept')?.includes(NDJSON)))
			return new Response(
				linesOf((page) => hub.attestations({ ...asked, ...page })),
				{
					headers: {
						'Content-Type': NDJSON,
						'Content-Disposition': 'attachment; filename="attestations.ndjson"',
					},
				},
			);
		const { items, next } = await hub.attestations(asked);
		return { attestations: items, ...(next !== undefined && { next }) };
	});

	serve(app, 'GET /api/memory/overlaps', async (c) => {
		const { hub } = memoryOf(c);
		return await hub.overlaps({});
	});

	serve(app, 'GET /api/memory/usage', async (c) => {
		const id = c.req.query('object');
		const { hub } = memoryOf(c);
		return await hub.usage(id === undefined ? {} : { id });
	});
};
