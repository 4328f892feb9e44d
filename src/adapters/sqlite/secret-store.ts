// Secrets of one owner, a workspace or a user: sealed, lent for the origins they were set for, and never
// shown. The seal holds name and origins, so that neither can be changed behind its back. Beside them grants at upstreams, logins that have begun, and registered
// clients: what is secret of them comes sealed, and what has an end is swept.
import { err, ok, type Result } from '../../shared/result';
import { addColumn, counted, insert, raw, type Sql } from '../../shared/sql';
import { type Resealed, resealAll, type SealedBox } from '../crypto';

/** A secret as lists show it, without its value. */
interface SecretFacts {
	readonly name: string;
	readonly origins: readonly string[];
	/** Milliseconds since the epoch. */
	readonly setAt: number;
	readonly setBy: string;
	/** Set for versions of the configuration: its value stays what it is, and goes with the last of them. */
	readonly once?: boolean | undefined;
}

/** A secret to be kept, in clear: `value` is sealed before it is written, and no answer has it again. */
interface NewSecret extends Omit<SecretFacts, 'setAt'> {
	readonly value: string;
}

/** A secret for one call; `why` tells what has to be done instead. */
type LentSecret =
	| { readonly value: string; readonly origins: readonly string[] }
	| { readonly why: 'missing' | 'origin' | 'unreadable' };

/** Dependencies of a store of secrets; `sql` is the owner's own database. */
interface SecretStorePorts {
	readonly sql: Sql;
	readonly box: SealedBox;
	/** Of the object: what is sealed here opens nowhere else. */
	readonly name: string;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Told before anything is kept. */
	readonly noted?: () => Promise<void>;
}

interface Row extends Omit<SecretFacts, 'origins' | 'once'> {
	readonly origins: string;
	readonly once: number;
	readonly sealed: Uint8Array;
}

/** More than the versions of a configuration that are kept, each of which may name one of its own. */
const MOST_SECRETS = 500;
const IS_SET =
	'versions of the configuration have its value: set one of another name, and name that in the configuration';
const COLUMNS = 'name, origins, set_at AS setAt, set_by AS setBy, once, sealed';

const factsOf = ({ name, origins, setAt, setBy, once }: Row): SecretFacts => ({
	...{ name, setAt, setBy },
	origins: JSON.parse(origins) as string[],
	...(once === 1 && { once: true }),
});

/** Secrets of a workspace or a user, sealed, each with its allowed origins. */
export class SecretStore {
	constructor(private readonly ports: SecretStorePorts) {
		ports.sql.all(`CREATE TABLE IF NOT EXISTS secrets (
			name TEXT PRIMARY KEY, origins TEXT NOT NULL, set_at INTEGER NOT NULL, set_by TEXT NOT NULL,
			sealed BLOB NOT NULL)`);
		addColumn(ports.sql, 'secrets', 'once INTEGER NOT NULL DEFAULT 0');
	}

	/** Sets a secret, or sets it anew. The error says why it cannot be. */
	async put(secret: NewSecret): Promise<Result<SecretFacts, string>> {
		const { sql, box, now } = this.ports;
		const { name, value, setBy, once = false } = secret;
		const origins = JSON.stringify(secret.origins);
		await this.ports.noted?.();
		const sealed = await box.seal(value, this.#place(name, origins));
		const known = this.list().find((each) => each.name === name);
		if (known && (once || known.once)) return err(IS_SET);
		if (counted(sql, 'secrets WHERE name <> ?', name) >= MOST_SECRETS)
			return err(`there are ${MOST_SECRETS} secrets already: remove one that is not used`);
		const setAt = now();
		sql.all`INSERT OR REPLACE INTO secrets (name, origins, set_at, set_by, once, sealed)
			VALUES (${name}, ${origins}, ${setAt}, ${setBy}, ${Number(once)}, ${sealed})`;
		return ok({ name, origins: secret.origins, setAt, setBy, ...(once && { once }) });
	}

	list(): SecretFacts[] {
		return this.ports.sql.all<Row>(`SELECT ${COLUMNS} FROM secrets ORDER BY name`).map(factsOf);
	}

	remove(name: string): boolean {
		const gone = this.ports.sql.all`DELETE FROM secrets WHERE name = ${name} RETURNING name`;
		return gone.length > 0;
	}

	/** Opens secrets for one origin, in the order of their names. */
	async lend(names: readonly string[], origin: string): Promise<LentSecret[]> {
		return Promise.all(names.map((name) => this.#lend(name, origin)));
	}

	/** Seals what is left of a former secret of the deployment with the current one. */
	reseal(_: object = {}): Promise<Resealed> {
		const { sql, box } = this.ports;
		const rows = sql.all<Row>(`SELECT ${COLUMNS} FROM secrets`);
		return resealAll(
			...([box, rows, (row: Row) => this.#place(row.name, row.origins)] as const),
			({ name, sealed: before }, sealed) =>
				sql.all`UPDATE secrets SET sealed = ${sealed} WHERE name = ${name}
					AND sealed = ${new Uint8Array(before)}`,
		);
	}

	async #lend(name: string, origin: string): Promise<LentSecret> {
		const { sql, box } = this.ports;
		const row = sql.all<Row>`SELECT ${raw(COLUMNS)} FROM secrets WHERE name = ${name}`[0];
		if (!row) return { why: 'missing' };
		const { origins } = factsOf(row);
		if (!origins.includes(origin)) return { why: 'origin' };
		const value = await box.open(new Uint8Array(row.sealed), this.#place(name, row.origins));
		return value === undefined ? { why: 'unreadable' } : { value, origins };
	}

	#place(name: string, origins: string): string {
		return JSON.stringify([this.ports.name, 'secret', name, origins]);
	}
}

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

const GRANT_COLUMNS =
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
		const [row] = this.sql.all<GrantRow>`SELECT ${raw(GRANT_COLUMNS)} FROM grants
			WHERE upstream = ${upstream}`;
		return row && { ...row, sealed: new Uint8Array(row.sealed) };
	}

	grants(): readonly GrantRow[] {
		return this.sql.all<GrantRow>(`SELECT ${GRANT_COLUMNS} FROM grants ORDER BY upstream`);
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
