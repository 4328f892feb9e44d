// The writer of clients' logins: clients that nobody has let in yet, a bounded number for a short time, and the
// refresh tokens that were given, of which each is exchanged once.

import { counted, insert, type Sql } from '../../shared/sql';

/** Milliseconds that a client waits to be let in. */
const WAITING_MS = 86_400_000;
/**
 * Clients that wait: of the address with most of them the first goes. Registrations of a day, of all addresses: each is
 * a few rows written.
 */
const MOST = { waiting: 1_000, aDay: 5_000 };

/** Milliseconds for which an exchange may be asked for again, and those that one may take. */
const GRACE_MS = 90_000;
const EXCHANGE_MS = 30_000;
const TOKEN_MS = 30 * 86_400_000;

/** A given refresh token: its digest, and who may bring it. */
type GivenToken = Readonly<Record<'digest' | 'client' | 'principal', string>>;

/**
 * The state of a token that is to be exchanged. `first`: exchange it; `busy`: another request does; `again`: it was,
 * for this sealed answer; `reused`: two have it; `unknown`: it was not given here.
 */
type Exchange =
	| { readonly kind: 'first' | 'busy' | 'reused' | 'unknown' }
	| { readonly kind: 'again'; readonly answer: Uint8Array };

/** Clients that wait to be let in, and refresh tokens, of a deployment. */
export class LoginStore {
	/** @param now milliseconds since the epoch */
	constructor(
		private readonly sql: Sql,
		private readonly now: () => number,
		private readonly most = MOST,
	) {
		sql.all(`CREATE TABLE IF NOT EXISTS waiting_clients (
			id TEXT PRIMARY KEY, source TEXT NOT NULL, record TEXT NOT NULL, at INTEGER NOT NULL)`);
		sql.all`CREATE TABLE IF NOT EXISTS registrations (day INTEGER PRIMARY KEY, n INTEGER NOT NULL)`;
		sql.all(`CREATE TABLE IF NOT EXISTS refresh_tokens (
			digest TEXT PRIMARY KEY, principal TEXT NOT NULL, client TEXT NOT NULL, given INTEGER NOT NULL,
			begun INTEGER, used INTEGER, answer BLOB)`);
		sql.all('CREATE INDEX IF NOT EXISTS refresh_tokens_given ON refresh_tokens (given)');
	}

	/** Keeps a client that registered itself. @returns false where too many have today */
	register(id: string, record: string, source: string): boolean {
		const now = this.now();
		const day = Math.floor(now / 86_400_000);
		const today = this.sql.all<{ n: number }>`SELECT n FROM registrations WHERE day = ${day}`[0];
		if ((today?.n ?? 0) >= this.most.aDay) return false;
		this.sql.all`DELETE FROM registrations WHERE day < ${day}`;
		const counting = 'ON CONFLICT (day) DO UPDATE SET n = n + 1';
		insert(this.sql, 'INSERT INTO registrations', { day, n: 1 }, counting);
		if (counted(this.sql, 'waiting_clients') >= this.most.waiting) this.#makeRoom(now);
		insert(this.sql, 'INSERT INTO waiting_clients', { id, source, record, at: now });
		return true;
	}

	#makeRoom(now: number): void {
		this.sql.all`DELETE FROM waiting_clients WHERE at <= ${now - WAITING_MS}`;
		if (counted(this.sql, 'waiting_clients') < this.most.waiting) return;
		this.sql.all(`DELETE FROM waiting_clients WHERE id = (SELECT id FROM waiting_clients WHERE source = (
			SELECT source FROM waiting_clients GROUP BY source ORDER BY count(*) DESC, min(at) LIMIT 1)
			ORDER BY at LIMIT 1)`);
	}

	/** The record of a client that waits, null where there is none. */
	registered(id: string): string | null {
		const row = this.sql.all<{ record: string }>`SELECT record FROM waiting_clients
			WHERE id = ${id} AND at > ${this.now() - WAITING_MS}`[0];
		return row?.record ?? null;
	}

	/** Begins the exchange of a token; of several that ask at once one is the `first`. */
	exchange(digest: string, client: string): Exchange {
		const now = this.now();
		const [row] = this.sql.all<{
			readonly client: string;
			readonly begun: number | null;
			readonly used: number | null;
			readonly answer: Uint8Array | null;
		}>`SELECT client, begun, used, answer FROM refresh_tokens
			WHERE digest = ${digest} AND given > ${now - TOKEN_MS}`;
		if (!row) return { kind: 'unknown' };
		if (row.client !== client) return { kind: 'reused' };
		if (row.used !== null)
			return row.answer && now - row.used <= GRACE_MS
				? { kind: 'again', answer: new Uint8Array(row.answer) }
				: { kind: 'reused' };
		// A clock that was set back keeps nobody waiting.
		if (row.begun !== null && Math.abs(now - row.begun) < EXCHANGE_MS) return { kind: 'busy' };
		this.sql.all`UPDATE refresh_tokens SET begun = ${now} WHERE digest = ${digest}`;
		return { kind: 'first' };
	}

	/** The token is as it was: nothing was given for it. */
	release(digest: string): void {
		this.sql.all`UPDATE refresh_tokens SET begun = NULL WHERE digest = ${digest}`;
	}

	/** Notes a token that was given, for another where one was exchanged. @param answer sealed, as it went out */
	give(next: GivenToken, former?: GivenToken, answer?: Uint8Array): void {
		const given = this.now();
		this.sql.all`DELETE FROM refresh_tokens WHERE given <= ${given - TOKEN_MS}`;
		this.sql.all`UPDATE refresh_tokens SET answer = NULL WHERE principal = ${next.principal}
			AND used < ${given - GRACE_MS}`;
		insert(this.sql, 'INSERT OR IGNORE INTO refresh_tokens', { ...next, given });
		if (!former || !answer) return;
		const then =
			'ON CONFLICT (digest) DO UPDATE SET used = excluded.used, answer = excluded.answer';
		insert(this.sql, 'INSERT INTO refresh_tokens', { ...former, given, used: given, answer }, then);
	}
}
