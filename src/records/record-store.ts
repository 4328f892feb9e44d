// Storage of a workspace's models, records and unfinished imports; names and values are checked by the caller. Records of an import are written where they will stay, unseen; its commit
// only changes who sees them.
import { canonicalJson } from '../shared/canonical-json';
import {
	count,
	counted,
	type Fragment,
	joined,
	piece,
	type Row,
	type Rows,
	raw,
	type Sql,
	text,
} from '../shared/sql';
import { queryTerms } from '../shared/terms';
import { type Field, RECORDS_SCHEMA, type StoredModel } from './record';
import { recordImports } from './record-imports';
import type { Condition, Scalar, Search } from './search';

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
		// Without conditions on its text, and order by it, a record need not be read.
		const isOfTexts = search.where.length > 0 || search.sort.length > 0;
		const texts = raw(isOfTexts ? ' JOIN record_texts t ON t.n = r.n' : '');
		const all = rows`SELECT r.n FROM record_rows r${texts}
				WHERE r.model = ${search.model} AND r.import = '' AND +r.seq <= ${asOf}${conditionsOf(search, of)}
				ORDER BY ${orderOf(search, of)}`;
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

		/** Returns a page of a search's records up to the sequence number `asOf`, and how many it finds in all. */
		search(search: Search, { asOf, offset, limit }: Record<'asOf' | 'offset' | 'limit', number>) {
			const all = findAll(search, asOf);
			const page = [...all.slice(offset, offset + limit)];
			const read = rows`SELECT r.n, r.id, t.json FROM record_rows r JOIN record_texts t ON t.n = r.n
					WHERE r.n IN (SELECT value FROM json_each(${JSON.stringify(page)}))`;
			const byNumber = new Map(read.map((row) => [count(row, 'n'), recordOf(row)]));
			return { records: page.flatMap((n) => byNumber.get(n) ?? []), total: all.length };
		},
		/** Returns existing records in the order of `ids`. */
		find(model: string, ids: readonly string[]) {
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

const recordOf = (row: Row) => ({ id: text(row, 'id'), json: text(row, 'json') });

/** Of before there were several ways to a field, one is kept by itself. */
function waysIn(stored: string): string[][] {
	const ways = JSON.parse(stored) as string[] | string[][];
	return typeof ways[0] === 'string' ? [ways as string[]] : (ways as string[][]);
}

const fieldOf = (row: Row): Field => ({
	name: text(row, 'name'),
	ways: waysIn(text(row, 'keys')),
	inList: count(row, 'in_list') === 1,
});

// The conditions and the order of a search as SQL over the JSON texts of records. Everything a
// caller named goes in as a binding.

/** Of rows `r` with texts `t`: which a search finds. */
function conditionsOf(search: Search, fields: readonly Field[]): Fragment {
	const conditions = search.where.map((condition) =>
		conditionOf(condition, pathsOf(condition.field, fields)),
	);
	if (search.query !== '') conditions.push(hasWords(search.query));
	return joined(conditions.map((condition) => piece` AND ${condition}`));
}

/** Records without the field come last, in both directions. */
function orderOf(search: Search, fields: readonly Field[]): Fragment {
	const keys = search.sort.map(({ field, descending }) => {
		const direction = raw(descending ? 'DESC' : 'ASC');
		if (field === 'id') return piece`${raw(ID_VALUE)} ${direction}, `;
		const values = pathsOf(field, fields).map((path) => piece`json_extract(t.json, ${path})`);
		const value = values.length === 1 ? joined(values) : piece`coalesce(${joined(values, ', ')})`;
		return piece`${value} IS NULL, ${value} ${direction}, `;
	});
	return piece`${joined(keys)}r.created_at DESC, r.seq`;
}

/**
 * Digits, or a number as JSON writes it; of exponents only those with a sign, which a number's own text
 * has (1e+21), for a hash may read 12e4567.
 */
const NUMERAL = /^(?:\d+|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]\d+)?)$/;

/** The same of an id in SQL. */
const IS_NUMERAL = `(r.id NOT GLOB '*[^-+.0-9eE]*' AND r.id NOT GLOB '*[eE][0-9]*' AND (json_valid(r.id) OR r.id NOT GLOB '*[^0-9]*'))`;

