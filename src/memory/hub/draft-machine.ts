// The state machine of drafts (docs/memory.md, "Drafts"): applies a command to the pending draft, without any I/O.
import { defined } from '../../shared/defined';
import { err, ok, type Result } from '../../shared/result';
import { type Fault, fault, incompatible } from '../faults';
import { holdsHash } from '../hash';
import type { Draft, DraftBody, Version } from '../types';

export type Change =
	| {
			readonly kind: 'update';
			readonly body: DraftBody;
			readonly summary?: string;
			/** Hash of the published text that the body goes on from. */
			readonly base?: string;
	  }
	| { readonly kind: 'rename'; readonly newPath: string; readonly summary?: string }
	| { readonly kind: 'delete'; readonly summary?: string }
	| { readonly kind: 'discard' };

/** `put` stores the draft, `drop` removes it. */
export interface Transition {
	readonly kind: 'put' | 'drop';
	readonly draft: Draft;
}

export type Target = Pick<Version, 'objectId' | 'category' | 'path' | 'hash'>;

/** A change by one author; time and id come from outside. */
export interface Command {
	readonly change: Change;
	readonly author: string;
	readonly at: number;
	/** Id of the draft that the change begins, where none is pending. */
	readonly draftId: string;
}

/**
 * Applies a command.
 * @param pending the pending draft of this object or path, of any author
 * @param target the published object; absent for a draft of a new one
 */
export function changeDraft(
	pending: Draft | undefined,
	target: Target | undefined,
	command: Command,
): Result<Transition, Fault> {
	const blocked = pending === undefined ? undefined : blocks(pending, command);
	if (blocked !== undefined) return err(blocked);
	// A rejected draft of another author does not block the path.
	const own = pending?.author === command.author ? pending : undefined;
	const { change } = command;
	if (change.kind === 'discard') {
		if (own === undefined) return err(fault('file not found in cache: you have no draft of it'));
		return ok({ kind: 'drop', draft: own });
	}
	if (change.kind === 'delete' && own?.operation === 'create')
		return ok({ kind: 'drop', draft: own });
	if (change.kind !== 'delete' && own?.operation === 'delete')
		return err(incompatible('a delete is pending; discard it first'));
	const start = own ?? opened(target, command);
	if (start === undefined)
		return err(fault('file not found in cache: there is neither object nor draft'));
	return ok({ kind: 'put', draft: applied(start, target, command) });
}

function blocks(pending: Draft, { author, change }: Command): Fault | undefined {
	if (pending.author !== author && pending.state !== 'rejected')
		return incompatible('another author is changing it; wait for the review of that draft');
	if (pending.state === 'submitted')
		return change.kind === 'discard'
			? incompatible('it is submitted for review; a reviewer can reject it, then discard it')
			: incompatible('it is submitted for review; wait for the decision');
	return undefined;
}

const opened = (target: Target | undefined, { draftId, author, at }: Command): Draft | undefined =>
	target && {
		id: draftId,
		category: target.category,
		operation: 'update',
		state: 'draft',
		author,
		objectId: target.objectId,
		path: target.path,
		createdAt: at,
		updatedAt: at,
	};

function applied(start: Draft, target: Target | undefined, command: Command): Draft {
	const { change, at } = command;
	if (change.kind === 'discard') return start;
	const summary = change.summary ?? start.summary;
	const { body, newPath, comment: _answered, decidedAt: _at, heard: _heard, ...rest } = start;
	const next: Draft = {
		...rest,
		state: 'draft',
		updatedAt: at,
		...defined({ summary }),
		...(target === undefined ? {} : { baseHash: target.hash, path: target.path }),
	};
	if (change.kind === 'delete') return { ...next, operation: 'delete' };
	const base = body === undefined ? {} : defined({ baseHash: start.baseHash });
	const kept = defined({ body, newPath });
	if (change.kind === 'update') {
		const isMerged = target !== undefined && holdsHash(change.base ?? '', target.hash);
		return { ...next, ...kept, ...(isMerged ? {} : base), body: described(change.body, body) };
	}
	if (start.operation === 'create') return { ...next, ...kept, path: change.newPath };
	// A rename does not depend on the content: an earlier body keeps its base.
	return { ...next, ...kept, ...base, operation: 'rename', newPath: change.newPath };
}

/** Keeps the earlier description for a new body without one. */
const described = (body: DraftBody, before: DraftBody | undefined): DraftBody =>
	body.description === undefined && before?.description !== undefined
		? { ...body, description: before.description }
		: body;

/**
 * Returns the path of the draft's document after approval.
 * @param current its published version, where that is known
 */
export const targetPath = (
	{ newPath, path }: Pick<Draft, 'newPath' | 'path'>,
	current?: { readonly path: string } | null,
): string => newPath ?? current?.path ?? path;
