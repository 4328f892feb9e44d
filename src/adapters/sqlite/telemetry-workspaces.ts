// Which workspaces have had calls: what the alerts' timer goes through. One object for all.
import type { Sql } from '../../shared/sql';
import { TELEMETRY_SCHEMA } from './telemetry-schema';

/** A service. */
export class TelemetryWorkspaces {
	readonly #sql: Sql;

	constructor(sql: Sql) {
		this.#sql = sql;
		for (const statement of TELEMETRY_SCHEMA) sql.all(statement);
	}

	note(workspace: string): void {
		this.#sql.all('INSERT OR IGNORE INTO telemetry_workspaces (name) VALUES (?)', workspace);
	}

	/** All of them, by name. */
	list(): string[] {
		return this.#sql
			.all<{ name: string }>('SELECT name FROM telemetry_workspaces ORDER BY name LIMIT 1000')
			.map(({ name }) => name);
	}
}
