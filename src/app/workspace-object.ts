// The Durable Object of a workspace: everything that has one writer lives in its database.
import { type Hosted, hostedObject } from '../adapters/cloudflare/hosted-object';
import { createSqliteMemoryStore } from '../adapters/sqlite/memory-store';
import { createSqlitePayloads } from '../adapters/sqlite/payload-store';
import { createSqliteSessionList } from '../adapters/sqlite/session-store';
import { createHub } from '../memory/hub/hub';
import { DEFAULT_META_PROMPT } from '../memory/meta-prompt';
import { estimate } from '../protect/tokens/estimate';
import { SessionList } from '../session/list-service';

export class Workspace extends hostedObject(
	({ name, sql }): Hosted => ({
		services: {
			payloads: createSqlitePayloads(sql),
			sessions: new SessionList(createSqliteSessionList(sql), () => Date.now()),
			memory: createHub({
				store: createSqliteMemoryStore(sql),
				workspaceId: name,
				now: () => Date.now(),
				uuid: () => crypto.randomUUID(),
				estimate,
				metaPrompt: DEFAULT_META_PROMPT,
			}),
		},
	}),
) {}
