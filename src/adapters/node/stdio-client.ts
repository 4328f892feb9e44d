// A client that speaks stdio, in front of an endpoint that speaks HTTP: its lines become requests, the
// answers become lines, byte for byte. Ends when the client has closed our input and has what it asked for.
import type { Readable, Writable } from 'node:stream';
import { EventStreamParser } from '../../shared/event-stream';
import { jsonFault } from '../../shared/json-fault';
import { jsonIn } from '../../shared/json-values';
import { headerText, within } from '../fetch';
import { asLine, HANDSHAKES, linesOf, type Message } from './lines';

/** The client's pipes and the endpoint behind it; `fetch` need not leave this process. */
export interface StdioClientOptions {
	readonly input: Readable;
	readonly output: Writable;
	readonly url: string;
	fetch(request: Request): Promise<Response>;
	/** Hears every message of the client before it is passed on. */
	overhear?(message: Message): void;
	/** The reason why the server behind cannot be used, if it cannot: the client's handshake fails with it. */
	trouble?(): string | undefined;
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
/** Messages of the client that may wait for an answer before no more is read. */
const MOST_ASKED = 1_000;
/** Milliseconds before a stream that has ended is opened again. */
const REOPEN_MS = 1_000;
/** Milliseconds that answers may take once the client has closed our input; hosts stop a process much earlier. */
const LAST_ANSWERS_MS = 30_000;
const TOO_LATE = `No answer within ${LAST_ANSWERS_MS / 1000} s after the input had ended: keep it open until the answer is there.`;

/** @returns whether all that was asked is answered; a request that is not hears so, and is left */
export async function serveStdio(options: StdioClientOptions): Promise<boolean> {
	const conversation = new Conversation(options);
	const wrong = (line: string) => conversation.refuse(line);
	for await (const { text, message } of linesOf(options.input, wrong))
		await conversation.hear(text, message);
	return conversation.end();
}

class Conversation {
	readonly #over = new AbortController();
	readonly #asked = new Map<string | number, AbortController>();
	readonly #passing = new Set<Promise<void>>();
	/** The client's own stream of announcements, which is never answered for good. */
	#listening: AbortController | undefined;
	#taking: Promise<void> | undefined;
	#session: string | undefined;
	/** Of the older revisions: what `initialize` agreed upon. */
	#version: string | undefined;

	constructor(private readonly options: StdioClientOptions) {}

