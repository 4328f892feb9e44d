// Objects, versions and search of a workspace's memory in SQLite.
import { parseConstraints } from '../../memory/constraints';
import { whereOf } from '../../memory/folder';
import { type Scope, scopeOf } from '../../memory/scope';
import { bodyDocument, nameDocument, partDocuments } from '../../memory/search-documents';
import { type MemoryStore, NAME_COLUMNS, PART_COLUMNS, type VersionMeta } from '../../memory/store';
import type { Constraint, ObjectMeta, Version } from '../../memory/types';
import { count, type Row, type Rows, text } from './rows';

const weights = (columns: readonly (readonly [string, number])[]): string =>
	columns.map(([, weight]) => weight).join(', ');

const OBJECTS =
	'SELECT memory_objects.*, file FROM memory_objects LEFT JOIN memory_files ON object_id = id';

/** Terms are words already; quoted, nothing in them is syntax. */
const anyOf = (terms: readonly string[], suffix = ''): string =>
	terms.map((term) => `"${term}"${suffix}`).join(' OR ');

export const memoryObjects = (
	rows: Rows,
): Pick<
	MemoryStore,
	| 'object'
	| 'objectNumbered'
	| 'objectAt'
	| 'objects'
	| 'version'
	| 'versionByHash'
	| 'versions'
	| 'publish'
	| 'placeFile'
	| 'scopes'
	| 'searchNames'
	| 'searchBodies'
	| 'searchParts'
> => ({
	object: (id) => rows(`${OBJECTS} WHERE id = ?`, id).map(objectOf)[0],
	objectNumbered: (n) => rows(`${OBJECTS} WHERE n = ?`, n).map(objectOf)[0],
	objectAt: (category, path) =>
		rows(`${OBJECTS} WHERE category = ? AND path = ? AND deleted = 0`, category, path).map(
			objectOf,
		)[0],
	objects: () => rows(`${OBJECTS} WHERE deleted = 0 ORDER BY created_at DESC, path`).map(objectOf),
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
		rows('DELETE FROM memory_name_words WHERE rowid = ?', n);
		rows('DELETE FROM memory_body_words WHERE rowid = ?', n);
		rows(
			'DELETE FROM memory_part_words WHERE rowid IN (SELECT n FROM memory_parts WHERE object_id = ?)',
			object.id,
		);
		rows('DELETE FROM memory_parts WHERE object_id = ?', object.id);
		if (object.deleted) rows('DELETE FROM memory_scopes WHERE object_id = ?', object.id);
		else {
			index(rows, n, version);
			noteScope(rows, object.id);
		}
	},
	placeFile(id, file) {
		rows('INSERT OR REPLACE INTO memory_files (object_id, file) VALUES (?, ?)', id, file);
		noteScope(rows, id);
	},
	scopes: () =>
		new Map(
			rows('SELECT object_id, scope FROM memory_scopes').map((row) => [
				text(row, 'object_id'),
				JSON.parse(text(row, 'scope')) as Scope,
			]),
		),
	searchNames: (terms, limit) =>
		searched(rows, 'memory_name_words', weights(NAME_COLUMNS), anyOf(terms, ' *'), limit),
	searchBodies: (terms, limit) => searched(rows, 'memory_body_words', '1', anyOf(terms), limit),
	searchParts(terms, limit) {
		if (terms.length === 0) return [];
		return rows(
			`SELECT object_id, part, -bm25(memory_part_words, ${weights(PART_COLUMNS)}) AS score
				FROM memory_part_words JOIN memory_parts ON memory_parts.n = memory_part_words.rowid
				JOIN memory_objects ON memory_objects.id = object_id
				WHERE memory_part_words MATCH ?
				ORDER BY score DESC, memory_objects.path, memory_parts.n LIMIT ?`,
			anyOf(terms),
			limit,
		).map((row) => ({
			objectId: text(row, 'object_id'),
			part: count(row, 'part'),
			score: count(row, 'score'),
		}));
	},
});

/** Counted up when words or parts are made otherwise than before. */
const INDEX = 3;

