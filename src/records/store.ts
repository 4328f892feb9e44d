// Stored forms of records and findings.
import type { Field } from './record';

export interface StoredModel {
	readonly model: string;
	readonly records: number;
	readonly fields: readonly Field[];
}

/** A list of records, in order. */
export interface RecordList {
	readonly model: string;
	readonly items: readonly string[];
	readonly ids: readonly string[];
	/** Fields to show; empty for all. */
	readonly fields: readonly string[];
}

export const RECORDS_SCHEMA: readonly string[] = [
	// `import` is empty for records that are to be seen. Texts lie apart: a commit touches no text.
	`CREATE TABLE IF NOT EXISTS record_rows (
		n INTEGER PRIMARY KEY AUTOINCREMENT, model TEXT NOT NULL, import TEXT NOT NULL,
		id TEXT NOT NULL, seq INTEGER NOT NULL, created_at INTEGER NOT NULL, own_time INTEGER NOT NULL)`,
	`CREATE UNIQUE INDEX IF NOT EXISTS record_rows_id ON record_rows (model, import, id)`,
	`CREATE INDEX IF NOT EXISTS record_rows_order
		ON record_rows (model, import, created_at DESC, seq)`,
	`CREATE INDEX IF NOT EXISTS record_rows_seq ON record_rows (model, import, seq)`,
	`CREATE TABLE IF NOT EXISTS record_texts (n INTEGER PRIMARY KEY, json TEXT NOT NULL)`,
	`CREATE VIRTUAL TABLE IF NOT EXISTS record_words USING fts5 (
		words, content = '', contentless_delete = 1, tokenize = 'unicode61')`,
	`CREATE TABLE IF NOT EXISTS record_fields (
		n INTEGER PRIMARY KEY, model TEXT NOT NULL, name TEXT NOT NULL, keys TEXT NOT NULL,
		in_list INTEGER NOT NULL, UNIQUE (model, name))`,
	`CREATE TABLE IF NOT EXISTS record_touched (model TEXT PRIMARY KEY)`,
	`CREATE TABLE IF NOT EXISTS record_imports (
		id TEXT PRIMARY KEY, model TEXT NOT NULL, started_at INTEGER NOT NULL,
		touched_at INTEGER NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS record_searches (
		n INTEGER PRIMARY KEY AUTOINCREMENT, search TEXT NOT NULL UNIQUE)`,
	`CREATE TABLE IF NOT EXISTS record_findings (
		id INTEGER PRIMARY KEY AUTOINCREMENT, finding TEXT NOT NULL, details TEXT,
		record_ids TEXT NOT NULL, tags TEXT NOT NULL, principal TEXT NOT NULL, session TEXT NOT NULL,
		at INTEGER NOT NULL)`,
	// A table of its own: what an earlier version kept is its author's until it is shared.
	`CREATE TABLE IF NOT EXISTS record_findings_shared (id INTEGER PRIMARY KEY)`,
	`CREATE VIRTUAL TABLE IF NOT EXISTS record_finding_words
		USING fts5 (finding, tags, details, tokenize = 'unicode61')`,
];
