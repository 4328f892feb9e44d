// Review of drafts: list, submit, approve, reject.
import { defined } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import { readDocument } from '../document/document';
import { type ReviewFault, refused } from '../faults';
import { categoryAt, kindOf } from '../files/paths';
import { contentHash, sameHash } from '../hash';
import type { Draft, Version } from '../types';
import { attestor, type HubContext, idOf, madeVersion, publishVersion } from './context';
import { targetPath } from './draft-target';
import {
	currentOf,
	type DraftEntry,
	type DraftView,
	entryOf,
	hasMoved,
	holderOf,
	isConflict,
	viewOf,
} from './draft-view';
import { factsOf } from './publishing';

/** A person who reads or decides, outside of any session. */
export interface Reviewer {
	readonly principal: string;
	readonly administrator: boolean;
}

export interface DraftRef {
	/** Id of the draft, or of the object that it changes. */
	readonly id: string;
	readonly by: Reviewer;
}

export interface Decision extends DraftRef {
	readonly comment?: string;
}

export interface DraftFilter {
	readonly by?: Reviewer;
	readonly state?: Draft['state'];
	readonly limit?: number;
	readonly offset?: number;
}

export const reviewing = (context: HubContext) => ({
	/** Returns a page of drafts, newest first, and their total number; with `by`, only those that this reader may see. */
	drafts({ by, state, limit = 50, offset = 0 }: DraftFilter = {}) {
		const found = context.store
			.drafts()
			.filter((draft) => state === undefined || draft.state === state)
			.filter((draft) => by === undefined || isShown(draft, by));
		const drafts = found
			.slice(offset, offset + limit)
			.map((draft) => entryOf(draft, isConflict(context, draft)));
		return { drafts, total: found.length };
	},

	/** Returns a draft; unsubmitted content is visible to its author alone. */
	draft({ id, by }: DraftRef): Result<DraftView, ReviewFault> {
		const draft = find(context, id);
		return draft && isShown(draft, by) ? ok(viewOf(context, draft, by.principal)) : missing(id);
	},

	/** Returns the location of the content to submit; null when the draft has none. */
	draftBody({ id, by }: DraftRef) {
		const draft = submittable(context, id, by);
		if (!draft.ok) return draft;
		const { body, updatedAt } = draft.value;
		return ok(body === undefined ? null : { key: body.key, writtenAt: updatedAt });
	},

	/** Submits a draft for review. @param content of its body; absent when it has none */
	submitDraft({ id, by, comment, content }: Decision & { readonly content?: string }) {
		return context.store.transaction(() => {
			const draft = submittable(context, id, by);
			if (!draft.ok) return draft;
			const { comment: _answered, decidedAt: _at, heard: _heard, ...rest } = draft.value;
			if (rest.body !== undefined && contentHash(content ?? '') !== rest.body.hash)
				return refused('wrong_state', 'the draft changed while it was submitted; repeat');
			const now = { state: 'submitted', submittedAt: context.now() } as const;
			const submitted: Draft = { ...rest, ...defined({ comment }), ...now };
			context.store.putDraft(submitted, content);
			note(context, 'review.submit', submitted, by, comment);
			return ok(entryOf(submitted, isConflict(context, submitted)));
		});
	},

	/**
	 * Publishes a submitted draft as a new version, in one step.
	 * @param fourEyes refuses the approval of an own draft
	 * @param draftHash of the text that the reviewer read; refused when the draft has another body
	 * @param over hash of the current text, which the reviewer replaces although the draft has an older base
	 */
	approveDraft(
		asked: Decision & {
			readonly fourEyes: boolean;
			readonly draftHash?: string;
			readonly over?: string;
		},
	): Result<
		Pick<Version, 'objectId' | 'path' | 'version' | 'hash'> & {
			readonly state: 'published' | 'withdrawn';
		},
		ReviewFault & { readonly view?: DraftView }
	> {
		const { id, by, comment, fourEyes, draftHash, over } = asked;
		return context.store.transaction(() => {
			const draft = find(context, id);
			if (draft === undefined) return missing(id);
			if (draft.state !== 'submitted')
				return refused('wrong_state', `the draft is not submitted (its state: ${draft.state})`);
			if (fourEyes && draft.author === by.principal)
				return refused('four_eyes', 'review.fourEyes is on: somebody else must approve this draft');
			const current = currentOf(context, draft);
			// A draft that renames alone is of the text that there is.
			const read = draft.body?.hash ?? current?.hash;
			if (draftHash !== undefined && !(read && sameHash(draftHash, read)))
				return refused('conflict', 'the draft has changed since you read it; read it again');
			if (hasMoved(draft, current) && !(over && current && sameHash(over, current.hash)))
				return err({
					code: 'conflict' as const,
					message:
						'what this draft was based on has changed since; compare base, current and draft, then reject it, or approve it with `over` set to the hash of current',
					view: viewOf(context, draft, by.principal),
				});
			const version = versionFrom(context, draft, current, comment);
			if (!version.ok) return version;
			publishVersion(context, version.value);
			const { objectId, path, hash, version: number, deleted } = version.value;
			// A deletion is of the text that it withdraws.
			const decided = { ...draft, objectId, hash: deleted ? (current?.hash ?? hash) : hash };
			note(context, 'review.approve', decided, by, comment, `version ${number}`);
			if (deleted)
				attestor(context, by.principal, '')({ event: 'withdraw', ...factsOf(version.value) });
			const { body: _published, comment: _asked, ...rest } = draft;
			const approved = { ...rest, objectId, state: 'approved' as const, decidedAt: context.now() };
			context.store.putDraft({ ...approved, ...defined({ comment }) });
			return ok({
				objectId,
				path,
				version: number,
				hash,
				state: deleted ? 'withdrawn' : 'published',
			});
		});
	},

	/** Returns a draft to its author, who may improve or discard it; others may take its path. */
	rejectDraft({ id, by, comment }: Decision): Result<DraftEntry, ReviewFault> {
		return context.store.transaction(() => {
			const draft = find(context, id);
			if (draft === undefined) return missing(id);
			const { comment: _asked, heard: _heard, ...rest } = draft;
			const decided = { state: 'rejected', decidedAt: context.now() } as const;
			const rejected: Draft = { ...rest, ...defined({ comment }), ...decided };
			context.store.putDraft(rejected, context.store.submittedContent(draft.id));
			note(context, 'review.reject', rejected, by, comment);
			return ok(entryOf(rejected, isConflict(context, rejected)));
		});
	},
});

