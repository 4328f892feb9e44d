// The sessions of one conversation at its upstreams: whichever isolate serves the next call goes on
// with them. Made only once there is one; forgotten a day after an isolate last asked.
import type { Sql } from '../../shared/sql';

/** A session at an upstream, as it is kept. */
interface Kept {
	readonly id: string;
	readonly initialized: string;
}

/** Milliseconds. */
const LIFE_MS = 86_400_000;
/** Sessions of one conversation; the oldest goes first. */
const MOST = 100;
/** UTF-16 units of a response to `initialize`. */
const LONGEST = 262_144;

export interface UpstreamSessionPorts {
	readonly sql: Sql;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Asks for `sweep` at a time. */
	readonly wakeAt: (time: number) => void;
}

export class UpstreamSessionStore {
	readonly #ports: UpstreamSessionPorts;
	#isMade = false;

	constructor(ports: UpstreamSessionPorts) {
		this.#ports = ports;
	}

	get(key: string): Kept | undefined {
		const { sql, now } = this.#ports;
		if (!this.#exists()) return undefined;
		const [row] = sql.all<Kept>(
			'SELECT id, initialized FROM upstream_sessions WHERE key = ? AND asked_at > ?',
			key,
			now() - LIFE_MS,
		);
		if (row) sql.all('UPDATE upstream_sessions SET asked_at = ? WHERE key = ?', now(), key);
		return row && { id: row.id, initialized: row.initialized };
	}

	/** Keeps a session that was just begun; gives the one that counts. */
	begun(key: string, session: Kept): Kept {
		const known = this.get(key);
		if (known || session.initialized.length > LONGEST) return known ?? session;
		const { sql, now, wakeAt } = this.#ports;
		this.#make();
		sql.all(
			'INSERT OR REPLACE INTO upstream_sessions (key, id, initialized, asked_at) VALUES (?, ?, ?, ?)',
			...[key, session.id, session.initialized, now()],
		);
		sql.all(
			'DELETE FROM upstream_sessions WHERE key NOT IN (SELECT key FROM upstream_sessions ORDER BY asked_at DESC LIMIT ?)',
			MOST,
		);
		wakeAt(now() + LIFE_MS);
		return session;
	}

	ended(key: string, id: string): void {
		if (this.#exists())
			this.#ports.sql.all('DELETE FROM upstream_sessions WHERE key = ? AND id = ?', key, id);
	}

	/** Forgets what is old; to be called again while anything is left. */
	sweep(): void {
		const { sql, now, wakeAt } = this.#ports;
		if (!this.#exists()) return;
		sql.all('DELETE FROM upstream_sessions WHERE asked_at <= ?', now() - LIFE_MS);
		const [left] = sql.all<{ n: number }>('SELECT count(*) AS n FROM upstream_sessions');
		if (left?.n) {
			wakeAt(now() + LIFE_MS / 4);
			return;
		}
		sql.all('DROP TABLE upstream_sessions');
		this.#isMade = false;
	}

	#exists(): boolean {
		if (this.#isMade) return true;
		const found = this.#ports.sql.all(
			"SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'upstream_sessions'",
		);
		this.#isMade = found.length > 0;
		return this.#isMade;
	}

	#make(): void {
		if (this.#exists()) return;
		this.#ports.sql.all(
			'CREATE TABLE upstream_sessions (key TEXT PRIMARY KEY, id TEXT NOT NULL, initialized TEXT NOT NULL, asked_at INTEGER NOT NULL)',
		);
		this.#isMade = true;
	}
}
