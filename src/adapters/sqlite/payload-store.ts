// Replay payloads of a workspace in SQLite: of what all share the newest thousand are kept, and of each
// principal's own as many, so that nobody can save another's away.
import type { Sql } from '../../shared/sql';

const MOST_PAYLOADS = 1_000;

/** What is one's own is kept as `<principal>/<task>`, and what all share without a slash. */
const ownerOf = (key: string): string => key.slice(0, key.indexOf('/') + 1);

/** What PayloadStore asks for, at once: seen from another isolate it is one. */
export interface PayloadTable {
	put(taskId: string, text: string): void;
	get(taskId: string): string | null;
}

/**
 * @param sql the database of a workspace
 * @param table `replay_payloads`, what callers save; `replay_baselines`, what sessions do
 */
export const createSqlitePayloads = (
	sql: Sql,
	table: 'replay_payloads' | 'replay_baselines',
): PayloadTable => {
	sql.all(`CREATE TABLE IF NOT EXISTS ${table} (
		n INTEGER PRIMARY KEY AUTOINCREMENT, task TEXT NOT NULL UNIQUE, payload TEXT NOT NULL)`);
	return {
		put(taskId, text) {
			sql.transaction(() => {
				sql.all(`DELETE FROM ${table} WHERE task = ?`, taskId);
				sql.all(`INSERT INTO ${table} (task, payload) VALUES (?, ?)`, taskId, text);
				sql.all(
					`DELETE FROM ${table} WHERE n IN (SELECT n FROM ${table}
						WHERE substr(task, 1, instr(task, '/')) = ? ORDER BY n DESC LIMIT -1 OFFSET ?)`,
					ownerOf(taskId),
					MOST_PAYLOADS,
				);
			});
		},
		get: (taskId) =>
			sql.all<{ payload: string }>(`SELECT payload FROM ${table} WHERE task = ?`, taskId)[0]
				?.payload ?? null,
	};
};
