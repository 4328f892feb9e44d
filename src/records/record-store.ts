// Storage of a workspace's models, records and unfinished imports; names and values are checked by the caller. Records of an import are written where they will stay, unseen; its commit
// only changes who sees them.
import { canonicalJson } from '../shared/canonical-json';
import { count, counted, type Row, type Rows, type Sql, type SqlValue, text } from '../shared/sql';
import { queryTerms } from '../shared/terms';
import type { Field } from './record';
import { recordImports } from './record-imports';
import type { Search } from './search';
import {
	type Found,
	RECORDS_SCHEMA,
	type Slice,
	type StoredModel,
	type StoredRecord,
} from './store';

/** Searches whose records' numbers are remembered while the object lives. */
const REMEMBERED_SEARCHES = 8;
/** Searches that are kept for their cursors. */
const KEPT_SEARCHES = 2_000;

/** @param sql a database of this workspace alone; the tables are made if they are missing */
export const createRecordStore = (sql: Sql) => {
	for (const statement of RECORDS_SCHEMA) sql.all(statement);
	const rows: Rows = (statement, ...bindings) => sql.all<Row>(statement, ...bindings);

	// Caches of fields and searches; this store is the only writer.
	const fields = new Map<string, readonly Field[]>();
	const found = new Map<string, Uint32Array>();
	const changed = () => {
		fields.clear();
		found.clear();
	};
	const fieldsOf = (model: string): readonly Field[] => {
		const known = fields.get(model);
		if (known) return known;
		const read = rows`SELECT * FROM record_fields WHERE model = ${model} ORDER BY n`.map(fieldOf);
		fields.set(model, read);
		return read;
	};
	/** Numbers of all records that a search finds, in order: its pages are read by them. */
	const findAll = (search: Search, asOf: number): Uint32Array => {
		const { limit: _, fields: __, ...asked } = search;
		const key = canonicalJson({ ...asked, asOf });
		const known = found.get(key);
		if (known) return known;
		const of = fieldsOf(search.model);
		const conditions = conditionsOf(search, of);
		const order = orderOf(search, of);
		// Without conditions on its text, and order by it, a record need not be read.
		const isOfTexts = search.where.length > 0 || search.sort.length > 0;
		const texts = isOfTexts ? ' JOIN record_texts t ON t.n = r.n' : '';
		const all = rows(
			`SELECT r.n FROM record_rows r${texts}
				WHERE r.model = ? AND r.import = '' AND +r.seq <= ?${conditions.sql} ORDER BY ${order.sql}`,
			search.model,
			asOf,
			...conditions.bindings,
			...order.bindings,
		);
		const numbers = Uint32Array.from(all, (row) => count(row, 'n'));
		if (found.size >= REMEMBERED_SEARCHES) found.clear();
		found.set(key, numbers);
		return numbers;
	};
	const recordsOf = (model: string): number =>
		counted(sql, "record_rows WHERE model = ? AND import = ''", model);
	return {
		/** Lists models that have records, by name. */
		models: (): readonly StoredModel[] =>
			rows('SELECT DISTINCT model FROM record_fields ORDER BY model').map((row) => {
				const model = text(row, 'model');
				return { model, records: recordsOf(model), fields: fieldsOf(model) };
			}),
		/** Returns the fields of a model; none where it does not exist. */
		fields: fieldsOf,
		/** Returns the sequence number of the newest record; 0 without any. */
		newest: (model: string): number =>
			count(
				rows`SELECT coalesce(max(seq), 0) AS seq FROM record_rows WHERE model = ${model}
					AND import = ''`[0] ?? {},
				'seq',
			),

		search(search: Search, { asOf, offset, limit }: Slice): Found {
			const all = findAll(search, asOf);
			const page = [...all.slice(offset, offset + limit)];
			const read = rows`SELECT r.n, r.id, t.json FROM record_rows r JOIN record_texts t ON t.n = r.n
					WHERE r.n IN (SELECT value FROM json_each(${JSON.stringify(page)}))`;
			const byNumber = new Map(read.map((row) => [count(row, 'n'), recordOf(row)]));
			return { records: page.flatMap((n) => byNumber.get(n) ?? []), total: all.length };
		},
		/** Returns existing records in the order of `ids`. */
		find(model: string, ids: readonly string[]): readonly StoredRecord[] {
			const there = rows`SELECT r.id, t.json FROM record_rows r JOIN record_texts t ON t.n = r.n
					WHERE r.model = ${model} AND r.import = ''
						AND r.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`.map(recordOf);
			const byId = new Map(there.map((record) => [record.id, record]));
			return ids.flatMap((id) => byId.get(id) ?? []);
		},

		/** Keeps a search for its cursors and returns its number, equal for equal searches; the oldest are evicted. */
		keepSearch(search: Search): number {
			const kept = canonicalJson(search);
			const [known] = rows`SELECT n FROM record_searches WHERE search = ${kept}`;
			if (known) return count(known, 'n');
			const [added] = rows`INSERT INTO record_searches (search) VALUES (${kept}) RETURNING n`;
			const number = count(added ?? {}, 'n');
			rows`DELETE FROM record_searches WHERE n <= ${number - KEPT_SEARCHES}`;
			return number;
		},
		keptSearch(number: number): Search | undefined {
			const [row] = rows`SELECT search FROM record_searches WHERE n = ${number}`;
			return row && (JSON.parse(text(row, 'search')) as Search);
		},

		...recordImports(sql, rows, { recordsOf, fieldsOf, changed }),
	};
};

