// The Durable Object of a session: what happened in one conversation.
import { type Hosted, hostedObject } from '../adapters/cloudflare/hosted-object';
import { createSqliteSessionStore } from '../adapters/sqlite/session-store';
import { SessionService } from '../session/service';

export class Session extends hostedObject(
	({ sql }): Hosted => ({
		services: { session: new SessionService(createSqliteSessionStore(sql)) },
	}),
) {}