function find(context: HubContext, name: string): Draft | undefined {
	const id = idOf(context, name);
	const { store } = context;
	return store.draft(id) ?? store.drafts().find(({ objectId }) => objectId === id);
}

/** Returns whether a reader may see a draft: unsubmitted ones only as their author or as administrator. */
const isShown = ({ author, state }: Draft, { principal, administrator }: Reviewer): boolean =>
	state === 'submitted' || author === principal || administrator;

function submittable(context: HubContext, id: string, by: Reviewer): Result<Draft, ReviewFault> {
	const draft = find(context, id);
	if (draft === undefined || !isShown(draft, by)) return missing(id);
	if (draft.author !== by.principal && !by.administrator)
		return refused('forbidden', 'only its author or an administrator may submit a draft');
	return draft.state === 'submitted'
		? refused('wrong_state', 'the draft is submitted already')
		: ok(draft);
}

const missing = (id: string) =>
	refused('not_found', `there is no draft ${JSON.stringify(id.slice(0, 80))}`);

function versionFrom(
	context: HubContext,
	draft: Draft,
	current: Version | undefined,
	comment: string | undefined,
): Result<Version, ReviewFault> {
	const path = targetPath(draft, current);
	const holder = holderOf(context, draft, current);
	if (holder !== undefined)
		return refused('conflict', `${path} is published as ${holder}; reject this draft`);
	const objectId = draft.objectId ?? `p-${context.uuid()}`;
	const deleted = draft.operation === 'delete';
	const content = deleted
		? ''
		: draft.body === undefined
			? current?.content
			: context.store.submittedContent(draft.id);
	if (content === undefined) return refused('wrong_state', 'the draft has no content; reject it');
	const kind = kindOf(draft.category, path);
	const document = readDocument(kind, content);
	if (!document.ok) return refused('invalid', document.error);
	const description = document.value.description ?? draft.body?.description ?? current?.description;
	const { hash, constraints } = document.value;
	const version = madeVersion(context, objectId, {
		...{ kind, path, category: categoryAt(draft.category, path), hash, description, content },
		...{ constraints, origin: 'review', author: draft.author, deleted },
		note: comment ?? draft.summary,
	});
	return ok(version);
}

function note(
	context: HubContext,
	event: 'review.submit' | 'review.approve' | 'review.reject',
	{ hash, ...draft }: Draft & { readonly hash?: string },
	by: Reviewer,
	comment: string | undefined,
	detail?: string,
): void {
	const attest = attestor(context, by.principal, '');
	attest({
		event,
		objectId: draft.objectId ?? draft.id,
		path: targetPath(draft),
		...defined({ hash: hash ?? draft.body?.hash, reason: comment }),
		detail: detail ?? `${draft.operation} by ${draft.author}`,
	});
}
