// A server that speaks stdio, as one that speaks HTTP: what the gateway sends goes to the process as it
// is, what the process says comes back as events. One process, however many sessions the gateway has with it.
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { isRecord, type JsonObject } from '../../shared/json-values';
import { ServerEnded } from '../mcp';
import { type End, eventBody, type Say } from './event-body';
import { HANDSHAKES, type Line, type Message } from './lines';
import { ServerProcess, type StdioCommand } from './server-process';

const EVENT_STREAM = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
/** Requests in whose middle a client can be asked. */
const WORK = new Set(['tools/call', 'prompts/get', 'resources/read']);
/** Questions of the process that wait for somebody who can be asked. */
const MOST_QUESTIONS = 20;
/** Milliseconds that a call waits for the answers to what was asked before it. */
const ANSWERS_MS = 30_000;
/** Milliseconds that a process has to ask for roots before its first work, and to take the answer in. */
const ASKING_MS = 500;
const TAKING_MS = 100;
/** Milliseconds in which a process says which revision it speaks: some of the older one do not answer at all. */
const DISCOVERY_MS = 10_000;
const UNKNOWN = { error: { code: -32601, message: 'Method not found' } };
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT = 'io.modelcontextprotocol/clientInfo';

interface Pending {
	readonly method: string | undefined;
	readonly say: Say;
	readonly end: End;
	readonly progressToken: unknown;
}

/** Stands where an upstream's `fetch` would: an unknown session is 404, a process that cannot run rejects. */
export class StdioServer {
	readonly #process: ServerProcess;
	/** The answer to the first `initialize`: every later session is told the same. */
	#initialized: Promise<Message> | undefined;
	#handshakes = 0;
	#isReady = false;
	/** The process has said what it is. */
	#isWell = false;
	readonly #pending = new Map<string | number, Pending>();
	readonly #listeners = new Set<Say>();
	/** The process's questions from before a client listened, by id, and the calls that wait for answers. */
	readonly #questions = new Map<string | number, { readonly text: string; isTold: boolean }>();
	readonly #news = new EventEmitter().setMaxListeners(0);
	/** Milliseconds since the epoch; undefined before, and once it has been given work. */
	#readyAt: number | undefined;
	/** Of the client: its capabilities and its name, as `initialize` has them. */
	#client: JsonObject = {};
	/** The level that the client wants to be told of. */
	#level: string | undefined;
	/** Session ids of another server, or of this one before a restart, are not taken for its own. */
	readonly #id = randomUUID();

