// The data model of memory (docs/memory.md). All types can be structured-cloned.

/** Kind of an object; `mpf` is the meta-prompt, which comes with the setup. */
export type Kind = 'rule' | 'workflow' | 'context' | 'mpf';
/** Namespace of paths, and resource of artifact commands. */
export type Category = 'rule' | 'context' | 'mpf';

/** A part of a rule or workflow that memref can name. */
export interface Referable {
	/** Title of the section, or `Title/1` for its first list item. */
	readonly id: string;
	readonly name: string;
	readonly text: string;
	readonly textHash: string;
}

/** A list item, paragraph, table row or heading that binds. */
export interface Constraint extends Referable {
	/** Identity: 12 hex digits over its words and the sense of what it stands under. */
	readonly key: string;
	readonly heading?: string;
	/** Headings over that one, outermost first. */
	readonly above?: readonly string[];
	/** Effect of its headings and lead: `!` for a negation, `in tests`; absent where all are labels. */
	readonly sense?: string;
	/** Text of its parent items, or of the line that announces its list. */
	readonly lead?: string;
	/** Numbered list that it is an item of, from 1 in its document: the order of its items counts. */
	readonly list?: number;
	/** It announces the list that follows, whose items have its text as `lead`. */
	readonly leads?: true;
	/** Sections of Memory MCP that contain it, as `[id, 12 digits of textHash]`. */
	readonly within?: readonly (readonly [string, string])[];
	/** It stands under no H2, where Memory MCP has no section. */
	readonly outside?: true;
}

export interface ObjectMeta {
	/** `p-<uuid>`, or `META_PROMPT.md`. */
	readonly id: string;
	/** Permanent number in the workspace, given by the store; aliases contain it. */
	readonly n?: number;
	readonly category: Category;
	readonly kind: Kind;
	readonly path: string;
	readonly hash: string;
	readonly description?: string;
	readonly file?: string;
	/** From 1. */
	readonly version: number;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly deleted: boolean;
}

/** One published version of a rule or workflow document. */
export interface Version
	extends Pick<ObjectMeta, 'version' | 'category' | 'kind' | 'path' | 'hash' | 'description'> {
	readonly objectId: string;
	readonly content: string;
	readonly constraints: readonly Constraint[];
	readonly origin: 'sync' | 'review' | 'rollback';
	readonly author: string;
	readonly at: number;
	readonly note?: string;
	readonly deleted: boolean;
}

/** Shape of answers: Loadline's own, or the items of Memory MCP to the letter. */
export type Shape = 'slim' | 'full';

export interface DraftBody {
	/** `draft/<draft id>/<hex of the hash>` */
	readonly key: string;
	readonly hash: string;
	readonly bytes: number;
	/** For contexts too: a rename can make one a workflow. */
	readonly constraints: readonly Constraint[];
	readonly description?: string;
}

/** A proposed change. Its content is visible to its author, its existence to others. */
export interface Draft {
	readonly id: string;
	readonly category: Category;
	readonly operation: 'create' | 'update' | 'rename' | 'delete';
	readonly state: 'draft' | 'submitted' | 'rejected' | 'approved' | 'replaced';
	readonly author: string;
	/** Object that changes; absent for a create. */
	readonly objectId?: string;
	/** Path of the published object, or of the new document. */
	readonly path: string;
	/** Present for a rename. */
	readonly newPath?: string;
	/** Absent for renames without a new text, and for deletes. */
	readonly body?: DraftBody;
	/** Hash of the object when the author began, or resumed a rejected draft; absent for a create. */
	readonly baseHash?: string;
	readonly summary?: string;
	/** Comment of the submission or of the rejection. */
	readonly comment?: string;
	/** Milliseconds since the epoch, of its submission, and of an approval or rejection. */
	readonly submittedAt?: number;
	readonly decidedAt?: number;
	/** Sessions of the author that were told of it. */
	readonly heard?: readonly string[];
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** An authenticated caller with the session of its call. */
export interface Caller {
	readonly principal: string;
	readonly session: string;
	/** Origin of the handle: the tool's `session_id`, the request's `_meta`, its connection, or none. */
	readonly source: 'argument' | 'meta' | 'transport' | 'none';
	/** It is shown a part of the answer that it asks for: what that tells is not noted. */
	readonly isInPart?: boolean;
}

/** Arguments of every method of the hub that a caller asks for. */
export interface Called {
	readonly caller: Caller;
}
