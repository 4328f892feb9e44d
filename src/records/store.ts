// Stored forms of records and findings.
import type { Finding } from './finding-store';
import type { Field } from './record';

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

/** A page of findings and their total. */
export interface FoundFindings {
	readonly findings: readonly Finding[];
	readonly total: number;
}

/** A list of records, in order. */
export interface RecordList {
	readonly model: string;
	readonly items: readonly string[];
	readonly ids: readonly string[];
	/** Fields to show; empty for all. */
	readonly fields: readonly string[];
}

export interface RecordPage extends RecordList {
	readonly page: number;
	readonly totalPages: number;
	readonly totalCount: number;
	readonly nextCursor?: string;
}

export interface FoundRecords extends RecordList {
	/** Ids without a record. */
	readonly missing: readonly string[];
}