	/** @param use of one client, which `wrap` knows; of a conversation; or of all, without sessions */
	constructor(
		command: StdioCommand,
		private readonly use: 'client' | 'conversation' | 'shared' = 'client',
	) {
		this.#process = new ServerProcess(command, {
			heard: (line) => this.#heard(line),
			ended: () => this.#ended(),
			// A process that one conversation ended is not held against the next.
			isWell: () => use === 'conversation' && this.#isWell,
		});
	}

	get isRunning(): boolean {
		return this.#process.isRunning;
	}
	/** True while somebody waits for it or listens to it. */
	get isUsed(): boolean {
		return this.#pending.size > 0 || this.#listeners.size > 0;
	}

	/** Answers as a Streamable HTTP endpoint would. @throws ServerEnded */
	readonly fetch = async (_url: string | URL, init: RequestInit = {}): Promise<Response> => {
		const method = init.method ?? 'GET';
		if (method === 'DELETE') return new Response(null, { status: 204 });
		const session = new Headers(init.headers).get('mcp-session-id');
		const isLost = session !== null && !(session === this.#session && this.isRunning);
		if (method === 'GET' && !isLost) return this.#listen(init.signal ?? undefined);
		// A lost session of a server that cannot run hears why.
		if (method !== 'GET' && !(await this.#process.begin()))
			throw new ServerEnded(this.#process.trouble);
		if (isLost) return new Response(null, { status: 404 });
		const text = String(init.body);
		const message = JSON.parse(text) as Message;
		if (message.method === 'initialize') return this.#initialize(message);
		const signal = init.signal ?? undefined;
		if (message.method === 'server/discover') {
			const waiting = [AbortSignal.timeout(DISCOVERY_MS), ...(signal ? [signal] : [])];
			const known = this.#handshake(message, AbortSignal.any(waiting));
			return answered(message.id, await known.catch(() => UNKNOWN));
		}
		if (message.method === undefined || message.id === undefined) return this.#tell(text, message);
		return this.#request(text, message, signal);
	};

	/** Begins the process, unless it runs; tells why it could not. */
	readonly start = async () => ((await this.#process.begin()) ? undefined : this.#process.trouble);

	/** The reason why the process cannot be used: it has ended, or has not said what it is. */
	get trouble(): string | undefined {
		return this.#isWell ? undefined : this.#process.trouble || 'the server did not answer';
	}

	readonly close = (): Promise<void> => this.#process.close();

	/** Passes on the client's description of itself. */
	overheard({ method, params }: Message): void {
		const meta = params?._meta as JsonObject | undefined;
		const capabilities = method === 'initialize' ? params?.capabilities : meta?.[CAPABILITIES];
		const clientInfo = method === 'initialize' ? params?.clientInfo : meta?.[CLIENT];
		if (capabilities && !this.#initialized) this.#client = { capabilities, clientInfo };
		if (method === 'notifications/roots/list_changed' && this.#isReady) this.#send({ method });
		if (method !== 'logging/setLevel' || typeof params?.level !== 'string') return;
		this.#level = params.level;
		this.#setLevel();
	}

	#setLevel(): void {
		const message = { id: 'loadline-level', method: 'logging/setLevel' };
		if (this.#level !== undefined && this.#isReady)
			this.#send({ ...message, params: { level: this.#level } });
	}

	#send(message: JsonObject): void {
		this.#process.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
	}

	get #session(): string {
		return `stdio-${this.#id}-${this.#process.generation}`;
	}

	async #initialize({ id, params, ...rest }: Message): Promise<Response> {
		const asked = this.use === 'conversation' ? params?.capabilities : {};
		const { capabilities = asked, clientInfo = params?.clientInfo } = this.#client;
		// The client capabilities that Loadline passes on.
		const { roots, sampling, elicitation } = capabilities as JsonObject;
		const told = { ...params, capabilities: { roots, sampling, elicitation }, clientInfo };
		this.#initialized ??= this.#handshake({ ...rest, params: told });
		const named = this.use === 'shared' ? undefined : { 'mcp-session-id': this.#session };
		return answered(id, await this.#initialized, named);
	}

	/** Asks under an id of its own: those of two connections that begin at once are the same. */
	#handshake(message: Message, signal?: AbortSignal): Promise<Message> {
		const id = `loadline-${++this.#handshakes}`;
		return new Promise((resolve, reject) => {
			const say = async (answer: string) => resolve(JSON.parse(answer) as Message);
			const end: End = (error) => error && reject(error);
			this.#pending.set(id, { method: message.method, say, end, progressToken: undefined });
			const leave = () => this.#pending.delete(id) && reject(signal?.reason);
			signal?.addEventListener('abort', leave, { once: true });
			this.#process.send(JSON.stringify({ ...message, id }));
		});
	}

	/** A notification, or the answer to a question of the server. */
	#tell(text: string, { id, method }: Message): Response {
		const isBegun = method === 'notifications/initialized';
		if (!isBegun || !this.#isReady) this.#process.send(text);
		if (isBegun && !this.#isReady) {
			this.#isReady = true;
			this.#readyAt = Date.now();
			this.#setLevel();
		}
		if (method === undefined && this.#questions.delete(id ?? '')) this.#news.emit('news');
		return new Response(null, { status: 202 });
	}

	#request(text: string, { id, method, params }: Message, signal?: AbortSignal): Response {
		const key = id ?? 0;
		const meta = params?._meta as { progressToken?: unknown } | undefined;
		const leave = () => {
			if (!this.#pending.delete(key)) return;
			this.#send({
				method: 'notifications/cancelled',
				params: { requestId: id, reason: 'The caller has gone.' },
			});
		};
		signal?.addEventListener('abort', leave, { once: true });
		const body = eventBody((say, end) => {
			this.#pending.set(key, { method, say, end, progressToken: meta?.progressToken });
		}, leave);
		void this.#answersFirst(method).then(() => {
			if (this.#pending.has(key)) this.#process.send(text);
		});
		return new Response(body, { headers: EVENT_STREAM });
	}

	/** Answers the process's early questions before a call. */
	async #answersFirst(method = ''): Promise<void> {
		if (!WORK.has(method)) return;
		const begun = isRecord(this.#client.capabilities) && this.#client.capabilities.roots;
		const asking = begun && this.#readyAt ? this.#readyAt + ASKING_MS - Date.now() : 0;
		if (asking > 0 && this.#questions.size === 0) await this.#until(asking);
		const late = Date.now() + ANSWERS_MS;
		const isAsked = this.#questions.size > 0;
		this.#askAgain();
		while (this.#questions.size > 0 && Date.now() < late) await this.#until(late - Date.now());
		if (isAsked) await this.#until(TAKING_MS);
		this.#readyAt = undefined;
	}

	/** Until a question came or was answered, or so many milliseconds have passed. */
	async #until(milliseconds: number): Promise<void> {
		await once(this.#news, 'news', { signal: AbortSignal.timeout(milliseconds) }).catch(() => {});
	}

	#listen(signal?: AbortSignal): Response {
		if (!this.isRunning || this.use === 'shared') return new Response(null, { status: 405 });
		let mine: Say | undefined;
		const leave = () => mine && this.#listeners.delete(mine);
		const body = eventBody((say, end) => {
			mine = say;
			this.#listeners.add(say);
			signal?.addEventListener('abort', () => end(), { once: true });
		}, leave);
		signal?.addEventListener('abort', leave, { once: true });
		this.#askAgain();
		return new Response(body, { headers: EVENT_STREAM });
	}

	async #heard({ text, message }: Line): Promise<void> {
		const { id, method, params } = message;
		if (method === undefined) {
			const asked = this.#pending.get(id ?? '');
			this.#pending.delete(id ?? '');
			if (HANDSHAKES.has(asked?.method ?? '') && message.result) this.#isWell = true;
			void asked?.say(text);
			asked?.end();
		} else if (id !== undefined) this.#asked(text, message);
		else await this.#told(text, params);
	}

	/** A notification goes where it belongs, once: to its call, else to who has listened longest. */
	async #told(text: string, params: Message['params']): Promise<void> {
		const about = [...this.#pending].find(
			([key, { progressToken }]) =>
				(progressToken !== undefined && params?.progressToken === progressToken) ||
				(params?._meta as JsonObject | undefined)?.[SUBSCRIPTION] === key,
		);
		await (about?.[1].say ?? [...this.#listeners][0])?.(text);
	}

	/** A question goes to whoever listens, else along with the latest call; else it waits for one. */
	#asked(text: string, { id }: Message): void {
		const ear = this.#ear();
		if (ear && this.#readyAt === undefined) void ear(text);
		else if (this.#questions.size < MOST_QUESTIONS) {
			this.#questions.set(id ?? '', { text, isTold: false });
			this.#askAgain();
			this.#news.emit('news');
		} else this.#send({ id, error: { code: -32600, message: 'No client is listening now' } });
	}

	#ear(): Say | undefined {
		const working = [...this.#pending.values()].findLast(({ method = '' }) => WORK.has(method));
		return [...this.#listeners][0] ?? working?.say;
	}

	#askAgain(): void {
		const ear = this.#ear();
		for (const question of this.#questions.values()) {
			if (!question.isTold) void ear?.(question.text);
			question.isTold ||= ear !== undefined;
		}
	}

	/** Fails the waiting calls with the reason. A server that ends at version negotiation is started with the older one. */
	#ended(): void {
		this.#initialized = undefined;
		this.#isReady = false;
		this.#isWell = false;
		const pending = [...this.#pending.values()];
		this.#pending.clear();
		this.#questions.clear();
		this.#readyAt = undefined;
		this.#news.emit('news');
		for (const { end } of pending) end(new ServerEnded(this.#process.trouble));
	}
}

/** Answers a handshake under the id of whoever asked. */
const answered = (
	id: Message['id'],
	{ result, error }: Message,
	headers?: Record<string, string>,
) =>
	Response.json(
		{ jsonrpc: '2.0', id: id ?? 0, ...(error ? { error } : { result }) },
		headers && { headers },
	);
