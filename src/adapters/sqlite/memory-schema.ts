// Tables of a workspace's memory, all named memory_…; created where they are missing. Search indexes
// hold words that were cut by the domain, so the tokenizer only splits at spaces.

export const MEMORY_SCHEMA: readonly string[] = [
	`CREATE TABLE IF NOT EXISTS memory_objects (
		n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, category TEXT NOT NULL, kind TEXT NOT NULL,
		path TEXT NOT NULL, hash TEXT NOT NULL, description TEXT, version INTEGER NOT NULL,
		created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted INTEGER NOT NULL)`,
	// Two objects at one path cannot be, whatever the code above does.
	`CREATE UNIQUE INDEX IF NOT EXISTS memory_objects_path
		ON memory_objects (category, path) WHERE deleted = 0`,
	`CREATE TABLE IF NOT EXISTS memory_versions (
		object_id TEXT NOT NULL, version INTEGER NOT NULL, category TEXT NOT NULL, kind TEXT NOT NULL,
		path TEXT NOT NULL, hash TEXT NOT NULL, description TEXT, content TEXT NOT NULL,
		constraints TEXT NOT NULL, origin TEXT NOT NULL, author TEXT NOT NULL, at INTEGER NOT NULL,
		note TEXT, deleted INTEGER NOT NULL, PRIMARY KEY (object_id, version))`,
	`CREATE INDEX IF NOT EXISTS memory_versions_hash ON memory_versions (object_id, hash)`,
	`CREATE TABLE IF NOT EXISTS memory_files (object_id TEXT PRIMARY KEY, file TEXT NOT NULL)`,
	// What a list of all goes by, without their contents.
	`CREATE TABLE IF NOT EXISTS memory_scopes (object_id TEXT PRIMARY KEY, scope TEXT NOT NULL)`,
	// Of earlier versions.
	'DROP TABLE IF EXISTS memory_texts',
	'DROP TABLE IF EXISTS memory_object_words',
	'DROP TABLE IF EXISTS memory_text_words',
	`CREATE TABLE IF NOT EXISTS memory_index (version INTEGER NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS memory_parts (
		n INTEGER PRIMARY KEY, object_id TEXT NOT NULL, part INTEGER NOT NULL)`,
	`CREATE INDEX IF NOT EXISTS memory_parts_object ON memory_parts (object_id)`,
	`CREATE VIRTUAL TABLE IF NOT EXISTS memory_name_words
		USING fts5 (path, description, globs, tokenize = 'unicode61')`,
	`CREATE VIRTUAL TABLE IF NOT EXISTS memory_body_words USING fts5 (text, tokenize = 'unicode61')`,
	`CREATE VIRTUAL TABLE IF NOT EXISTS memory_part_words
		USING fts5 (title, text, tokenize = 'unicode61')`,
	`CREATE TABLE IF NOT EXISTS memory_drafts (
		id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, draft TEXT NOT NULL, content TEXT)`,
	// Events and counts of one step: what was noted together is a row.
	`CREATE TABLE IF NOT EXISTS memory_evidence (
		seq INTEGER PRIMARY KEY, last INTEGER NOT NULL, at INTEGER NOT NULL, principal TEXT NOT NULL,
		session TEXT NOT NULL, events TEXT NOT NULL, counted TEXT NOT NULL)`,
	`CREATE INDEX IF NOT EXISTS memory_evidence_session ON memory_evidence (principal, session, seq)`,
	`CREATE TABLE IF NOT EXISTS memory_marks (name TEXT PRIMARY KEY, value INTEGER NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS memory_bindings (
		n INTEGER PRIMARY KEY, principal TEXT NOT NULL, handle TEXT NOT NULL, session_id TEXT NOT NULL,
		at INTEGER NOT NULL, UNIQUE (principal, handle))`,
	`CREATE TABLE IF NOT EXISTS memory_tallies (
		n INTEGER PRIMARY KEY, object_id TEXT NOT NULL, what TEXT NOT NULL, key TEXT NOT NULL,
		count INTEGER NOT NULL, last_at INTEGER NOT NULL, UNIQUE (object_id, what, key))`,
];

/** Attestations that an earlier version kept, a row each, as rows of those that stood together. */
export const MEMORY_CONVERSION: readonly string[] = [
	`INSERT OR IGNORE INTO memory_evidence
		SELECT min(seq), max(seq), min(at), principal, session, json_group_array(json_patch('{}', json_object(
			'event', event, 'at', at, 'objectId', object_id, 'path', path, 'hash', hash,
			'constraintId', constraint_id, 'reason', reason, 'detail', detail, 'seq', seq))), ''
		FROM (SELECT *, seq - row_number() OVER (PARTITION BY principal, session ORDER BY seq) AS island
			FROM memory_attestations ORDER BY seq)
		GROUP BY principal, session, island, seq / 100`,
	'DROP TABLE memory_attestations',
];
