// MemoryStore over SQLite: the memory of one workspace in the database of its one writer.
import type { Attestation } from '../../memory/attestation';
import type { Binding, MemoryStore, Tally } from '../../memory/store';
import type { Draft } from '../../memory/types';
import type { Sql } from '../../shared/sql';
import { indexAgain, memoryObjects } from './memory-objects';
import { MEMORY_SCHEMA } from './memory-schema';
import { count, type Row, type Rows, text } from './rows';

/** @param sql a database of this workspace alone; the tables are made if they are missing */
export const createSqliteMemoryStore = (sql: Sql): MemoryStore => {
	for (const statement of MEMORY_SCHEMA) sql.all(statement);
	let depth = 0;
	// Lists that every call asks for; this store is their only writer.
	let objects: ReturnType<MemoryStore['objects']> | undefined;
	let drafts: ReturnType<MemoryStore['drafts']> | undefined;
	const rows: Rows = (statement, ...bindings) => sql.all<Row>(statement, ...bindings);

	indexAgain(rows);
	const listed = memoryObjects(rows);

	return {
		// Inner ones join: what they wrote goes with the outer one.
		transaction(work) {
			if (depth > 0) return work();
			depth++;
			try {
				return sql.transaction(work);
			} catch (error) {
				objects = undefined;
				drafts = undefined;
				throw error;
			} finally {
				depth--;
			}
		},
		...listed,
		objects: () => (objects ??= listed.objects()),
		publish(object, version) {
			objects = undefined;
			listed.publish(object, version);
		},
		placeFile(id, file) {
			objects = undefined;
			listed.placeFile(id, file);
		},

		drafts: () =>
			(drafts ??= rows('SELECT draft FROM memory_drafts ORDER BY created_at DESC, id').map(
				draftOf,
			)),
		draft: (id) => rows('SELECT draft FROM memory_drafts WHERE id = ?', id).map(draftOf)[0],
		putDraft(draft, content) {
			drafts = undefined;
			rows(
				'INSERT OR REPLACE INTO memory_drafts (id, created_at, draft, content) VALUES (?, ?, ?, ?)',
				draft.id,
				draft.createdAt,
				JSON.stringify(draft),
				content ?? null,
			);
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
			const [row] = rows(
				`INSERT INTO memory_attestations
					(at, event, principal, session, object_id, path, hash, constraint_id, reason, detail)
					VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
				event.at,
				event.event,
				event.principal,
				event.session,
				event.objectId ?? null,
				event.path ?? null,
				event.hash ?? null,
				event.constraintId ?? null,
				event.reason ?? null,
				event.detail ?? null,
			);
			return { ...event, seq: Number(row?.seq) };
		},
		attestations({ order, limit, ...query }) {
			const conditions: [string, string | number | undefined][] = [
				['event = ?', query.event],
				['principal = ?', query.principal],
				['session = ?', query.session],
				['object_id = ?', query.objectId],
				['seq > ?', query.afterSeq],
				['seq < ?', query.beforeSeq],
			];
			const given = conditions.flatMap(([sentence, value]) =>
				value === undefined ? [] : [[sentence, value] as const],
			);
			const where = given.map(([sentence]) => sentence).join(' AND ') || '1';
			return rows(
				`SELECT * FROM memory_attestations WHERE ${where}
					ORDER BY seq ${order === 'newest' ? 'DESC' : 'ASC'} LIMIT ?`,
				...given.map(([, value]) => value),
				limit,
			).map(attestationOf);
		},

		bind({ principal, handle, sessionId, at }) {
			// A replaced row is a new one, and the highest number is the latest.
			rows(
				'INSERT OR REPLACE INTO memory_bindings (principal, handle, session_id, at) VALUES (?, ?, ?, ?)',
				principal,
				handle,
				sessionId,
				at,
			);
		},
		binding: (principal, handle) =>
			rows(
				'SELECT * FROM memory_bindings WHERE principal = ? AND handle = ?',
				principal,
				handle,
			).map(bindingOf)[0],
		bindings: (principal, limit) =>
			rows(
				'SELECT * FROM memory_bindings WHERE principal = ? ORDER BY n DESC LIMIT ?',
				principal,
				limit,
			).map(bindingOf),

		tally(objectId, what, key, at) {
			rows(
				`INSERT INTO memory_tallies (object_id, what, key, count, last_at) VALUES (?, ?, ?, 1, ?)
					ON CONFLICT (object_id, what, key) DO UPDATE
					SET count = count + 1, last_at = excluded.last_at`,
				objectId,
				what,
				key,
				at,
			);
		},
		moveTallies(objectId, from, to) {
			rows(
				`INSERT INTO memory_tallies (object_id, what, key, count, last_at)
					SELECT object_id, what, ?, count, last_at FROM memory_tallies
					WHERE object_id = ? AND key = ?
					ON CONFLICT (object_id, what, key) DO UPDATE
					SET count = count + excluded.count, last_at = max(last_at, excluded.last_at)`,
				to,
				objectId,
				from,
			);
			rows('DELETE FROM memory_tallies WHERE object_id = ? AND key = ?', objectId, from);
		},
		tallies: () => rows('SELECT * FROM memory_tallies ORDER BY n').map(tallyOf),
	};
};

const draftOf = (row: Row): Draft => JSON.parse(text(row, 'draft')) as Draft;

const bindingOf = (row: Row): Binding => ({
	principal: text(row, 'principal'),
	handle: text(row, 'handle'),
	sessionId: text(row, 'session_id'),
	at: count(row, 'at'),
});

const tallyOf = (row: Row): Tally => ({
	objectId: text(row, 'object_id'),
	what: text(row, 'what') as Tally['what'],
	key: text(row, 'key'),
	count: count(row, 'count'),
	lastAt: count(row, 'last_at'),
});

const attestationOf = (row: Row): Attestation => ({
	event: text(row, 'event') as Attestation['event'],
	at: count(row, 'at'),
	principal: text(row, 'principal'),
	session: text(row, 'session'),
	...(row.object_id === null ? {} : { objectId: text(row, 'object_id') }),
	...(row.path === null ? {} : { path: text(row, 'path') }),
	...(row.hash === null ? {} : { hash: text(row, 'hash') }),
	...(row.constraint_id === null ? {} : { constraintId: text(row, 'constraint_id') }),
	...(row.reason === null ? {} : { reason: text(row, 'reason') }),
	...(row.detail === null ? {} : { detail: text(row, 'detail') }),
	seq: count(row, 'seq'),
});
