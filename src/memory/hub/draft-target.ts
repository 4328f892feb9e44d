// The target of an artifact command: a free path, the object or draft that an id names, the id of a new draft, and
// the state machine of drafts (docs/memory.md, "Drafts").
import { defined } from '../../shared/json-values';
import { err, ok, type Result } from '../../shared/result';
import {
	draftExists,
	type Fault,
	fault,
	incompatible,
	notFound,
	objectExists,
	pathIsNoIdentity,
	unsafePath,
	withdrawn,
	wrongResource,
} from '../faults';
import {
	canonicalPath,
	categoryAt,
	concerns,
	kindOf,
	META_PROMPT_PATH,
	temporaryId,
} from '../files/paths';
import type { Caller, Category, Draft, DraftBody, ObjectMeta, Version } from '../types';
import { type HubContext, idOf, presentVersion } from './context';

interface Summarized {
	readonly summary?: string;
}
export interface Put {
	readonly body: DraftBody;
}
export interface Create extends Summarized {
	readonly kind: 'create';
	readonly path: string;
}
/** Proposes a new text for a published object or for the caller's own draft. */
export interface Update extends Summarized {
	readonly kind: 'update';
	readonly id: string;
	/** Hash of the published text that the body goes on from. */
	readonly base?: string;
}
export type Move =
	| (Summarized & { readonly kind: 'rename'; readonly id: string; readonly newPath: string })
	| (Summarized & { readonly kind: 'delete'; readonly id: string })
	| (Summarized & { readonly kind: 'discard'; readonly id: string });

export interface ArtifactCall<Command = (Create & Put) | (Update & Put) | Move> {
	readonly caller: Caller;
	readonly resource: Category;
	readonly command: Command;
	readonly mostDrafts?: number;
}

/** The draft or object that a command names. */
export interface Subject extends Pick<ObjectMeta, 'category' | 'kind' | 'path'> {
	readonly pending?: Draft;
	readonly target?: Target;
}

/**
 * Returns the canonical path, if neither a published object nor a pending draft holds it.
 * @param mine the draft that is renamed: it may keep its path
 * @returns `over`: a rejected draft of another author, which gives way
 */
export function freePlace(
	context: HubContext,
	resource: Category,
	asked: string,
	principal: string,
	mine?: Draft,
): Result<{ category: Category; path: string; over?: Draft }, Fault> {
	if (resource === 'mpf' && asked !== META_PROMPT_PATH)
		return err(fault(`mpf path must be '${META_PROMPT_PATH}'`));
	const canonical = canonicalPath(resource, asked);
	if (!canonical.ok) return err(unsafePath(asked));
	const path = canonical.value;
	const category = categoryAt(resource, path);
	const published = context.store.objectAt(category, path);
	if (published !== undefined) return err(objectExists(path, published.id));
	const holder = context.store
		.drafts()
		.find(
			(draft) =>
				draft.id !== mine?.id &&
				holdsPath(context, draft) &&
				categoryAt(draft.category, targetPath(draft)) === category &&
				targetPath(draft) === path,
		);
	if (holder === undefined) return ok({ category, path });
	const own = holder.author === principal;
	return own || holder.state !== 'rejected'
		? err(draftExists(path, own))
		: ok({ category, path, over: holder });
}

/** Returns whether a draft reserves its path: a draft of a withdrawn object can only be discarded. */
const holdsPath = (context: HubContext, { operation, objectId }: Draft): boolean =>
	operation === 'rename' ||
	objectId === undefined ||
	presentVersion(context, objectId) !== undefined;

/** Finds the object or draft that an id names, as far as the caller may see it. */
export function subjectOf(
	context: HubContext,
	{ caller, resource, command }: ArtifactCall<Update | Move>,
): Result<Subject, Fault> {
	const id = idOf(context, command.id);
	const drafts = context.store.drafts();
	const mine = drafts.filter(({ author }) => author === caller.principal);
	const named = mine.find((draft) => draft.id === id || draft.objectId === id);
	const version = presentVersion(context, named?.objectId ?? id);
	const kind = version?.kind ?? (named && kindOf(named.category, named.path));
	if (kind !== undefined && !concerns(resource, kind)) return err(wrongResource(id, resource));
	if (version !== undefined) {
		const { objectId, category, path, hash } = version;
		const pending = drafts.find((draft) => draft.objectId === objectId);
		const target = { objectId, category, path, hash };
		return ok({ ...defined({ pending }), target, category, path, kind: version.kind });
	}
	if (named !== undefined && kind !== undefined)
		return named.objectId === undefined || command.kind === 'discard'
			? ok({ pending: named, category: named.category, path: named.path, kind })
			: err(withdrawn(id));

	const canonical = canonicalPath(resource, id);
	const byPath = canonical.ok
		? mine.find(
				(draft) =>
					draft.objectId === undefined &&
					draft.path === canonical.value &&
					draft.category === categoryAt(resource, canonical.value),
			)
		: undefined;
	if (byPath === undefined) return err(notFound(id));
	// Drafts are named by id; an update by path is tolerated, because it is unambiguous.
	if (command.kind !== 'update') return err(pathIsNoIdentity(id, byPath.id));
	const { category, path } = byPath;
	return ok({ pending: byPath, category, path, kind: kindOf(category, path) });
}

/** Returns the deterministic id of a draft, or the next one where another draft has it. */
export function freeId(
	context: HubContext,
	category: Category,
	path: string,
	leaving?: Draft,
): string {
	for (let attempt = 0; ; attempt++) {
		const id = temporaryId(category, path, attempt);
		if (id === leaving?.id || !context.store.isTaken(id)) return id;
	}
}

type Unnamed<Command> = Command extends unknown ? Omit<Command, 'id'> : never;
/** The change that a command makes of whatever it names; the path of a rename is canonical, the base of an update a whole hash. */
export type Change = Unnamed<(Update & Put) | Move>;

type Target = Pick<Version, 'objectId' | 'category' | 'path' | 'hash'>;

/** A change by one author; time and id come from outside. */
interface Command {
	readonly change: Change;
	readonly author: string;
	readonly at: number;
	/** Id of the draft that the change begins, where none is pending. */
	readonly draftId: string;
}

/** Applies a command. @param pending draft of this object or path, of any author @param target published object, if any */
export function changeDraft(
	pending: Draft | undefined,
	target: Target | undefined,
	command: Command,
): Result<{ readonly kind: 'put' | 'drop'; readonly draft: Draft }, Fault> {
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
		const from = change.base === undefined ? base : { baseHash: change.base };
		return { ...next, ...kept, ...from, body: described(change.body, body) };
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

/** Returns the path of the draft's document after approval. @param current its published version, where that is known */
export const targetPath = (
	{ newPath, path }: Pick<Draft, 'newPath' | 'path'>,
	current?: { readonly path: string } | null,
): string => newPath ?? current?.path ?? path;
