// The fetch under the SDK's transport. It keeps the raw text of every answer aside and hands the SDK a
// small stand-in, so that nothing is rounded, reordered or parsed twice.

import { afterWaiting, checkUpstreamUrl, type JsonObject } from '../../../gateway';
import { isRecord } from '../../../shared/is-record';
import { memberSource } from './answer';
import { EXCHANGE_HEADER, type Exchange, type Outcome } from './exchange';
import { type Fetch, guardedFetch, RedirectRefused } from './guarded-fetch';
import { readAnswer } from './read-answer';
import {
	answerOfResumed,
	CANCELLED,
	INITIALIZE,
	kept,
	NO_ID,
	requestId,
	standIn,
} from './sdk-messages';
import { failure, httpOutcome, isRevisionLost, refusal } from './unanswered';

/** Destination and headers of the SDK's requests; those of an exchange follow its own signal and limits. */
export interface WireOptions {
	readonly fetch: Fetch;
	readonly url: URL;
	readonly allowLoopback: boolean;
	/** Credentials of every request; see {@link Wire.headers}. */
	readonly headers: Readonly<Record<string, string>>;
	/** For the handshake and for notifications, in milliseconds. */
	readonly timeoutMs: number;
	/** A session begun elsewhere: the handshake is answered from here. */
	readonly resumed?: UpstreamSession | undefined;
	/** Ends the handshake; it belongs to the request that wanted the connection. */
	readonly signal?: AbortSignal | undefined;
	/** Passes a server's own request during the handshake to the SDK, which answers it. */
	onRequest(message: unknown): void;
	/** Keeps work alive that nobody waits for. */
	defer(work: Promise<unknown>): void;
}

/** A legacy session at an upstream: whoever has it goes on where another isolate has begun. */
export interface UpstreamSession {
	/** `Mcp-Session-Id`. */
	readonly id: string;
	/** JSON text of the response to `initialize`. */
	readonly initialized: string;
}

/** Decoded bytes of a handshake answer. */
const MAX_CONTROL_BYTES = 1_000_000;

/** The open exchanges of one client, by number, and the fetch that serves them. */
export class Wire {
	readonly #exchanges = new Map<string, Exchange>();
	#next = 0;
	/** Request ids of two isolates in one session must differ. */
	readonly #firstId = Math.floor(Math.random() * 2 ** 40);
	/** The session that the handshake began, if it did. */
	session: UpstreamSession | undefined;
	/** Credentials as they are now: what is sent next carries these. */
	headers: Readonly<Record<string, string>>;
	/** Whoever wanted the connection may give it up until it stands. */
	#givenUp: AbortSignal | undefined;
	/** Fault of the latest message without an exchange: the reason of a failed handshake. */
	trouble: Outcome | undefined;

	constructor(private readonly options: WireOptions) {
		this.headers = options.headers;
		this.#givenUp = options.signal;
	}

	/** The handshake is over: from now on it serves other requests too. */
	connected(): void {
		this.#givenUp = undefined;
	}

