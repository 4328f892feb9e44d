// The workflows of one workspace, every version that is kept.
import { insert, raw, type Sql } from '../../shared/sql';
import { textParts } from '../../shared/text-parts';
import type { DefinitionSummary, StoredDefinition } from '../store';
import type { WorkflowDefinition } from '../types';
import { WORKFLOW_SCHEMA } from './schema';

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
				const old = sql.all<{
					version: number;
				}>`SELECT version FROM workflow_definitions WHERE name = ${name}
						ORDER BY version DESC LIMIT -1 OFFSET ${keep}`;
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
