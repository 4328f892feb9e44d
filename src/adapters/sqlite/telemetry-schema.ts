// Tables of a workspace's telemetry, all named telemetry_…; created where they are missing.

export const TELEMETRY_SCHEMA: readonly string[] = [
	`CREATE TABLE IF NOT EXISTS telemetry_records (
		n INTEGER PRIMARY KEY, at INTEGER NOT NULL, endpoint TEXT NOT NULL, outcome TEXT NOT NULL,
		variant TEXT NOT NULL, record TEXT NOT NULL)`,
	`CREATE INDEX IF NOT EXISTS telemetry_records_at ON telemetry_records (at)`,
	// One row for the calls of a minute, an hour or a day that share endpoint, outcome and variant.
	`CREATE TABLE IF NOT EXISTS telemetry_periods (
		period INTEGER NOT NULL, at INTEGER NOT NULL, endpoint TEXT NOT NULL, outcome TEXT NOT NULL,
		variant TEXT NOT NULL, tally TEXT NOT NULL,
		PRIMARY KEY (period, at, endpoint, outcome, variant)) WITHOUT ROWID`,
	// Until when records are gone that roll-ups still count.
	`CREATE TABLE IF NOT EXISTS telemetry_marks (name TEXT PRIMARY KEY, at INTEGER NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS telemetry_episodes (rule TEXT PRIMARY KEY, episode TEXT NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS telemetry_workspaces (name TEXT PRIMARY KEY)`,
];
