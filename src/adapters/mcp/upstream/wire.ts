// JSON-RPC over Streamable HTTP toward one server. Requests are framed here and their answers kept as raw text, so that
// nothing is rounded, reordered or parsed twice; the handshake is the SDK's, whose fetch this is.

import type { Principal } from '../../../auth';
import { afterWaiting, checkUpstreamUrl, type Inside } from '../../../gateway';
import { isRecord, type JsonObject } from '../../../shared/json-values';
import type { Remote } from '../../../shared/remote';
import { type Exchange, memberSource, type Outcome } from './answer';
import { type Fetch, type Frame, guardedFetch, RedirectRefused } from './frame';
import { failure, httpOutcome, isRevisionLost, readAnswer, refusal } from './read-answer';
import { answerOfResumed, INITIALIZE, kept, NO_ID, requestId } from './sdk-messages';

/** Destination, credential and timeouts of a connection; those of an exchange follow its own signal and limits. */
export interface Target {
	readonly fetch: Fetch;
	readonly url: URL;
	readonly allowLoopback: Inside;
	/** Credentials of every request; see {@link Wire.headers}. */
	readonly headers: Readonly<Record<string, string>>;
	/** The caller's MCP ClientCapabilities. */
	readonly capabilities: JsonObject;
	/** Loadline's own version, as upstreams see it. */
	readonly version: string;
	/** For the handshake and for notifications, in milliseconds. */
	readonly timeoutMs: number;
	/** A session begun elsewhere: the handshake is answered from here. */
	readonly resumed?: UpstreamSession | undefined;
	/** Ends the handshake: whoever wanted the connection has given up, and it holds one of a few. */
	readonly signal?: AbortSignal | undefined;
	/** Keeps work alive that nobody waits for. */
	defer(work: Promise<unknown>): void;
}

/** The conversation of a principal. */
export interface Conversation {
	readonly principal: Principal;
	readonly name: string;
}

/** Sessions of a conversation at upstreams, by digest of upstream, URL, credential, capabilities: one in all isolates. */
export type UpstreamSessions = Remote<{
	/** The session to go on with; asking is a sign that it is in use. */
	get(key: string): UpstreamSession | undefined;
	/** Remembers one that was just begun. @returns the one that counts: another isolate's, when that was first */
	begun(key: string, session: UpstreamSession, upstream: string): UpstreamSession;
	/** The upstream knows it no longer, or it was ended. */
	ended(key: string, id: string): void;
}>;

/** A legacy session at an upstream: whoever has it goes on where another isolate has begun. */
export interface UpstreamSession {
	/** `Mcp-Session-Id`. */
	readonly id: string;
	/** JSON text of the response to `initialize`. */
	readonly initialized: string;
}

/** Decoded bytes of a handshake answer. */
const MAX_CONTROL_BYTES = 1_000_000;

const MESSAGE_HEADERS = {
	accept: 'application/json, text/event-stream',
	'content-type': 'application/json',
};

/** One client's way to a server. */
export class Wire {
	#sent = 0;
	/** The check of its address, which never changes. */
	#checked: ReturnType<typeof checkUpstreamUrl> | undefined;
	/** Request ids of two isolates in one session must differ. */
	readonly #firstId = Math.floor(Math.random() * 2 ** 40);
	/** The session that the handshake began, if it did. */
	session: UpstreamSession | undefined;
	/** Credentials as they are now: what is sent next carries these. */
	headers: Readonly<Record<string, string>>;
	/** Whoever wanted the connection may give it up until it stands: from then on it serves other requests too. */
	givenUp: AbortSignal | undefined;
	/** Fault of the latest message without an exchange: the reason of a failed handshake. */
	trouble: Outcome | undefined;

	/** @param onRequest passes a server's own request during the handshake to the SDK, which answers it */
	constructor(
		private readonly options: Target,
		private readonly onRequest: (message: unknown) => void,
	) {
		this.headers = options.headers;
		this.givenUp = options.signal;
	}

