// Rows of any table, read column by column.
import { first, type Sql, type SqlValue, type Statement } from './sql';

/** Columns by name, not looked at yet. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement. */
export type Rows = (...statement: Statement) => readonly Row[];

/** A column that is never null. */
export const text = (row: Row, name: string): string => String(row[name]);

/** A column that is a whole number. */
export const count = (row: Row, name: string): number => Number(row[name]);

/**
 * Inserts one row, its columns named as the members are.
 * @param how begins the statement: `INSERT OR REPLACE INTO visits`
 * @param then ends it: `ON CONFLICT …`, `RETURNING n`
 * @returns what it returns, if it does
 */
export function insert<Returned extends object = Row>(
	sql: Pick<Sql, 'all'>,
	how: string,
	row: Readonly<Record<string, SqlValue>>,
	then = '',
): Returned | undefined {
	const names = Object.keys(row);
	const places = names.map(() => '?').join(', ');
	const statement = `${how} (${names.join(', ')}) VALUES (${places}) ${then}`;
	return sql.all<Returned>(statement, ...Object.values(row))[0];
}

/** A row without what is null in it. */
export const present = (row: Row): Row =>
	Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** Returns whether the database has a table of that name. */
export const hasTable = (sql: Sql, name: string): boolean =>
	first(sql, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name) !== undefined;