/** Makes what is published findable anew, where its words were made otherwise. */
export function indexAgain(rows: Rows): void {
	const [made] = rows('SELECT version FROM memory_index');
	if (made !== undefined && count(made, 'version') === INDEX) return;
	for (const table of WORD_TABLES) rows(`DELETE FROM ${table}`);
	for (const row of rows(
		`SELECT memory_versions.*, memory_objects.n AS n FROM memory_objects JOIN memory_versions
			ON object_id = memory_objects.id AND memory_versions.version = memory_objects.version
			WHERE memory_objects.deleted = 0`,
	)) {
		index(rows, count(row, 'n'), versionOf(row));
		noteScope(rows, text(row, 'object_id'));
	}
	rows('DELETE FROM memory_index');
	rows('INSERT INTO memory_index (version) VALUES (?)', INDEX);
}

const WORD_TABLES = [
	'memory_name_words',
	'memory_body_words',
	'memory_part_words',
	'memory_parts',
	'memory_scopes',
] as const;

function noteScope(rows: Rows, id: string): void {
	const [row] = rows(
		`SELECT memory_objects.path, file, content FROM memory_objects
			JOIN memory_versions ON memory_versions.object_id = id
				AND memory_versions.version = memory_objects.version
			LEFT JOIN memory_files ON memory_files.object_id = id
			WHERE id = ? AND memory_objects.deleted = 0`,
		id,
	);
	if (row === undefined) return;
	const place = {
		path: text(row, 'path'),
		...(typeof row.file === 'string' && { file: row.file }),
	};
	const scope = scopeOf(whereOf(place), text(row, 'content'));
	rows(
		'INSERT OR REPLACE INTO memory_scopes (object_id, scope) VALUES (?, ?)',
		id,
		JSON.stringify(scope),
	);
}

function searched(
	rows: Rows,
	table: 'memory_name_words' | 'memory_body_words',
	weighted: string,
	words: string,
	limit: number,
) {
	if (words === '') return [];
	return rows(
		`SELECT id, -bm25(${table}, ${weighted}) AS score
			FROM ${table} JOIN memory_objects ON n = ${table}.rowid
			WHERE ${table} MATCH ? ORDER BY score DESC, memory_objects.path LIMIT ?`,
		words,
		limit,
	).map((row) => ({ id: text(row, 'id'), score: count(row, 'score') }));
}

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
	const joined = (words: readonly string[]) => words.join(' ');
	rows(
		'INSERT INTO memory_name_words (rowid, path, description, globs) VALUES (?, ?, ?, ?)',
		n,
		...nameDocument(version).map(joined),
	);
	rows(
		'INSERT INTO memory_body_words (rowid, text) VALUES (?, ?)',
		n,
		joined(bodyDocument(version)),
	);
	for (const { part, columns } of partDocuments(version)) {
		const [row = {}] = rows(
			'INSERT INTO memory_parts (object_id, part) VALUES (?, ?) RETURNING n',
			version.objectId,
			part,
		);
		rows(
			'INSERT INTO memory_part_words (rowid, title, text) VALUES (?, ?, ?)',
			count(row, 'n'),
			...columns.map(joined),
		);
	}
}

const described = (row: Row): { description?: string } =>
	row.description === null ? {} : { description: text(row, 'description') };

const objectOf = (row: Row): ObjectMeta => ({
	id: text(row, 'id'),
	n: count(row, 'n'),
	category: text(row, 'category') as ObjectMeta['category'],
	kind: text(row, 'kind') as ObjectMeta['kind'],
	path: text(row, 'path'),
	hash: text(row, 'hash'),
	...described(row),
	...(typeof row.file === 'string' ? { file: row.file } : {}),
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
	constraints: constraintsOf(row),
});

/** Rows of before constraints had keys are read again. */
function constraintsOf(row: Row): readonly Constraint[] {
	const stored = JSON.parse(text(row, 'constraints')) as readonly Partial<Constraint>[];
	const isRead = stored.every((each) => typeof each.key === 'string');
	const isRule = row.kind === 'rule' || row.kind === 'workflow';
	if (isRead && (stored.length > 0 || !isRule)) return stored as readonly Constraint[];
	return isRule ? parseConstraints(text(row, 'content')).constraints : [];
}
