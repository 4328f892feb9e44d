// Replay payloads of a workspace in SQLite; the newest thousand are kept.
import type { Sql } from '../../shared/sql';

const MOST_PAYLOADS = 1_000;

/** What PayloadStore asks for, at once: seen from another isolate it is one. */
export interface PayloadTable {
	put(taskId: string, text: string): void;
	get(taskId: string): string | null;
}

/** @param sql the database of a workspace */
export const createSqlitePayloads = (sql: Sql): PayloadTable => {
	sql.all(`CREATE TABLE IF NOT EXISTS replay_payloads (
		n INTEGER PRIMARY KEY AUTOINCREMENT, task TEXT NOT NULL UNIQUE, payload TEXT NOT NULL)`);
	return {
		put(taskId, text) {
			sql.transaction(() => {
				sql.all('DELETE FROM replay_payloads WHERE task = ?', taskId);
				sql.all('INSERT INTO replay_payloads (task, payload) VALUES (?, ?)', taskId, text);
				sql.all(
					'DELETE FROM replay_payloads WHERE n <= (SELECT MAX(n) FROM replay_payloads) - ?',
					MOST_PAYLOADS,
				);
			});
		},
		get: (taskId) =>
			sql.all<{ payload: string }>('SELECT payload FROM replay_payloads WHERE task = ?', taskId)[0]
				?.payload ?? null,
	};
};
