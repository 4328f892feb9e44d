// The Durable Object of a session: what happened in one conversation. One object of each principal keeps
// that principal's results instead (`KEPT`, no name of a session).
import { type Hosted, hostedObject } from '../adapters/cloudflare/hosted-object';
import { SqliteKeptResults } from '../adapters/sqlite/kept-results';
import { createSqliteSessionStore } from '../adapters/sqlite/session-store';
import { SessionService } from '../session/service';

/** Names the object of a principal's kept results; a session's handle holds no `~`. */
export const KEPT = '~kept';

export class Session extends hostedObject(({ sql, name, wakeAt }): Hosted => {
	if (!name.endsWith(`/${KEPT}`))
		return { services: { session: new SessionService(createSqliteSessionStore(sql)) } };
	const kept = new SqliteKeptResults(sql, { now: () => Date.now(), wakeAt });
	return { services: { kept }, alarm: () => kept.sweep() };
}) {}
