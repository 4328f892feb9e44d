// RecordStore over SQLite. Records of an import are written where they will stay, unseen; its commit
// only changes who sees them.
import type { Field } from '../../records/model';
import type { Search } from '../../records/search';
import type { RecordStore, StoredRecord } from '../../records/store';
import { canonicalJson } from '../../shared/canonical-json';
import type { Sql } from '../../shared/sql';
import { conditionsOf, orderOf } from './records-conditions';
import { recordImports } from './records-imports';
import { RECORDS_SCHEMA } from './records-schema';
import { count, type Row, type Rows, text } from './rows';

/** Searches that are kept for their cursors. */
const KEPT_SEARCHES = 2_000;

/** @param sql a database of this workspace alone; the tables are made if they are missing */
export const createSqliteRecordStore = (sql: Sql): RecordStore => {
	for (const statement of RECORDS_SCHEMA) sql.all(statement);
	const rows: Rows = (statement, ...bindings) => sql.all<Row>(statement, ...bindings);

	const fieldsOf = (model: string): readonly Field[] =>
		rows('SELECT * FROM record_fields WHERE model = ? ORDER BY n', model).map(fieldOf);
	const recordsOf = (model: string): number =>
		count(
			rows("SELECT count(*) AS count FROM record_rows WHERE model = ? AND import = ''", model)[0] ??
				{},
			'count',
		);
	return {
		models: () =>
			rows('SELECT DISTINCT model FROM record_fields ORDER BY model').map((row) => {
				const model = text(row, 'model');
				return { model, records: recordsOf(model), fields: fieldsOf(model) };
			}),
		fields: fieldsOf,
		newest: (model) =>
			count(
				rows(
					"SELECT coalesce(max(seq), 0) AS seq FROM record_rows WHERE model = ? AND import = ''",
					model,
				)[0] ?? {},
				'seq',
			),

		search(search, { asOf, offset, limit }) {
			const fields = fieldsOf(search.model);
			const conditions = conditionsOf(search, fields);
			const order = orderOf(search, fields);
			// Without conditions on its text a record need not be read to be counted.
			const texts = search.where.length > 0 ? ' JOIN record_texts t ON t.n = r.n' : '';
			const where = `r.model = ? AND r.import = '' AND r.seq <= ?${conditions.sql}`;
			const bindings = [search.model, asOf, ...conditions.bindings];
			const [total] = rows(
				`SELECT count(*) AS count FROM record_rows r${texts} WHERE ${where}`,
				...bindings,
			);
			const found = rows(
				`SELECT r.id, t.json FROM record_rows r JOIN record_texts t ON t.n = r.n
					WHERE ${where} ORDER BY ${order.sql} LIMIT ? OFFSET ?`,
				...bindings,
				...order.bindings,
				limit,
				offset,
			);
			return { records: found.map(recordOf), total: count(total ?? {}, 'count') };
		},
		find(model, ids) {
			const found = rows(
				`SELECT r.id, t.json FROM record_rows r JOIN record_texts t ON t.n = r.n
					WHERE r.model = ? AND r.import = '' AND r.id IN (SELECT value FROM json_each(?))`,
				model,
				JSON.stringify(ids),
			).map(recordOf);
			const byId = new Map(found.map((record) => [record.id, record]));
			return ids.flatMap((id) => byId.get(id) ?? []);
		},

		keepSearch(search) {
			const kept = canonicalJson(search);
			const [known] = rows('SELECT n FROM record_searches WHERE search = ?', kept);
			if (known) return count(known, 'n');
			const [added] = rows('INSERT INTO record_searches (search) VALUES (?) RETURNING n', kept);
			const number = count(added ?? {}, 'n');
			rows('DELETE FROM record_searches WHERE n <= ?', number - KEPT_SEARCHES);
			return number;
		},
		keptSearch(number) {
			const [row] = rows('SELECT search FROM record_searches WHERE n = ?', number);
			return row && (JSON.parse(text(row, 'search')) as Search);
		},

		...recordImports(sql, rows, recordsOf),
	};
};

const recordOf = (row: Row): StoredRecord => ({ id: text(row, 'id'), json: text(row, 'json') });

const fieldOf = (row: Row): Field => ({
	name: text(row, 'name'),
	keys: JSON.parse(text(row, 'keys')) as string[],
	inList: count(row, 'in_list') === 1,
});
