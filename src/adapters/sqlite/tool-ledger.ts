// Facts of a workspace's tools in SQLite. Whether a toolset has something to work on is asked of
// its own tables, which its store has made before.
import type { ToolLedger, Toolset } from '../../gateway';
import { insert, type Sql } from '../../shared/sql';

const WORK: readonly (readonly [toolset: Toolset, tables: readonly string[]])[] = [
	['records', ["record_rows WHERE import = ''", 'record_findings']],
	['memory', ['memory_objects WHERE deleted = 0', 'memory_drafts']],
	['workflow', ['workflow_definitions', 'workflow_runs']],
	['replay', ['replay_saved', 'memory_objects WHERE deleted = 0', 'workflow_runs']],
	['results', ["record_rows WHERE import = ''", 'workflow_runs']],
];

const IN_USE = WORK.map(([toolset, tables]) => {
	const some = tables.map((table) => `EXISTS (SELECT 1 FROM ${table})`).join(' OR ');
	return `SELECT '${toolset}' AS toolset WHERE ${some}`;
}).join(' UNION ALL ');

/** Milliseconds after which a tool has to be seen again: 90 days. */
const KEPT_FOR = 90 * 86_400_000;
const MOST_OVERFLOWS = 2_000;

/**
 * Makes its table where it is missing: at most 2,000 overflows, each kept for 90 days after it was noted.
 * @param now milliseconds since the epoch
 */
export const createSqliteToolLedger = (sql: Sql, now: () => number): ToolLedger => {
	sql.all(`CREATE TABLE IF NOT EXISTS tool_overflows (
		n INTEGER PRIMARY KEY AUTOINCREMENT, endpoint TEXT NOT NULL, digest TEXT NOT NULL,
		at INTEGER NOT NULL, UNIQUE (endpoint, digest))`);
	return {
		facts: () => ({
			overflows: sql.all<{ endpoint: string }>`SELECT DISTINCT endpoint FROM tool_overflows
				WHERE at >= ${now() - KEPT_FOR} ORDER BY endpoint`.map(({ endpoint }) => endpoint),
			inUse: sql.all<{ toolset: Toolset }>(IN_USE).map(({ toolset }) => toolset),
		}),
		note(endpoint) {
			const at = now();
			sql.transaction(() => {
				const again = 'ON CONFLICT (endpoint, digest) DO UPDATE SET at = excluded.at';
				insert(sql, 'INSERT INTO tool_overflows', { endpoint, digest: '', at }, again);
				sql.all`DELETE FROM tool_overflows WHERE at < ${at - KEPT_FOR} OR n IN (
						SELECT n FROM tool_overflows ORDER BY at DESC, n DESC LIMIT -1 OFFSET ${MOST_OVERFLOWS})`;
			});
		},
	};
};