/** Numbers come before texts, however they are spelled. */
const ID_VALUE = `CASE WHEN ${IS_NUMERAL} THEN CAST(r.id AS NUMERIC) ELSE r.id END`;

const pathsOf = (name: string, fields: readonly Field[]): readonly string[] => {
	const field = fields.find((each) => each.name === name);
	return (field?.ways ?? [[name]]).map((keys) => `$${keys.map((key) => `."${key}"`).join('')}`);
};

/** One of the tests passes; of none, none does. */
const anyOf = (tests: readonly Fragment[]): Fragment =>
	tests.length === 0 ? raw('0') : piece`(${joined(tests, ' OR ')})`;

/** A record must have every word. */
function hasWords(query: string): Fragment {
	const terms = queryTerms(query).map((term) => `"${term}"`);
	if (terms.length === 0) return raw('0');
	return piece`r.n IN (SELECT rowid FROM record_words WHERE record_words MATCH ${terms.join(' AND ')})`;
}

function conditionOf(condition: Condition, paths: readonly string[]): Fragment {
	if (condition.test === 'in') {
		const { values, field } = condition;
		const among = field === 'id' ? idAmong(values) : valueAmong(values, paths);
		return condition.not ? piece`NOT ${among}` : among;
	}
	const test = condition.field === 'id' ? idOrder(condition) : valueOrder(condition);
	return anyOf(paths.map((path) => someValue(path, test)));
}

type Order = Extract<Condition, { readonly value: unknown }>;

const NUMBERS = "'integer', 'real'";

const valueOrder = ({ test, value }: Order): Fragment =>
	piece`e.type IN (${raw(typeof value === 'number' ? NUMBERS : "'text'")}) AND e.atom ${raw(test)} ${value}`;

/** As 72 and "72" are one id, both have their place among numbers; other texts have it among texts. */
function idOrder(order: Order): Fragment {
	const { test, value } = order;
	const other = valueOrder(order);
	if (typeof value === 'string' && !NUMERAL.test(value)) return other;
	return piece`CASE WHEN ${raw(IS_NUMERAL)}
		THEN CAST(r.id AS NUMERIC) ${raw(test)} CAST(${String(value)} AS NUMERIC) ELSE ${other} END`;
}

/** 72 and "72" are one id, however the record spells it. */
function idAmong(values: readonly Scalar[]): Fragment {
	const ids = values.filter((value) => typeof value === 'string' || typeof value === 'number');
	return piece`(r.id IN (SELECT value FROM json_each(${JSON.stringify(ids.map(String))})))`;
}

/** One of the values; for a list in the record, one of its items is. */
function valueAmong(values: readonly Scalar[], paths: readonly string[]): Fragment {
	const tests: Fragment[] = [];
	if (values.includes(null)) {
		const types = paths.map((path) => piece`nullif(json_type(t.json, ${path}), 'null')`);
		tests.push(piece`coalesce(${joined(types, ', ')}, 'null') = 'null'`);
	}
	const anywhere = (test: Fragment) => {
		for (const path of paths) tests.push(someValue(path, test));
	};
	const among = (types: string, wanted: readonly Scalar[]) => {
		const list = JSON.stringify(wanted);
		if (wanted.length > 0)
			anywhere(
				piece`e.type IN (${raw(types)}) AND e.atom IN (SELECT value FROM json_each(${list}))`,
			);
	};
	among(
		"'text'",
		values.filter((value) => typeof value === 'string'),
	);
	among(
		NUMBERS,
		values.filter((value) => typeof value === 'number'),
	);
	// The atoms of true and false are 1 and 0.
	for (const value of values)
		if (typeof value === 'boolean') anywhere(piece`e.type = ${String(value)}`);
	return anyOf(tests);
}

/** The value at a path, or an item of the list there, passes a test; members of an object do not count. */
const someValue = (path: string, test: Fragment): Fragment =>
	piece`(json_type(t.json, ${path}) <> 'object' AND EXISTS (SELECT 1 FROM json_each(t.json, ${path}) e WHERE ${test}))`;
