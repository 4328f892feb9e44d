// Port: a SQLite database of one owner, inside a Durable Object or anywhere else that has SQLite.
// It is synchronous, so that a service over it is atomic without locks.

/** The value of a column. */
export type SqlValue = string | number | null | Uint8Array;

export interface Sql {
	/** Runs one statement; its rows as objects by column name. `?` takes the bindings in order. */
	all<Row extends object>(statement: string, ...bindings: readonly SqlValue[]): Row[];
	/** Runs `work` whole or not at all: what it throws undoes what it wrote. Never nested. */
	transaction<T>(work: () => T): T;
}

/** The one row of a statement that has at most one. */
export const first = <Row extends object>(
	sql: Sql,
	statement: string,
	...bindings: readonly SqlValue[]
): Row | undefined => sql.all<Row>(statement, ...bindings)[0];

/** Counts rows. @param rows a table, and which of its rows: `members WHERE role = ?` */
export const counted = (sql: Sql, rows: string, ...bindings: readonly SqlValue[]): number =>
	first<{ count: number }>(sql, `SELECT count(*) AS count FROM ${rows}`, ...bindings)?.count ?? 0;

/** Adds a column that a table of an earlier version has not. @param column its name and type */
export function addColumn(sql: Sql, table: string, column: string): void {
	const known = sql.all<{ name: string }>(`PRAGMA table_info(${table})`);
	if (!known.some(({ name }) => column.startsWith(`${name} `)))
		sql.all(`ALTER TABLE ${table} ADD COLUMN ${column}`);
}
