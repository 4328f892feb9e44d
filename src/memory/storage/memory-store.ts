// Storage of one workspace's memory. Synchronous, because a decision such as "who drafts this path" must not be
// interrupted: its owner is the only writer.
import {
	addColumn,
	hasTable,
	insert,
	type Row,
	type Rows,
	raw,
	type Sql,
	takeOver,
	text,
} from '../../shared/sql';
import type { Scope } from '../search/scope';
import type { AttestationQuery, Binding, NewAttestation, Tally, Told } from '../store';
import type { Draft, ObjectMeta, Version } from '../types';
import { MemoryEvidence } from './evidence';
import { indexAgain, memoryObjects } from './objects';

const MEMORY_SCHEMA: readonly string[] = [
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
	// Scopes for lists of all, without their contents.
	`CREATE TABLE IF NOT EXISTS memory_scopes (object_id TEXT PRIMARY KEY, scope TEXT NOT NULL)`,
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
		at INTEGER NOT NULL, shape TEXT, UNIQUE (principal, handle))`,
	`CREATE TABLE IF NOT EXISTS memory_told (
		n INTEGER PRIMARY KEY, principal TEXT NOT NULL, session TEXT NOT NULL, object_id TEXT NOT NULL,
		told TEXT NOT NULL, UNIQUE (principal, session, object_id))`,
	`CREATE TABLE IF NOT EXISTS memory_tallies (
		n INTEGER PRIMARY KEY, object_id TEXT NOT NULL, what TEXT NOT NULL, key TEXT NOT NULL,
		count INTEGER NOT NULL, last_at INTEGER NOT NULL, UNIQUE (object_id, what, key))`,
];

/** Evidence of before steps were kept, an event a row: those that stood together are a row, a hundred at most. */
const FIRST_EVIDENCE = `INSERT INTO memory_evidence
	SELECT min(seq), max(seq), min(at), principal, session, json_group_array(json_patch('{}', json_object(
		'event', event, 'at', at, 'objectId', object_id, 'path', path, 'hash', hash,
		'constraintId', constraint_id, 'reason', reason, 'detail', detail, 'seq', seq))), ''
	FROM (SELECT *, seq - row_number() OVER (PARTITION BY principal, session ORDER BY seq) AS island
		FROM memory_attestations ORDER BY seq)
	GROUP BY principal, session, island, seq / 100`;

/** The ledgers of sessions of before there were any: whole documents, as they were loaded last. */
const FIRST_LEDGERS = `INSERT INTO memory_told (principal, session, object_id, told)
	SELECT principal, session, value ->> '$.objectId', json_object('objectId', value ->> '$.objectId',
		'tellings', json_array(json_object('hash', value ->> '$.hash')), 'at', max(value ->> '$.at'))
	FROM memory_evidence, json_each(events)
	WHERE value ->> '$.event' IN ('load', 'activate') AND value ->> '$.hash' IS NOT NULL
	GROUP BY principal, session, value ->> '$.objectId' ORDER BY max(value ->> '$.at')`;

/** @param sql a database of this workspace alone; the tables are made if they are missing */
export const createMemoryStore = (sql: Sql) => {
	const hasLedgers = hasTable(sql, 'memory_told');
	for (const statement of MEMORY_SCHEMA) sql.all(statement);
	let depth = 0;
	// Lists that every call asks for; this store is their only writer.
	let objects: readonly ObjectMeta[] | undefined;
	let drafts: readonly Draft[] | undefined;
	let scopes: ReadonlyMap<string, Scope> | undefined;
	const rows: Rows = (statement, ...bindings) => sql.all<Row>(statement, ...bindings);

	takeOver(sql, 'memory_attestations', 'memory_evidence', FIRST_EVIDENCE);
	if (!hasLedgers) sql.all(FIRST_LEDGERS);
	addColumn(sql, 'memory_bindings', 'shape TEXT');
	indexAgain(sql);
	const evidence = new MemoryEvidence(rows);
	const listed = memoryObjects(sql);

	/** The session of a principal that was told of a document last, and since when it alone was. */
	const lastTold = new Map<string, { readonly session: string; readonly since: number }>();

	const forget = () => {
		objects = undefined;
		scopes = undefined;
		drafts = undefined;
	};
	const allDrafts = () => {
		drafts ??= rows('SELECT draft FROM memory_drafts').map(draftOf).sort(newestFirst);
		return drafts;
	};
	/** Only what changed is read: an author may have hundreds that wait, with their bodies. */
	const changeDraft = (id: string, ...put: Draft[]) => {
		drafts = drafts && [...drafts.filter((draft) => draft.id !== id), ...put].sort(newestFirst);
	};
	return {
		/** Runs `work`, and rolls back when it throws. Inner ones join: what they wrote goes with the outer one. */
		transaction<Value>(work: () => Value): Value {
			if (depth > 0) return work();
			depth++;
			try {
				return sql.transaction(() => {
					const value = work();
					evidence.flush();
					return value;
				});
			} catch (error) {
				evidence.reset();
				forget();
				lastTold.clear();
				throw error;
			} finally {
				depth--;
			}
		},
		...listed,
		objects: () => (objects ??= listed.objects()),
		scopes: () => (scopes ??= listed.scopes()),
		publish(object: ObjectMeta, version: Version): void {
			forget();
			listed.publish(object, version);
		},
		placeFile(id: string, file: string): void {
			forget();
			listed.placeFile(id, file);
		},

		/** Lists drafts newest first; none that was approved or gave way. */
		drafts: () => allDrafts().filter(isOpen),
		/** Lists drafts that were rejected or approved, those that gave way too. */
		decided: () => allDrafts().filter((draft) => !isOpen(draft) || draft.state === 'rejected'),
		draft: (id: string) =>
			rows`SELECT draft FROM memory_drafts WHERE id = ${id}`.map(draftOf).find(isOpen),
		/** Returns whether a draft has this id, or had it and was decided. */
		isTaken: (id: string) => rows`SELECT 1 FROM memory_drafts WHERE id = ${id}`.length > 0,
		/** @param content of a submitted draft; without it, stored content is dropped */
		putDraft(draft: Draft, content?: string): void {
			const { id, createdAt } = draft;
			const row = {
				id,
				created_at: createdAt,
				draft: JSON.stringify(draft),
				content: content ?? null,
			};
			insert(sql, 'INSERT OR REPLACE INTO memory_drafts', row);
			changeDraft(id, draftOf(row));
		},
		submittedContent(id: string): string | undefined {
			const content = rows`SELECT content FROM memory_drafts WHERE id = ${id}`[0]?.content;
			return typeof content === 'string' ? content : undefined;
		},
		dropDraft(id: string): void {
			rows`DELETE FROM memory_drafts WHERE id = ${id}`;
			changeDraft(id);
		},

		attest(event: NewAttestation) {
			const attestation = evidence.attest(event);
			if (depth === 0) evidence.flush();
			return attestation;
		},
		attestations: (query: AttestationQuery) => evidence.attestations(query),

		/** Lists the ledger of a session, in the order in which documents were first told. */
		told: (principal: string, session: string): readonly Told[] =>
			rows`SELECT told FROM memory_told WHERE principal = ${principal} AND session = ${session}
				ORDER BY n`.map((row) => JSON.parse(text(row, 'told'))),
		putTold(principal: string, session: string, told: Told): void {
			const row = { principal, session, object_id: told.objectId, told: JSON.stringify(told) };
			const again = `ON CONFLICT (principal, session, object_id) DO UPDATE SET told = excluded.told`;
			insert(sql, 'INSERT INTO memory_told', row, again);
			if (lastTold.size >= MOST_KNOWN) lastTold.clear();
			const key = `${principal} ${told.objectId}`;
			const since = told.tellings.at(-1)?.at ?? 0;
			if (lastTold.get(key)?.session !== session) lastTold.set(key, { session, since });
		},
		/** Returns since when only this session of a principal was told of a document; undefined where that is not known. */
		toldSince(principal: string, objectId: string, session: string): number | undefined {
			const last = lastTold.get(`${principal} ${objectId}`);
			return last?.session === session ? last.since : undefined;
		},

		bind({ principal, handle, sessionId, at, shape }: Binding): void {
			// A replaced row is a new one, and the highest number is the latest.
			const row = { principal, handle, session_id: sessionId, at, shape: shape ?? null };
			insert(sql, 'INSERT OR REPLACE INTO memory_bindings', row);
		},
		binding: (principal: string, handle: string) =>
			sql.all<Binding>`${raw(BINDINGS)} WHERE principal = ${principal}
				AND handle = ${handle}`[0],
		/** Lists bindings, latest first. */
		bindings: (principal: string, limit: number): readonly Binding[] =>
			sql.all`${raw(BINDINGS)} WHERE principal = ${principal} ORDER BY n DESC LIMIT ${limit}`,

		tally(objectId: string, what: Tally['what'], key: string, at: number): void {
			evidence.tally(objectId, what, key, at);
			if (depth === 0) evidence.flush();
		},
		/** Drops evidence, bindings with ledgers, and approved drafts before these times (epoch milliseconds); tallies stay. */
		forgetBefore(before: { readonly evidence: number; readonly bindings: number }): void {
			const { evidence: end, bindings } = before;
			sql.transaction(() => {
				evidence.forgetBefore(end);
				// A session that is used keeps its setup, however long ago that was.
				rows(
					`DELETE FROM memory_bindings AS b WHERE at < ?1 AND NOT EXISTS (
						SELECT 1 FROM memory_evidence AS e
						WHERE e.principal = b.principal AND e.session = b.session_id AND e.at >= ?1)`,
					bindings,
				);
				drafts = undefined;
				rows(
					`DELETE FROM memory_drafts
						WHERE draft ->> '$.state' IN ('approved', 'replaced') AND draft ->> '$.decidedAt' < ?`,
					bindings,
				);
				rows(
					`DELETE FROM memory_told WHERE NOT EXISTS (SELECT 1 FROM memory_bindings AS b
						WHERE b.principal = memory_told.principal AND b.session_id = memory_told.session)`,
				);
			});
		},
		/** Adds the counts of one key of an object to another. */
		moveTallies: (objectId: string, from: string, to: string): void =>
			evidence.move(objectId, from, to),
		tallies: () => evidence.tallies(),
	};
};

/** Objects, versions, drafts and tellings of a workspace in its SQLite. */
export type MemoryStore = ReturnType<typeof createMemoryStore>;

/** A draft that was approved, or gave way to another author's, is kept until its author has heard of it. */
const isOpen = ({ state }: Draft): boolean => state !== 'approved' && state !== 'replaced';

/** Documents of principals whose last session is known. */
const MOST_KNOWN = 10_000;

const newestFirst = (one: Draft, other: Draft): number =>
	other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1);

const draftOf = (row: Row): Draft => JSON.parse(text(row, 'draft'));

const BINDINGS =
	'SELECT principal, handle, session_id AS sessionId, at, shape FROM memory_bindings';
