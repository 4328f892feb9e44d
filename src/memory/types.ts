// The vocabulary of memory (docs/memory.md): what is stored, and what crosses between the store's
// owner and the tools. Everything here can be cloned (structured clone).

/** What an agent can find and load; `mpf` is the meta-prompt, which comes with the setup. */
export type Kind = 'rule' | 'workflow' | 'context' | 'mpf';
/** What an artifact command addresses. Paths are unique within a category. */
export type Category = 'rule' | 'context' | 'mpf';

/** A part of a rule or workflow that can be referred to. */
export interface Referable {
	/** Title of the section, or `Title/1` for a list item of it. */
	readonly id: string;
	/** The title alone. */
	readonly name: string;
	readonly text: string;
	/** `sha256:…` of the text. */
	readonly textHash: string;
}

/** What binds: one list item, paragraph or table row of a rule or workflow. */
export interface Constraint extends Referable {
	/**
	 * Its identity: 12 hex digits of its words and what they are said under, whatever its
	 * place, labels and wrapping.
	 */
	readonly key: string;
	/** The nearest heading. */
	readonly heading?: string;
	/** Those over that one, the outermost first. */
	readonly above?: readonly string[];
	/**
	 * What its headings and the line that announces it say of it: `!` where one negates it, `in tests`; absent
	 * where all are labels.
	 */
	readonly sense?: string;
	/** What it stands under: the words of its parent items, or of the line that announces its list. */
	readonly lead?: string;
	/** It only announces the list that follows it, whose items have its words as `lead`. */
	readonly leads?: true;
	/** Sections of Memory MCP that hold it, as `[id, 12 digits of textHash]`. */
	readonly within?: readonly (readonly [string, string])[];
	/** It stands under no H2, where Memory MCP knows no section. */
	readonly outside?: true;
}

/** One published document, without its content. */
export interface ObjectMeta {
	/** `p-<uuid>`, or `META_PROMPT.md`. */
	readonly id: string;
	/** Its number in the workspace, which the store gives it for good; short names are made of it. */
	readonly n?: number;
	readonly category: Category;
	readonly kind: Kind;
	/** Canonical. */
	readonly path: string;
	readonly hash: string;
	readonly description?: string;
	/** Where it lies in the repository that it was pushed from. */
	readonly file?: string;
	/** 1 and up. */
	readonly version: number;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly updatedAt: number;
	/** Withdrawn, its versions kept. */
	readonly deleted: boolean;
}

/** What made a version. */
export type VersionOrigin = 'sync' | 'review' | 'rollback';

/** What an object was at one time. Immutable. */
export interface Version {
	readonly objectId: string;
	readonly version: number;
	readonly category: Category;
	readonly kind: Kind;
	readonly path: string;
	readonly hash: string;
	readonly description?: string;
	readonly content: string;
	readonly constraints: readonly Constraint[];
	readonly origin: VersionOrigin;
	/** Principal. */
	readonly author: string;
	readonly at: number;
	readonly note?: string;
	/** This version withdraws the object. */
	readonly deleted: boolean;
}

/** What a draft does to its object. */
export type Operation = 'create' | 'update' | 'rename' | 'delete';
/** Where a draft stands on its way. */
export type DraftState = 'draft' | 'submitted' | 'rejected';

/** Where the body of a draft is kept, and what is known of it. */
export interface DraftBody {
	/** `draft/<draft id>/<hex of the hash>` */
	readonly key: string;
	readonly hash: string;
	/** UTF-8. */
	readonly bytes: number;
	/** Of a context too: they count once a rename makes it a workflow. */
	readonly constraints: readonly Constraint[];
	readonly description?: string;
}

/** A proposed change. Its author sees its content, others its existence. */
export interface Draft {
	/** `tmp-…` */
	readonly id: string;
	readonly category: Category;
	readonly operation: Operation;
	readonly state: DraftState;
	/** Principal. */
	readonly author: string;
	/** Of the object that changes; absent for a create. */
	readonly objectId?: string;
	/** Of the object as published, or of the new document. */
	readonly path: string;
	/** Of a rename. */
	readonly newPath?: string;
	/** Absent where only the path changes, or the object goes. */
	readonly body?: DraftBody;
	/** The object's hash when the author began, or took up a rejected draft; absent for a create. */
	readonly baseHash?: string;
	/** What the author says about the change. */
	readonly summary?: string;
	/** What was said to the other side: by who submitted it, or by who rejected it. */
	readonly comment?: string;
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** Who calls: authenticated, with the session it belongs to. */
export interface Caller {
	readonly principal: string;
	/** Handle of the session as it was resolved. */
	readonly session: string;
	/**
	 * Where the handle came from. `argument`: the tool's own `session_id`; `meta` and `transport`: the
	 * request; `none`: nothing was said. `transport` and `none` fall back to the principal's latest setup.
	 */
	readonly source: 'argument' | 'meta' | 'transport' | 'none';
}
