// Objects, versions and search of a workspace's memory in SQLite.
import { count, insert, present, type Row, raw, type Sql, text } from '../../shared/sql';
import { parseConstraints } from '../document/document';
import { type Scope, scopeOf } from '../search/scope';
import { SEARCH_COLUMNS, searchDocument } from '../search/words';
import type { VersionMeta } from '../store';
import type { Constraint, ObjectMeta, Version } from '../types';

const weights = (columns: Readonly<Record<string, number>>): string =>
	Object.values(columns).join(', ');

const OBJECTS = `SELECT id, n, category, kind, path, hash, description, file, version,
	created_at AS createdAt, updated_at AS updatedAt, deleted
	FROM memory_objects LEFT JOIN memory_files ON object_id = id`;
const META = `object_id AS objectId, version, category, kind, path, hash, description, origin, author, at,
	note, deleted`;
const VERSIONS = `SELECT ${META}, content, constraints FROM memory_versions WHERE object_id = ?`;

/** Terms are words already; quoted, nothing in them is syntax. */
const anyOf = (terms: readonly string[], most = Number.POSITIVE_INFINITY): string =>
	terms.map((term) => (term.length > most ? `"${term}" *` : `"${term}"`)).join(' OR ');

/** Characters up to which a word is no beginning of others. */
const SHORT = 3;

/** Creates the part of a memory's store that holds objects; a lookup without a match is undefined. */
export const memoryObjects = (sql: Sql) => ({
	/** Includes withdrawn objects, as by number. */
	object: (id: string) => sql.all<Row>`${raw(OBJECTS)} WHERE id = ${id}`.map(objectOf)[0],
	objectNumbered: (n: number) => sql.all<Row>`${raw(OBJECTS)} WHERE n = ${n}`.map(objectOf)[0],
	objectAt: (category: string, path: string) =>
		sql
			.all<Row>(`${OBJECTS} WHERE category = ? AND path = ? AND deleted = 0`, category, path)
			.map(objectOf)[0],
	/** Lists objects that are not withdrawn, newest first, then by path. */
	objects: (): readonly ObjectMeta[] =>
		sql.all<Row>(`${OBJECTS} WHERE deleted = 0 ORDER BY created_at DESC, path`).map(objectOf),
	version: (id: string, version: number) =>
		sql.all<Row>(`${VERSIONS} AND version = ?`, id, version).map(versionOf)[0],
	/** Returns the latest version with this hash that did not withdraw the object. */
	versionByHash: (id: string, hash: string) =>
		sql
			.all<Row>(`${VERSIONS} AND hash = ? AND deleted = 0 ORDER BY version DESC LIMIT 1`, id, hash)
			.map(versionOf)[0],
	/** Lists versions, newest first. */
	versions: (id: string): readonly VersionMeta[] =>
		sql
			.all<Row>(`SELECT ${META} FROM memory_versions WHERE object_id = ? ORDER BY version DESC`, id)
			.map((row) => told<VersionMeta>(row)),
	/** Adds a version, makes it the current one and indexes it; a withdrawal removes the object from the index. */
	publish(object: ObjectMeta, version: Version): void {
		insertVersion(sql, version);
		const n = putObject(sql, object);
		sql.all`DELETE FROM memory_name_words WHERE rowid = ${n}`;
		sql.all`DELETE FROM memory_body_words WHERE rowid = ${n}`;
		sql.all`DELETE FROM memory_part_words
			WHERE rowid IN (SELECT n FROM memory_parts WHERE object_id = ${object.id})`;
		sql.all`DELETE FROM memory_parts WHERE object_id = ${object.id}`;
		if (object.deleted) sql.all`DELETE FROM memory_scopes WHERE object_id = ${object.id}`;
		else {
			index(sql, n, version);
			noteScope(sql, object.id);
		}
	},
	/** Records the file of an object in its repository. */
	placeFile(id: string, file: string): void {
		sql.all`INSERT OR REPLACE INTO memory_files (object_id, file) VALUES (${id}, ${file})`;
		noteScope(sql, id);
	},
	/** Returns the scopes of the objects that are not withdrawn, by id, without reading their content. */
	scopes: (): ReadonlyMap<string, Scope> =>
		new Map(
			sql
				.all<Row>('SELECT object_id, scope FROM memory_scopes')
				.map((row) => [text(row, 'object_id'), JSON.parse(text(row, 'scope')) as Scope]),
		),
	/** Finds objects by prefixes of words in path, description and patterns, best first (BM25). */
	searchNames: (terms: readonly string[], limit: number) =>
		searched(sql, 'memory_name_words', weights(SEARCH_COLUMNS.name), anyOf(terms, SHORT), limit),
	/** Finds objects with one of the terms anywhere, best first (BM25). */
	searchBodies: (terms: readonly string[], limit: number) =>
		searched(sql, 'memory_body_words', '1', anyOf(terms), limit),
	/** Finds parts of documents with one of the terms, best first (BM25). */
	searchParts(terms: readonly string[], limit: number) {
		if (terms.length === 0) return [];
		return sql
			.all<Row>(
				`SELECT object_id, part, -bm25(memory_part_words, ${weights(SEARCH_COLUMNS.part)}) AS score
				FROM memory_part_words JOIN memory_parts ON memory_parts.n = memory_part_words.rowid
				JOIN memory_objects ON memory_objects.id = object_id
				WHERE memory_part_words MATCH ?
				ORDER BY score DESC, memory_objects.path, memory_parts.n LIMIT ?`,
				anyOf(terms),
				limit,
			)
			.map((row) => ({
				id: text(row, 'object_id'),
				part: count(row, 'part'),
				score: count(row, 'score'),
			}));
	},
});

