// Server notifications outside of requests: list changes, updated resources, log messages. To a client of
// 2025-11-25 on the stream of its GET, to one of 2026-07-28 on that of `subscriptions/listen`. And the end of a session.

import type { ServerEventBus } from '@modelcontextprotocol/server';
import type { ClientReply, Gateway, GatewayContext, Wanted } from '../../gateway';
import { asObject, type JsonObject } from '../../shared/json-values';
import type { Remote } from '../../shared/remote';
import { within } from '../fetch';
import { contextOf, type McpRequestParts, sessionOf } from './caller';
import { eventResponse, following, messageEvent, PATIENCE_MS } from './event-response';
import { answerKey, ENDED_KEY, type Mailbox, untilAborted, waitFor } from './mailbox';
import { refusal } from './refusals';

/** Milliseconds a human may take. */
const LONGEST_MS = 3_600_000;
const INTERNAL_ERROR = -32_603;

/**
 * Asks a client of MCP 2025-11-25: by one request's stream out, its session's mailbox in.
 * @param send writes a message to the stream of the request that is being answered @param signal ends the waiting
 */
export async function askClient(
	mailbox: Mailbox,
	send: (message: JsonObject) => Promise<void>,
	method: string,
	params: JsonObject,
	signal: AbortSignal,
): Promise<ClientReply> {
	const id = `loadline-${crypto.randomUUID()}`;
	const limit = AbortSignal.timeout(LONGEST_MS);
	try {
		await send({ jsonrpc: '2.0', id, method, params });
		const message = await waitFor(mailbox, answerKey(id), AbortSignal.any([signal, limit]));
		if (message) return replyOf(message);
	} catch {
		// The stream is closed, or was never one.
	}
	return { error: { code: INTERNAL_ERROR, message: 'The client gave no answer.' } };
}

const replyOf = ({ result, error }: JsonObject): ClientReply => {
	const given = asObject(result);
	if (given) return { result: given };
	const { code, message, data } = asObject(error) ?? {};
	return {
		error: {
			code: typeof code === 'number' ? code : INTERNAL_ERROR,
			message: typeof message === 'string' ? message.slice(0, 2_000) : 'The client refused.',
			...(data !== undefined && { data }),
		},
	};
};

/** Resources of one session. */
const MOST = 1_000;

/** Resources of one session by upstream, 1,000 of each at most; one more is left out without a word. */
export class MemorySubscriptions {
	readonly #uris = new Map<string, Set<string>>();
	readonly #waiting = new Set<() => void>();

	/** True if a stream is open that is told of them. */
	get isWatched(): boolean {
		return this.#waiting.size > 0;
	}

