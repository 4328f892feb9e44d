// JSON-RPC over Streamable HTTP toward one server. Requests are framed here and their answers kept as raw text, so that
// nothing is rounded, reordered or parsed twice.

import type { Principal } from '../../../auth';
import { afterWaiting, checkUpstreamUrl, type Inside } from '../../../gateway';
import { isRecord, type JsonObject } from '../../../shared/json-values';
import type { Remote } from '../../../shared/remote';
import { type Exchange, memberSource, type Outcome } from './answer';
import { type Fetch, type Frame, guardedFetch, RedirectRefused } from './frame';
import { failure, httpOutcome, readAnswer, refusal, revisionLost } from './read-answer';

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
	/** For notifications and the end of a session, in milliseconds. */
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

/** Requests of a handshake. */
const GREETINGS: ReadonlySet<string> = new Set(['server/discover', 'initialize']);
/** No response has it: the stream of a GET answers nothing. */
const NO_ID = '""';

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

	constructor(private readonly options: Target) {
		this.headers = options.headers;
		this.session = options.resumed;
	}

	/**
	 * Sends a request and waits for its answer; the session that one of the handshake begins is noted. Never throws.
	 */
	async request({ method, params, headers: given, isCancelled }: Frame, exchange: Exchange) {
		const id = String(this.#firstId + ++this.#sent);
		const message = JSON.stringify({ method, params, jsonrpc: '2.0' });
		const headers = { ...MESSAGE_HEADERS, ...given };
		const init = { method: 'POST', headers, body: `${message.slice(0, -1)},"id":${id}}` };
		const isGreeting = GREETINGS.has(method);
		const cancel = (): void => {
			const told = { requestId: Number(id), reason: 'The caller has gone.' };
			const cancelled = { method: 'notifications/cancelled', params: told, jsonrpc: '2.0' };
			// Whoever called may be gone: what ends the upstream's work must still go out.
			this.options.defer(this.tell({ headers, body: JSON.stringify(cancelled) }));
		};
		if (isCancelled) exchange.signal.addEventListener('abort', cancel, { once: true });
		try {
			const response = await this.#send(init, exchange.signal);
			if (!response.ok)
				return await refusal(response, new Headers(headers), exchange.signal, isGreeting);
			const outcome = await readAnswer(response, this.#awaited(init, id, exchange));
			if (outcome.kind !== 'answer') return outcome;
			const session = isGreeting && response.headers.get('mcp-session-id');
			const initialized = session && memberSource(outcome.message, 'result');
			if (initialized && method === 'initialize') this.session = { id: session, initialized };
			const isError = outcome.message.span.members?.has('error');
			return (isError && revisionLost(outcome.message)) || outcome;
		} catch (error) {
			return failure(error);
		} finally {
			exchange.signal.removeEventListener('abort', cancel);
		}
	}

	/** Sends what has no answer. @returns the trouble with it @param given ends it; else it has the time of a handshake */
	async tell(init: RequestInit, given?: AbortSignal): Promise<Outcome | undefined> {
		const deadline = new AbortController();
		const late = () => deadline.abort(new Error('timed out'));
		const stop = given ? () => {} : afterWaiting(this.options.timeoutMs, late);
		const signal = given ?? deadline.signal;
		const headers = { ...(init.body && MESSAGE_HEADERS), ...init.headers };
		try {
			const response = await this.#send({ method: 'POST', ...init, headers }, signal);
			if (!response.ok) return (await httpOutcome(response, signal)).outcome;
			void response.body?.cancel().catch(() => {});
			return undefined;
		} catch (error) {
			return failure(error);
		} finally {
			stop();
		}
	}

	/**
	 * Opens the stream of a GET, on which a server says what belongs to no request; what comes goes to the exchange,
	 * until its signal or the stream's end. @returns undefined where the server has none; else when it has ended
	 */
	async stream(given: Readonly<Record<string, string>>, exchange: Exchange) {
		const headers = { ...given, accept: 'text/event-stream' };
		const response = await this.#send({ method: 'GET', headers }, exchange.signal).catch(() => {});
		if (!response?.ok) {
			void response?.body?.cancel().catch(() => {});
			const hasNone = response?.status === 405 || response?.status === 404;
			return hasNone ? undefined : { ended: Promise.resolve() };
		}
		const read = readAnswer(response, this.#awaited({ headers }, NO_ID, exchange));
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

	#awaited(init: RequestInit, id: string, exchange: Exchange) {
		return {
			...{ ...exchange, id },
			onRequest: (message: JsonObject) => void this.#reply(init, message, exchange),
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
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
	new Promise((resolve, reject) => {
		const timer = setTimeout(resolve, Math.min(ms, 60_000));
		signal.addEventListener('abort', () => {
			clearTimeout(timer);
			reject(signal.reason);
		});
	});
