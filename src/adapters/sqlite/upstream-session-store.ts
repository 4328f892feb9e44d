// The sessions of one conversation at its upstreams: whichever isolate serves the next call goes on
// with them. Made only once there is one; given back to be ended an hour after an isolate last asked.

import type { Platform } from '../../shared/platform';
import { hasTable, insert, type Sql } from '../../shared/sql';

/** A session at an upstream, as it is kept. */
type Kept = Readonly<Record<'id' | 'initialized', string>>;

/** A session that is to be ended. */
export interface IdleSession extends Kept {
	readonly upstream: string;
}

/** Milliseconds since an isolate last asked. */
const IDLE_MS = 3_600_000;
/** Sessions of one conversation; the one that was used least lately ends first. */
const MOST = 100;
/** UTF-16 units of a response to `initialize`. */
const LONGEST = 262_144;

/** Sessions by a key of the caller's; one whose `initialize` is too long is not kept: who began it goes on alone. */
export class UpstreamSessionStore {
	#isMade = false;

	/** @param ports `wakeAt` asks for `idle` */
	constructor(private readonly ports: Pick<Platform, 'now' | 'wakeAt'> & { readonly sql: Sql }) {}

	/** The session to go on with; asking is a sign that it is in use. */
	get(key: string): Kept | undefined {
		const { sql, now } = this.ports;
		if (!this.#exists()) return undefined;
		const [row] = sql.all<Kept>`SELECT id, initialized FROM sessions_at WHERE key = ${key}`;
		if (row) sql.all`UPDATE sessions_at SET asked_at = ${now()} WHERE key = ${key}`;
		return row && { id: row.id, initialized: row.initialized };
	}

	/** Keeps a session that was just begun; gives the one that counts. */
	begun(key: string, session: Kept, upstream: string): Kept {
		const known = this.get(key);
		if (known || session.initialized.length > LONGEST) return known ?? session;
		const { sql, now, wakeAt } = this.ports;
		sql.all(`CREATE TABLE IF NOT EXISTS sessions_at (key TEXT PRIMARY KEY, id TEXT NOT NULL,
			initialized TEXT NOT NULL, upstream TEXT NOT NULL, asked_at INTEGER NOT NULL)`);
		const { id, initialized } = session;
		const row = { key, id, initialized, upstream, asked_at: now() };
		insert(sql, 'INSERT OR REPLACE INTO sessions_at', row);
		const ended = sql.all`UPDATE sessions_at SET asked_at = 0
			WHERE key NOT IN (SELECT key FROM sessions_at ORDER BY asked_at DESC LIMIT ${MOST})
			RETURNING key`;
		wakeAt(ended.length > 0 ? now() : now() + IDLE_MS);
		return session;
	}

	get isEmpty(): boolean {
		return !this.#exists();
	}

	ended(key: string, id: string): void {
		if (this.#exists())
			this.ports.sql.all`DELETE FROM sessions_at WHERE key = ${key} AND id = ${id}`;
	}

	/** Forgets idle sessions and gives them; asks to be called again while any is left. @param isInUse somebody listens */
	idle(isInUse: boolean): readonly IdleSession[] {
		const { sql, now, wakeAt } = this.ports;
		if (!this.#exists()) return [];
		if (isInUse) sql.all`UPDATE sessions_at SET asked_at = ${now()}`;
		const idle = sql.all<IdleSession>`DELETE FROM sessions_at WHERE asked_at <= ${now() - IDLE_MS}
			RETURNING id, initialized, upstream`;
		const [left] = sql.all<{ at: number | null }>`SELECT min(asked_at) AS at FROM sessions_at`;
		if (typeof left?.at === 'number') wakeAt(left.at + IDLE_MS);
		else {
			sql.all('DROP TABLE sessions_at');
			this.#isMade = false;
		}
		return idle;
	}

	#exists(): boolean {
		this.#isMade ||= hasTable(this.ports.sql, 'sessions_at');
		return this.#isMade;
	}
}
