// Conversations, reached through their Durable Objects.
// The object is asked only when a call takes its time, or an upstream keeps sessions.
import { type Hosted, type HostNamespace, remote } from '../adapters/cloudflare';
import type { HttpDeps } from '../adapters/http';
import { MemoryMailbox, MemorySubscriptions } from '../adapters/local';
import { MemoryHeldCalls, type upstreamSource } from '../adapters/mcp';
import { UpstreamSessionStore } from '../adapters/sqlite';
import type { Principal } from '../auth';
import type { CallContext } from '../gateway';
import { type JsonObject, parseSpelled } from '../shared/json-values';
import type { Env } from './env';
import { ownObject } from './own-object';
import type { UpstreamOptions } from './upstreams';

type HeldCalls = ReturnType<UpstreamOptions['heldCalls']>;
type Conversation = Parameters<UpstreamOptions['heldCalls']>[0];
/** Names may hold anything: JSON keeps their ends apart. */
export const conversationName = (
	{ workspace, id }: Pick<Principal, 'workspace' | 'id'>,
	conversation: string,
): string => JSON.stringify([workspace, id, conversation]);

function conversationNamed(text: string): Conversation {
	const [workspace = '', id = '', name = ''] = (JSON.parse(text) as unknown[]).map(String);
	return { principal: { workspace, id, scopes: [] }, name };
}

export const createMailboxes =
	(namespace: HostNamespace): NonNullable<HttpDeps['mailboxes']> =>
	(principal, session) =>
		remote<MemoryMailbox<JsonObject>>(namespace, conversationName(principal, session), 'mailbox');

export const createSubscriptions =
	(namespace: HostNamespace) =>
	(principal: Principal, session: string): ReturnType<NonNullable<HttpDeps['subscriptions']>> =>
		remote<MemorySubscriptions>(namespace, conversationName(principal, session), 'subscriptions');

export const createUpstreamSessions =
	(namespace: HostNamespace): UpstreamOptions['sessions'] =>
	({ principal, name }) =>
		remote<UpstreamSessionStore>(namespace, conversationName(principal, name), 'upstreamSessions');

export const createHeldCalls =
	(namespace: HostNamespace) =>
	({ principal, name }: Conversation): HeldCalls =>
		remote<HeldCalls>(namespace, conversationName(principal, name), 'heldCalls');

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
		const whose = () => conversationNamed(name);
		const find = (upstream: string) => upstreams(env)(whose().principal.workspace, upstream);
		/** For what nobody asks for. */
		const context = (): CallContext => ({
			principal: whose().principal,
			era: 'legacy',
			correlationId: 'idle',
			signal: new AbortController().signal,
			meta: {},
			notify: () => {},
		});
		const mailbox = new MemoryMailbox<JsonObject>(now);
		const heldCalls = new MemoryHeldCalls({
			source: ({ upstream }) => find(upstream),
			parse: parseSpelled,
		});
		/** @returns whether the conversation is over, as far as anybody can see */
		const endIdle = async (): Promise<boolean> => {
			// Removed, or not to be reached: it will end the session itself.
			for (const { upstream, ...session } of upstreamSessions.idle(subscriptions.isWatched))
				await find(upstream)
					.then((source) => source?.endSession(session, context()))
					.catch(() => {});
			if (!upstreamSessions.isEmpty) return false;
			const isOver = mailbox.isIdle && heldCalls.isIdle && !subscriptions.isWatched;
			if (!isOver) wakeAt(now() + LOOKED_AGAIN);
			return isOver;
		};
		return {
			services: {
				mailbox,
				subscriptions,
				upstreamSessions,
				heldCalls,
			},
			alarm: endIdle,
		};
	});
