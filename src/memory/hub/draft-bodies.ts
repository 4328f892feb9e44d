// Port: storage of draft bodies, each written once under its hash, so that it can be read from anywhere; and the
// review actions that need a body.
import { err, ok, type Result } from '../../shared/result';
import type { ReviewFault } from '../faults';
import type { DraftBody } from '../types';
import { targetPath } from './draft-target';
import type { DraftView } from './draft-view';
import type { Hub, RemoteHub } from './hub';

/** Draft bodies of one workspace, kept for 180 days or more after they were written. */
export interface DraftBodies {
	/**
	 * Resolves when the body is durable. The same key always has the same content.
	 * @param author principal id
	 */
	put(key: string, content: string, author: string): Promise<void>;
	/** Resolves to null when the body is not visible here yet, or has expired. */
	get(key: string): Promise<string | null>;
}

/** Milliseconds after which a written body is visible everywhere. */
const PROPAGATION_MS = 90_000;

/** `draft/<draft id>/<hex of the hash>` */
export const bodyKey = (draftId: string, hash: string): string =>
	`draft/${draftId}/${hash.slice(hash.indexOf(':') + 1)}`;

/** Reads a draft's content, or returns a sentence on why it is not available. */
export async function readBody(
	bodies: DraftBodies,
	body: Pick<DraftBody, 'key'>,
	writtenAt: number,
	now: number,
): Promise<{ readonly content: string } | { readonly missing: string }> {
	const content = await bodies.get(body.key);
	if (content !== null) return { content };
	return {
		missing:
			now - writtenAt < PROPAGATION_MS
				? 'the draft is not visible at this location yet; repeat the call in a minute'
				: 'the content of the draft has expired; update it with a new body, or discard it',
	};
}

export interface Services {
	readonly hub: RemoteHub;
	readonly bodies: DraftBodies;
	readonly now: () => number;
}

type DraftRef = Parameters<Hub['draft']>[0];

/** Submits a draft for review, with its content. */
export async function submitDraft(
	{ hub, bodies, now }: Services,
	decision: DraftRef & { readonly comment?: string },
): Promise<ReturnType<Hub['submitDraft']>> {
	const body = await hub.draftBody({ id: decision.id, by: decision.by });
	if (!body.ok) return body;
	if (body.value === null) return hub.submitDraft(decision);
	const read = await readBody(bodies, body.value, body.value.writtenAt, now());
	if ('missing' in read) return err({ code: 'wrong_state', message: read.missing });
	return hub.submitDraft({ ...decision, content: read.content });
}

/** Returns base, current and proposed text; an author sees the own draft before it is submitted. */
export async function viewDraft(
	{ hub, bodies, now }: Services,
	{ id, by }: DraftRef,
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
