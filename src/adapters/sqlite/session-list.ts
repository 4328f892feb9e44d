// SessionListStore over SQLite, in the database that takes what sessions forward.
import type { SessionListStore, SessionSummary } from '../../session';
import type { Sql } from '../../shared/sql';
import { insert } from './rows';

const COLUMNS = `principal, session, first_at AS firstAt, last_at AS lastAt, calls,
	tokens_before AS tokensBefore, tokens_after AS tokensAfter,
	tokens_releasable AS tokensReleasable, tokens_released AS tokensReleased`;

/** @param sql a database of this workspace */
export const createSqliteSessionList = (sql: Sql): SessionListStore => {
	sql.all(`CREATE TABLE IF NOT EXISTS listed_sessions (
		principal TEXT NOT NULL, session TEXT NOT NULL, first_at INTEGER NOT NULL,
		last_at INTEGER NOT NULL, calls INTEGER NOT NULL, tokens_before INTEGER NOT NULL,
		tokens_after INTEGER NOT NULL, tokens_releasable INTEGER NOT NULL,
		tokens_released INTEGER NOT NULL, born INTEGER NOT NULL, through INTEGER NOT NULL,
		PRIMARY KEY (principal, session)) WITHOUT ROWID`);
	sql.all('CREATE INDEX IF NOT EXISTS listed_sessions_last ON listed_sessions (last_at)');
	return {
		put: (summary, { born, through }) =>
			void insert(
				sql,
				'INSERT INTO listed_sessions',
				{
					...{ principal: summary.principal, session: summary.session },
					...{ first_at: summary.firstAt, last_at: summary.lastAt, calls: summary.calls },
					...{ tokens_before: summary.tokensBefore, tokens_after: summary.tokensAfter },
					tokens_releasable: summary.tokensReleasable,
					...{ tokens_released: summary.tokensReleased, born, through },
				},
				`ON CONFLICT (principal, session) DO UPDATE SET last_at = excluded.last_at,
					calls = excluded.calls, tokens_before = excluded.tokens_before,
					tokens_after = excluded.tokens_after, tokens_released = excluded.tokens_released,
					tokens_releasable = excluded.tokens_releasable, born = excluded.born,
					through = excluded.through`,
			),
		through: (principal, session) =>
			sql.all<Parameters<SessionListStore['put']>[1]>`SELECT born, through FROM listed_sessions
				WHERE principal = ${principal} AND session = ${session}`[0],
		list: (principal, { limit, offset }) =>
			sql.all<SessionSummary>(
				`SELECT ${COLUMNS} FROM listed_sessions WHERE ${principal === null ? '? IS NULL' : 'principal = ?'}
				ORDER BY last_at DESC, session LIMIT ? OFFSET ?`,
				principal,
				limit,
				offset,
			),
		remove: (principal, session) =>
			void sql.all`DELETE FROM listed_sessions WHERE principal = ${principal}
				AND session = ${session}`,
		beyond: (most, limit) =>
			sql.all<SessionSummary>`SELECT principal, session FROM (SELECT principal, session, row_number() OVER
					(PARTITION BY principal ORDER BY last_at DESC, session) AS place FROM listed_sessions)
				WHERE place > ${most} LIMIT ${limit}`,
		forget: (before) => void sql.all`DELETE FROM listed_sessions WHERE last_at < ${before}`,
	};
};
