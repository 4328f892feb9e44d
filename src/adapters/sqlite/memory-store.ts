// MemoryStore over SQLite: the memory of one workspace in the database of its one writer.
import type { MemoryStore } from '../../memory';
import { first, type Sql } from '../../shared/sql';
import { MemoryEvidence } from './memory-evidence';
import { indexAgain, memoryObjects } from './memory-objects';
import { MEMORY_CONVERSION, MEMORY_SCHEMA } from './memory-schema';
import { insert, type Row, type Rows, text } from './rows';

/** @param sql a database of this workspace alone; the tables are made if they are missing */
export const createSqliteMemoryStore = (sql: Sql): MemoryStore => {
	for (const statement of MEMORY_SCHEMA) sql.all(statement);
	let depth = 0;
	// Lists that every call asks for; this store is their only writer.
	let objects: ReturnType<MemoryStore['objects']> | undefined;
	let drafts: ReturnType<MemoryStore['drafts']> | undefined;
	let scopes: ReturnType<MemoryStore['scopes']> | undefined;
	const rows: Rows = (statement, ...bindings) => sql.all<Row>(statement, ...bindings);

	if (rows("SELECT 1 FROM sqlite_master WHERE name = 'memory_attestations'").length > 0)
		for (const statement of MEMORY_CONVERSION) sql.all(statement);
	indexAgain(sql);
	const evidence = new MemoryEvidence(rows);
	const listed = memoryObjects(sql);

	return {
		// Inner ones join: what they wrote goes with the outer one.
		transaction(work) {
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
				objects = undefined;
				drafts = undefined;
				scopes = undefined;
				throw error;
			} finally {
				depth--;
			}
		},
		...listed,
		objects: () => (objects ??= listed.objects()),
		scopes: () => (scopes ??= listed.scopes()),
		publish(object, version) {
			objects = undefined;
			scopes = undefined;
			listed.publish(object, version);
		},
		placeFile(id, file) {
			objects = undefined;
			scopes = undefined;
			listed.placeFile(id, file);
		},

		drafts: () =>
			(drafts ??= rows('SELECT draft FROM memory_drafts ORDER BY created_at DESC, id').map(
				draftOf,
			)),
		draft: (id) => rows('SELECT draft FROM memory_drafts WHERE id = ?', id).map(draftOf)[0],
		putDraft(draft, content) {
			drafts = undefined;
			const { id, createdAt } = draft;
			const row = {
				id,
				created_at: createdAt,
				draft: JSON.stringify(draft),
				content: content ?? null,
			};
			insert(sql, 'INSERT OR REPLACE INTO memory_drafts', row);
		},
		submittedContent(id) {
			const content = rows('SELECT content FROM memory_drafts WHERE id = ?', id)[0]?.content;
			return typeof content === 'string' ? content : undefined;
		},
		dropDraft(id) {
			drafts = undefined;
			rows('DELETE FROM memory_drafts WHERE id = ?', id);
		},

		attest(event) {
			const attestation = evidence.attest(event);
			if (depth === 0) evidence.flush();
			return attestation;
		},
		attestations: (query) => evidence.attestations(query),

		bind({ principal, handle, sessionId, at }) {
			// A replaced row is a new one, and the highest number is the latest.
			const row = { principal, handle, session_id: sessionId, at };
			insert(sql, 'INSERT OR REPLACE INTO memory_bindings', row);
		},
		binding: (principal, handle) =>
			first<Parameters<MemoryStore['bind']>[0]>(
				sql,
				`${BINDINGS} WHERE principal = ? AND handle = ?`,
				principal,
				handle,
			),
		bindings: (principal, limit) =>
			sql.all(`${BINDINGS} WHERE principal = ? ORDER BY n DESC LIMIT ?`, principal, limit),

		tally(objectId, what, key, at) {
			evidence.tally(objectId, what, key, at);
			if (depth === 0) evidence.flush();
		},
		forgetBefore({ evidence: end, bindings }) {
			sql.transaction(() => {
				evidence.forgetBefore(end);
				// A session that is used keeps its setup, however long ago that was.
				rows(
					`DELETE FROM memory_bindings AS b WHERE at < ?1 AND NOT EXISTS (
						SELECT 1 FROM memory_evidence AS e
						WHERE e.principal = b.principal AND e.session = b.session_id AND e.at >= ?1)`,
					bindings,
				);
			});
		},
		moveTallies: (objectId, from, to) => evidence.move(objectId, from, to),
		tallies: () => evidence.tallies(),
	};
};

const draftOf = (row: Row): Parameters<MemoryStore['putDraft']>[0] =>
	JSON.parse(text(row, 'draft'));

const BINDINGS = 'SELECT principal, handle, session_id AS sessionId, at FROM memory_bindings';
