// The stores that one Durable Object holds in its database, all made together.
import { createMemoryStore } from '../../memory';
import { createFindingStore, createRecordStore } from '../../records';
import { SessionList } from '../../session';
import { first, type Sql } from '../../shared/sql';
import { callStores } from '../../telemetry';
import { createDefinitionStore, createRunStore } from '../../workflow';
import { ApiTokens } from './api-tokens';
import { AuditLog } from './audit-log';
import { LoginStore } from './login-store';
import { Members } from './members';
import { Ownership } from './ownership';
import { createSqlitePayloads } from './payload-store';
import { createSqliteToolLedger } from './tool-ledger';
import { Visits } from './visits';
import { Workspaces } from './workspaces';

interface Clock {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Sets the object's alarm, in milliseconds since the epoch. */
	readonly wakeAt: (time: number) => void;
}

/** Makes the stores of a workspace: memory, records, runs, payloads, tools. */
export const workspaceStores = (sql: Sql, now: Clock['now']) => ({
	definitions: createDefinitionStore(sql),
	runs: createRunStore(sql),
	memory: createMemoryStore(sql),
	records: createRecordStore(sql),
	findings: createFindingStore(sql),
	payloads: createSqlitePayloads(sql, 'replay_saved'),
	baselines: createSqlitePayloads(sql, 'replay_baselines'),
	tools: createSqliteToolLedger(sql, now),
});
export type WorkspaceStores = ReturnType<typeof workspaceStores>;

/** Makes the stores of a workspace's figures: calls and roll-ups, open alerts, sessions, principals. */
export const telemetryStores = (sql: Sql, clock: Clock) => ({
	...callStores(sql, clock),
	sessions: new SessionList(sql, clock.now),
	known: new KnownPrincipals(sql),
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
class KnownPrincipals {
	constructor(private readonly sql: Sql) {
		sql.all`CREATE TABLE IF NOT EXISTS known_principals (principal TEXT PRIMARY KEY) WITHOUT ROWID`;
	}

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
