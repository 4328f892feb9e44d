// Storage ports of records and findings. Synchronous; names and values are checked by the caller.
import type { Finding, NewFinding } from './findings';
import type { Field, NewRecord } from './record';
import type { Search } from './search';

export interface StoredModel {
	readonly model: string;
	readonly records: number;
	readonly fields: readonly Field[];
}

export interface StoredRecord {
	readonly id: string;
	/** Compact JSON. */
	readonly json: string;
}

/** A slice of a search's result. */
export interface Slice {
	/** Sequence number of the last record to include. */
	readonly asOf: number;
	readonly offset: number;
	readonly limit: number;
}

export interface Found {
	readonly records: readonly StoredRecord[];
	/** Size of the whole result. */
	readonly total: number;
}

/** An unfinished import. */
export interface OpenImport {
	readonly model: string;
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
	readonly touchedAt: number;
}

/** The result of an import, in records. */
export interface Committed {
	readonly created: number;
	readonly replaced: number;
	/** Size of the model afterwards. */
	readonly total: number;
}

/** Storage of a workspace's models, records and unfinished imports. */
export interface RecordStore {
	/** Lists models that have records, by name. */
	models(): readonly StoredModel[];
	/** Returns the fields of a model; none where it does not exist. */
	fields(model: string): readonly Field[];
	/** Returns the sequence number of the newest record; 0 without any. */
	newest(model: string): number;
	search(search: Search, slice: Slice): Found;
	/** Returns existing records in the order of `ids`. */
	find(model: string, ids: readonly string[]): readonly StoredRecord[];

	/**
	 * Keeps a search for its cursors and returns its number, equal for equal searches; the oldest are
	 * evicted.
	 */
	keepSearch(search: Search): number;
	keptSearch(number: number): Search | undefined;

	openImport(id: string, model: string, now: number): void;
	import(id: string): OpenImport | undefined;
	imports(): readonly (OpenImport & { readonly id: string })[];
	/** Stages records; of duplicates the last counts. */
	stage(id: string, records: readonly NewRecord[], now: number): void;
	/** Makes staged records visible at once, replacing those with the same ids. */
	commit(id: string, fields: readonly Field[]): Committed;
	/** Drops an import with its staged records. */
	dropImport(id: string): void;
	/** Removes a model and returns the number of its records. */
	removeModel(model: string): number;
	/** Returns true once a model was imported to or removed. */
	isTouched(model: string): boolean;
}

/** Storage of a workspace's findings. */
export interface FindingStore {
	/** Removes a finding of a principal, or of anyone (null); false where there is none. */
	remove(id: number, principal: string | null): boolean;
	add(finding: NewFinding): Finding;
	/** Counts a principal's findings. */
	countOf(principal: string): number;
	/** Finds own and shared findings with every tag: best match first, newest first without terms. */
	recall(search: {
		readonly principal: string;
		readonly terms: readonly string[];
		readonly tags: readonly string[];
		readonly limit: number;
	}): FoundFindings;
}

/** A page of findings and their total. */
export interface FoundFindings {
	readonly findings: readonly Finding[];
	readonly total: number;
}
