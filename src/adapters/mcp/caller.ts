// The context of a request for the gateway: principal, scope, session, how its client is asked something, and the way
// back for its notifications.

import type { ServerContext } from '@modelcontextprotocol/server';
import type { Principal } from '../../auth';
import { type HostChoice, hostOfClient } from '../../config';
import {
	addressedConversation,
	conversationOf,
	type Gateway,
	type GatewayContext,
	hostSession,
} from '../../gateway';
import { asObject, defined, type JsonObject } from '../../shared/json-values';
import type { Mailboxes } from './mailbox';
import { CHANGED, META, TOOLS_CHANGED, withoutProtocolKeys } from './meta-keys';
import { askClient, type Subscriptions } from './push-stream';
import type { ServerParts } from './server';
import type { TransportSession, TransportSessions } from './transport-session';

/** Notifications passed on for one request: a flood is cut, the result still arrives. */
const MOST_NOTIFICATIONS = 1_000;
const LOG_LEVELS = 'debug info notice warning error critical alert emergency'.split(' ');

/** Query parameters of an MCP endpoint. */
export interface Address {
	/** `?toolsets=a,b`; absent: all. */
	readonly toolsets?: readonly string[];
	/** `?tools=`; absent: as configured. */
	readonly tools?: 'all' | 'search';
	/** `?host=`; absent: as the client says. */
	readonly host?: HostChoice;
	/** `?session=`: the conversation that all requests to this address belong to. */
	readonly session?: string;
}

/** Context of a request to `/mcp`: the caller, the address, and the stores of its session. */
export interface McpRequestParts {
	readonly gateway: Gateway;
	readonly principal: Principal;
	/** The upstream of `/mcp/<upstream>`; absent on `/mcp`. */
	readonly upstream?: string | undefined;
	/** Public address of this server, resolved only when it is shown. */
	readonly home?: (() => Promise<string | undefined>) | undefined;
	readonly address?: Address | undefined;
	/** Appears in error texts and logs. */
	readonly correlationId: string;
	readonly serverInfo: { readonly name: string; readonly version: string };
	/** Receives errors for the log; never shown to a caller. */
	readonly report?: ((error: unknown, correlationId: string) => void) | undefined;
	/** Is told the code of an error that is answered. */
	readonly refused?: ((code: number) => void) | undefined;
	/** Mints and opens `Mcp-Session-Id`; absent: there is none. */
	readonly sessions?: TransportSessions | undefined;
	/** Mailboxes of sessions; without them clients cannot be asked, nor cancel by a request. */
	readonly mailboxes?: Mailboxes | undefined;
	/** Resource subscriptions of a session; absent: unsupported. */
	readonly subscriptions?: ((principal: Principal, session: string) => Subscriptions) | undefined;
	/** Returns the session of a conversation by a call that its model made, where its prompts pass here. */
	readonly madeIn?: ((call: string) => string | undefined) | undefined;
	/** Keeps work alive after the answer, or when the client has gone (`waitUntil`). */
	readonly defer?: ((work: Promise<unknown>) => void) | undefined;
}

export const SESSION_HEADER = 'Mcp-Session-Id';

/** The session that the header names; `gone`: none of this principal's. MCP 2026-07-28 has none: its header means nothing. */
export const sessionOf = async ({ sessions, principal }: McpRequestParts, { headers }: Request) => {
	const sealed = headers.get(SESSION_HEADER);
	if (sealed === null || !sessions || headers.get('mcp-protocol-version') === '2026-07-28') return;
	return (await sessions.open(sealed, principal)) ?? 'gone';
};

/** Remembers a subscription for the stream of the session, where the server behind has none by request. */
export const subscriberOf = (
	{ principal, upstream, subscriptions }: McpRequestParts,
	session: TransportSession | undefined,
): ServerParts['subscribe'] => {
	if (upstream === undefined || !session || !subscriptions) return undefined;
	return (uri, isWanted) => subscriptions(principal, session.name).set(upstream, uri, isWanted);
};

/** The part of the SDK's request context that is used. */
export type Received = Pick<
	ServerContext['mcpReq'],
	'id' | 'envelope' | '_meta' | 'signal' | 'notify'
>;

