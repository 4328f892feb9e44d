// Facts of a workspace's tools in SQLite. Whether a toolset has something to work on is asked of
// its own tables, which its store has made before.
import type { ToolLedgerStore, Toolset } from '../../gateway';
import { insert } from '../../shared/rows';
import type { Sql } from '../../shared/sql';

/** Tables of each toolset's work. */
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

/** Makes its table where it is missing; times are milliseconds since the epoch, `inUse` names toolsets with work. */
export const createSqliteToolLedger = (sql: Sql): ToolLedgerStore => {
	sql.all(`CREATE TABLE IF NOT EXISTS tool_overflows (
		n INTEGER PRIMARY KEY AUTOINCREMENT, endpoint TEXT NOT NULL, digest TEXT NOT NULL,
		at INTEGER NOT NULL, UNIQUE (endpoint, digest))`);
	return {
		overflows: (since) =>
			sql
				.all<{ endpoint: string }>(
					'SELECT DISTINCT endpoint FROM tool_overflows WHERE at >= ? ORDER BY endpoint',
					since,
				)
				.map(({ endpoint }) => endpoint),
		note(endpoint, at, since, most) {
			sql.transaction(() => {
				const digest = '';
				const again = 'ON CONFLICT (endpoint, digest) DO UPDATE SET at = excluded.at';
				insert(sql, 'INSERT INTO tool_overflows', { endpoint, digest, at }, again);
				sql.all`DELETE FROM tool_overflows WHERE at < ${since} OR n IN (
						SELECT n FROM tool_overflows ORDER BY at DESC, n DESC LIMIT -1 OFFSET ${most})`;
			});
		},
		inUse: () => sql.all<{ toolset: Toolset }>(IN_USE).map(({ toolset }) => toolset),
	};
};
