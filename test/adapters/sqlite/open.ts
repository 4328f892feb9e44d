// SQLite in this process, as a store's tests need it: the same SQL as in a Durable Object.
import { DatabaseSync } from 'node:sqlite';
import { boundStatement, type Sql, type Statement } from '../../../src/shared/sql';

/** An empty database in memory, or the one in `file`. */
export function openSql(file = ':memory:'): Sql & { close(): void } {
	const database = new DatabaseSync(file);
	return {
		all<Row extends object>(...statement: Statement) {
			const [text, bindings] = boundStatement(statement);
			const rows = database.prepare(text).all(...bindings);
			// Rows of node:sqlite have no prototype; those of a Durable Object are plain objects.
			return rows.map((row) => ({ ...row })) as Row[];
		},
		transaction(work) {
			database.exec('SAVEPOINT work');
			try {
				const value = work();
				database.exec('RELEASE work');
				return value;
			} catch (error) {
				database.exec('ROLLBACK TO work');
				database.exec('RELEASE work');
				throw error;
			}
		},
		close: () => database.close(),
	};
}