	set(upstream: string, uri: string, isWanted: boolean): void {
		const uris = this.#uris.get(upstream) ?? new Set();
		this.#uris.set(upstream, uris);
		if (isWanted && uris.size < MOST) uris.add(uri);
		if (!isWanted) uris.delete(uri);
		for (const wake of [...this.#waiting]) wake();
	}

	/** The resources wanted now; waits while they are those already known, so many milliseconds at most. */
	async wanted(
		upstream: string,
		known: readonly string[],
		milliseconds: number,
	): Promise<readonly string[]> {
		const now = () => [...(this.#uris.get(upstream) ?? [])];
		if (!sameList(now(), known) || milliseconds <= 0) return now();
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#waiting.add(resolve);
		await within(promise, milliseconds);
		this.#waiting.delete(resolve);
		return now();
	}
}

export type Subscriptions = Omit<Remote<MemorySubscriptions>, 'isWatched'>;

/** Milliseconds between comments on a stream that says nothing: it costs a client nothing to wait. */
const KEEP_ALIVE_MS = 20_000;
const WAIT_MS = 60_000;
const EVERYTHING: Wanted = {
	toolsListChanged: true,
	promptsListChanged: true,
	resourcesListChanged: true,
};

/** Listens until the client has gone or the upstream ends it; begins anew when subscriptions change. */
async function listenOn(
	gateway: Gateway,
	context: GatewayContext,
	wantedAfter: (known: readonly string[], milliseconds: number) => Promise<readonly string[]>,
): Promise<void> {
	const { signal } = context;
	let uris = await wantedAfter([], 0);
	while (!signal.aborted) {
		const again = new AbortController();
		const known = uris;
		const watch = async (): Promise<void> => {
			while (!signal.aborted && !again.signal.aborted) {
				const wanted = await untilAborted(
					wantedAfter(known, WAIT_MS),
					AbortSignal.any([signal, again.signal]),
				);
				if (!wanted) return;
				uris = wanted;
				if (!sameList(wanted, known)) again.abort();
			}
		};
		void watch().catch(() => {});
		const listening = { ...context, signal: AbortSignal.any([signal, again.signal]) };
		const wanted = uris.length > 0 ? { ...EVERYTHING, resourceSubscriptions: uris } : EVERYTHING;
		await gateway.listen(wanted, listening);
		// Ended by the other side: the client opens another stream when it likes.
		if (!again.signal.aborted) {
			again.abort();
			return;
		}
	}
}

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
	one.length === other.length && one.every((item) => other.includes(item));

const hearsAnything = (capabilities: JsonObject): boolean =>
	['tools', 'prompts', 'resources'].some((name) => {
		const capability = asObject(capabilities[name]);
		return capability?.listChanged === true || capability?.subscribe === true;
	});

/** The events of an upstream, for the SDK's `subscriptions/listen`: it asks only for what is declared. */
export const eventsOf = (
	gateway: Gateway,
	context: GatewayContext,
	wanted: Wanted,
): ServerEventBus => ({
	publish: () => {},
	subscribe: (listener) => {
		const leaving = new AbortController();
		const signal = AbortSignal.any([context.signal, leaving.signal]);
		const notify: GatewayContext['notify'] = (method, params) => {
			const kind = KINDS[method as keyof typeof KINDS];
			if (kind === 'resource_updated')
				listener({ kind, uri: String(params.uri), params: { ...params } });
			else if (kind) listener({ kind, params: { ...params } });
		};
		void gateway.listen(wanted, { ...context, signal, notify });
		return () => leaving.abort();
	},
});

const KINDS = {
	'notifications/tools/list_changed': 'tools_list_changed',
	'notifications/prompts/list_changed': 'prompts_list_changed',
	'notifications/resources/list_changed': 'resources_list_changed',
	'notifications/resources/updated': 'resource_updated',
} as const;

/** The stream on which a client of a session is told of changes; undefined where nothing would ever come on it. */
export const openStream = async (request: Request, parts: McpRequestParts) => {
	const { gateway, principal, upstream, mailboxes, subscriptions } = parts;
	if (upstream === undefined || !mailboxes || !subscriptions) return undefined;
	if (!request.headers.get('accept')?.includes('text/event-stream')) return undefined;
	const session = await sessionOf(parts, request);
	if (session === 'gone') return sessionNotFound();
	if (!session) return undefined;
	const context = contextOf(parts, 'legacy', request.signal, true, session);
	const declared = await gateway.declared(context);
	if (!declared.ok || !declared.value.pushes || !hearsAnything(declared.value.capabilities))
		return undefined;
	const mailbox = mailboxes(principal, session.name);
	const subscribed = subscriptions(principal, session.name);
	return eventResponse(
		(write, signal) => {
			const send = async (message: JsonObject) => write(messageEvent(JSON.stringify(message)));
			const listener: GatewayContext = {
				...{ ...context, signal },
				notify: (method, params) => void send({ jsonrpc: '2.0', method, params }),
				ask: (...question) => askClient(mailbox, send, ...question),
			};
			return listenOn(gateway, listener, (...known) => subscribed.wanted(upstream, ...known));
		},
		{ comment: 'open', everyMs: KEEP_ALIVE_MS, leaving: following(request.signal) },
	);
};

/** A client that hears this begins a new session (MCP 2025-11-25, "Session Management"). */
export const sessionNotFound = (): Response =>
	refusal(
		404,
		-32_001,
		'Session not found: it has ended, or is not one of yours. Initialize again',
	);

/** A client that ends its session ends what upstreams remember of it too. */
export const endSession = async (request: Request, parts: McpRequestParts): Promise<Response> => {
	const session = await sessionOf(parts, request);
	if (session === 'gone') return sessionNotFound();
	if (!session)
		return refusal(405, -32_000, 'Method not allowed: no session is named', { Allow: 'POST' });
	const { gateway, principal, sessions, mailboxes, defer } = parts;
	const { signal } = new AbortController();
	const context = contextOf(parts, 'legacy', signal, false, session);
	await sessions?.end(session, principal);
	const ending = (async () => {
		// Calls in flight are cancelled first, also those that do not look into the mailbox yet.
		await mailboxes?.(principal, session.name)
			.put(ENDED_KEY, {})
			.catch(() => {});
		if (mailboxes) await new Promise((resume) => setTimeout(resume, PATIENCE_MS));
		await gateway.endConversation(context);
	})();
	if (defer) defer(ending);
	else await ending;
	return new Response(null, { status: 204 });
};
