// Conversations, reached through their Durable Objects.
// The object is asked only when a call takes its time, or an upstream keeps sessions.
import { type Hosted, type HostNamespace, remote } from '../adapters/cloudflare';
import {
	MemoryHeldCalls,
	MemoryMailbox,
	MemorySubscriptions,
	type upstreamSource,
} from '../adapters/mcp';
import { UpstreamSessionStore } from '../adapters/sqlite';
import type { Principal } from '../auth';
import { contextAlone } from '../gateway';
import type { JsonObject } from '../shared/json-values';
import type { Env } from './env';
import { ownObject } from './objects';

/** Names may hold anything: JSON keeps their ends apart. */
export const conversationName = (
	{ workspace, id }: Pick<Principal, 'workspace' | 'id'>,
	conversation: string,
): string => JSON.stringify([workspace, id, conversation]);

/** Creates clients of the services of conversations, each by its principal and its name. */
export const createConversations = (namespace: HostNamespace) => {
	const of =
		<Service extends object>(service: string) =>
		(principal: Principal, name: string) =>
			remote<Service>(namespace, conversationName(principal, name), service);
	return {
		mailbox: of<MemoryMailbox<JsonObject>>('mailbox'),
		subscriptions: of<MemorySubscriptions>('subscriptions'),
		upstreamSessions: of<UpstreamSessionStore>('upstreamSessions'),
		heldCalls: of<MemoryHeldCalls>('heldCalls'),
	};
};

/** The server of a workspace under the config in force; undefined when it has none of that name. */
export type FindUpstream = (
	workspace: string,
	name: string,
) => Promise<ReturnType<typeof upstreamSource> | undefined>;

/** Milliseconds until a conversation is looked at again that is still going on. */
const LOOKED_AGAIN = 3_600_000;

/** The class of the object. `upstreams` says how it reaches the servers behind. */
export const conversationObject = (upstreams: (env: Env) => FindUpstream) =>
	ownObject<Env>(({ name, sql, wakeAt }, env): Hosted => {
		const now = () => Date.now();
		const subscriptions = new MemorySubscriptions();
		const upstreamSessions = new UpstreamSessionStore({ sql, now, wakeAt });
		const principalOf = (): Principal => {
			const [workspace = '', id = ''] = (JSON.parse(name) as unknown[]).map(String);
			return { workspace, id, scopes: [] };
		};
		const find = (upstream: string) => upstreams(env)(principalOf().workspace, upstream);
		const mailbox = new MemoryMailbox<JsonObject>(now);
		const heldCalls = new MemoryHeldCalls({ source: ({ upstream }) => find(upstream) });
		/** @returns whether the conversation is over, as far as anybody can see */
		const endIdle = async (): Promise<boolean> => {
			// Removed, or not to be reached: it will end the session itself.
			for (const { upstream, ...session } of upstreamSessions.idle(subscriptions.isWatched))
				await find(upstream)
					.then((source) => source?.endSession(session, contextAlone(principalOf())))
					.catch(() => {});
			if (!upstreamSessions.isEmpty) return false;
			const isOver = mailbox.isIdle && heldCalls.isIdle && !subscriptions.isWatched;
			if (!isOver) wakeAt(now() + LOOKED_AGAIN);
			return isOver;
		};
		return {
			services: { mailbox, subscriptions, upstreamSessions, heldCalls },
			alarm: endIdle,
		};
	});
