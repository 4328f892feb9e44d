// Port: where the records of a workspace are kept, and the findings about them. One writer, no
// waiting; names and values come in checked.
import type { Finding, NewFinding } from './findings';
import type { Field, NewRecord } from './record';
import type { Search } from './search';

/** A model as a store knows it. */
export interface StoredModel {
	readonly model: string;
	readonly records: number;
	readonly fields: readonly Field[];
}

/** A record as it was imported, under the id it has in its model. */
export interface StoredRecord {
	readonly id: string;
	/** Compact JSON. */
	readonly json: string;
}

/** Part of a search's result. */
export interface Slice {
	/** Records are numbered as they come; later ones than this do not count. */
	readonly asOf: number;
	readonly offset: number;
	readonly limit: number;
}

/** One slice of what a search finds, in the order it asked for. */
export interface Found {
	readonly records: readonly StoredRecord[];
	/** Of the whole result. */
	readonly total: number;
}

/** An import that is being sent. */
export interface OpenImport {
	readonly model: string;
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
	readonly touchedAt: number;
}

/** What an import came to, in records. */
export interface Committed {
	readonly created: number;
	readonly replaced: number;
	/** Records of the model now. */
	readonly total: number;
}

/** Storage of the models and records of one workspace, and of imports that are still being sent. */
export interface RecordStore {
	/** Models that have records, by name. */
	models(): readonly StoredModel[];
	/** The fields of a model; none where there is no such model. */
	fields(model: string): readonly Field[];
	/** The number of the newest record of a model; 0 without any. */
	newest(model: string): number;
	search(search: Search, slice: Slice): Found;
	/** Those that exist, in the order of `ids`. */
	find(model: string, ids: readonly string[]): readonly StoredRecord[];

	/** Keeps a search for its cursors; the oldest are forgotten. @returns its number, the same for equal searches */
	keepSearch(search: Search): number;
	keptSearch(number: number): Search | undefined;

	openImport(id: string, model: string, now: number): void;
	import(id: string): OpenImport | undefined;
	imports(): readonly (OpenImport & { readonly id: string })[];
	/** Sets records aside; of records with the same id the last counts. */
	stage(id: string, records: readonly NewRecord[], now: number): void;
	/** Makes an import's records visible, all at once: those of the same id are replaced. */
	commit(id: string, fields: readonly Field[]): Committed;
	/** Forgets an import and what was set aside for it. */
	dropImport(id: string): void;
	/** @returns how many records there were */
	removeModel(model: string): number;
	/** Whether a model has ever been imported to or removed. */
	isTouched(model: string): boolean;
}

/** Storage of the findings of one workspace. */
export interface FindingStore {
	/** Whether there was one. @param principal whose it has to be; anybody's where null */
	remove(id: number, principal: string | null): boolean;
	add(finding: NewFinding): Finding;
	/** How many a principal has stored. */
	countOf(principal: string): number;
	/**
	 * What the principal stored and what was shared, of it all that have every tag; best match first, or
	 * newest first where no terms are given.
	 */
	recall(search: {
		readonly principal: string;
		readonly terms: readonly string[];
		readonly tags: readonly string[];
		readonly limit: number;
	}): FoundFindings;
}

/** Findings, best first, and how many there are. */
export interface FoundFindings {
	readonly findings: readonly Finding[];
	readonly total: number;
}
