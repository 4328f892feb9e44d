// A draft as a reviewer sees it: what it was based on, what is published now, what it would become.
import { defined } from '../shared/defined';
import { targetPath } from './draft-machine';
import { sameHash } from './hash';
import type { Overlap } from './overlap';
import type { Category, Draft, DraftState, Operation, Version } from './types';

/** A draft in a list. */
export interface DraftEntry {
	readonly id: string;
	readonly path: string;
	readonly resource: Category;
	readonly operation: Operation;
	readonly state: DraftState;
	readonly author: string;
	readonly objectId?: string;
	readonly newPath?: string;
	readonly summary?: string;
	readonly comment?: string;
	/** What it was based on is not what is published now. */
	readonly conflict: boolean;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** One side of a comparison. */
export interface Side {
	readonly hash: string;
	readonly path: string;
	readonly content: string;
	/** Absent for a draft. */
	readonly version?: number;
}

/** Base, current and draft side by side. */
export interface DraftView {
	readonly draft: DraftEntry;
	/** What the author started from; null for a create, or when that version is unknown. */
	readonly base: Side | null;
	/** What is published now; null when nothing is. */
	readonly current: Side | null;
	/** What approval would publish; null for a delete, and for a draft whose content is not yours to see. */
	readonly proposed: Side | null;
	/** What others say already, or say the opposite of; absent where there is nothing. */
	readonly overlaps?: readonly Overlap[];
	/** What the author should know of the proposed content. */
	readonly warnings?: readonly string[];
	/** Where the proposed content is kept while the draft is not submitted; for its author only. */
	readonly body?: { readonly key: string; readonly hash: string; readonly writtenAt: number };
	/** Why `proposed` is null. */
	readonly withheld?: string;
}

/**
 * Whether what the draft changes has moved since its author wrote.
 * @param current what is published under the draft's object
 */
export function hasMoved(draft: Draft, current: Version | undefined): boolean {
	if (draft.objectId === undefined) return false;
	if (current === undefined) return true;
	// A change of the path alone does not look at the content.
	if (draft.operation === 'rename' && draft.body === undefined) return current.path !== draft.path;
	return draft.baseHash === undefined || !sameHash(draft.baseHash, current.hash);
}

/**
 * A draft as lists show it.
 * @param conflict whether its base is not what is published now
 */
export const entryOf = (
	{ category, objectId, newPath, summary, comment, createdAt, updatedAt, ...draft }: Draft,
	conflict: boolean,
): DraftEntry => ({
	id: draft.id,
	path: draft.path,
	resource: category,
	operation: draft.operation,
	state: draft.state,
	author: draft.author,
	...defined({ objectId, newPath, summary, comment }),
	...{ conflict, createdAt, updatedAt },
});

/** A version as one side of a comparison; null where there is none. */
export const sideOf = (version: Version | undefined): Side | null =>
	version === undefined
		? null
		: {
				hash: version.hash,
				path: version.path,
				content: version.content,
				version: version.version,
			};

/** What approval would publish, given the draft's content. */
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
