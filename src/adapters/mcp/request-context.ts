// Context of one MCP request for the gateway, with the way back for its notifications.

import type { ServerContext } from '@modelcontextprotocol/server';
import type { Principal } from '../../auth';
import { type HostChoice, hostOfClient } from '../../config';
import {
	conversationOf,
	type GatewayContext,
	hostSession,
	type JsonObject,
	type Scope,
} from '../../gateway';
import { asObject } from '../../shared/is-record';
import {
	CHANGED,
	CLIENT_CAPABILITIES_META_KEY,
	CLIENT_INFO_META_KEY,
	LOG_LEVEL_META_KEY,
	TOOLS_CHANGED,
} from './meta-keys';
import type { ClientFacts } from './transport-session';

/** Facts known before the request is parsed. */
export interface Caller {
	readonly principal: Principal;
	readonly scope: Scope;
	readonly correlationId: string;
	/** Public address of this server. */
	home?(): Promise<string | undefined>;
	/** The legacy `Mcp-Session-Id`, when it is one that this server gave out. */
	readonly transportSession?: string;
	/** Conversation that the address names. */
	readonly conversation?: string;
	/** The client's description of itself at `initialize`. */
	readonly client?: ClientFacts;
	/** Asks the client of that session on the stream of the request with this id. */
	ask?(requestId: string | number, ...question: Parameters<Ask>): ReturnType<Ask>;
	/** Host that the address or the session names. */
	readonly host?: HostChoice;
	/** Returns the session of a conversation by a call that its model made. */
	madeIn?(call: string): string | undefined;
}

type Ask = NonNullable<GatewayContext['ask']>;

/** A context and the promise that its notifications have gone out, in order. */
export interface OpenRequest {
	readonly context: GatewayContext;
	sent(): Promise<void>;
}

/** Notifications passed on for one request: a flood is cut, the result still arrives. */
const MOST_NOTIFICATIONS = 1_000;
const LOG_LEVELS = [
	'debug',
	'info',
	'notice',
	'warning',
	'error',
	'critical',
	'alert',
	'emergency',
];

/** The part of the SDK's request context that is used. */
export type Received = Pick<
	ServerContext['mcpReq'],
	'id' | 'envelope' | '_meta' | 'signal' | 'notify'
>;

/** Opens the context of a request. */
export const openRequest = (
	caller: Caller,
	era: 'legacy' | 'modern',
	mcpReq: Received,
): OpenRequest => {
	const envelope: JsonObject = { ...mcpReq.envelope };
	const received: JsonObject = { ...mcpReq._meta };
	const progressToken = mcpReq._meta?.progressToken;
	const logLevel = envelope[LOG_LEVEL_META_KEY];
	const { client, ask, madeIn, ...rest } = caller;
	const isLegacy = era === 'legacy';
	const clientInfo = isLegacy ? client?.clientInfo : asObject(envelope[CLIENT_INFO_META_KEY]);
	const clientCapabilities = isLegacy
		? client?.capabilities
		: asObject(envelope[CLIENT_CAPABILITIES_META_KEY]);
	const meta = withoutProtocolKeys(received);
	const { transportSession } = caller;
	const addressed = caller.conversation ?? transportSession;
	const saysMore = Object.keys(meta).length > 0;
	const conversation = saysMore ? conversationOf(meta, addressed) : addressed;
	// A host that opens no session of a transport still tells its conversations apart.
	const session = saysMore ? hostSession(meta, transportSession, madeIn) : undefined;
	const host = caller.host ?? hostOfClient(clientInfo?.name);
	let sending = Promise.resolve();
	let count = 0;

	const notify: GatewayContext['notify'] = (method, params) => {
		if (++count > MOST_NOTIFICATIONS || mcpReq.signal.aborted) return;
		// Of many servers only changes of tools are announced; the newer revision has another stream for them.
		const isAnnounced = caller.scope.upstream !== undefined || method === TOOLS_CHANGED;
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
			...rest,
			era,
			signal: mcpReq.signal,
			meta,
			wantsProgress: progressToken !== undefined,
			...(conversation !== undefined && { conversation }),
			...(session !== undefined && { session }),
			...(clientInfo && { clientInfo }),
			...(host !== undefined && { host }),
			...(clientCapabilities && { clientCapabilities }),
			...(typeof logLevel === 'string' && { logLevel }),
			notify,
			...(isLegacy && ask && { ask: (...question) => ask(mcpReq.id, ...question) }),
		},
		sent: () => sending,
	};
};

/** A `_meta` object without the keys that belong to one connection (`io.modelcontextprotocol/*`). */
export const withoutProtocolKeys = (meta: JsonObject): JsonObject => {
	const own: Record<string, unknown> = { ...meta };
	for (const key of Object.keys(own))
		if (key.startsWith('io.modelcontextprotocol/')) delete own[key];
	return own;
};

/** MCP 2026-07-28, "Logging": a request that names no level gets no log messages. */
const isWanted = (level: unknown, era: 'legacy' | 'modern', lowest: unknown): boolean =>
	era === 'legacy' ||
	(typeof lowest === 'string' &&
		LOG_LEVELS.indexOf(String(level)) >= Math.max(0, LOG_LEVELS.indexOf(lowest)));
