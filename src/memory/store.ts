// Stored forms of one workspace's memory beside its documents: evidence, ledgers, bindings, search results.
import type { Shape, Version } from './types';

export type VersionMeta = Omit<Version, 'content' | 'constraints'>;

/** Binds a handle of a principal to a session id. */
export interface Binding {
	readonly principal: string;
	readonly handle: string;
	readonly sessionId: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** Absent: slim. */
	readonly shape?: Shape | null;
}

export interface Tally {
	readonly objectId: string;
	readonly what: 'load' | 'activate' | 'refer' | 'reject';
	/** A content hash for `load`, else a constraint key; empty for the object as a whole. */
	readonly key: string;
	readonly count: number;
	readonly lastAt: number;
}

/** The kind of an event; those with a dot open a session or close a turn. */
type AttestationEvent =
	| '.setup'
	| 'discover'
	| 'load'
	| 'activate'
	| 'refer'
	| '.agent_report'
	| '.reject'
	| `artifact.${'create' | 'update' | 'rename' | 'delete' | 'discard'}`
	| `review.${'submit' | 'approve' | 'reject'}`
	| 'publish'
	| 'withdraw'
	| 'rollback';

/** An event before the store numbers it; absent members do not apply to it. */
export interface NewAttestation {
	readonly event: AttestationEvent;
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly principal: string;
	/** Session id; empty outside of any session. */
	readonly session: string;
	readonly objectId?: string;
	readonly path?: string;
	readonly hash?: string;
	readonly constraintId?: string;
	/** Given by the caller: a reason, a summary, a comment; `detail` is added by Loadline. */
	readonly reason?: string;
	readonly detail?: string;
}

/** Evidence of what happened (docs/memory.md, "Evidence"): appended, never changed. */
export interface Attestation extends NewAttestation {
	/** From 1, in the order of recording. */
	readonly seq: number;
}

/** Lines of one version of a document that a session was told. */
export interface Telling {
	/** Of the version; empty where the session was told to let the document go. */
	readonly hash: string;
	/** Keys of the lines; absent: all. */
	readonly keys?: readonly string[];
	/** First digits of the hash of the text, where that is not the version's. */
	readonly text?: string;
	/** Indices of the parts in the text. */
	readonly parts?: readonly number[];
	/** Milliseconds since the epoch; absent where that was not noted yet. */
	readonly at?: number;
	/**
	 * Of what was told before, nothing holds on where it is told whole or let go; of a part told as changed, no line whose
	 * place it has; `edited`: none whose new words it tells.
	 */
	readonly replaces?: true | 'edited';
}

/** Tellings of one document in a session, oldest first. */
export interface Told {
	readonly objectId: string;
	readonly tellings: readonly Telling[];
	/** Of tellings that note no time of their own. */
	readonly at?: number;
	/** A context action took the texts since. */
	readonly taken?: true;
}

/** Conditions on attestations; all must hold. */
export interface AttestationQuery {
	readonly event?: string;
	readonly principal?: string;
	readonly session?: string;
	readonly objectId?: string;
	/** Exclusive bounds. */
	readonly afterSeq?: number;
	readonly beforeSeq?: number;
	readonly order: 'newest' | 'oldest';
	readonly limit: number;
}
