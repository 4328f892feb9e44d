// The list of a workspace's sessions, as reported by them, since Durable Objects cannot be enumerated.
import { insert } from '../shared/rows';
import { raw, type Sql } from '../shared/sql';
import type { ListedThrough, SessionQuery, SessionSummary } from './store';

const DAY = 24 * 3600 * 1000;
/** Default retention of an unused session in days. */
export const SESSION_DAYS = 90;
/** Page sizes. */
const MAX_LISTED = 200;
const DEFAULT_LISTED = 50;
/** Sessions ended at once. */
const ENDED_AT_ONCE = 200;

const COLUMNS = `principal, session, first_at AS firstAt, last_at AS lastAt, calls,
	tokens_before AS tokensBefore, tokens_after AS tokensAfter,
	tokens_releasable AS tokensReleasable, tokens_released AS tokensReleased`;

/** The reported sessions of a workspace. */
export class SessionList {
	/** @param now milliseconds since the epoch */
	constructor(
		private readonly sql: Sql,
		private readonly now: () => number,
	) {
		sql.all(`CREATE TABLE IF NOT EXISTS listed_sessions (
			principal TEXT NOT NULL, session TEXT NOT NULL, first_at INTEGER NOT NULL,
			last_at INTEGER NOT NULL, calls INTEGER NOT NULL, tokens_before INTEGER NOT NULL,
			tokens_after INTEGER NOT NULL, tokens_releasable INTEGER NOT NULL,
			tokens_released INTEGER NOT NULL, born INTEGER NOT NULL, through INTEGER NOT NULL,
			PRIMARY KEY (principal, session)) WITHOUT ROWID`);
		sql.all('CREATE INDEX IF NOT EXISTS listed_sessions_last ON listed_sessions (last_at)');
	}

	/** Updates a session, whose beginning stays, and returns the number of its last known entry. */
	update(summary: SessionSummary, { born, through }: ListedThrough): number {
		const { principal, session, tokensBefore, tokensAfter, tokensReleasable } = summary;
		const known = this.sql.all<ListedThrough>`SELECT born, through FROM listed_sessions
			WHERE principal = ${principal} AND session = ${session}`[0];
		// A different birth marks a new session of the same name.
		const before = known?.born === born ? known.through : 0;
		if (through <= before) return before;
		const row = {
			...{ principal, session, first_at: summary.firstAt, last_at: summary.lastAt },
			...{ calls: summary.calls, tokens_before: tokensBefore, tokens_after: tokensAfter },
			...{ tokens_releasable: tokensReleasable, tokens_released: summary.tokensReleased },
			...{ born, through },
		};
		const { principal: _, session: __, first_at: ___, ...changing } = row;
		const changed = Object.keys(changing).map((name) => `${name} = excluded.${name}`);
		const again = `ON CONFLICT (principal, session) DO UPDATE SET ${changed.join(', ')}`;
		insert(this.sql, 'INSERT INTO listed_sessions', row, again);
		return before;
	}

	/** Lists sessions of a principal, or of all (null), last used first unless told; `limit` is at most 200. */
	list({
		principal,
		limit = DEFAULT_LISTED,
		offset = 0,
		sort = 'latest',
		query = '',
	}: SessionQuery & { principal: string | null }): readonly SessionSummary[] {
		const by = sort === 'fullest' ? 'tokens_after' : 'last_at';
		return this.sql.all<SessionSummary>`SELECT ${raw(COLUMNS)} FROM listed_sessions
			WHERE (${principal} IS NULL OR principal = ${principal})
			AND instr(lower(session), lower(${query})) > 0 ORDER BY ${raw(by)} DESC, session
			LIMIT ${Math.min(Math.max(1, limit), MAX_LISTED)} OFFSET ${Math.max(0, offset)}`;
	}

	remove({ principal, session }: { readonly principal: string; readonly session: string }): void {
		this.sql.all`DELETE FROM listed_sessions
			WHERE principal = ${principal} AND session = ${session}`;
	}

	/** Returns sessions beyond a quota per principal, least recently used. */
	beyond(most: number): readonly { readonly principal: string; readonly session: string }[] {
		return this.sql.all`SELECT principal, session FROM (SELECT principal, session, row_number() OVER
				(PARTITION BY principal ORDER BY last_at DESC, session) AS place FROM listed_sessions)
			WHERE place > ${most} LIMIT ${ENDED_AT_ONCE}`;
	}

	/** Forgets sessions unused for some days. */
	forget(days = SESSION_DAYS): void {
		this.sql.all`DELETE FROM listed_sessions WHERE last_at < ${this.now() - days * DAY}`;
	}
}
