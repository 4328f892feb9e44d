// The tables of a workspace's workflows, all named workflow_…; created where they are missing. A row in
// a Durable Object holds two megabytes, so what can grow beyond that is spread over rows of its own:
// definitions and the copies of runs are in workflow_parts (text-parts.ts).

export const WORKFLOW_SCHEMA: readonly string[] = [
	`CREATE TABLE IF NOT EXISTS workflow_definitions (
		n INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, description TEXT NOT NULL,
		steps INTEGER NOT NULL, yaml TEXT NOT NULL, created_at INTEGER NOT NULL,
		principal TEXT NOT NULL, UNIQUE (name, version))`,
	`CREATE TABLE IF NOT EXISTS workflow_runs (
		n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, principal TEXT NOT NULL, session TEXT NOT NULL,
		workflow TEXT NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
		updated_at INTEGER NOT NULL, status TEXT NOT NULL, step TEXT NOT NULL,
		position INTEGER NOT NULL, summary TEXT, delivered TEXT, head TEXT NOT NULL)`,
	`CREATE INDEX IF NOT EXISTS workflow_runs_session ON workflow_runs (principal, session, n)`,
	`CREATE INDEX IF NOT EXISTS workflow_runs_principal ON workflow_runs (principal, n)`,
	// 32 tasks in a row: a move writes one row, and ten thousand tasks are read in 313.
	`CREATE TABLE IF NOT EXISTS workflow_tasks (
		run INTEGER NOT NULL, loop TEXT NOT NULL, block INTEGER NOT NULL, tasks TEXT NOT NULL,
		PRIMARY KEY (run, loop, block)) WITHOUT ROWID`,
	// In the order of `n`, oldest first.
	`CREATE TABLE IF NOT EXISTS workflow_outputs (
		n INTEGER PRIMARY KEY, run INTEGER NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL,
		UNIQUE (run, key))`,
	`CREATE TABLE IF NOT EXISTS workflow_artefacts (
		run INTEGER NOT NULL, n INTEGER NOT NULL, name TEXT NOT NULL,
		PRIMARY KEY (run, n)) WITHOUT ROWID`,
	// The run that a key started, and the one that a session means though it began elsewhere.
	`CREATE TABLE IF NOT EXISTS workflow_keys (
		principal TEXT NOT NULL, key TEXT NOT NULL, run TEXT NOT NULL,
		PRIMARY KEY (principal, key)) WITHOUT ROWID`,
	`CREATE TABLE IF NOT EXISTS workflow_adopted (
		principal TEXT NOT NULL, session TEXT NOT NULL, run TEXT NOT NULL,
		PRIMARY KEY (principal, session)) WITHOUT ROWID`,
	`CREATE TABLE IF NOT EXISTS workflow_history (
		run INTEGER NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL,
		PRIMARY KEY (run, number)) WITHOUT ROWID`,
];