	/** Registers an exchange; its number travels in {@link EXCHANGE_HEADER}. */
	open(exchange: Exchange): string {
		const number = String(++this.#next);
		this.#exchanges.set(number, exchange);
		return number;
	}

	close(number: string): void {
		this.#exchanges.delete(number);
	}

	readonly fetch = async (_url: string | URL, init: RequestInit = {}): Promise<Response> => {
		const method = init.method ?? 'GET';
		// No standalone stream: a connection held open would belong to one request of one client.
		if (method === 'GET') return new Response(null, { status: 405 });
		const headers = new Headers(init.headers);
		const number = headers.get(EXCHANGE_HEADER);
		headers.delete(EXCHANGE_HEADER);
		const body = typeof init.body === 'string' ? init.body : '';
		const exchange = number === null ? undefined : this.#exchanges.get(number);
		if (exchange !== undefined) {
			const id = requestId(body);
			const end = `,"id":${id}}`;
			const ours = body.endsWith(end) ? this.#ours(id) : id;
			const renumbered = ours === id ? body : `${body.slice(0, -end.length)},"id":${ours}}`;
			const sent = { method, headers, body: renumbered };
			return this.#exchange(sent, id, ours, exchange);
		}
		const { resumed } = this.options;
		const known = resumed && answerOfResumed(body, resumed);
		if (known && body.includes(INITIALIZE)) this.session = resumed;
		if (known) return known;
		const told = body.replace(CANCELLED, (_, before, id) => `${before}${this.#ours(id)}`);
		const sent: RequestInit = { method, headers, ...(told !== '' && { body: told }) };
		// Whoever called may be gone: what ends the upstream's work must still go out.
		const isEnd = told !== body || method === 'DELETE';
		const answer = this.#control(sent, told, isEnd ? undefined : this.#givenUp);
		if (isEnd) this.options.defer(answer.catch(() => {}));
		return answer;
	};

	#ours(id: string): string {
		return /^\d+$/.test(id) ? String(this.#firstId + Number(id)) : id;
	}

	/**
	 * Opens the stream of a GET, on which a server says what belongs to no request; what comes goes to
	 * the exchange, until its signal or the stream's end.
	 * @returns undefined where the server has none; else when it has ended
	 */
	async stream(
		headers: Headers,
		exchange: Exchange,
	): Promise<{ ended: Promise<void> } | undefined> {
		const { session } = this;
		headers.set('accept', 'text/event-stream');
		if (session) headers.set('mcp-session-id', session.id);
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
		const checked = checkUpstreamUrl(url.href, { allowLoopback });
		if (!checked.ok) throw new RedirectRefused(`a URL that ${checked.error}`);
		const headers = new Headers(init.headers);
		for (const [name, value] of Object.entries(this.headers)) headers.set(name, value);
		return guardedFetch(fetch, url, { ...init, headers, signal }, allowLoopback);
	}

	/** A request with a caller behind it: its outcome is kept, the SDK gets the stand-in. */
	async #exchange(
		init: RequestInit,
		id: string,
		ours: string,
		exchange: Exchange,
	): Promise<Response> {
		exchange.outcome = await this.#outcome(init, ours, exchange);
		return standIn(id);
	}

	async #outcome(init: RequestInit, id: string, exchange: Exchange): Promise<Outcome> {
		const sent = new Headers(init.headers);
		let response: Response;
		try {
			response = await this.#send(init, exchange.signal);
		} catch (error) {
			return failure(error);
		}
		if (!response.ok) return refusal(response, sent, exchange.signal);
		try {
			const onRequest = (message: JsonObject) => void this.#reply(init, message, exchange);
			const outcome = await readAnswer(response, this.#awaited(init, id, exchange, onRequest));
			return outcome.kind === 'answer' && isRevisionLost(outcome.message)
				? { kind: 'revision_lost' }
				: outcome;
		} catch (error) {
			return failure(error);
		}
	}

	#awaited(
		init: RequestInit,
		id: string,
		exchange: Pick<
			Exchange,
			'signal' | 'maxBytes' | 'onNotification' | 'onSign' | 'mostNotifications' | 'whose'
		>,
		onRequest: (message: JsonObject) => void,
	) {
		return {
			id,
			signal: exchange.signal,
			maxBytes: exchange.maxBytes,
			mostNotifications: exchange.mostNotifications,
			whose: exchange.whose,
			onNotification: exchange.onNotification.bind(exchange),
			onSign: exchange.onSign.bind(exchange),
			onRequest,
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
		const { signal } = exchange;
		const sent = this.#send({ method: 'POST', headers, body }, signal)
			.then((response) => response.body?.cancel())
			.catch(() => {});
		await sent;
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
			return await this.#answerControl(init, requestId(body), signal);
		} catch (error) {
			this.trouble = failure(error);
			throw error;
		} finally {
			stop();
		}
	}

	async #answerControl(init: RequestInit, id: string, signal: AbortSignal): Promise<Response> {
		const response = await this.#send(init, signal);
		const headers = kept(response.headers);
		if (!response.ok) {
			const { text, outcome } = await httpOutcome(response, signal);
			this.trouble = outcome;
			return new Response(text, { status: response.status, headers });
		}
		if (id === '' || response.status === 202 || response.status === 204) {
			void response.body?.cancel().catch(() => {});
			return new Response(null, { status: 202, headers });
		}
		const nobody = { onNotification: () => {}, onSign: () => {} };
		const limits = { signal, maxBytes: MAX_CONTROL_BYTES, ...nobody };
		const awaited = this.#awaited(init, id, limits, this.options.onRequest);
		const outcome = await readAnswer(response, awaited);
		if (outcome.kind !== 'answer') {
			this.trouble = outcome;
			headers.set('content-type', 'text/plain');
			return new Response('no JSON-RPC response', { headers });
		}
		const session = headers.get('mcp-session-id');
		const initialized = memberSource(outcome.message, 'result');
		if (session !== null && initialized !== undefined && String(init.body).includes(INITIALIZE))
			this.session = { id: session, initialized };
		headers.set('content-type', 'application/json');
		return new Response(outcome.message.text, { headers });
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
