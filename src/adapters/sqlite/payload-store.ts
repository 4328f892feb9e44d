// Replay payloads of a workspace in SQLite: of each principal's own the newest are kept, and of what each shares
// as many, so that nobody can save another's away.
import { addColumn, raw, type Sql, type SqlValue } from '../../shared/sql';
import { textParts } from '../../shared/text-parts';

const MOST_PAYLOADS = 1_000;

/**
 * The operations of PayloadStore, each one call across isolates.
 * @param sql the database of a workspace
 * @param table `replay_saved`, what callers save; `replay_baselines`, what sessions do
 */
export const createSqlitePayloads = (sql: Sql, table: 'replay_saved' | 'replay_baselines') => {
	sql.all(`CREATE TABLE IF NOT EXISTS ${table} (
		n INTEGER PRIMARY KEY AUTOINCREMENT, task TEXT NOT NULL UNIQUE)`);
	addColumn(sql, table, 'author TEXT');
	const parts = textParts(sql, 'replay_parts');
	const nameOf = (n: number): string => `${table}/${n}`;
	const numbers = (condition: string, ...bindings: SqlValue[]): number[] =>
		sql
			.all<{ n: number }>(`SELECT n FROM ${table} WHERE ${condition}`, ...bindings)
			.map(({ n }) => n);
	const drop = (n: number): void => {
		sql.all`DELETE FROM ${raw(table)} WHERE n = ${n}`;
		parts.drop(nameOf(n));
	};
	return {
		/** @param shared who shares it, and how many of theirs are kept; of one's own, how many */
		put(
			taskId: string,
			text: string,
			{ author, most = MOST_PAYLOADS }: { readonly author?: string; readonly most?: number } = {},
		): void {
			sql.transaction(() => {
				for (const n of numbers('task = ?', taskId)) drop(n);
				sql.all`INSERT INTO ${raw(table)} (task, author) VALUES (${taskId}, ${author ?? null})`;
				for (const n of numbers('task = ?', taskId)) parts.write(nameOf(n), text);
				const older = `substr(task, 1, instr(task, '/')) = ? AND author IS ? ORDER BY n DESC LIMIT -1 OFFSET ?`;
				// `<principal>/<task>` is private, a key without a slash shared.
				const owner = taskId.slice(0, taskId.indexOf('/') + 1);
				for (const n of numbers(older, owner, author ?? null, most)) drop(n);
			});
		},
		get(taskId: string): string | null {
			const [n] = numbers('task = ?', taskId);
			return n === undefined ? null : parts.read(nameOf(n));
		},
	};
};
