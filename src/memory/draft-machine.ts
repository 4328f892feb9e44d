// What a new command makes of a pending change (docs/memory.md, "Drafts"): decided from the pending
// draft alone, without reading or writing anything.
import { defined } from '../shared/defined';
import { err, ok, type Result } from '../shared/result';
import { type Fault, fault, incompatible } from './faults';
import type { Category, Draft, DraftBody } from './types';

/** A command about an existing object or draft. */
export type Change =
	| { readonly kind: 'update'; readonly body: DraftBody; readonly summary?: string }
	| { readonly kind: 'rename'; readonly newPath: string; readonly summary?: string }
	| { readonly kind: 'delete'; readonly summary?: string }
	| { readonly kind: 'discard' };

/** `put`: this becomes the pending change; `drop`: there is none any more. */
export type Outcome =
	| { readonly kind: 'put'; readonly draft: Draft }
	| { readonly kind: 'drop'; readonly draft: Draft };

/** The object a change is about. */
export interface Target {
	readonly objectId: string;
	readonly category: Category;
	readonly path: string;
	/** Now. */
	readonly hash: string;
}

/** One change by one author, with the time and the id that the machine does not make itself. */
export interface Command {
	readonly change: Change;
	readonly author: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** For a change that has no pending draft yet. */
	readonly draftId: string;
}

/**
 * @param pending the pending change of this object or path, if any; of any author
 * @param target the published object; absent for a draft that would create one
 */
export function changeDraft(
	pending: Draft | undefined,
	target: Target | undefined,
	command: Command,
): Result<Outcome, Fault> {
	const blocked = pending === undefined ? undefined : blocks(pending, command);
	if (blocked !== undefined) return err(blocked);
	// A rejected draft of somebody else is over: it makes room.
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

/** The draft after a command that the state rules allow. */
function applied(start: Draft, target: Target | undefined, command: Command): Draft {
	const { change, at } = command;
	if (change.kind === 'discard') return start;
	const summary = change.summary ?? start.summary;
	const { body, newPath, comment: _answered, ...rest } = start;
	const next: Draft = {
		...rest,
		state: 'draft',
		updatedAt: at,
		...defined({ summary }),
		...(target === undefined ? {} : { baseHash: target.hash, path: target.path }),
	};
	if (change.kind === 'delete') return { ...next, operation: 'delete' };
	// Written on from an earlier text, which nobody has answered: that is what it is based on still.
	const goesOn = body !== undefined && start.state !== 'rejected';
	const base = goesOn && start.baseHash !== undefined ? { baseHash: start.baseHash } : {};
	const kept = defined({ body, newPath });
	if (change.kind === 'update') {
		return { ...next, ...kept, ...base, body: described(change.body, body) };
	}
	if (start.operation === 'create') return { ...next, ...kept, path: change.newPath };
	// A rename does not look at the content: what the author wrote earlier keeps its base.
	const older =
		body === undefined || start.baseHash === undefined ? {} : { baseHash: start.baseHash };
	return { ...next, ...kept, ...older, operation: 'rename', newPath: change.newPath };
}

/** A new body without a description of its own keeps the one the draft was created with. */
const described = (body: DraftBody, before: DraftBody | undefined): DraftBody =>
	body.description === undefined && before?.description !== undefined
		? { ...body, description: before.description }
		: body;

/**
 * Where the draft's document would be once approved: what does not move stays where it is by now.
 * @param current what is published of it, where that is known
 */
export const targetPath = (
	{ newPath, path }: Pick<Draft, 'newPath' | 'path'>,
	current?: { readonly path: string } | null,
): string => newPath ?? current?.path ?? path;