export type RecordStore = ReturnType<typeof createRecordStore>;

const recordOf = (row: Row): StoredRecord => ({
	id: text(row, 'id'),
	json: text(row, 'json'),
});

const fieldOf = (row: Row): Field => ({
	name: text(row, 'name'),
	ways: JSON.parse(text(row, 'keys')) as string[][],
	inList: count(row, 'in_list') === 1,
});

// The conditions and the order of a search as SQL over the JSON texts of records. Everything a
// caller named goes in as a binding.

type Condition = Search['where'][number];
type Scalar = Extract<Condition, { readonly test: 'in' }>['values'][number];

/** A piece of SQL and what its question marks stand for, in order. */
interface Clause {
	readonly sql: string;
	readonly bindings: readonly SqlValue[];
}

const NEVER: Clause = { sql: '0', bindings: [] };

/** Of rows `r` with texts `t`: which a search finds. */
function conditionsOf(search: Search, fields: readonly Field[]): Clause {
	const clauses = search.where.map((condition) =>
		conditionOf(condition, pathsOf(condition.field, fields)),
	);
	if (search.query !== '') clauses.push(wordsClause(search.query));
	return {
		sql: clauses.map(({ sql }) => ` AND ${sql}`).join(''),
		bindings: clauses.flatMap(({ bindings }) => bindings),
	};
}

/** Records without the field come last, in both directions. */
function orderOf(search: Search, fields: readonly Field[]): Clause {
	const keys = search.sort.map(({ field, descending }): Clause => {
		const direction = descending ? 'DESC' : 'ASC';
		if (field === 'id') return { sql: `${ID_VALUE} ${direction}, `, bindings: [] };
		const paths = pathsOf(field, fields);
		const each = paths.map(() => 'json_extract(t.json, ?)');
		const value = each.length === 1 ? each[0] : `coalesce(${each.join(', ')})`;
		return {
			sql: `${value} IS NULL, ${value} ${direction}, `,
			bindings: [...paths, ...paths],
		};
	});
	return {
		sql: `${keys.map(({ sql }) => sql).join('')}r.created_at DESC, r.seq`,
		bindings: keys.flatMap(({ bindings }) => bindings),
	};
}

/**
 * Digits, or a number as JSON writes it; of exponents only those with a sign, which a number's own text
 * has (1e+21), for a hash may read 12e4567.
 */
const NUMERAL = /^(?:\d+|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]\d+)?)$/;

/** The same of a text in SQL. */
const isNumeral = (text: string): string =>
	`(${text} NOT GLOB '*[^-+.0-9eE]*' AND ${text} NOT GLOB '*[eE][0-9]*' AND (json_valid(${text}) OR ${text} NOT GLOB '*[^0-9]*'))`;

/** Numbers come before texts, however they are spelled. */
const ID_VALUE = `CASE WHEN ${isNumeral('r.id')} THEN CAST(r.id AS NUMERIC) ELSE r.id END`;

