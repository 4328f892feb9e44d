// The caller, as known before the request is parsed: principal, scope, session, and how its client
// is asked something.

import type { Principal } from '../../auth';
import { hostOfClient } from '../../config';
import {
	addressedConversation,
	type Gateway,
	type GatewayContext,
	type JsonObject,
} from '../../gateway';
import { defined } from '../../shared/defined';
import { asObject } from '../../shared/is-record';
import { askClient } from './client-questions';
import type { Mailboxes } from './mailbox';
import type { Messages } from './messages';
import type { Subscriptions } from './push-stream';
import type { Address } from './read-address';
import type { Caller } from './request-context';
import type { ServerParts } from './server';
import {
	clientFactsOf,
	type MintedSession,
	type TransportSession,
	type TransportSessions,
} from './transport-session';

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
	/** Mints and opens `Mcp-Session-Id`; absent: there is none. */
	readonly sessions?: TransportSessions | undefined;
	/** Mailboxes of sessions; without them clients cannot be asked, nor cancel by a request. */
	readonly mailboxes?: Mailboxes | undefined;
	/** Resource subscriptions of a session; absent: unsupported. */
	readonly subscriptions?: ((principal: Principal, session: string) => Subscriptions) | undefined;
	/** Returns the session of a conversation by a call that its model made, where its prompts pass here. */
	readonly madeIn?: Caller['madeIn'] | undefined;
	/** Keeps work alive after the answer, or when the client has gone (`waitUntil`). */
	readonly defer?: ((work: Promise<unknown>) => void) | undefined;
	/** Bytes; 4 MiB unless told. */
	readonly maxBodyBytes?: number | undefined;
}

const SESSION_HEADER = 'Mcp-Session-Id';

/**
 * The session that the header names; `gone`: there is none of this principal's, any more or at all. MCP 2026-07-28 has
 * no sessions, and its header means nothing.
 */
export const sessionOf = async (
	{ sessions, principal }: McpRequestParts,
	{ headers }: Request,
): Promise<TransportSession | 'gone' | undefined> => {
	const sealed = headers.get(SESSION_HEADER);
	if (sealed === null || !sessions || headers.get('mcp-protocol-version') === '2026-07-28') return;
	return (await sessions.open(sealed, principal)) ?? 'gone';
};

/**
 * The caller, its scope by path and query; its client can be asked only with a session that has a mailbox.
 * @param send writes a message to the stream of the request with this id
 */
export const callerOf = (
	{ principal, upstream, address, correlationId, home, mailboxes, madeIn }: McpRequestParts,
	session?: TransportSession,
	send?: (message: JsonObject, requestId: string | number) => Promise<void>,
): Caller => {
	const { host: named, session: conversation, ...asked } = address ?? {};
	const host = named ?? hostOfClient(session?.clientInfo?.name);
	return {
		principal,
		correlationId,
		scope: { ...(upstream !== undefined && { upstream }), ...asked },
		...(host !== undefined && { host }),
		...(home && { home }),
		...(madeIn !== undefined && { madeIn }),
		...(conversation !== undefined && { conversation: addressedConversation(conversation) }),
		...(session && { transportSession: session.name, client: session }),
		...(session &&
			mailboxes &&
			send && {
				ask: (requestId, method, params, signal) => {
					const mailbox = mailboxes(principal, session.name);
					const newId = () => `loadline-${crypto.randomUUID()}`;
					const ours = { mailbox, newId, send: (message: JsonObject) => send(message, requestId) };
					return askClient(ours, method, params, signal);
				},
			}),
	};
};

/** Remembers a subscription for the stream of the session, where the server behind has none by request. */
export const subscriberOf = (
	{ principal, upstream, subscriptions }: McpRequestParts,
	session: TransportSession | undefined,
): ServerParts['subscribe'] => {
	if (upstream === undefined || !session || !subscriptions) return undefined;
	return (uri, isWanted) => subscriptions(principal, session.name).set(upstream, uri, isWanted);
};

/** The answer to an older client's `initialize` names the session that it has begun. */
export const withSession = (response: Response, sealed: string): Response => {
	if (!response.ok) return response;
	const headers = new Headers(response.headers);
	headers.set(SESSION_HEADER, sealed);
	return new Response(response.body, { status: response.status, headers });
};

/** The session that an `initialize` begins, with what the client says of itself in it. */
export const begunSession = async (
	{ sessions, principal }: McpRequestParts,
	{ all }: Messages,
): Promise<MintedSession | undefined> => {
	const request = all.find(({ method }) => method === 'initialize');
	return request && sessions?.mint(principal, clientFactsOf(asObject(request.params)));
};

/** The context of questions that the adapter itself has about a request. */
export const contextOf = (
	{ client, ask: _, madeIn: __, ...caller }: Caller,
	era: 'legacy' | 'modern',
	signal: AbortSignal,
	canListen: boolean,
): GatewayContext => ({
	...caller,
	...defined({ conversation: caller.conversation ?? caller.transportSession }),
	...(client && { clientCapabilities: client.capabilities }),
	era,
	signal,
	meta: {},
	wantsProgress: false,
	canListen,
	notify: () => {},
});
