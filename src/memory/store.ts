// Port: the memory of one workspace. Synchronous, because its owner is one writer with its storage at
// hand, and a decision such as "who drafts this path" must not be interrupted.
import type { Attestation, AttestationQuery, NewAttestation } from './attestation';
import type { Scope } from './scope';
import type { Draft, ObjectMeta, Version } from './types';

/** A version without its content and constraints. */
export type VersionMeta = Omit<Version, 'content' | 'constraints'>;

/** A principal's setup: a handle of its own, or of its transport, that stands for a session id. */
export interface Binding {
	readonly principal: string;
	readonly handle: string;
	readonly sessionId: string;
	/** Milliseconds since the epoch; the latest decides where nothing is said. */
	readonly at: number;
}

/** An object that a search found; scores compare within one search only. */
export interface ObjectHit {
	readonly id: string;
	/** Higher is better. */
	readonly score: number;
}

/** A part of a document that a search found; its score compares as that of an object does. */
export interface PartHit {
	readonly objectId: string;
	/** Number of the part of the document, from 0. */
	readonly part: number;
	readonly score: number;
}

/** How often something happened to an object. */
export interface Tally {
	readonly objectId: string;
	readonly what: 'load' | 'activate' | 'refer' | 'reject';
	/** A content hash for `load`, a constraint id otherwise; empty for the object as a whole. */
	readonly key: string;
	readonly count: number;
	readonly lastAt: number;
}

/** The storage of one workspace's memory; `undefined` where nothing has that id, path or number. */
export interface MemoryStore {
	/** All or nothing: what `work` wrote is gone when it throws. Nested calls join the outer one. */
	transaction<Value>(work: () => Value): Value;

	/** Withdrawn ones too. */
	object(id: string): ObjectMeta | undefined;
	/** The one with this number; withdrawn ones too. */
	objectNumbered(n: number): ObjectMeta | undefined;
	/** Not withdrawn. */
	objectAt(category: string, path: string): ObjectMeta | undefined;
	/** Not withdrawn; newest first, then by path. */
	objects(): readonly ObjectMeta[];
	version(objectId: string, version: number): Version | undefined;
	/** The latest with this hash that did not withdraw the object. */
	versionByHash(objectId: string, hash: string): Version | undefined;
	/** Newest first. */
	versions(objectId: string): readonly VersionMeta[];
	/** Adds a version, makes it the current one, and makes it (or, withdrawn, nothing of it) findable. */
	publish(object: ObjectMeta, version: Version): void;

	/** Notes where an object lies in its repository. */
	placeFile(objectId: string, file: string): void;
	/** Where the objects that are not withdrawn apply, by id; known without reading what they say. */
	scopes(): ReadonlyMap<string, Scope>;

	/** Objects of whose path, description or patterns a word begins with one of the terms, best first (BM25). */
	searchNames(terms: readonly string[], limit: number): readonly ObjectHit[];
	/** Objects that have one of the terms anywhere, best first (BM25). */
	searchBodies(terms: readonly string[], limit: number): readonly ObjectHit[];
	/** Parts of documents that have one of the terms, best first (BM25). */
	searchParts(terms: readonly string[], limit: number): readonly PartHit[];

	/** Newest first. */
	drafts(): readonly Draft[];
	draft(id: string): Draft | undefined;
	/** @param content of a submitted draft; without it, an earlier one is forgotten */
	putDraft(draft: Draft, content?: string): void;
	submittedContent(id: string): string | undefined;
	dropDraft(id: string): void;

	attest(event: NewAttestation): Attestation;
	attestations(query: AttestationQuery): readonly Attestation[];

	bind(binding: Binding): void;
	binding(principal: string, handle: string): Binding | undefined;
	/** The latest first. */
	bindings(principal: string, limit: number): readonly Binding[];

	/** Lets evidence go, and setups, that are older (milliseconds since the epoch); what was counted stays. */
	forgetBefore(end: { readonly evidence: number; readonly bindings: number }): void;

	/** What was counted under one key of an object counts under another from now on. */
	moveTallies(objectId: string, from: string, to: string): void;
	/** Adds one. */
	tally(objectId: string, what: Tally['what'], key: string, at: number): void;
	tallies(): readonly Tally[];
}

/** Columns of the search over names, with the weight of each. */
export const NAME_COLUMNS = [
	['path', 3],
	['description', 1],
	['globs', 1],
] as const;
/** Columns of the search over parts. */
export const PART_COLUMNS = [
	['title', 2],
	['text', 1],
] as const;
