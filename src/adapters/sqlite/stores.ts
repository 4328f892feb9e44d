// The stores that one Durable Object holds in its database, all made together.

import type { ToolLedger, Toolset } from '../../gateway';
import { createMemoryStore } from '../../memory';
import { SessionList } from '../../session';
import type { Platform } from '../../shared/platform';
import { addColumn, first, insert, raw, type Sql, type SqlValue, storeOf } from '../../shared/sql';
import { textParts } from '../../shared/text-parts';
import { callStores } from '../../telemetry';
import { ApiTokens } from './api-tokens';
import { AuditLog } from './audit-log';
import { LoginStore } from './login-store';
import { Members, Ownership, Visits, Workspaces } from './people';

type Clock = Pick<Platform, 'now' | 'wakeAt'>;

/** Makes the stores of a workspace: memory, payloads, tools. */
export const workspaceStores = (sql: Sql, now: Clock['now']) => ({
	memory: createMemoryStore(sql),
	payloads: createSqlitePayloads(sql, 'replay_saved'),
	baselines: createSqlitePayloads(sql, 'replay_baselines'),
	tools: createSqliteToolLedger(sql, now),
});

/** Makes the stores of a workspace's figures: calls and roll-ups, open alerts, sessions, principals. */
export const telemetryStores = (sql: Sql, clock: Clock) => ({
	...callStores(sql, clock),
	sessions: new SessionList(sql, clock.now),
	known: new KnownPrincipals(sql, clock.now),
});
export type TelemetryStores = ReturnType<typeof telemetryStores>;

/** Makes the stores of a directory: members and tokens of a workspace, people and log of a deployment. */
export const directoryStores = (sql: Sql, now: Clock['now']) => ({
	tokens: new ApiTokens(sql, now),
	members: new Members(sql, now),
	audit: new AuditLog(sql, now),
	workspaces: new Workspaces(sql, now),
	ownership: new Ownership(sql, now),
	visits: new Visits(sql, now),
	logins: new LoginStore(sql, now),
});
export type DirectoryStores = ReturnType<typeof directoryStores>;

// Everybody who ever had something in a workspace: objects cannot be enumerated, so an erasure asks here.

/** Principals that ever used a workspace. */
class KnownPrincipals extends storeOf(
	'CREATE TABLE IF NOT EXISTS known_principals (principal TEXT PRIMARY KEY) WITHOUT ROWID',
) {
	get isEmpty(): boolean {
		return first(this.sql, 'SELECT 1 FROM known_principals LIMIT 1') === undefined;
	}

	list(_: object = {}): string[] {
		return this.sql
			.all<{ principal: string }>('SELECT principal FROM known_principals ORDER BY principal')
			.map(({ principal }) => principal);
	}

	/** Notes principals; known ones cost no write. @param principals ids */
	note({ principals }: { readonly principals: readonly string[] }): void {
		for (const principal of principals)
			this.sql.all`INSERT OR IGNORE INTO known_principals VALUES (${principal})`;
	}
}

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

/** At most 2,000 overflows, each kept for 90 days after it was noted. @param now milliseconds since the epoch */
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

const MOST_PAYLOADS = 1_000;

/** PayloadStore's operations, one call each. @param table `replay_saved`, of callers; `replay_baselines`, of sessions */
export const createSqlitePayloads = (sql: Sql, table: 'replay_saved' | 'replay_baselines') => {
	sql.all(`CREATE TABLE IF NOT EXISTS ${table} (
		n INTEGER PRIMARY KEY AUTOINCREMENT, task TEXT NOT NULL UNIQUE)`);
	addColumn(sql, table, 'author TEXT');
	const parts = textParts(sql, 'replay_parts');
	const nameOf = (n: number): string => `${table}/${n}`;
	const numbers = (condition: string, ...bindings: SqlValue[]): number[] =>
		sql
			.all<{ n: number }>(`SELECT n FROM ${table} WHERE ${condition}`, ...bindings)
			.map(({ n }) => n);
	const drop = (n: number): void => {
		sql.all`DELETE FROM ${raw(table)} WHERE n = ${n}`;
		parts.drop(nameOf(n));
	};
	return {
		/** @param shared who shares it, and how many of theirs are kept; of one's own, how many */
		put(
			taskId: string,
			text: string,
			{ author, most = MOST_PAYLOADS }: { readonly author?: string; readonly most?: number } = {},
		): void {
			sql.transaction(() => {
				for (const n of numbers('task = ?', taskId)) drop(n);
				sql.all`INSERT INTO ${raw(table)} (task, author) VALUES (${taskId}, ${author ?? null})`;
				for (const n of numbers('task = ?', taskId)) parts.write(nameOf(n), text);
				const older = `substr(task, 1, instr(task, '/')) = ? AND author IS ? ORDER BY n DESC LIMIT -1 OFFSET ?`;
				// `<principal>/<task>` is private, a key without a slash shared.
				const owner = taskId.slice(0, taskId.indexOf('/') + 1);
				for (const n of numbers(older, owner, author ?? null, most)) drop(n);
			});
		},
		get(taskId: string): string | null {
			const [n] = numbers('task = ?', taskId);
			return n === undefined ? null : parts.read(nameOf(n));
		},
	};
};
