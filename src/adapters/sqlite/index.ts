// The face of adapters/sqlite: all that other rooms may import.
export { ApiTokens } from './api-tokens';
export { AuditLog } from './audit-log';
export { createSqliteConfigHistory } from './config-history';
export { type Erasure, Erasures, type Pass, type Subject } from './erasures';
export { SqliteKeptResults } from './kept-results';
export { KnownPrincipals } from './known-principals';
export { Members } from './members';
export { createSqliteMemoryStore } from './memory-store';
export {
	eraseOf,
	type OwnedRow,
	type RowsPage,
	type RowsQuery,
	rowsOf,
	tablesOf,
} from './owned-rows';
export { type Owner, Ownership } from './ownership';
export { createSqlitePayloads, type PayloadTable } from './payload-store';
export { createSqliteFindingStore } from './records-findings';
export { createSqliteRecordStore } from './records-store';
export { type LentSecret, SecretStore } from './secret-store';
export { createSqliteSessionList, EarlierSessions } from './session-list';
export { createSqliteSessionStore } from './session-store';
export { createSqliteSightStore } from './sight-store';
export { TelemetryEpisodes } from './telemetry-episodes';
export { TelemetryStore } from './telemetry-store';
export { type TextParts, textParts } from './text-parts';
export { createSqliteToolLedger } from './tool-ledger';
export { UpstreamSessionStore } from './upstream-session-store';
export { type GrantFacts, type GrantRow, VaultStore } from './vault-store';
export { Visits } from './visits';
export { createSqliteDefinitionStore } from './workflow-definitions';
export { createSqliteRunStore } from './workflow-runs';
export { Workspaces } from './workspaces';
