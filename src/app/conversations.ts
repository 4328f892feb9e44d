// Conversations, reached through their Durable Objects.
import { type HostNamespace, remote } from '../adapters/cloudflare';
import type { HttpDeps } from '../adapters/http';
import type { MemoryMailbox, MemorySubscriptions } from '../adapters/local';
import type { UpstreamSessionStore } from '../adapters/sqlite';
import type { Principal } from '../auth';
import type { JsonObject } from '../gateway';
import type { UpstreamOptions } from './upstreams';

type HeldCalls = ReturnType<UpstreamOptions['heldCalls']>;
type Conversation = Parameters<UpstreamOptions['heldCalls']>[0];
type UpstreamSessions = UpstreamOptions['sessions'];
type Mailboxes = NonNullable<HttpDeps['mailboxes']>;
type Subscriptions = ReturnType<NonNullable<HttpDeps['subscriptions']>>;

/** Names may hold anything: JSON keeps their ends apart. */
export const conversationName = (
	{ workspace, id }: Pick<Principal, 'workspace' | 'id'>,
	conversation: string,
): string => JSON.stringify([workspace, id, conversation]);

export function conversationNamed(text: string): Conversation {
	const [workspace = '', id = '', name = ''] = (JSON.parse(text) as unknown[]).map(String);
	return { principal: { workspace, id, scopes: [] }, name };
}

export const createMailboxes =
	(namespace: HostNamespace): Mailboxes =>
	(principal, session) =>
		remote<MemoryMailbox<JsonObject>>(namespace, conversationName(principal, session), 'mailbox');

export const createSubscriptions =
	(namespace: HostNamespace) =>
	(principal: Principal, session: string): Subscriptions =>
		remote<MemorySubscriptions>(namespace, conversationName(principal, session), 'subscriptions');

export const createUpstreamSessions = (namespace: HostNamespace): UpstreamSessions => {
	const of = (principal: Principal, name: string) =>
		remote<UpstreamSessionStore>(namespace, conversationName(principal, name), 'upstreamSessions');
	return {
		get: ({ principal, name }, key) => of(principal, name).get(key),
		begun: ({ principal, name }, key, session, upstream) =>
			of(principal, name).begun(key, session, upstream),
		ended: ({ principal, name }, key, id) => of(principal, name).ended(key, id),
	};
};

export const createHeldCalls =
	(namespace: HostNamespace) =>
	({ principal, name }: Conversation): HeldCalls =>
		remote<HeldCalls>(namespace, conversationName(principal, name), 'heldCalls');
