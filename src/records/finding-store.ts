// Findings of a workspace (docs/records.md "Findings"): checked, stored, ranked by FTS5's BM25, what a finding says before its details.

import { ok, type Result } from '../shared/result';
import {
	count,
	counted,
	insert,
	piece,
	present,
	type Row,
	type Rows,
	raw,
	type Sql,
} from '../shared/sql';
import { termsOf } from '../shared/terms';
import { fault, RECORDS_SCHEMA, type RecordsFault } from './record';

const MAX_RECALLED = 200;

/** @param sql a database of this workspace alone; the tables are made if they are missing */
export const createFindingStore = (sql: Sql) => {
	for (const statement of RECORDS_SCHEMA) sql.all(statement);
	const rows: Rows = (statement, ...bindings) => sql.all<Row>(statement, ...bindings);
	return {
		add: ({ words, ...finding }: NewFinding): Finding =>
			sql.transaction(() => {
				const { finding: said, details = null, recordIds, tags, principal, session, at } = finding;
				const told = { record_ids: JSON.stringify(recordIds), tags: JSON.stringify(tags) };
				const row = insert(
					sql,
					'INSERT INTO record_findings',
					{ finding: said, details, ...told, principal, session, at },
					'RETURNING id',
				);
				const id = count(row ?? {}, 'id');
				insert(sql, 'INSERT INTO record_finding_words', { rowid: id, ...words });
				if (finding.shared) rows`INSERT INTO record_findings_shared (id) VALUES (${id})`;
				return { ...finding, id };
			}),
		countOf: (principal: string) => counted(sql, 'record_findings WHERE principal = ?', principal),
		/** Removes a finding of a principal, or of anyone (null); false where there is none. */
		remove(id: number, principal: string | null): boolean {
			const whose = principal === null ? raw('') : piece` AND principal = ${principal}`;
			return sql.transaction(() => {
				const [gone] = rows`DELETE FROM record_findings WHERE id = ${id}${whose} RETURNING id`;
				if (!gone) return false;
				rows`DELETE FROM record_finding_words WHERE rowid = ${id}`;
				rows`DELETE FROM record_findings_shared WHERE id = ${id}`;
				return true;
			});
		},
		/** Finds own and shared findings with every tag: best match first, newest first without terms. */
		recall(principal: string, terms: readonly string[], tags: readonly string[]) {
			const words = terms.map((term) => `"${term}"`).join(' OR ');
			const isRanked = terms.length > 0;
			const matching = isRanked
				? piece`record_finding_words w JOIN record_findings f ON f.id = w.rowid
					WHERE record_finding_words MATCH ${words} AND`
				: raw('record_findings f WHERE');
			const wanted = piece`${matching} NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(tags)}) w
					WHERE w.value NOT IN (SELECT value FROM json_each(f.tags)))
				AND (f.principal = ${principal} OR f.id IN (SELECT id FROM record_findings_shared))`;
			const order = raw(isRanked ? 'bm25(record_finding_words, 4, 3, 1), f.id DESC' : 'f.id DESC');
			const found = rows`SELECT f.*, EXISTS (SELECT 1 FROM record_findings_shared s WHERE s.id = f.id) AS shared
					FROM ${wanted} ORDER BY ${order} LIMIT ${MAX_RECALLED}`;
			return { findings: found.map(findingOf), total: counted(sql, wanted) };
		},
	};
};

export type FindingStore = ReturnType<typeof createFindingStore>;

const findingOf = ({ record_ids, tags, shared, ...row }: Row): Finding =>
	({
		...present(row),
		recordIds: JSON.parse(String(record_ids)),
		tags: JSON.parse(String(tags)),
		shared: shared === 1,
	}) as unknown as Finding;

export interface FindingArguments {
	readonly finding?: unknown;
	readonly details?: unknown;
	readonly record_ids?: unknown;
	readonly tags?: unknown;
	readonly shared?: unknown;
}

export interface FindingSource {
	readonly principal: string;
	readonly session: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
}

interface NewFinding extends FindingSource {
	readonly finding: string;
	readonly details?: string;
	readonly recordIds: readonly (string | number)[];
	readonly tags: readonly string[];
	/** Visible to the whole workspace, otherwise to its author alone. */
	readonly shared: boolean;
	/** Search terms, most relevant first. */
	readonly words: { readonly finding: string; readonly tags: string; readonly details: string };
}

export interface Finding extends Omit<NewFinding, 'words'> {
	readonly id: number;
}

/** Lengths in characters. */
const MAX_FINDING = 4_000;
const MAX_DETAILS = 20_000;
const MAX_TAG = 60;
/** Maximum numbers per finding. */
const MAX_RECORD_IDS = 500;
const MAX_TAGS = 20;

export function readFinding(given: FindingArguments, source: FindingSource) {
	const { finding, details, shared = false } = given;
	if (typeof finding !== 'string' || finding.trim() === '' || finding.length > MAX_FINDING)
		return fault(`finding: must be a text of 1 to ${MAX_FINDING} characters.`);
	if (details !== undefined && (typeof details !== 'string' || details.length > MAX_DETAILS))
		return fault(`details: must be a text of at most ${MAX_DETAILS} characters.`);
	const ids = given.record_ids ?? [];
	if (!Array.isArray(ids) || ids.length > MAX_RECORD_IDS || !ids.every(isId))
		return fault(`record_ids: must be a list of at most ${MAX_RECORD_IDS} ids.`);
	if (typeof shared !== 'boolean') return fault('shared: must be true or false.');
	const tags = readTags(given.tags);
	if (!tags.ok) return tags;
	const words = (texts: readonly (string | number)[]) => termsOf(texts.join('\n')).join(' ');
	return ok({
		...source,
		finding,
		...(details !== undefined && { details }),
		recordIds: ids,
		tags: tags.value,
		shared,
		words: {
			finding: words([finding]),
			tags: words(tags.value),
			details: words([details ?? '', ...ids]),
		},
	});
}

export function readTags(tags: unknown): Result<readonly string[], RecordsFault> {
	const given = tags ?? [];
	const isTag = (tag: unknown): tag is string =>
		typeof tag === 'string' && tag.trim() !== '' && tag.length <= MAX_TAG;
	if (!Array.isArray(given) || given.length > MAX_TAGS || !given.every(isTag))
		return fault(
			`tags: must be a list of at most ${MAX_TAGS} texts of 1 to ${MAX_TAG} characters.`,
		);
	return ok([...new Set(given.map((tag) => tag.trim().toLowerCase()))]);
}

const isId = (id: unknown): id is string | number =>
	(typeof id === 'string' && id !== '' && id.length <= 200) ||
	(typeof id === 'number' && Number.isFinite(id));