	/** Resolves when there is room for the next. */
	async hear(text: string, message: Message): Promise<void> {
		this.options.overhear?.(message);
		// Under the newer revision a request is cancelled by leaving it.
		const isLeft = message.method === 'notifications/cancelled' && this.#version === undefined;
		const asked = isLeft && this.#asked.get(message.params?.requestId as string);
		if (asked) return asked.abort();
		const passing = this.#pass(text, message).finally(() => this.#passing.delete(passing));
		this.#passing.add(passing);
		if (this.#passing.size >= MOST_ASKED) await Promise.race(this.#passing);
	}

	/** Answers a line that is no message, under no id. */
	refuse(line: string): void {
		const value = jsonIn(line);
		const [code, message] =
			value === undefined
				? [-32_700, `Parse error: the line is not valid JSON: ${jsonFault(line)}`]
				: [-32_600, 'Invalid Request: send each message as an object on a line of its own'];
		void this.#write(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }));
	}

	/** Resolves when what was asked is answered, as far as somebody reads and in time, and the session is closed. */
	async end(): Promise<boolean> {
		this.#listening?.abort();
		const isGone = new Promise((resolve) => this.options.output.once('close', resolve));
		await within(Promise.race([Promise.all(this.#passing), isGone]), LAST_ANSWERS_MS);
		this.#over.abort();
		const left = [...this.#asked];
		for (const [id, asked] of left) {
			asked.abort();
			await this.#write(failure(id, TOO_LATE));
		}
		const { fetch, url } = this.options;
		if (this.#session !== undefined)
			await fetch(new Request(url, { method: 'DELETE', headers: this.#headers({}) })).catch(
				() => {},
			);
		return left.length === 0;
	}

	async #pass(text: string, message: Message): Promise<void> {
		const { fetch, url } = this.options;
		const { id, method } = message;
		const under = typeof id === 'string' || Number.isSafeInteger(id) ? (id ?? null) : null;
		// Nobody waits for what becomes of a notification or an answer.
		const isWaitedFor =
			method === undefined ? !('result' in message || 'error' in message) : id !== undefined;
		const leaving = new AbortController();
		const isAsked = method !== undefined && under !== null;
		if (isAsked) this.#asked.set(under, leaving);
		if (message.method === 'subscriptions/listen') this.#listening = leaving;
		try {
			const headers = this.#headers(message);
			const { signal } = leaving;
			const request = new Request(url, { method: 'POST', headers, body: text, signal });
			const response = await fetch(request);
			if (message.method === 'initialize' && response.ok)
				this.#session = response.headers.get('mcp-session-id') ?? undefined;
			await this.#answer(response, method, isWaitedFor ? under : undefined, signal);
		} catch (error) {
			const reason = error instanceof Error ? error.message : 'failed';
			if (isWaitedFor) await this.#write(failure(under, reason), leaving.signal);
		} finally {
			if (isAsked) this.#asked.delete(under);
		}
	}

	#headers({ method, params }: Message): Headers {
		const headers = new Headers({
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
		});
		const named = (params?._meta as Record<string, unknown> | undefined)?.[VERSION_KEY];
		if (this.#session !== undefined) headers.set('mcp-session-id', this.#session);
		if (this.#version !== undefined) headers.set('mcp-protocol-version', this.#version);
		if (typeof named !== 'string' || method === undefined) return headers;
		headers.set('mcp-protocol-version', named);
		headers.set('mcp-method', method);
		const subject = method === 'resources/read' ? params?.uri : (params?.name ?? params?.taskId);
		if (typeof subject === 'string') headers.set('mcp-name', headerText(subject));
		return headers;
	}

	async #answer(
		response: Response,
		method: string | undefined = '',
		id: string | number | null | undefined,
		signal: AbortSignal,
	): Promise<void> {
		const say = (text: string) => {
			const trouble = HANDSHAKES.has(method) ? this.options.trouble?.() : undefined;
			// Connected, it would look like a server that is well and has nothing to offer.
			if (trouble !== undefined && id !== undefined)
				return this.#write(failure(id, trouble), signal);
			if (method === 'initialize') this.#agreed(text);
			return this.#write(text, signal);
		};
		if (response.headers.get('content-type')?.includes('text/event-stream'))
			return events(response, say);
		const text = await response.text();
		if (id === undefined) return;
		if (response.ok && text !== '') return say(text);
		await this.#write(failure(id, text || `answered with status ${response.status}`, text), signal);
	}

	/** Learns the revision from the answer to `initialize`, and listens from then on. */
	#agreed(text: string): void {
		const { result } = JSON.parse(text) as { result?: { protocolVersion?: string } };
		if (result?.protocolVersion === undefined) return;
		this.#version = result.protocolVersion;
		void this.#listen();
	}

	/** Forwards the server's own messages. */
	async #listen(): Promise<void> {
		const { fetch, url } = this.options;
		const { signal } = this.#over;
		while (!signal.aborted) {
			const headers = this.#headers({});
			headers.set('accept', 'text/event-stream');
			headers.delete('content-type');
			const response = await fetch(new Request(url, { headers, signal })).catch(() => undefined);
			if (!response?.ok) return;
			await events(response, (text) => this.#write(text)).catch(() => {});
			await new Promise((resume) => setTimeout(resume, REOPEN_MS).unref());
		}
	}

	/** Resolves when the client has taken enough of what it was sent, or has gone. @param leaving of a request that is answered no more once it is aborted */
	async #write(text: string, leaving?: AbortSignal): Promise<void> {
		if (leaving?.aborted) return;
		const { output } = this.options;
		if (output.write(asLine(text)) || this.#over.signal.aborted) return;
		this.#taking ??= new Promise<void>((resolve) => {
			// Whoever waits a thousand times leaves no listener behind.
			const done = () => {
				output.off('drain', done).off('close', done);
				this.#over.signal.removeEventListener('abort', done);
				resolve();
			};
			output.once('drain', done).once('close', done);
			this.#over.signal.addEventListener('abort', done, { once: true });
		}).finally(() => {
			this.#taking = undefined;
		});
		await this.#taking;
	}
}

/** An error answer; what the endpoint said as one is passed on under the request's id, of any other its message. */
function failure(id: string | number | null, reason: string, said = ''): string {
	const { error } = (jsonIn(said) ?? {}) as { error?: { code?: unknown; message?: unknown } };
	const message = String(error?.message ?? reason).slice(0, 500);
	return JSON.stringify({
		jsonrpc: '2.0',
		id,
		error: Number.isInteger(error?.code) ? error : { code: -32603, message },
	});
}

async function events(response: Response, say: (text: string) => Promise<void>): Promise<void> {
	const parser = new EventStreamParser();
	const decoder = new TextDecoder();
	for await (const chunk of response.body ?? [])
		for (const { data } of parser.push(decoder.decode(chunk as Uint8Array, { stream: true })))
			if (data !== '') await say(data);
}