/** Counted up when words or parts are made otherwise than before. */
const INDEX = 9;

/** Makes what is published findable anew, where its words were made otherwise. */
export function indexAgain(sql: Sql): void {
	const [made] = sql.all<Row>('SELECT version FROM memory_index');
	if (made !== undefined && count(made, 'version') === INDEX) return;
	for (const table of WORD_TABLES) sql.all(`DELETE FROM ${table}`);
	const live = 'SELECT n, id, version FROM memory_objects WHERE deleted = 0';
	for (const { n, id, version } of sql.all<Required<ObjectMeta>>(live)) {
		const [row] = sql.all<Row>(`${VERSIONS} AND version = ?`, id, version);
		if (row) index(sql, n, versionOf(row));
		noteScope(sql, id);
	}
	sql.all('DELETE FROM memory_index');
	sql.all`INSERT INTO memory_index (version) VALUES (${INDEX})`;
}

const WORD_TABLES = [
	'memory_name_words',
	'memory_body_words',
	'memory_part_words',
	'memory_parts',
	'memory_scopes',
] as const;

function noteScope(sql: Sql, id: string): void {
	const [row] = sql.all<Row>`SELECT memory_objects.path, file, content FROM memory_objects
			JOIN memory_versions ON memory_versions.object_id = id
				AND memory_versions.version = memory_objects.version
			LEFT JOIN memory_files ON memory_files.object_id = id
			WHERE id = ${id} AND memory_objects.deleted = 0`;
	if (row === undefined) return;
	const place = {
		path: text(row, 'path'),
		...(typeof row.file === 'string' && { file: row.file }),
	};
	insert(sql, 'INSERT OR REPLACE INTO memory_scopes', {
		object_id: id,
		scope: JSON.stringify(scopeOf(place, text(row, 'content'))),
	});
}

function searched(
	sql: Sql,
	table: 'memory_name_words' | 'memory_body_words',
	weighted: string,
	words: string,
	limit: number,
) {
	if (words === '') return [];
	return sql
		.all<Row>(
			`SELECT id, -bm25(${table}, ${weighted}) AS score
			FROM ${table} JOIN memory_objects ON n = ${table}.rowid
			WHERE ${table} MATCH ? ORDER BY score DESC, memory_objects.path LIMIT ?`,
			words,
			limit,
		)
		.map((row) => ({ id: text(row, 'id'), score: count(row, 'score') }));
}

function insertVersion(sql: Sql, version: Version): void {
	const { objectId, category, kind, path, hash, description = null, note = null } = version;
	const { version: number, content, constraints, origin, author, at, deleted } = version;
	insert(sql, 'INSERT INTO memory_versions', {
		...{ object_id: objectId, version: number, category, kind, path, hash, description, content },
		...{ constraints: JSON.stringify(constraints), origin, author, at, note },
		deleted: Number(deleted),
	});
}

/** The row's number, which the object keeps. */
function putObject(sql: Sql, object: ObjectMeta): number {
	const { id, category, kind, path, hash, description = null, version } = object;
	const { createdAt, updatedAt, deleted } = object;
	const row = {
		...{ category, kind, path, hash, description, version },
		...{ created_at: createdAt, updated_at: updatedAt, deleted: Number(deleted) },
	};
	const again = Object.keys(row).map((name) => `${name} = excluded.${name}`);
	const put = insert(
		sql,
		'INSERT INTO memory_objects',
		{ id, ...row },
		`ON CONFLICT (id) DO UPDATE SET ${again.join(', ')} RETURNING n`,
	);
	return count(put ?? {}, 'n');
}

function index(sql: Sql, n: number, version: Version): void {
	const joined = (words: readonly string[]) => words.join(' ');
	const { name, body, parts } = searchDocument(version);
	sql.all(
		'INSERT INTO memory_name_words (rowid, path, description, globs) VALUES (?, ?, ?, ?)',
		n,
		...name.map(joined),
	);
	sql.all`INSERT INTO memory_body_words (rowid, text) VALUES (${n}, ${joined(body)})`;
	for (const [part, columns] of parts.entries()) {
		const place = { object_id: version.objectId, part };
		const row = insert(sql, 'INSERT INTO memory_parts', place, 'RETURNING n');
		const [title = '', words = ''] = columns.map(joined);
		insert(sql, 'INSERT INTO memory_part_words', {
			rowid: count(row ?? {}, 'n'),
			title,
			text: words,
		});
	}
}

const told = <Told>({ deleted, ...row }: Row): Told =>
	({ ...present(row), deleted: deleted === 1 }) as Told;

const objectOf = (row: Row): ObjectMeta => told(row);

const versionOf = (row: Row): Version => ({
	...told<Version>(row),
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
