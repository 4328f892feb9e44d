// Port: storage of one workspace's memory. Synchronous, because a decision such as "who drafts this path" must not be
// interrupted: its owner is the only writer.
import type { Scope } from './search/scope';
import type { Draft, ObjectMeta, Shape, Version } from './types';

export type VersionMeta = Omit<Version, 'content' | 'constraints'>;

/** Binds a handle of a principal to a session id. */
interface Binding {
	readonly principal: string;
	readonly handle: string;
	readonly sessionId: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** Absent: slim. */
	readonly shape?: Shape | null;
}

/** A search result; scores compare within one search only. */
interface ObjectHit {
	readonly id: string;
	/** Higher is better. */
	readonly score: number;
}

interface PartHit {
	readonly objectId: string;
	/** Index of the part in the document, from 0. */
	readonly part: number;
	readonly score: number;
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
	/** Of what was told before, only lines that stand in this version hold on; none where it is told whole or let go. */
	readonly replaces?: true;
}

/** Tellings of one document in a session, oldest first. */
export interface Told {
	readonly objectId: string;
	readonly tellings: readonly Telling[];
	/** Milliseconds since the epoch, of the last one that was not told before. */
	readonly at: number;
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

/** Storage of one workspace's memory; lookups return `undefined` where nothing matches. */
export interface MemoryStore {
	/** Runs `work`, and rolls back when it throws. Nested calls join the outer one. */
	transaction<Value>(work: () => Value): Value;

	/** Includes withdrawn objects. */
	object(id: string): ObjectMeta | undefined;
	/** Finds an object by its number, withdrawn ones too. */
	objectNumbered(n: number): ObjectMeta | undefined;
	/** Excludes withdrawn objects. */
	objectAt(category: string, path: string): ObjectMeta | undefined;
	/** Lists objects that are not withdrawn, newest first, then by path. */
	objects(): readonly ObjectMeta[];
	version(objectId: string, version: number): Version | undefined;
	/** Returns the latest version with this hash that did not withdraw the object. */
	versionByHash(objectId: string, hash: string): Version | undefined;
	/** Newest first. */
	versions(objectId: string): readonly VersionMeta[];
	/** Adds a version, makes it the current one and indexes it; a withdrawal removes the object from the index. */
	publish(object: ObjectMeta, version: Version): void;

	/** Records the file of an object in its repository. */
	placeFile(objectId: string, file: string): void;
	/** Returns the scopes of the objects that are not withdrawn, by id, without reading their content. */
	scopes(): ReadonlyMap<string, Scope>;

	/** Finds objects by prefixes of words in path, description and patterns, best first (BM25). */
	searchNames(terms: readonly string[], limit: number): readonly ObjectHit[];
	/** Finds objects with one of the terms anywhere, best first (BM25). */
	searchBodies(terms: readonly string[], limit: number): readonly ObjectHit[];
	/** Finds parts of documents with one of the terms, best first (BM25). */
	searchParts(terms: readonly string[], limit: number): readonly PartHit[];

	/** Newest first; none that was approved. */
	drafts(): readonly Draft[];
	/** Those that were rejected or approved. */
	decided(): readonly Draft[];
	draft(id: string): Draft | undefined;
	/** @param content of a submitted draft; without it, stored content is dropped */
	putDraft(draft: Draft, content?: string): void;
	submittedContent(id: string): string | undefined;
	dropDraft(id: string): void;

	attest(event: NewAttestation): Attestation;
	attestations(query: AttestationQuery): readonly Attestation[];

	/** Lists the ledger of a session, in the order in which documents were first told. */
	told(principal: string, session: string): readonly Told[];
	putTold(principal: string, session: string, told: Told): void;

	bind(binding: Binding): void;
	binding(principal: string, handle: string): Binding | undefined;
	/** Lists bindings, latest first. */
	bindings(principal: string, limit: number): readonly Binding[];

	/** Drops evidence, bindings and their ledgers, and approved drafts before these times (milliseconds since the epoch); tallies stay. */
	forgetBefore(end: { readonly evidence: number; readonly bindings: number }): void;

	/** Adds the counts of one key of an object to another. */
	moveTallies(objectId: string, from: string, to: string): void;
	tally(objectId: string, what: Tally['what'], key: string, at: number): void;
	tallies(): readonly Tally[];
}
