// The vocabulary of protection (context window protection, "Key Entities"): what goes into it and what comes out.
import type { ToolResult } from '../shared/tool-result';

/** The limits that bind one result. Tokens, items, lines, bytes as named. */
export interface Policy {
	readonly pagination: boolean;
	readonly summarization: boolean;
	readonly chunking: boolean;
	/** The result must be read whole: too long, it comes in chunks and is never condensed. */
	readonly whole?: boolean;
	/** Items on a page when the call names no limit. */
	readonly defaultPageSize: number;
	/** The largest limit a call may name. */
	readonly maxPageSize: number;
	/** Tokens a whole response may cost. */
	readonly tokenBudgetThreshold: number;
	/** Tokens above which a single object is summarized. */
	readonly itemTokenThreshold: number;
	/** Tokens above which a text is chunked. */
	readonly chunkTokenThreshold: number;
	/** Lines in a chunk, at most. */
	readonly chunkSize: number;
	/** Bytes (UTF-8) a whole response may take, whatever the estimate says. */
	readonly hardByteLimit: number;
	/** `bytes`: one token for four bytes, while the others are not to be relied on. */
	readonly estimator: 'calibrated' | 'heuristic' | 'bytes';
	/** Multiplies estimates, for models whose tokenizer gives more tokens than o200k. */
	readonly tokenFamily: number;
	/** Dotted path of the list in an object result, where the heaviest array is not it. */
	readonly itemsPath?: string;
	/** Field lists that keep their place in a summary, per type name. */
	readonly essentialFields?: Readonly<Record<string, readonly string[]>>;
	/** Dotted paths of fields that readers want first, the most wanted first. */
	readonly wanted?: readonly string[];
	/** Tokens of a first answer that nobody asked to be long, by what it is. */
	readonly firstAnswerTokens?: Readonly<Record<Read, number>>;
	/** Limits of the caller's host; without them, the other limits alone hold. */
	readonly host?: HostRoom;
	/**
	 * Counts o200k tokens exactly. With it, an answer that a call asked to be long is filled by what
	 * it costs, and not by what it costs at most. A text of more than `most` may be anything above that.
	 */
	readonly count?: (text: string, most?: number) => number;
}

/** Kind of document that data are read as. */
export type Read = 'text' | 'list' | 'object';

/** The cliff of a host, in its own units, and what of a result it shows its model. */
export interface HostRoom {
	/** `structured`: the structured content alone where there is some, else the texts. */
	readonly shows: 'both' | 'structured' | 'content';
	/** UTF-16 code units of all that is shown. */
	readonly characters?: number;
	/** Bytes (UTF-8) of all that is shown. */
	readonly bytes?: number;
	/** Tokens of all that is shown. */
	readonly tokens?: number;
	readonly lines?: number;
}

/** Pagination of a server whose answer is one page of its list. */
export interface Upstream {
	/** Items of the answer's list. */
	readonly count: number;
	/** Items in all, as the server says. */
	readonly total?: number;
	/** Argument that asks for its next page, such as `cursor="c200"`. */
	readonly next?: string;
}

/** Loadline's own arguments of a call; absent members were not asked for. */
export interface View {
	readonly limit?: number;
	readonly fields?: readonly string[];
	/** Lines, counted from 1, both inclusive. */
	readonly startLine?: number;
	readonly endLine?: number;
}

/** Place in a snapshot that a handle points to. */
export interface Position {
	/** `whole`: the snapshot itself (summary.handle); `item`: a list index; `char`: a UTF-16 offset in a text. */
	readonly kind: 'whole' | 'item' | 'char';
	/** Below 2^28. */
	readonly offset: number;
	/** Items per page, 0 for the policy's own; below 256. */
	readonly limit: number;
}

/** All of a snapshot, as data. */
export const WHOLE: Position = { kind: 'whole', offset: 0, limit: 0 };
/** A text from its first chunk on. */
export const BEGINNING: Position = { kind: 'char', offset: 0, limit: 0 };

/** Content of a snapshot: plain data, `parts` are the long strings. */
export interface Document {
	readonly kind: 'json' | 'text';
	readonly parts: readonly string[];
	/** Small JSON-serializable facts needed to build a result of the original's shape. */
	readonly shape: Readonly<Record<string, unknown>>;
}

export type Act = 'passthrough' | 'paginated' | 'summarized' | 'chunked';

/** Size of an answer, in tokens and bytes of the whole result; `original…` is the same before anything was cut. */
export interface Report {
	readonly act: Act;
	readonly estimatedTokens: number;
	/** Ratio of the threshold. */
	readonly budgetUsed: number;
	/** Tokens. */
	readonly budgetRemaining: number;
	readonly originalTokens: number;
	readonly bytes: number;
	readonly originalBytes: number;
	readonly itemCount?: number;
	/** Keys of the server's `_meta` that were too large. */
	readonly metaLeftOut?: readonly string[];
}

/**
 * The decision. `positions` are the handles it needs; `place` builds the result once they are
 * sealed, in the same order; `place(null)` builds it when no snapshot could be stored.
 */
export interface Outcome {
	readonly report: Report;
	readonly positions: readonly Position[];
	/** Stored behind the handles; absent when there are none, or the opened snapshot serves them. */
	readonly document?: Document;
	/** An expression that asks results of this form, without values: `issues[?state=='…'].[id,title]`. */
	readonly outline?: string;
	/** Names the view of the kept document that `document` is; same view, same derived snapshot. */
	readonly viewKey?: string;
	place(handles: readonly string[] | null): ToolResult;
}

/** Characters of a sealed handle (base64url of 33 bytes). */
export const HANDLE_LENGTH = 44;
