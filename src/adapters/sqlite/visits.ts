// Sign-in sessions of people in browsers. Only digests of their cookies are kept.

import { addColumn, insert, type Sql } from '../../shared/sql';

/** Somebody who is signed in, in one browser; the digest of the cookie, not the cookie, finds it. */
export interface Visit {
	readonly id: string;
	readonly name: string;
	/** Way of signing in: `openid`, `passphrase`, `token`. */
	readonly via: string;
	/** Sealed data for checking a token again; null where there is none. */
	readonly sealed: Uint8Array | null;
	/** The one workspace that a token is of; null where they signed in otherwise. */
	readonly workspace: string | null;
}

/** Milliseconds: of a visit in all, and without a request. */
const LIFE_MS = 7 * 86_400_000;
const IDLE_MS = 12 * 3_600_000;
/** A request is noted once in so many milliseconds. */
const NOTED_MS = 600_000;
const MOST_OF_ONE = 20;

/** Sign-in sessions of a deployment. */
export class Visits {
	/** @param now milliseconds since the epoch */
	constructor(
		private readonly sql: Sql,
		private readonly now: () => number,
	) {
		sql.all(`CREATE TABLE IF NOT EXISTS visits (
			digest TEXT PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL, via TEXT NOT NULL, sealed BLOB,
			begun_at INTEGER NOT NULL, seen_at INTEGER NOT NULL)`);
		addColumn(sql, 'visits', 'workspace TEXT');
		sql.all('CREATE INDEX IF NOT EXISTS visits_id ON visits (id, seen_at)');
	}

	begin(digest: string, { id, name, via, sealed, workspace }: Visit): void {
		const now = this.now();
		const times = { begun_at: now, seen_at: now };
		insert(this.sql, 'INSERT INTO visits', { digest, id, name, via, sealed, ...times, workspace });
		this.sql.all`DELETE FROM visits WHERE id = ${id} AND digest NOT IN (SELECT digest FROM visits
			WHERE id = ${id} ORDER BY seen_at DESC LIMIT ${MOST_OF_ONE})`;
		const [begun, seen] = [now - LIFE_MS, now - IDLE_MS];
		this.sql.all`DELETE FROM visits WHERE begun_at <= ${begun} OR seen_at <= ${seen}`;
	}

	find(digest: string): Omit<Visit, 'workspace'> | null {
		const now = this.now();
		const [row] = this.sql.all<Visit & { readonly seenAt: number }>`
			SELECT id, name, via, sealed, seen_at AS seenAt FROM visits
			WHERE digest = ${digest} AND begun_at > ${now - LIFE_MS} AND seen_at > ${now - IDLE_MS}`;
		if (!row) return null;
		const { seenAt, ...visit } = row;
		if (now - seenAt > NOTED_MS)
			this.sql.all`UPDATE visits SET seen_at = ${now} WHERE digest = ${digest}`;
		return visit;
	}

	end(digest: string): void {
		this.sql.all`DELETE FROM visits WHERE digest = ${digest}`;
	}

	/** Ends those by tokens of a workspace. @param isLast also those as a person, who is in no other @returns how many */
	endOf(id: string, workspace: string, isLast: boolean): number {
		return this.sql.all`DELETE FROM visits WHERE id = ${id}
			AND (workspace = ${workspace} OR ${Number(isLast)} AND via <> 'token') RETURNING id`.length;
	}
}
