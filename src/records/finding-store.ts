// Storage of a workspace's findings: ranked by FTS5's BM25, what a finding says before its details.

import { count, insert, present, type Row, type Rows } from '../shared/rows';
import { counted, type Sql } from '../shared/sql';
import type { Finding, NewFinding } from './findings';
import { RECORDS_SCHEMA } from './schema';
import type { FoundFindings } from './store';

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
		/** Counts a principal's findings. */
		countOf: (principal: string): number =>
			counted(sql, 'record_findings WHERE principal = ?', principal),
		/** Removes a finding of a principal, or of anyone (null); false where there is none. */
		remove(id: number, principal: string | null): boolean {
			const whose = principal === null ? 'id = ?1' : 'id = ?1 AND principal = ?2';
			const given = principal === null ? [id] : [id, principal];
			return sql.transaction(() => {
				const [gone] = rows(`DELETE FROM record_findings WHERE ${whose} RETURNING id`, ...given);
				if (!gone) return false;
				rows`DELETE FROM record_finding_words WHERE rowid = ${id}`;
				rows`DELETE FROM record_findings_shared WHERE id = ${id}`;
				return true;
			});
		},
		/** Finds own and shared findings with every tag: best match first, newest first without terms. */
		recall({
			principal,
			terms,
			tags,
			limit,
		}: {
			readonly principal: string;
			readonly terms: readonly string[];
			readonly tags: readonly string[];
			readonly limit: number;
		}): FoundFindings {
			const wanted = `NOT EXISTS (SELECT 1 FROM json_each(?) w
					WHERE w.value NOT IN (SELECT value FROM json_each(f.tags)))
				AND (f.principal = ? OR f.id IN (SELECT id FROM record_findings_shared))`;
			const isRanked = terms.length > 0;
			const from = isRanked
				? 'record_finding_words w JOIN record_findings f ON f.id = w.rowid WHERE record_finding_words MATCH ? AND'
				: 'record_findings f WHERE';
			const order = isRanked ? 'bm25(record_finding_words, 4, 3, 1), f.id DESC' : 'f.id DESC';
			const bindings = [
				...(isRanked ? [terms.map((term) => `"${term}"`).join(' OR ')] : []),
				JSON.stringify(tags),
				principal,
			];
			const found = rows(
				`SELECT f.*, EXISTS (SELECT 1 FROM record_findings_shared s WHERE s.id = f.id) AS shared
					FROM ${from} ${wanted} ORDER BY ${order} LIMIT ?`,
				...bindings,
				limit,
			);
			return {
				findings: found.map(findingOf),
				total: counted(sql, `${from} ${wanted}`, ...bindings),
			};
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
