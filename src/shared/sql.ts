// Port: a SQLite database of one owner, inside a Durable Object or anywhere else that has SQLite. It is
// synchronous, so that a service over it is atomic without locks. Rows are read column by column.

/** The value of a column. */
export type SqlValue = string | number | null | Uint8Array;

/** A piece of SQL that stands in a template as it is, with the values of its own. */
export interface Fragment {
	readonly sql: string;
	readonly values: readonly SqlValue[];
}
/** Marks text as SQL rather than as a value to bind; never for anything that a caller sent. */
export const raw = (sql: string): Fragment => ({ sql, values: [] });

/** Makes a piece of a template, ``piece`at > ${time}` ``: what stands in it is bound where the piece is used. */
export const piece = (...statement: Statement): Fragment => {
	const [sql, values] = boundStatement(statement);
	return { sql, values };
};

/** Joins pieces, with a text of SQL between any two. */
export const joined = (pieces: readonly Fragment[], between = ''): Fragment => ({
	sql: pieces.map(({ sql }) => sql).join(between),
	values: pieces.flatMap(({ values }) => values),
});

/** A statement and its values: of a template they are bound where they stand, of a string at each `?`. */
export type Statement = readonly [
	text: string | TemplateStringsArray,
	...values: readonly (SqlValue | Fragment)[],
];

export interface Sql {
	/** Runs one statement, ``all`SELECT * FROM runs WHERE id = ${id}` ``; its rows as objects by column name. */
	all<Row extends object>(...statement: Statement): Row[];
	/** Runs `work` whole or not at all: what it throws undoes what it wrote. Never nested. */
	transaction<T>(work: () => T): T;
}

/** Splits a statement into its text, with a `?` for each value, and the values. */
export function boundStatement([given, ...values]: Statement): readonly [string, SqlValue[]] {
	const bindings: SqlValue[] = [];
	const isTemplate = typeof given !== 'string';
	let text = isTemplate ? given[0] : given;
	for (const [at, value] of values.entries()) {
		const isPiece = typeof value === 'object' && value !== null && 'sql' in value;
		bindings.push(...(isPiece ? value.values : [value]));
		if (isTemplate) text += `${isPiece ? value.sql : '?'}${given[at + 1]}`;
	}
	return [text ?? '', bindings];
}

/** The database of a Durable Object. */
export const sqlOf = (storage: {
	readonly sql: { exec(text: string, ...bindings: SqlValue[]): { toArray(): object[] } };
	transactionSync<T>(work: () => T): T;
}): Sql => ({
	all<Row extends object>(...statement: Statement) {
		const [text, bindings] = boundStatement(statement);
		return storage.sql.exec(text, ...bindings).toArray() as Row[];
	},
	transaction: (work) => storage.transactionSync(work),
});

/** The one row of a statement that has at most one. */
export const first = <Row extends object>(sql: Sql, ...statement: Statement): Row | undefined =>
	sql.all<Row>(...statement)[0];

/** Counts rows. @param rows a table, and which of its rows: ``piece`members WHERE role = ${role}` `` */
export const counted = (sql: Sql, rows: string | Fragment, ...bindings: readonly SqlValue[]) => {
	const chosen = typeof rows === 'string' ? piece(rows, ...bindings) : rows;
	return sql.all<{ count: number }>`SELECT count(*) AS count FROM ${chosen}`[0]?.count ?? 0;
};

/** Adds a column that a table of an earlier version has not. @param column its name and type */
export function addColumn(sql: Sql, table: string, column: string): void {
	const known = sql.all<{ name: string }>(`PRAGMA table_info(${table})`);
	if (!known.some(({ name }) => column.startsWith(`${name} `)))
		sql.all(`ALTER TABLE ${table} ADD COLUMN ${column}`);
}

/** The base of a store. @param tables statements that make its tables, and columns that those of an earlier version have not */
export const storeOf = (
	...tables: readonly (string | readonly [table: string, column: string])[]
) =>
	class {
		constructor(
			readonly sql: Sql,
			/** Milliseconds since the epoch. */
			readonly now: () => number,
		) {
			for (const each of tables)
				if (typeof each === 'string') sql.all(each);
				else addColumn(sql, ...each);
		}
	};

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

/**
 * Takes a table that an earlier version kept over into one of today's, once, and drops it; it stays where today's has
 * rows already. @param statement inserts its rows @param also runs in the same transaction
 */
export function takeOver(sql: Sql, from: string, into: string, statement: string, also = () => {}) {
	if (!hasTable(sql, from) || first(sql, `SELECT 1 FROM ${into} LIMIT 1`) !== undefined) return;
	sql.transaction(() => {
		sql.all(statement);
		also();
		sql.all(`DROP TABLE ${from}`);
	});
}
