// The workflows of one workspace, every version that is kept.
import { insert, raw, type Sql } from '../../shared/sql';
import { textParts } from '../../shared/text-parts';
import type { DefinitionSummary, StoredDefinition } from '../store';
import type { WorkflowDefinition } from '../types';

const HEAD = 'name, version, description, steps, created_at AS createdAt, principal';

/** @param sql a database of this workspace alone; the tables are made if they are missing */
export const createDefinitionStore = (sql: Sql) => {
	for (const statement of WORKFLOW_SCHEMA) sql.all(statement);
	const parts = textParts(sql, 'workflow_parts');
	return {
		/** Adds a version and drops all but the newest `keep` of that name. */
		put(stored: StoredDefinition, keep: number): void {
			const { name, version, yaml, definition, createdAt, principal } = stored;
			sql.transaction(() => {
				const { description, steps } = definition;
				insert(sql, 'INSERT INTO workflow_definitions', {
					...{ name, version, description, steps: steps.length, yaml },
					...{ created_at: createdAt, principal },
				});
				parts.write(ownerOf(name, version), JSON.stringify(definition));
				const old = sql.all<{ version: number }>`SELECT version FROM workflow_definitions
						WHERE name = ${name} ORDER BY version DESC LIMIT -1 OFFSET ${keep}`;
				for (const { version: gone } of old) {
					sql.all`DELETE FROM workflow_definitions WHERE name = ${name} AND version = ${gone}`;
					parts.drop(ownerOf(name, gone));
				}
			});
		},
		latest(name: string): StoredDefinition | null {
			const row = sql.all<
				DefinitionSummary & { readonly yaml: string }
			>`SELECT ${raw(HEAD)}, yaml FROM workflow_definitions WHERE name = ${name}
					ORDER BY version DESC LIMIT 1`[0];
			if (row === undefined) return null;
			const { version, yaml, createdAt, principal } = row;
			const definition = JSON.parse(parts.read(ownerOf(name, version))) as WorkflowDefinition;
			return { name, version, yaml, definition, createdAt, principal };
		},
		/** Returns the newest version of every workflow, last changed first. */
		list: (): readonly DefinitionSummary[] =>
			sql.all<DefinitionSummary>(
				`SELECT ${HEAD} FROM workflow_definitions
					WHERE n IN (SELECT MAX(n) FROM workflow_definitions GROUP BY name) ORDER BY n DESC`,
			),
		/** Returns the versions of a workflow, newest first. */
		versions: (name: string): readonly DefinitionSummary[] =>
			sql.all<DefinitionSummary>`SELECT ${raw(HEAD)} FROM workflow_definitions WHERE name = ${name}
				ORDER BY version DESC`,
	};
};

/** Versions of workflow definitions in SQLite. */
export type DefinitionStore = ReturnType<typeof createDefinitionStore>;

const ownerOf = (name: string, version: number): string => `${name}/${version}`;

/**
 * The tables of a workspace's workflows, all named workflow_…; created where they are missing. A row in a Durable Object
 * holds two megabytes, so what can grow beyond that is spread over rows of its own: definitions and the copies of runs are
 * in workflow_parts (text-parts.ts).
 */
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
	// The run that a key started, and the sessions that had to do with a run: one means the newest of its own.
	`CREATE TABLE IF NOT EXISTS workflow_keys (
		principal TEXT NOT NULL, key TEXT NOT NULL, run TEXT NOT NULL,
		PRIMARY KEY (principal, key)) WITHOUT ROWID`,
	`CREATE TABLE IF NOT EXISTS workflow_joined (
		n INTEGER PRIMARY KEY, principal TEXT NOT NULL, session TEXT NOT NULL, run TEXT NOT NULL,
		UNIQUE (principal, session, run))`,
	`CREATE INDEX IF NOT EXISTS workflow_joined_run ON workflow_joined (run)`,
	`CREATE TABLE IF NOT EXISTS workflow_history (
		run INTEGER NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL,
		PRIMARY KEY (run, number)) WITHOUT ROWID`,
];
