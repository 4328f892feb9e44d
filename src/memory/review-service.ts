// Review for people (routes, UI, command line): what needs a draft's content, which is kept elsewhere.
import { err, ok, type Result } from '../shared/result';
import { type DraftBodies, readBody } from './draft-bodies';
import { targetPath } from './draft-machine';
import type { ReviewFault } from './faults';
import type { RemoteHub } from './hub/hub';
import type { Reviewer } from './hub/reviewing';
import type { DraftEntry, DraftView } from './review';

interface Services {
	readonly hub: RemoteHub;
	readonly bodies: DraftBodies;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

/** Hands a draft to the reviewers, with its content. */
export async function submitDraft(
	{ hub, bodies, now }: Services,
	decision: { readonly id: string; readonly by: Reviewer; readonly comment?: string },
): Promise<Result<DraftEntry, ReviewFault>> {
	const body = await hub.draftBody({ id: decision.id, by: decision.by });
	if (!body.ok) return body;
	if (body.value === null) return hub.submitDraft(decision);
	const read = await readBody(bodies, body.value, body.value.writtenAt, now());
	if ('missing' in read) return err({ code: 'wrong_state', message: read.missing });
	return hub.submitDraft({ ...decision, content: read.content });
}

/** Base, current and draft; an author sees the own draft before it is submitted. */
export async function viewDraft(
	{ hub, bodies, now }: Services,
	{ id, by }: { readonly id: string; readonly by: Reviewer },
): Promise<Result<Omit<DraftView, 'body'>, ReviewFault>> {
	const found = await hub.draft({ id, by });
	if (!found.ok) return found;
	const { body, ...view } = found.value;
	if (body === undefined || view.proposed !== null) return ok(view);
	const read = await readBody(bodies, body, body.writtenAt, now());
	if ('missing' in read) return ok({ ...view, withheld: read.missing });
	const path = targetPath(view.draft, view.current);
	return ok({ ...view, proposed: { hash: body.hash, path, content: read.content } });
}
