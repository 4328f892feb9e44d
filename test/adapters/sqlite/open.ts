// SQLite in this process, as a store's tests need it: the same SQL as in a Durable Object.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Sql } from '../../../src/shared/sql';

/** An empty database in memory, or the one in `file`. */
export function openSql(file = ':memory:'): Sql & { close(): void } {
	const database = new DatabaseSync(file);
	return {
		all: <Row extends object>(statement: string, ...bindings: readonly SQLInputValue[]) =>
			// Rows of node:sqlite have no prototype; those of a Durable Object are plain objects.
			database
				.prepare(statement)
				.all(...bindings)
				.map((row) => ({ ...row })) as Row[],
		transaction(work) {
			database.exec('BEGIN');
			try {
				const value = work();
				database.exec('COMMIT');
				return value;
			} catch (error) {
				database.exec('ROLLBACK');
				throw error;
			}
		},
		close: () => database.close(),
	};
}
