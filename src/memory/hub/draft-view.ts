// Drafts as reviewers see them: base, published and proposed text, conflicts, and overlaps with other documents.
import { defined } from '../../shared/json-values';
import { binds, NOTHING_BINDS } from '../document/document';
import { type Overlap, overlapsOf } from '../document/overlap';
import { categoryAt, kindOf } from '../files/paths';
import { sameHash } from '../hash';
import { queryWords } from '../search/words';
import type { Category, Draft, DraftBody, Version } from '../types';
import { currentVersion, type HubContext, presentVersion } from './context';
import { targetPath } from './draft-target';

export interface DraftEntry extends Omit<Draft, 'category' | 'body' | 'baseHash'> {
	readonly resource: Category;
	/** The published text differs from the draft's base. */
	readonly conflict: boolean;
}

/** One text of a three-way comparison; a draft has no version. */
type Side = Pick<Version, 'hash' | 'path' | 'content'> & { readonly version?: number };

/** A draft for its reviewer: base, current and proposed text. */
export interface DraftView {
	readonly draft: DraftEntry;
	/** The text that the author started from; null for a new document, or when that version is unknown. */
	readonly base: Side | null;
	readonly current: Side | null;
	/** The text that approval would publish; null for a delete, and where the reader may not see it. */
	readonly proposed: Side | null;
	/** Published constraints that the draft repeats or contradicts; absent where there are none. */
	readonly overlaps?: readonly Overlap[];
	readonly warnings?: readonly string[];
	/** Location of the content before the draft is submitted; for its author only. */
	readonly body?: { readonly key: string; readonly hash: string; readonly writtenAt: number };
	/** Reason why `proposed` is null. */
	readonly withheld?: string;
}

/** Returns whether the published object has changed since the draft was begun. @param current its published version */
export function hasMoved(draft: Draft, current: Version | undefined): boolean {
	if (draft.objectId === undefined) return false;
	if (current === undefined) return true;
	// A rename depends on the path alone.
	if (draft.operation === 'rename' && draft.body === undefined) return current.path !== draft.path;
	return draft.baseHash === undefined || !sameHash(draft.baseHash, current.hash);
}

export const entryOf = (
	{ id, path, category: resource, operation, state, author, ...draft }: Draft,
	conflict: boolean,
): DraftEntry => {
	const { objectId, newPath, summary, comment, createdAt } = draft;
	const { submittedAt = 0, decidedAt = 0 } = draft;
	const updatedAt = Math.max(draft.updatedAt, submittedAt, decidedAt);
	return {
		...{ id, path, resource, operation, state, author },
		...defined({ objectId, newPath, summary, comment }),
		...{ conflict, createdAt, updatedAt },
	};
};

const sideOf = (version: Version | undefined): Side | null => {
	if (version === undefined) return null;
	const { hash, path, content, version: number } = version;
	return { hash, path, content, version: number };
};

/** Returns the text that approval would publish, given the draft's content. */
export const proposedSide = (
	draft: Draft,
	current: Version | undefined,
	content: string | undefined,
): Side | null => {
	if (draft.operation === 'delete') return null;
	const path = targetPath(draft, current);
	if (draft.body !== undefined)
		return content === undefined ? null : { hash: draft.body.hash, path, content };
	return current === undefined ? null : { hash: current.hash, path, content: current.content };
};

/** Returns the published version of the object that a draft changes. */
export const currentOf = (context: HubContext, { objectId }: Draft): Version | undefined =>
	objectId === undefined ? undefined : presentVersion(context, objectId);

/** Returns whether the draft's base is outdated, or its path taken by another object. */
export function isConflict(context: HubContext, draft: Draft): boolean {
	const current = currentOf(context, draft);
	return hasMoved(draft, current) || holderOf(context, draft, current) !== undefined;
}

/** Returns the id of another object that is published at the path of the draft. */
export function holderOf(
	{ store }: HubContext,
	draft: Draft,
	current: Version | undefined,
): string | undefined {
	const path = targetPath(draft, current);
	const holder = store.objectAt(categoryAt(draft.category, path), path)?.id;
	return holder === draft.objectId ? undefined : holder;
}

/** Returns a draft as this principal may see it. */
export function viewOf(context: HubContext, draft: Draft, principal: string): DraftView {
	const { store } = context;
	const { objectId = '', baseHash = '', body } = draft;
	const current = currentOf(context, draft);
	const base = current?.hash === draft.baseHash ? current : store.versionByHash(objectId, baseHash);
	const proposed = proposedSide(draft, current, store.submittedContent(draft.id));
	const isOwn = draft.author === principal;
	const isRule = binds(kindOf(draft.category, targetPath(draft, current)));
	const shown = isRule && (proposed !== null || isOwn) ? body : undefined;
	const overlaps = shown === undefined ? [] : overlapsWith(context, shown, current);
	const unsubmitted = proposed === null ? body : undefined;
	return {
		draft: entryOf(draft, isConflict(context, draft)),
		base: sideOf(base),
		current: sideOf(current),
		proposed,
		...(overlaps.length > 0 && { overlaps }),
		...(shown?.constraints.length === 0 && { warnings: [NOTHING_BINDS] }),
		...(unsubmitted &&
			(isOwn
				? { body: { key: unsubmitted.key, hash: unsubmitted.hash, writtenAt: draft.updatedAt } }
				: { withheld: 'Its text is seen by its author alone until they submit it.' })),
	};
}

/** Limits: constraints of a draft that are compared, documents found for each, and overlaps returned. */
const MAX_COMPARED = 100;
const MAX_DOCUMENTS = 5;
const MAX_OVERLAPS = 20;

/** Compares the constraints that are new in the draft with what is published. */
function overlapsWith(
	context: HubContext,
	{ constraints }: DraftBody,
	current: Version | undefined,
): Overlap[] {
	const before = new Set(current?.constraints.map(({ key }) => key));
	const fresh = constraints.filter(({ key }) => !before.has(key)).slice(0, MAX_COMPARED);
	const found = fresh.flatMap(({ text }) =>
		context.store.searchBodies(queryWords(text), MAX_DOCUMENTS).map(({ id }) => id),
	);
	const published = [...new Set(found)].flatMap((objectId) => {
		const version = objectId === current?.objectId ? undefined : currentVersion(context, objectId);
		const { path = '', constraints = [] } = version ?? {};
		return constraints.map((constraint) => ({ objectId, path, constraint }));
	});
	return overlapsOf(fresh, published).slice(0, MAX_OVERLAPS);
}
