// SessionStore and SessionListStore over SQLite. The ledger is bounded, and one value, in as
// many rows as names and summaries of any script need; the trace is a row an event.
import type { SessionListStore, SessionStore, SessionSummary } from '../../session/store';
import type { TracedEvent, TraceEvent } from '../../session/trace';
import type { Sql } from '../../shared/sql';
import type { Ledger } from '../../transient/ledger';
import { textParts } from './text-parts';

const LEDGER = 'ledger';
/** A column that the first version of the table lacks. */
const RELEASABLE = 'tokens_releasable';

/** @param sql a database of this session alone */
export const createSqliteSessionStore = (sql: Sql): SessionStore => {
	const parts = textParts(sql, 'session_parts');
	sql.all(`CREATE TABLE IF NOT EXISTS session_trace (
		n INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, event TEXT NOT NULL)`);
	return {
		transaction: (work) => sql.transaction(work),
		ledger() {
			const text = parts.read(LEDGER);
			return text === '' ? null : (JSON.parse(text) as Ledger);
		},
		putLedger(ledger) {
			parts.drop(LEDGER);
			parts.write(LEDGER, JSON.stringify(ledger));
		},
		append(events, at, keep) {
			for (const event of events)
				sql.all('INSERT INTO session_trace (at, event) VALUES (?, ?)', at, JSON.stringify(event));
			sql.all('DELETE FROM session_trace WHERE n <= (SELECT MAX(n) FROM session_trace) - ?', keep);
		},
		// Summed up in the database: what is left out is not read either.
		trace: (after, limit, characters) =>
			sql
				.all<{ n: number; at: number; event: string }>(
					`SELECT n, at, event FROM (
						SELECT n, at, event, SUM(LENGTH(event)) OVER (ORDER BY n) - LENGTH(event) AS before
						FROM session_trace WHERE n > ?
					) WHERE before < ? ORDER BY n LIMIT ?`,
					after,
					characters,
					limit,
				)
				.map(({ n, at, event }): TracedEvent => ({ n, at, ...(JSON.parse(event) as TraceEvent) })),
		latest: (kind, characters) =>
			sql
				.all<{ event: string }>(
					`SELECT event FROM (
						SELECT n, event, SUM(LENGTH(event)) OVER (ORDER BY n DESC) AS size
						FROM session_trace WHERE event ->> '$.kind' = ?
					) WHERE size <= ? ORDER BY n`,
					kind,
					characters,
				)
				.map(({ event }) => JSON.parse(event) as TraceEvent),
	};
};

/** @param sql the database of a workspace */
export const createSqliteSessionList = (sql: Sql): SessionListStore => {
	sql.all(`CREATE TABLE IF NOT EXISTS sessions (
		principal TEXT NOT NULL, session TEXT NOT NULL, first_at INTEGER NOT NULL,
		last_at INTEGER NOT NULL, calls INTEGER NOT NULL, tokens_before INTEGER NOT NULL,
		tokens_after INTEGER NOT NULL, tokens_released INTEGER NOT NULL,
		PRIMARY KEY (principal, session))`);
	if (
		!sql
			.all<{ name: string }>('PRAGMA table_info(sessions)')
			.some(({ name }) => name === RELEASABLE)
	)
		sql.all(`ALTER TABLE sessions ADD COLUMN ${RELEASABLE} INTEGER NOT NULL DEFAULT 0`);
	sql.all('CREATE INDEX IF NOT EXISTS sessions_last_at ON sessions (last_at)');
	return {
		put: (summary) =>
			void sql.all(
				`INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
				ON CONFLICT (principal, session) DO UPDATE SET last_at = excluded.last_at,
					calls = excluded.calls, tokens_before = excluded.tokens_before,
					tokens_after = excluded.tokens_after, tokens_released = excluded.tokens_released,
					tokens_releasable = excluded.tokens_releasable`,
				summary.principal,
				summary.session,
				summary.firstAt,
				summary.lastAt,
				summary.calls,
				summary.tokensBefore,
				summary.tokensAfter,
				summary.tokensReleased,
				summary.tokensReleasable,
			),
		list: (principal, { limit, offset }) =>
			sql.all<SessionSummary>(
				`SELECT principal, session, first_at AS firstAt, last_at AS lastAt, calls,
					tokens_before AS tokensBefore, tokens_after AS tokensAfter,
					tokens_released AS tokensReleased, tokens_releasable AS tokensReleasable
				FROM sessions WHERE ? IS NULL OR principal = ?
				ORDER BY last_at DESC, session LIMIT ? OFFSET ?`,
				principal,
				principal,
				limit,
				offset,
			),
		forget: (before) => void sql.all('DELETE FROM sessions WHERE last_at < ?', before),
	};
};
