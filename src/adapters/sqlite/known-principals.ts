// Everybody who ever had something in a workspace: objects cannot be enumerated, so an erasure asks here.
import { first, type Sql } from '../../shared/sql';

/** Principals that ever used a workspace. */
export class KnownPrincipals {
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