/**
 * Opens the context of a request, its scope by path and query; its client can be asked only with a session that has a
 * mailbox, and only where it has said that it can be. @param send writes a message to the stream of the request of an id
 */
export const openRequest = (
	{ principal, upstream, address, correlationId, home, mailboxes, madeIn }: McpRequestParts,
	era: 'legacy' | 'modern',
	mcpReq: Received,
	session?: TransportSession,
	send?: (message: JsonObject, requestId: string | number) => Promise<void>,
): { readonly context: GatewayContext; sent(): Promise<void> } => {
	const { host: said, session: addressed, ...asked } = address ?? {};
	const envelope: JsonObject = { ...mcpReq.envelope };
	const received: JsonObject = { ...mcpReq._meta };
	const progressToken = mcpReq._meta?.progressToken;
	const logLevel = envelope[META.logLevel];
	const isLegacy = era === 'legacy';
	const clientInfo = isLegacy ? session?.clientInfo : asObject(envelope[META.client]);
	const clientCapabilities = isLegacy
		? session?.capabilities
		: asObject(envelope[META.capabilities]);
	const meta = withoutProtocolKeys(received);
	const saysMore = Object.keys(meta).length > 0;
	const connected = addressed === undefined ? session?.name : addressedConversation(addressed);
	const conversation = saysMore ? conversationOf(meta, connected) : connected;
	// A host that opens no session of a transport still tells its conversations apart.
	const named = saysMore ? hostSession(meta, addressed ?? session?.name, madeIn) : addressed;
	const host = said ?? hostOfClient(session?.clientInfo?.name) ?? hostOfClient(clientInfo?.name);
	const { elicitation, roots, sampling } = session?.capabilities ?? {};
	let sending = Promise.resolve();
	let count = 0;

	const notify: GatewayContext['notify'] = (method, params) => {
		if (++count > MOST_NOTIFICATIONS || mcpReq.signal.aborted) return;
		// Of many servers only changes of tools are announced; the newer revision has another stream for them.
		const isAnnounced = upstream !== undefined || method === TOOLS_CHANGED;
		if (CHANGED.test(method) && !(isLegacy && isAnnounced)) return;
		const isProgress = method === 'notifications/progress';
		if (isProgress && progressToken === undefined) return;
		if (method === 'notifications/message' && !isWanted(params.level, era, logLevel)) return;
		const sent = isProgress ? { ...params, progressToken } : { ...params };
		sending = sending
			// The SDK refuses what the era does not have, and a caller may be gone: neither may fail the call.
			.then(() => mcpReq.notify({ method, params: sent }))
			.catch(() => {});
	};

	return {
		context: {
			...{ principal, correlationId, era, signal: mcpReq.signal, meta },
			scope: { ...(upstream !== undefined && { upstream }), ...asked },
			wantsProgress: progressToken !== undefined,
			...defined({ home, conversation, session: named, clientInfo, host, clientCapabilities }),
			...(session && { transportSession: session.name }),
			...(typeof logLevel === 'string' && { logLevel }),
			notify,
			...(isLegacy &&
				session &&
				mailboxes &&
				send &&
				(elicitation ?? roots ?? sampling) !== undefined && {
					ask: (...question) => {
						const mailbox = mailboxes(principal, session.name);
						return askClient(mailbox, (message) => send(message, mcpReq.id), ...question);
					},
				}),
		},
		sent: () => sending,
	};
};

/** The context of questions that the adapter itself has about a request: nobody is asked or told anything. */
export const contextOf = (
	parts: McpRequestParts,
	era: 'legacy' | 'modern',
	signal: AbortSignal,
	canListen: boolean,
	session?: TransportSession,
): GatewayContext => {
	const received = { id: '', signal, notify: async () => {} };
	return { ...openRequest(parts, era, received, session).context, canListen };
};

/** Returns whether a log message is wanted: a request that names no level gets none (MCP 2026-07-28, "Logging"). */
const isWanted = (level: unknown, era: 'legacy' | 'modern', lowest: unknown): boolean =>
	era === 'legacy' ||
	(typeof lowest === 'string' &&
		LOG_LEVELS.indexOf(String(level)) >= Math.max(0, LOG_LEVELS.indexOf(lowest)));
