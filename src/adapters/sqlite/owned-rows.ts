// The rows of a database, as exports show them and erasures take them away (holdings.ts says whose they are).
import { counted, first, type Sql, type SqlValue } from '../../shared/sql';
import { ERASED, HOLDINGS, type Holding } from './holdings';

/** One row as it is exported: its table, and its columns by name, without those that must not be shown. */
export interface OwnedRow {
	readonly table: string;
	readonly row: Readonly<Record<string, SqlValue>>;
}

export interface RowsQuery {
	/** Owner of the rows; any unless given. */
	readonly principal?: string;
	/** Of these tables alone. */
	readonly tables?: readonly string[];
	/** `next` of the page before. */
	readonly after?: RowsPlace;
}

/** So many rows of a table have been shown. */
export interface RowsPlace {
	readonly table: string;
	readonly shown: number;
}

/** Rows of one or several tables; a page ends soon after a million characters of JSON. */
export interface RowsPage {
	readonly rows: readonly OwnedRow[];
	/** Absent on the last page. */
	readonly next?: RowsPlace;
}

/** Characters after which a page ends, and rows that are read at once. */
const LONGEST_PAGE = 1_000_000;
const READ_AT_ONCE = 20;

/** The tables of a database that are its own: an index of words is none, nor are its parts. */
export function tablesOf(sql: Sql): readonly string[] {
	const made = sql.all<{ name: string; made: string }>(
		"SELECT name, coalesce(sql, '') AS made FROM sqlite_master WHERE type = 'table' ORDER BY name",
	);
	const words = made.filter(({ made: text }) => text.startsWith('CREATE VIRTUAL'));
	return made
		.map(({ name }) => name)
		.filter((name) => !/^(?:sqlite_|_cf_)/.test(name))
		.filter(
			(name) => !words.some((index) => name === index.name || name.startsWith(`${index.name}_`)),
		);
}

/** A page of rows, table by table; secrets are left out. */
export function rowsOf(sql: Sql, { principal, tables, after }: RowsQuery): RowsPage {
	const rows: OwnedRow[] = [];
	let size = 0;
	for (const table of tablesOf(sql)) {
		if ((after && table < after.table) || tables?.includes(table) === false) continue;
		const holding = HOLDINGS[table] ?? {};
		const where = principal === undefined ? '1' : conditionOf(holding);
		if (where === undefined) continue;
		const bindings = principal === undefined ? [] : [principal];
		const columns = principal === undefined ? '*' : shownOf(holding);
		for (let shown = table === after?.table ? after.shown : 0; ; ) {
			if (size > LONGEST_PAGE) return { rows, next: { table, shown } };
			const some = sql.all<Record<string, SqlValue>>(
				`SELECT ${columns} FROM ${table} WHERE ${where} LIMIT ${READ_AT_ONCE} OFFSET ?`,
				...bindings,
				shown,
			);
			for (const row of some) {
				const told = withoutSecrets(row, holding);
				rows.push({ table, row: told });
				size += JSON.stringify(told).length;
			}
			shown += some.length;
			if (some.length < READ_AT_ONCE) break;
		}
	}
	return { rows };
}

/** Takes away what is a principal's, whole or not at all. @returns rows that it concerned */
export function eraseOf(sql: Sql, principal: string): number {
	return sql.transaction(() => {
		let rows = 0;
		for (const [table, { whose, becomes, maker }] of Object.entries(HOLDINGS)) {
			if (!hasTable(sql, table)) continue;
			const changes: readonly (readonly [string, string])[] = [
				...(whose === undefined
					? []
					: [
							[whose, becomes ? `UPDATE ${table} SET ${becomes}` : `DELETE FROM ${table}`] as const,
						]),
				...(maker === undefined
					? []
					: [[`${maker} = ?1`, `UPDATE ${table} SET ${maker} = '${ERASED}'`] as const]),
			];
			for (const [where, change] of changes) {
				const concerned = counted(sql, `${table} WHERE ${where}`, principal);
				if (concerned === 0) continue;
				rows += concerned;
				sql.all(`${change} WHERE ${where}`, principal);
			}
		}
		return rows;
	});
}

const conditionOf = ({ whose, maker }: Holding): string | undefined => {
	const parts = [whose, maker && `${maker} = ?1`].filter((part) => part !== undefined);
	return parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(' OR ');
};

/** Lists the shown columns; a later one of the same name replaces an earlier. */
const shownOf = ({ shows = {} }: Holding): string =>
	['*', ...Object.entries(shows).map(([column, theirs]) => `${theirs} AS ${column}`)].join(', ');

const hasTable = (sql: Sql, name: string): boolean =>
	first(sql, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name) !== undefined;

const withoutSecrets = (row: Readonly<Record<string, SqlValue>>, { secret = [] }: Holding) =>
	Object.fromEntries(Object.entries(row).filter(([name]) => !secret.includes(name)));

/** Exports and erases the rows of an object, by whom they belong to. */
export const ownedRows = {
	rowsOf,
	eraseOf,
	isEmpty: (sql: Sql): boolean => tablesOf(sql).length === 0,
};
