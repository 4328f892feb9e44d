// Where a proposed change stands: which path is free for it, which object or draft an id names, and
// what a new draft is called.
import { defined } from '../../shared/defined';
import { err, ok, type Result } from '../../shared/result';
import { type Target, targetPath } from '../draft-machine';
import {
	draftExists,
	type Fault,
	fault,
	notFound,
	objectExists,
	pathIsNoIdentity,
	UNSAFE,
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
} from '../paths';
import type { Caller, Category, Draft, DraftBody, Kind } from '../types';
import { idOf } from './alias';
import { type HubContext, presentVersion } from './context';

/** What is said of a change. */
interface Said {
	readonly summary?: string;
}
/** Where the content of a change was put. */
export interface Put {
	readonly body: DraftBody;
}
/** Proposes a new object at a path that must be free. */
export interface Create extends Said {
	readonly kind: 'create';
	readonly path: string;
}
/** Proposes a new text for a published object or for the caller's own draft. */
export interface Update extends Said {
	readonly kind: 'update';
	readonly id: string;
}
/** A change without content. */
export type Move =
	| (Said & { readonly kind: 'rename'; readonly id: string; readonly newPath: string })
	| (Said & { readonly kind: 'delete' | 'discard'; readonly id: string });

/** An artifact command. */
export type ArtifactCommand = (Create & Put) | (Update & Put) | Move;

/** One change that an agent asks for, and who asks. */
export interface ArtifactCall<Command = ArtifactCommand> {
	readonly caller: Caller;
	readonly resource: Category;
	readonly command: Command;
	/** Drafts of its author that may wait. */
	readonly mostDrafts?: number;
}

/** What a command is about. */
export interface Subject {
	readonly pending?: Draft;
	readonly target?: Target;
	/** Of the object, else of the draft. */
	readonly category: Category;
	readonly path: string;
	readonly kind: Kind;
}

/**
 * A canonical path that nothing published and no pending change holds.
 * @param mine the draft that moves: it may stay where it is
 * @returns also a rejected draft of somebody else, which makes room
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
	if (!canonical.ok) return err(UNSAFE);
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

/** A change of an object that was withdrawn holds nothing: it can only be discarded. */
const holdsPath = (context: HubContext, { operation, objectId }: Draft): boolean =>
	operation === 'rename' ||
	objectId === undefined ||
	presentVersion(context, objectId) !== undefined;

/** The object or draft that an id names, as far as this caller may know of it. */
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
	// A path is no public identity; only going on writing is let through, because it can hit nothing else.
	if (command.kind !== 'update') return err(pathIsNoIdentity(id, byPath.id));
	const { category, path } = byPath;
	return ok({ pending: byPath, category, path, kind: kindOf(category, path) });
}

/** The deterministic id, or the next one when a renamed draft still has it. */
export function freeId(
	context: HubContext,
	category: Category,
	path: string,
	leaving?: Draft,
): string {
	for (let attempt = 0; ; attempt++) {
		const id = temporaryId(category, path, attempt);
		if (id === leaving?.id || context.store.draft(id) === undefined) return id;
	}
}
