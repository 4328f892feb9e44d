// Tables of a workspace's telemetry, all named telemetry_…; created where they are missing.
import type { Sql } from '../../shared/sql';

const TELEMETRY_SCHEMA: readonly string[] = [
	// Records as they arrived together, a JSON list in one row; `n` is the number of the first, so that
	// the numbers count what is kept.
	`CREATE TABLE IF NOT EXISTS telemetry_batches (
		n INTEGER PRIMARY KEY, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
		count INTEGER NOT NULL, records TEXT NOT NULL)`,
	'CREATE INDEX IF NOT EXISTS telemetry_batches_to ON telemetry_batches (to_at)',
	// One row for the calls of a minute, an hour or a day that share endpoint, outcome and variant.
	`CREATE TABLE IF NOT EXISTS telemetry_periods (
		period INTEGER NOT NULL, at INTEGER NOT NULL, endpoint TEXT NOT NULL, outcome TEXT NOT NULL,
		variant TEXT NOT NULL, tally TEXT NOT NULL,
		PRIMARY KEY (period, at, endpoint, outcome, variant)) WITHOUT ROWID`,
	// Until when records are gone that roll-ups still count; when something was done last.
	`CREATE TABLE IF NOT EXISTS telemetry_marks (name TEXT PRIMARY KEY, at INTEGER NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS telemetry_episodes (rule TEXT PRIMARY KEY, episode TEXT NOT NULL)`,
];

export function makeTelemetryTables(sql: Sql): void {
	for (const statement of TELEMETRY_SCHEMA) sql.all(statement);
}
