// Grants at upstreams, logins that have begun, and registered clients, in SQLite: what is secret of
// them comes sealed, and what has an end is swept.

import { insert, raw, type Sql } from '../../shared/sql';

/** A grant as it is kept: its tokens are in `sealed`, which only the vault of its owner can open. */
export interface GrantRow {
	readonly upstream: string;
	/** The address it was given for: it is used for no other. */
	readonly url: string;
	readonly generation: string;
	readonly issuer: string;
	readonly scope: string | null;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	/** End of the access token, milliseconds since the epoch; null where unknown. */
	readonly expiresAt: number | null;
	/** Scopes that a refusal asked for, beyond those granted. */
	readonly wanted: string | null;
	readonly sealed: Uint8Array;
}

/** Logins begun at once. */
const MOST_BEGUN = 20;

const COLUMNS =
	'upstream, url, generation, issuer, scope, created_at AS createdAt, expires_at AS expiresAt, wanted, sealed';

/** Rows of one vault, sealed before they come here; a grant or client that is not there is undefined. */
export class VaultStore {
	constructor(private readonly sql: Sql) {
		sql.all(`CREATE TABLE IF NOT EXISTS grants (
			upstream TEXT PRIMARY KEY, url TEXT NOT NULL, generation TEXT NOT NULL, issuer TEXT NOT NULL,
			scope TEXT, created_at INTEGER NOT NULL, expires_at INTEGER, wanted TEXT, sealed BLOB NOT NULL)`);
		sql.all(`CREATE TABLE IF NOT EXISTS begun (
			state TEXT PRIMARY KEY, expires_at INTEGER NOT NULL, sealed BLOB NOT NULL)`);
		sql.all('CREATE TABLE IF NOT EXISTS clients (issuer TEXT PRIMARY KEY, sealed BLOB NOT NULL)');
	}

	grant(upstream: string): GrantRow | undefined {
		const [row] = this.sql.all<GrantRow>`SELECT ${raw(COLUMNS)} FROM grants
			WHERE upstream = ${upstream}`;
		return row && { ...row, sealed: new Uint8Array(row.sealed) };
	}

	grants(): readonly GrantRow[] {
		return this.sql.all<GrantRow>(`SELECT ${COLUMNS} FROM grants ORDER BY upstream`);
	}

	putGrant(row: GrantRow): void {
		const { upstream, url, generation, issuer, scope, createdAt, expiresAt, wanted, sealed } = row;
		insert(this.sql, 'INSERT OR REPLACE INTO grants', {
			...{ upstream, url, generation, issuer, scope, created_at: createdAt },
			...{ expires_at: expiresAt, wanted, sealed },
		});
	}

	want(upstream: string, wanted: string): void {
		this.sql.all`UPDATE grants SET wanted = ${wanted} WHERE upstream = ${upstream}`;
	}

	deleteGrant(upstream: string): void {
		this.sql.all`DELETE FROM grants WHERE upstream = ${upstream}`;
	}

	begin(state: string, expiresAt: number, sealed: Uint8Array): void {
		insert(this.sql, 'INSERT INTO begun', { state, expires_at: expiresAt, sealed });
		this.sql.all`DELETE FROM begun
			WHERE state NOT IN (SELECT state FROM begun ORDER BY expires_at DESC LIMIT ${MOST_BEGUN})`;
	}

	take(state: string, now: number): Uint8Array | undefined {
		const [row] = this.sql.all<{ sealed: Uint8Array }>`DELETE FROM begun
			WHERE state = ${state} AND expires_at > ${now} RETURNING sealed`;
		return row && new Uint8Array(row.sealed);
	}

	sweep(now: number): void {
		this.sql.all`DELETE FROM begun WHERE expires_at <= ${now}`;
	}

	client(issuer: string): Uint8Array | undefined {
		const [row] = this.sql.all<{ sealed: Uint8Array }>`SELECT sealed FROM clients
			WHERE issuer = ${issuer}`;
		return row && new Uint8Array(row.sealed);
	}

	putClient(issuer: string, sealed: Uint8Array): void {
		this.sql.all`INSERT OR REPLACE INTO clients (issuer, sealed) VALUES (${issuer}, ${sealed})`;
	}

	clients(): readonly { readonly issuer: string; readonly sealed: Uint8Array }[] {
		return this.sql.all('SELECT issuer, sealed FROM clients');
	}

	/** Puts another seal on a grant, unless it is another by now. */
	resealGrant({ upstream, sealed: before }: GrantRow, sealed: Uint8Array): void {
		this.sql.all`UPDATE grants SET sealed = ${sealed} WHERE upstream = ${upstream}
			AND sealed = ${new Uint8Array(before)}`;
	}
}
