// Objects, versions and search of a workspace's memory in SQLite.
import { objectDocument, textDocuments } from '../../memory/search-documents';
import {
	type MemoryStore,
	OBJECT_COLUMNS,
	TEXT_COLUMNS,
	type VersionMeta,
} from '../../memory/store';
import type { Constraint, ObjectMeta, Version } from '../../memory/types';
import { count, type Row, type Rows, text } from './rows';

const weights = (columns: readonly (readonly [string, number])[]): string =>
	columns.map(([, weight]) => weight).join(', ');

/** Terms are words already; quoted, nothing in them is syntax. */
const anyOf = (terms: readonly string[], suffix: string): string =>
	terms.map((term) => `"${term}"${suffix}`).join(' OR ');

export const memoryObjects = (
	rows: Rows,
): Pick<
	MemoryStore,
	| 'object'
	| 'objectAt'
	| 'objects'
	| 'version'
	| 'versionByHash'
	| 'versions'
	| 'publish'
	| 'searchObjects'
	| 'searchTexts'
> => ({
	object: (id) => rows('SELECT * FROM memory_objects WHERE id = ?', id).map(objectOf)[0],
	objectAt: (category, path) =>
		rows(
			'SELECT * FROM memory_objects WHERE category = ? AND path = ? AND deleted = 0',
			category,
			path,
		).map(objectOf)[0],
	objects: () =>
		rows('SELECT * FROM memory_objects WHERE deleted = 0 ORDER BY created_at DESC, path').map(
			objectOf,
		),
	version: (id, version) =>
		rows('SELECT * FROM memory_versions WHERE object_id = ? AND version = ?', id, version).map(
			versionOf,
		)[0],
	versionByHash: (id, hash) =>
		rows(
			`SELECT * FROM memory_versions WHERE object_id = ? AND hash = ? AND deleted = 0
				ORDER BY version DESC LIMIT 1`,
			id,
			hash,
		).map(versionOf)[0],
	versions: (id) =>
		rows(
			`SELECT object_id, version, category, kind, path, hash, description, origin, author, at, note,
				deleted FROM memory_versions WHERE object_id = ? ORDER BY version DESC`,
			id,
		).map(metaOf),
	publish(object, version) {
		insertVersion(rows, version);
		const n = putObject(rows, object);
		rows('DELETE FROM memory_object_words WHERE rowid = ?', n);
		rows(
			'DELETE FROM memory_text_words WHERE rowid IN (SELECT n FROM memory_texts WHERE object_id = ?)',
			object.id,
		);
		rows('DELETE FROM memory_texts WHERE object_id = ?', object.id);
		if (!object.deleted) index(rows, n, version);
	},
	searchObjects(terms, limit) {
		if (terms.length === 0) return [];
		return rows(
			`SELECT id, -bm25(memory_object_words, ${weights(OBJECT_COLUMNS)}) AS score
				FROM memory_object_words JOIN memory_objects ON n = memory_object_words.rowid
				WHERE memory_object_words MATCH ? ORDER BY score DESC, memory_objects.path LIMIT ?`,
			anyOf(terms, ' *'),
			limit,
		).map((row) => ({ id: text(row, 'id'), score: count(row, 'score') }));
	},
	searchTexts(terms, limit) {
		if (terms.length === 0) return [];
		return rows(
			`SELECT object_id, constraint_id, -bm25(memory_text_words, ${weights(TEXT_COLUMNS)}) AS score
				FROM memory_text_words JOIN memory_texts ON memory_texts.n = memory_text_words.rowid
				JOIN memory_objects ON memory_objects.id = object_id
				WHERE memory_text_words MATCH ?
				ORDER BY score DESC, memory_objects.path, memory_texts.n LIMIT ?`,
			anyOf(terms, ''),
			limit,
		).map((row) => ({
			objectId: text(row, 'object_id'),
			constraintId: text(row, 'constraint_id'),
			score: count(row, 'score'),
		}));
	},
});

function insertVersion(rows: Rows, version: Version): void {
	rows(
		'INSERT INTO memory_versions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
		version.objectId,
		version.version,
		version.category,
		version.kind,
		version.path,
		version.hash,
		version.description ?? null,
		version.content,
		JSON.stringify(version.constraints),
		version.origin,
		version.author,
		version.at,
		version.note ?? null,
		version.deleted ? 1 : 0,
	);
}

/** The row's number, which the object keeps. */
function putObject(rows: Rows, object: ObjectMeta): number {
	const [row = {}] = rows(
		`INSERT INTO memory_objects
			(id, category, kind, path, hash, description, version, created_at, updated_at, deleted)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET category = excluded.category, kind = excluded.kind,
				path = excluded.path, hash = excluded.hash, description = excluded.description,
				version = excluded.version, created_at = excluded.created_at,
				updated_at = excluded.updated_at, deleted = excluded.deleted
			RETURNING n`,
		object.id,
		object.category,
		object.kind,
		object.path,
		object.hash,
		object.description ?? null,
		object.version,
		object.createdAt,
		object.updatedAt,
		object.deleted ? 1 : 0,
	);
	return count(row, 'n');
}

function index(rows: Rows, n: number, version: Version): void {
	const words = objectDocument(version).map((column) => column.join(' '));
	rows(
		'INSERT INTO memory_object_words (rowid, path, description, titles) VALUES (?, ?, ?, ?)',
		n,
		...words,
	);
	for (const { constraintId, columns } of textDocuments(version)) {
		const [row = {}] = rows(
			'INSERT INTO memory_texts (object_id, constraint_id) VALUES (?, ?) RETURNING n',
			version.objectId,
			constraintId,
		);
		rows(
			'INSERT INTO memory_text_words (rowid, name, text) VALUES (?, ?, ?)',
			count(row, 'n'),
			...columns.map((column) => column.join(' ')),
		);
	}
}

const described = (row: Row): { description?: string } =>
	row.description === null ? {} : { description: text(row, 'description') };

const objectOf = (row: Row): ObjectMeta => ({
	id: text(row, 'id'),
	category: text(row, 'category') as ObjectMeta['category'],
	kind: text(row, 'kind') as ObjectMeta['kind'],
	path: text(row, 'path'),
	hash: text(row, 'hash'),
	...described(row),
	version: count(row, 'version'),
	createdAt: count(row, 'created_at'),
	updatedAt: count(row, 'updated_at'),
	deleted: row.deleted === 1,
});

const metaOf = (row: Row): VersionMeta => ({
	objectId: text(row, 'object_id'),
	version: count(row, 'version'),
	category: text(row, 'category') as Version['category'],
	kind: text(row, 'kind') as Version['kind'],
	path: text(row, 'path'),
	hash: text(row, 'hash'),
	...described(row),
	origin: text(row, 'origin') as Version['origin'],
	author: text(row, 'author'),
	at: count(row, 'at'),
	...(row.note === null ? {} : { note: text(row, 'note') }),
	deleted: row.deleted === 1,
});

const versionOf = (row: Row): Version => ({
	...metaOf(row),
	content: text(row, 'content'),
	constraints: JSON.parse(text(row, 'constraints')) as Constraint[],
});
