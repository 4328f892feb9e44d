// `/api/memory/drafts`: what is proposed, unsubmitted drafts too, and its way to the published text.
import type { Context, Hono } from 'hono';
import type { Config } from '../../config';
import type { BodyOf } from '../../contract';
import { type DraftView, submitDraft, viewDraft } from '../../memory';
import { defined } from '../../shared/defined';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { readJson } from './json-body';
import { faultResponse, MAX_NOTE_BYTES, reviewerOf } from './memory-answers';
import { pageOf } from './page';
import { serve } from './serve';

const STATES: readonly DraftView['draft']['state'][] = ['draft', 'submitted', 'rejected'];

/** The routes of `/api/memory/drafts`. */
export const draftRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	const memoryOf = (c: Context<RouteState>) => deps.services(c.var.principal.workspace).memory;

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
};

/** Drops undefined members of a body. */
const said = (body: BodyOf<'POST /api/memory/drafts/:id/approve'>) => ({
	...defined({ comment: body.comment, draftHash: body.draftHash, over: body.over }),
});