	/** Sends a request and waits for its answer; never throws. */
	async request(
		{ method, params, headers, isCancelled }: Frame,
		exchange: Exchange,
	): Promise<Outcome> {
		const id = String(this.#firstId + ++this.#sent);
		const message = JSON.stringify({ method, params, jsonrpc: '2.0' });
		const sent = { ...MESSAGE_HEADERS, ...headers };
		const init = { method: 'POST', headers: sent, body: `${message.slice(0, -1)},"id":${id}}` };
		const cancel = (): void => {
			const told = { requestId: Number(id), reason: 'The caller has gone.' };
			const cancelled = { method: 'notifications/cancelled', params: told, jsonrpc: '2.0' };
			const body = JSON.stringify(cancelled);
			// Whoever called may be gone: what ends the upstream's work must still go out.
			this.options.defer(this.#control({ ...init, body }, body, undefined).catch(() => {}));
		};
		if (isCancelled) exchange.signal.addEventListener('abort', cancel, { once: true });
		try {
			const response = await this.#send(init, exchange.signal);
			if (!response.ok) return await refusal(response, new Headers(sent), exchange.signal);
			const onRequest = (message: JsonObject) => void this.#reply(init, message, exchange);
			const outcome = await readAnswer(response, this.#awaited(init, id, exchange, onRequest));
			const isError = outcome.kind === 'answer' && outcome.message.span.members?.has('error');
			return isError && isRevisionLost(outcome.message) ? { kind: 'revision_lost' } : outcome;
		} catch (error) {
			return failure(error);
		} finally {
			exchange.signal.removeEventListener('abort', cancel);
		}
	}

	/** The SDK's: its handshake, and the end of the session. */
	readonly fetch = async (_url: string | URL, init: RequestInit = {}): Promise<Response> => {
		const method = init.method ?? 'GET';
		// No standalone stream: a connection held open would belong to one request of one client.
		if (method === 'GET') return new Response(null, { status: 405 });
		const headers = new Headers(init.headers);
		const body = typeof init.body === 'string' ? init.body : '';
		const { resumed } = this.options;
		const known = resumed && answerOfResumed(body, resumed);
		if (known && body.includes(INITIALIZE)) this.session = resumed;
		if (known) return known;
		const isEnd = method === 'DELETE';
		const sent: RequestInit = { method, headers, ...(body !== '' && { body }) };
		const answer = this.#control(sent, body, isEnd ? undefined : this.givenUp);
		if (isEnd) this.options.defer(answer.catch(() => {}));
		return answer;
	};

	/**
	 * Opens the stream of a GET, on which a server says what belongs to no request; what comes goes to the exchange,
	 * until its signal or the stream's end. @returns undefined where the server has none; else when it has ended
	 */
	async stream(
		given: Readonly<Record<string, string>>,
		exchange: Exchange,
	): Promise<{ ended: Promise<void> } | undefined> {
		const headers = { ...given, accept: 'text/event-stream' };
		const response = await this.#send({ method: 'GET', headers }, exchange.signal).catch(() => {});
		if (!response?.ok) {
			void response?.body?.cancel().catch(() => {});
			const hasNone = response?.status === 405 || response?.status === 404;
			return hasNone ? undefined : { ended: Promise.resolve() };
		}
		const onRequest = (message: JsonObject) => void this.#reply({ headers }, message, exchange);
		const read = readAnswer(response, this.#awaited({ headers }, NO_ID, exchange, onRequest));
		// The caller has gone, or the upstream: either way there is nothing more to say.
		return { ended: read.then(() => {}).catch(() => {}) };
	}

	#send(init: RequestInit, signal: AbortSignal): Promise<Response> {
		const { fetch, url, allowLoopback } = this.options;
		this.#checked ??= checkUpstreamUrl(url.href, { allowLoopback });
		if (!this.#checked.ok) throw new RedirectRefused(`a URL that ${this.#checked.error}`);
		const headers = new Headers(init.headers);
		for (const [name, value] of Object.entries(this.headers)) headers.set(name, value);
		return guardedFetch(fetch, url, { ...init, headers, signal }, allowLoopback);
	}

	#awaited(
		init: RequestInit,
		id: string,
		exchange: Omit<Exchange, 'onRequest'>,
		onRequest: (message: JsonObject) => void,
	) {
		return {
			...{ ...exchange, id, onRequest },
			resume: async (lastEventId: string, afterMs: number) => {
				await pause(afterMs, exchange.signal);
				const headers = new Headers(init.headers);
				headers.set('last-event-id', lastEventId);
				headers.set('accept', 'text/event-stream');
				headers.delete('content-type');
				const response = await this.#send({ method: 'GET', headers }, exchange.signal);
				if (response.ok) return response;
				void response.body?.cancel().catch(() => {});
				return undefined;
			},
		};
	}

	/** Answers a request that the server made while it worked on ours (2025-11-25, "Sending Messages"). */
	async #reply(init: RequestInit, message: JsonObject, exchange: Exchange): Promise<void> {
		const { id, method, params } = message;
		if (typeof method !== 'string') return;
		const reply = await exchange.onRequest(method, isRecord(params) ? params : {});
		if (exchange.signal.aborted) return;
		const headers = new Headers(init.headers);
		headers.set('accept', 'application/json, text/event-stream');
		headers.set('content-type', 'application/json');
		const body = JSON.stringify({ jsonrpc: '2.0', id, ...reply });
		await this.#send({ method: 'POST', headers, body }, exchange.signal)
			.then((response) => response.body?.cancel())
			.catch(() => {});
	}

	/** Handshake, notifications, session end: bounded in time and size, answers given to the SDK as they are. */
	async #control(
		init: RequestInit,
		body: string,
		givenUp: AbortSignal | undefined,
	): Promise<Response> {
		const deadline = new AbortController();
		const { timeoutMs } = this.options;
		const late = () => deadline.abort(new Error('timed out'));
		// Whoever wants the connection has a clock of its own.
		const stop = givenUp ? () => {} : afterWaiting(timeoutMs, late);
		const signal = givenUp ?? deadline.signal;
		this.trouble = undefined;
		try {
			const response = await this.#send(init, signal);
			const headers = kept(response.headers);
			if (!response.ok) {
				const { text, outcome } = await httpOutcome(response, signal);
				this.trouble = outcome;
				return new Response(text, { status: response.status, headers });
			}
			const id = requestId(body);
			if (id === '' || response.status === 202 || response.status === 204) {
				void response.body?.cancel().catch(() => {});
				return new Response(null, { status: 202, headers });
			}
			const nobody = { onNotification: () => {}, onSign: () => {} };
			const limits = { signal, maxBytes: MAX_CONTROL_BYTES, ...nobody };
			const outcome = await readAnswer(response, this.#awaited(init, id, limits, this.onRequest));
			if (outcome.kind !== 'answer') {
				this.trouble = outcome;
				headers.set('content-type', 'text/plain');
				return new Response('no JSON-RPC response', { headers });
			}
			const session = headers.get('mcp-session-id');
			const initialized = memberSource(outcome.message, 'result');
			if (session !== null && initialized !== undefined && body.includes(INITIALIZE))
				this.session = { id: session, initialized };
			headers.set('content-type', 'application/json');
			return new Response(outcome.message.text, { headers });
		} catch (error) {
			this.trouble = failure(error);
			throw error;
		} finally {
			stop();
		}
	}
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
	new Promise((resolve, reject) => {
		const timer = setTimeout(resolve, Math.min(ms, 60_000));
		signal.addEventListener('abort', () => {
			clearTimeout(timer);
			reject(signal.reason);
		});
	});
