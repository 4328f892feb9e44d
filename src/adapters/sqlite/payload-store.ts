// Replay payloads of a workspace in SQLite; the newest thousand of each table are kept.
import type { Sql } from '../../shared/sql';

const MOST_PAYLOADS = 1_000;

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
				sql.all(`DELETE FROM ${table} WHERE n <= (SELECT MAX(n) FROM ${table}) - ?`, MOST_PAYLOADS);
			});
		},
		get: (taskId) =>
			sql.all<{ payload: string }>(`SELECT payload FROM ${table} WHERE task = ?`, taskId)[0]
				?.payload ?? null,
	};
};
