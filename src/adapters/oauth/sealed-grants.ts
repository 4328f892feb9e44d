// Grants at upstreams, logins that have begun, and registered clients, in SQLite: what is secret of them is sealed, each
// under its own place, so that nothing opens anywhere else, and what has an end is swept.
import { insert, raw } from '../../shared/sql';
import { type Resealed, resealAll, type SealedPorts } from '../crypto';
import type { KnownClient } from './discover';
import type { Party, Tokens } from './token-endpoint';

/** A grant as it is kept: its tokens are in `sealed`. */
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

/** The sealed part of a grant. */
export interface Held extends Party {
	readonly accessToken: string;
	readonly refreshToken?: string;
}

/** A token for one call. `missing`: the user has to log in there, for the first time or again. */
export type Lent =
	| { readonly kind: 'token'; readonly accessToken: string; readonly generation: string }
	| { readonly kind: 'missing'; readonly why: 'none' | 'ended' | 'scope' }
	| { readonly kind: 'failed'; readonly message: string };

/** Returns an access token without the refresh token, and which generation of the grant it is of. */
export const lent = ({ generation }: GrantRow, accessToken: string): Lent => ({
	kind: 'token',
	accessToken,
	generation,
});

/** The sealed part of a begun login. */
export interface Begun extends Party {
	readonly upstream: string;
	readonly url: string;
	readonly verifier: string;
	readonly redirectUri: string;
	readonly scope: string | null;
}

/** Logins begun at once. */
const MOST_BEGUN = 20;

const COLUMNS =
	'upstream, url, generation, issuer, scope, created_at AS createdAt, expires_at AS expiresAt, wanted, sealed';

/** Grants, begun logins and clients of one vault; what is not there, or no longer opens, reads as undefined. */
export class SealedGrants {
	constructor(private readonly ports: SealedPorts) {
		const { sql } = ports;
		sql.all(`CREATE TABLE IF NOT EXISTS grants (
			upstream TEXT PRIMARY KEY, url TEXT NOT NULL, generation TEXT NOT NULL, issuer TEXT NOT NULL,
			scope TEXT, created_at INTEGER NOT NULL, expires_at INTEGER, wanted TEXT, sealed BLOB NOT NULL)`);
		sql.all(`CREATE TABLE IF NOT EXISTS begun (
			state TEXT PRIMARY KEY, expires_at INTEGER NOT NULL, sealed BLOB NOT NULL)`);
		sql.all('CREATE TABLE IF NOT EXISTS clients (issuer TEXT PRIMARY KEY, sealed BLOB NOT NULL)');
	}

	row(upstream: string): GrantRow | undefined {
		return this.ports.sql.all<GrantRow>`SELECT ${raw(COLUMNS)} FROM grants
			WHERE upstream = ${upstream}`[0];
	}

	rows(): readonly GrantRow[] {
		return this.ports.sql.all(`SELECT ${COLUMNS} FROM grants ORDER BY upstream`);
	}

	async open({ upstream, sealed }: GrantRow): Promise<Held | undefined> {
		return this.#opened<Held>(sealed, 'grant', upstream);
	}

	/** Keeps tokens as the grant of an upstream; one that is there is replaced. */
	async keep(
		{ server, client, resource }: Party,
		tokens: Tokens,
		facts: Omit<GrantRow, 'expiresAt' | 'sealed'>,
	): Promise<void> {
		const { accessToken, refreshToken, lifeSeconds } = tokens;
		const held: Held = {
			...{ server, client, resource, accessToken },
			...(refreshToken !== undefined && { refreshToken }),
		};
		const { upstream, url, generation, issuer, createdAt, wanted } = facts;
		const sealed = await this.#seal(held, 'grant', upstream);
		const end = lifeSeconds === undefined ? null : this.ports.now() + lifeSeconds * 1000;
		insert(this.ports.sql, 'INSERT OR REPLACE INTO grants', {
			...{ upstream, url, generation, issuer, scope: tokens.scope ?? facts.scope },
			...{ created_at: createdAt, expires_at: end, wanted, sealed },
		});
	}

	want(upstream: string, wanted: string): void {
		this.ports.sql.all`UPDATE grants SET wanted = ${wanted} WHERE upstream = ${upstream}`;
	}

	remove(upstream: string): void {
		this.ports.sql.all`DELETE FROM grants WHERE upstream = ${upstream}`;
	}

	/** Keeps a login that has begun, for so many milliseconds. */
	async begin(state: string, begun: Begun, milliseconds: number): Promise<void> {
		const { sql, now } = this.ports;
		const sealed = await this.#seal(begun, 'begun', state);
		insert(sql, 'INSERT INTO begun', { state, expires_at: now() + milliseconds, sealed });
		sql.all`DELETE FROM begun
			WHERE state NOT IN (SELECT state FROM begun ORDER BY expires_at DESC LIMIT ${MOST_BEGUN})`;
	}

	/** A login that has begun here, once. */
	async take(state: string): Promise<Begun | undefined> {
		const { sql, now } = this.ports;
		const [row] = sql.all<{ sealed: Uint8Array }>`DELETE FROM begun
			WHERE state = ${state} AND expires_at > ${now()} RETURNING sealed`;
		return row && this.#opened<Begun>(row.sealed, 'begun', state);
	}

	sweep(): void {
		this.ports.sql.all`DELETE FROM begun WHERE expires_at <= ${this.ports.now()}`;
	}

	/** A client that was registered. @param key of the authorization server, for these redirect URIs */
	async client(key: string): Promise<KnownClient | undefined> {
		const [row] = this.ports.sql.all<{ sealed: Uint8Array }>`SELECT sealed FROM clients
			WHERE issuer = ${key}`;
		return row && this.#opened<KnownClient>(row.sealed, 'client', key);
	}

	async putClient(key: string, client: KnownClient): Promise<void> {
		const sealed = await this.#seal(client, 'client', key);
		insert(this.ports.sql, 'INSERT OR REPLACE INTO clients', { issuer: key, sealed });
	}

	/** Seals what is left of a former secret of the deployment with the current one, unless it is another by now. */
	async reseal(): Promise<Resealed> {
		const reseal = (table: string, key: string, kind: string) =>
			resealAll(this.ports, table, key, (row) => this.#place(kind, row[key] ?? ''));
		const grants = await reseal('grants', 'upstream', 'grant');
		const clients = await reseal('clients', 'issuer', 'client');
		return {
			resealed: grants.resealed + clients.resealed,
			unreadable: grants.unreadable + clients.unreadable,
		};
	}

	#seal(value: object, kind: string, key: string): Promise<Uint8Array> {
		return this.ports.box.seal(JSON.stringify(value), this.#place(kind, key));
	}

	async #opened<Value>(sealed: Uint8Array, kind: string, key: string): Promise<Value | undefined> {
		const text = await this.ports.box.open(new Uint8Array(sealed), this.#place(kind, key));
		return text === undefined ? undefined : (JSON.parse(text) as Value);
	}

	#place(kind: string, key: string): string {
		return JSON.stringify([this.ports.name, kind, key]);
	}
}
