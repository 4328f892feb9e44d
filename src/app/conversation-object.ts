// The Durable Object of a conversation: where its requests meet, and which sessions it has at upstreams.
// It is asked only when a call takes its time or an upstream keeps sessions, and keeps nothing else.
import { type Hosted, hostedObject } from '../adapters/cloudflare/hosted-object';
import { MemoryMailbox } from '../adapters/local/memory-mailbox';
import { MemorySubscriptions } from '../adapters/local/memory-subscriptions';
import { UpstreamSessionStore } from '../adapters/sqlite/upstream-session-store';
import type { JsonObject } from '../gateway/tool-source';

export class Conversation extends hostedObject(({ sql, wakeAt }): Hosted => {
	const now = () => Date.now();
	const upstreamSessions = new UpstreamSessionStore({ sql, now, wakeAt });
	return {
		services: {
			mailbox: new MemoryMailbox<JsonObject>(now),
			subscriptions: new MemorySubscriptions(),
			upstreamSessions,
		},
		alarm: () => upstreamSessions.sweep(),
	};
}) {}