const pathsOf = (name: string, fields: readonly Field[]): readonly string[] => {
	const field = fields.find((each) => each.name === name);
	return (field?.ways ?? [[name]]).map((keys) => `$${keys.map((key) => `."${key}"`).join('')}`);
};

const joined = (clauses: readonly Clause[], word: 'AND' | 'OR'): Clause => {
	const [only] = clauses;
	if (clauses.length === 1 && only) return only;
	return {
		sql: `(${clauses.map(({ sql }) => sql).join(` ${word} `)})`,
		bindings: clauses.flatMap(({ bindings }) => bindings),
	};
};

/** A record must have every word. */
function wordsClause(query: string): Clause {
	const terms = queryTerms(query);
	if (terms.length === 0) return NEVER;
	return {
		sql: 'r.n IN (SELECT rowid FROM record_words WHERE record_words MATCH ?)',
		bindings: [terms.map((term) => `"${term}"`).join(' AND ')],
	};
}

function conditionOf(condition: Condition, paths: readonly string[]): Clause {
	if (condition.test === 'in') {
		const { values, field } = condition;
		const among = field === 'id' ? idClause(values) : amongClause(values, paths);
		return condition.not ? { ...among, sql: `NOT ${among.sql}` } : among;
	}
	const test = condition.field === 'id' ? idOrder(condition) : valueOrder(condition);
	return joined(
		paths.map((path) => someValue(path, test)),
		'OR',
	);
}

type Order = Extract<Condition, { readonly value: unknown }>;

const valueOrder = ({ test, value }: Order): Clause => ({
	sql: `e.type IN (${typeof value === 'number' ? "'integer', 'real'" : "'text'"}) AND e.atom ${test} ?`,
	bindings: [value],
});

/** As 72 and "72" are one id, both have their place among numbers; other texts have it among texts. */
function idOrder(order: Order): Clause {
	const { test, value } = order;
	if (typeof value === 'string' && !NUMERAL.test(value)) return valueOrder(order);
	const other = valueOrder(order);
	return {
		sql: `CASE WHEN ${isNumeral('r.id')} THEN CAST(r.id AS NUMERIC) ${test} CAST(? AS NUMERIC) ELSE ${other.sql} END`,
		bindings: [String(value), ...other.bindings],
	};
}

/** 72 and "72" are one id, however the record spells it. */
const idClause = (values: readonly Scalar[]): Clause => ({
	sql: '(r.id IN (SELECT value FROM json_each(?)))',
	bindings: [
		JSON.stringify(
			values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String),
		),
	],
});

/** One of the values; for a list in the record, one of its items is. */
function amongClause(values: readonly Scalar[], paths: readonly string[]): Clause {
	const alternatives: Clause[] = [];
	if (values.includes(null))
		alternatives.push({
			sql: `coalesce(${paths.map(() => "nullif(json_type(t.json, ?), 'null')").join(', ')}, 'null') = 'null'`,
			bindings: paths,
		});
	const anywhere = (test: Clause) =>
		void alternatives.push(...paths.map((path) => someValue(path, test)));
	const among = (types: string, wanted: readonly Scalar[]) => {
		if (wanted.length === 0) return;
		const test = {
			sql: `e.type IN (${types}) AND e.atom IN (SELECT value FROM json_each(?))`,
			bindings: [JSON.stringify(wanted)],
		};
		anywhere(test);
	};
	among(
		"'text'",
		values.filter((value) => typeof value === 'string'),
	);
	among(
		"'integer', 'real'",
		values.filter((value) => typeof value === 'number'),
	);
	// The atoms of true and false are 1 and 0.
	for (const value of values)
		if (typeof value === 'boolean') anywhere({ sql: 'e.type = ?', bindings: [String(value)] });
	if (alternatives.length === 0) return NEVER;
	return {
		sql: `(${alternatives.map(({ sql }) => sql).join(' OR ')})`,
		bindings: alternatives.flatMap(({ bindings }) => bindings),
	};
}

/** The value at a path, or an item of the list there, passes a test; members of an object do not count. */
const someValue = (path: string, { sql, bindings }: Clause): Clause => ({
	sql: `(json_type(t.json, ?) <> 'object' AND EXISTS (SELECT 1 FROM json_each(t.json, ?) e WHERE ${sql}))`,
	bindings: [path, path, ...bindings],
});
