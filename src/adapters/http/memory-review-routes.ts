// `/api/memory/drafts`: what is proposed, unsubmitted drafts too, and its way to the published text.
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Config } from '../../config';
import { type DraftState, submitDraft, viewDraft } from '../../memory';
import { defined } from '../../shared/defined';
import * as answers from './answers/memory';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { readJson } from './json-body';
import { faultResponse, MAX_NOTE_BYTES, MOST_NOTE, reviewerOf } from './memory-answers';
import { needs } from './needs';
import { pageOf } from './page';

const STATES: readonly DraftState[] = ['draft', 'submitted', 'rejected'];

const comment = z.string().max(MOST_NOTE).optional();
const decisionBody = z.strictObject({ comment });
const approvalBody = z.strictObject({
	comment,
	/** Hash of the draft that the reviewer read. */
	draftHash: z.string().max(100).optional(),
	/** Hash of the published text that is overwritten although it is not the draft's base. */
	over: z.string().max(100).optional(),
});

/** The routes of `/api/memory/drafts`. */
export const draftRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const routes = new Hono<RouteState>();
	const memoryOf = (c: Context<RouteState>) => deps.services(c.var.principal.workspace).memory;

	routes.get(
		'/',
		needs(
			'mcp:read',
			'What is proposed; what is not submitted to its author and reviewers.',
			answers.drafts,
		),
		async (c) => {
			const asked = c.req.query('state');
			const state = STATES.find((each) => each === asked);
			if (asked !== undefined && state === undefined)
				return refuse(c, 'invalid_parameter', `state: one of ${STATES.join(', ')}.`);
			const page = pageOf(c);
			if (!page.ok) return page.error;
			const by = reviewerOf(c.var);
			const wanted = { by, ...(state !== undefined && { state }), ...page.value };
			return c.json(await memoryOf(c).hub.drafts(wanted));
		},
	);

	routes.get(
		'/:id',
		needs(
			'mcp:read',
			'A draft beside what it was based on and what is published.',
			answers.draftView,
		),
		async (c) => {
			const view = await viewDraft(memoryOf(c), { id: c.req.param('id'), by: reviewerOf(c.var) });
			return view.ok ? c.json(view.value) : faultResponse(c, view.error);
		},
	);

	routes.post(
		'/:id/submit',
		needs('mcp:use', 'Hands a draft in for review.', () => answers.decided(decisionBody)),
		async (c) => {
			const body = await readJson(c, decisionBody, MAX_NOTE_BYTES);
			if (!body.ok) return body.error;
			const decision = { id: c.req.param('id'), by: reviewerOf(c.var), ...said(body.value) };
			const done = await submitDraft(memoryOf(c), decision);
			return done.ok ? c.json({ draft: done.value }) : faultResponse(c, done.error);
		},
	);

	routes.post(
		'/:id/approve',
		needs('memory:review', 'Publishes a draft.', () => answers.approved(approvalBody)),
		async (c) => {
			const { principal } = c.var;
			const body = await readJson(c, approvalBody, MAX_NOTE_BYTES);
			if (!body.ok) return body.error;
			const { config } = await deps.config.current(principal.workspace);
			const done = await memoryOf(c).hub.approveDraft({
				id: c.req.param('id'),
				by: reviewerOf(c.var),
				fourEyes: (config as Partial<Config>).review?.fourEyes ?? false,
				...said(body.value),
			});
			if (done.ok) return c.json(done.value);
			const { view } = done.error;
			if (view === undefined) return faultResponse(c, done.error);
			const { body: _, ...sides } = view;
			return faultResponse(c, done.error, { detail: sides });
		},
	);

	routes.post(
		'/:id/reject',
		needs('memory:review', 'Gives a draft back to its author.', () =>
			answers.decided(decisionBody),
		),
		async (c) => {
			const body = await readJson(c, decisionBody, MAX_NOTE_BYTES);
			if (!body.ok) return body.error;
			const decision = { id: c.req.param('id'), by: reviewerOf(c.var), ...said(body.value) };
			const done = await memoryOf(c).hub.rejectDraft(decision);
			return done.ok ? c.json({ draft: done.value }) : faultResponse(c, done.error);
		},
	);

	return routes;
};

/** What was given of a body; what was not is absent, not undefined. */
const said = (body: z.output<typeof approvalBody>) => ({
	...defined({ comment: body.comment, draftHash: body.draftHash, over: body.over }),
});
