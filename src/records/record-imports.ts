// Imports of the record store: set aside batch by batch, then to be seen all at once.

import { count, type Fragment, insert, piece, type Rows, type Sql, text } from '../shared/sql';
import { type Field, MAX_FIELDS, mergeFields, type NewRecord } from './record';

interface StoreFacts {
	recordsOf(model: string): number;
	fieldsOf(model: string): readonly Field[];
	/** Learns that what there is to be seen changes. */
	changed(): void;
}

/** The part of a record store that imports: rows of one are unseen until `commit`, and gone by `dropImport`. */
export const recordImports = (
	sql: Sql,
	rows: Rows,
	{ recordsOf, fieldsOf, changed }: StoreFacts,
) => {
	const importOf = (row: ReturnType<Rows>[number]) => ({
		id: text(row, 'id'),
		model: text(row, 'model'),
		startedAt: count(row, 'started_at'),
		touchedAt: count(row, 'touched_at'),
	});
	/** Removes rows with their texts and words; `which` is SQL over `record_rows`. @returns how many */
	const remove = (which: Fragment): number => {
		const chosen = piece`SELECT n FROM record_rows WHERE ${which}`;
		rows`DELETE FROM record_words WHERE rowid IN (${chosen})`;
		rows`DELETE FROM record_texts WHERE n IN (${chosen})`;
		return rows`DELETE FROM record_rows WHERE n IN (${chosen}) RETURNING n`.length;
	};
	/** Hides rows as those of an import that is over: `dropImport` removes them, part by part. */
	const hide = (id: string, which: Fragment): void => {
		rows`UPDATE record_rows SET import = ${over(id)} WHERE ${which}`;
		rows`UPDATE record_imports SET id = ${over(id)} WHERE id = ${id}`;
	};
	const find = (id: string) => rows`SELECT * FROM record_imports WHERE id = ${id}`.map(importOf)[0];
	/** Merges new facts of fields into the known ones. */
	const noteFields = (model: string, fields: readonly Field[]): void => {
		const known = new Map(fieldsOf(model).map((field) => [field.name, field]));
		for (const field of fields) {
			const before = known.get(field.name);
			const { name, ways, inList } = before ? mergeFields(before, field) : field;
			if (before && before.ways.length === ways.length && before.inList === inList) continue;
			rows`INSERT INTO record_fields (model, name, keys, in_list)
					SELECT ${model}, ${name}, ${JSON.stringify(ways)}, ${inList ? 1 : 0}
					WHERE ${before ? 1 : 0} OR (SELECT count(*) FROM record_fields WHERE model = ${model}) < ${MAX_FIELDS}
					ON CONFLICT (model, name) DO UPDATE SET keys = excluded.keys, in_list = excluded.in_list`;
		}
		changed();
	};
	const touch = (model: string) =>
		rows`INSERT OR IGNORE INTO record_touched (model) VALUES (${model})`;

	const openImport = (id: string, model: string, now: number): void =>
		void insert(sql, 'INSERT INTO record_imports', { id, model, started_at: now, touched_at: now });

	return {
		openImport,
		import: find,
		imports: () => rows('SELECT * FROM record_imports').map(importOf),

		/** Stages records; of duplicates the last counts. */
		stage(id: string, records: readonly NewRecord[], now: number): void {
			const open = find(id);
			if (!open) return;
			sql.transaction(() => {
				for (const { id: recordId, json, words, createdAt } of records) {
					const same = piece`model = ${open.model} AND import = ${id} AND id = ${recordId}`;
					if (rows`SELECT n FROM record_rows WHERE ${same}`.length > 0) remove(same);
					const times = {
						created_at: createdAt ?? open.startedAt,
						own_time: createdAt === null ? 0 : 1,
					};
					const facts = { model: open.model, import: id, id: recordId, seq: 0, ...times };
					const row = insert(sql, 'INSERT INTO record_rows', facts, 'RETURNING n');
					const n = count(row ?? {}, 'n');
					rows`INSERT INTO record_texts (n, json) VALUES (${n}, ${json})`;
					rows`INSERT INTO record_words (rowid, words) VALUES (${n}, ${words})`;
				}
				rows`UPDATE record_imports SET touched_at = ${now} WHERE id = ${id}`;
			});
		},

		/** Makes staged records visible at once, replacing those with the same ids; `total` is all of the model then. */
		commit(id: string, fields: readonly Field[]) {
			const open = find(id);
			if (!open) throw new RangeError('the import is not open');
			const { model } = open;
			changed();
			return sql.transaction(() => {
				const before = recordsOf(model);
				const [bounds] = rows`SELECT count(*) AS count, coalesce(min(n), 0) AS first,
						(SELECT coalesce(max(seq), 0) FROM record_rows WHERE model = ${model} AND import = '') AS newest
						FROM record_rows WHERE model = ${model} AND import = ${id}`;
				const size = count(bounds ?? {}, 'count');
				// Numbers go on from the newest record, whenever the batches came, and never begin anew.
				const shift = Math.max(0, count(bounds ?? {}, 'newest') + 1 - count(bounds ?? {}, 'first'));
				const staged = piece`SELECT id FROM record_rows WHERE model = ${model} AND import = ${id}`;
				hide(id, piece`model = ${model} AND import = '' AND id IN (${staged})`);
				// A replaced record keeps its place, and its time unless the new one tells another. Each row is written once.
				rows`UPDATE record_rows SET import = '', seq = coalesce(o.seq, r.n + ${shift}),
							created_at = CASE WHEN r.own_time = 1 THEN r.created_at ELSE coalesce(o.created_at, r.created_at) END
						FROM record_rows AS r LEFT JOIN record_rows AS o
							ON o.model = r.model AND o.import = ${over(id)} AND o.id = r.id
						WHERE record_rows.n = r.n AND r.model = ${model} AND r.import = ${id}`;
				if (size > 0) noteFields(model, fields);
				touch(model);
				const total = recordsOf(model);
				return { created: total - before, replaced: size - (total - before), total };
			});
		},

		/** Removes some rows that nobody sees, of an import or left over by it. @returns true where there are more */
		dropPart: (id: string): boolean =>
			sql.transaction(() => {
				const open = find(id) ?? find(over(id));
				if (!open) return false;
				const some = piece`SELECT n FROM record_rows WHERE model = ${open.model} AND import = ${open.id}
					LIMIT ${DROPPED}`;
				if (remove(piece`n IN (${some})`) === DROPPED) return true;
				rows`DELETE FROM record_imports WHERE id = ${open.id}`;
				return false;
			}),
		/** Hides the records of a model, as those of an import to be dropped. @returns how many */
		removeModel(model: string, id: string, now: number): number {
			changed();
			return sql.transaction(() => {
				const removed = recordsOf(model);
				openImport(id, model, now);
				hide(id, piece`model = ${model} AND import = ''`);
				rows`DELETE FROM record_fields WHERE model = ${model}`;
				touch(model);
				return removed;
			});
		},
		/** Returns true once a model was imported to or removed. */
		isTouched: (model: string): boolean =>
			rows`SELECT 1 AS touched FROM record_touched WHERE model = ${model}`.length > 0,
	};
};

/** The import of rows that are to be seen no more. */
const over = (id: string): string => `${id.replace(/~$/, '')}~`;

/** UTF-16 units that are staged at once, and rows that are removed: a few milliseconds. */
const PART = 8_000;
const DROPPED = 40;

/** Cuts a batch into parts of about as much work. */
export function partsOf(batch: readonly NewRecord[]): readonly (readonly NewRecord[])[] {
	const cut: NewRecord[][] = [[]];
	let units = 0;
	for (const record of batch) {
		const size = record.json.length + record.words.length;
		units += size;
		if (units > PART) cut.push([]);
		if (units > PART) units = size;
		cut.at(-1)?.push(record);
	}
	return cut;
}
