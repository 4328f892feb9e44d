// Storage of a workspace's models, records and unfinished imports; names and values are checked by the caller. Records of an import are written where they will stay, unseen; its commit
// only changes who sees them.
import { canonicalJson } from '../shared/canonical-json';
import { count, type Row, type Rows, text } from '../shared/rows';
import { counted, type Sql } from '../shared/sql';
import { conditionsOf, orderOf } from './conditions';
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
