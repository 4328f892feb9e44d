// A server that speaks stdio, as one that speaks HTTP: what the gateway sends goes to the process as it
// is, what the process says comes back as events. One process, however many sessions; begun when it is
// first needed, and again when it has ended.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { type Line, linesOf, type Message } from './lines';

export interface StdioCommand {
	readonly command: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd?: string;
	/** What the process writes beside its messages. */
	readonly onNoise?: (text: string) => void;
}

/** Milliseconds a process is given to end by itself once its input is closed, and again once it is told. */
const GRACE_MS = 2_000;
const EVENT_STREAM = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };

/** Bytes that wait for a reader before the process is made to wait for it. */
const MOST_WAITING = 1024 * 1024;
/** Milliseconds that it is made to wait for one reader. */
const PATIENCE_MS = 10_000;
/** Characters of what a process wrote last to standard error. */
const LAST_WORDS = 300;
/** Milliseconds until the last words of a process that has ended are here. */
const ECHO_MS = 250;

/** Resolves when its reader has room again. */
type Say = (text: string) => Promise<void>;

interface Pending {
	readonly say: Say;
	/** The process has ended. */
	died(): void;
	end(): void;
	readonly progressToken: unknown;
}

export class StdioServer {
	readonly #command: StdioCommand;
	#process: ChildProcess | undefined;
	#generation = 0;
	/** Text of the answer to the first `initialize`: every later session is told the same. */
	#initialized: Promise<string> | undefined;
	#isReady = false;
	readonly #pending = new Map<string | number, Pending>();
	readonly #listeners = new Set<Say>();
	/** Why the latest process ended. */
	#trouble = '';

	constructor(command: StdioCommand) {
		this.#command = command;
	}

	/** Answers as a Streamable HTTP endpoint would. */
	readonly fetch = async (_url: string | URL, init: RequestInit = {}): Promise<Response> => {
		const method = init.method ?? 'GET';
		if (method === 'DELETE') return new Response(null, { status: 204 });
		const session = new Headers(init.headers).get('mcp-session-id');
		if (session !== null && session !== this.#session) return new Response(null, { status: 404 });
		if (method === 'GET') return this.#listen(init.signal ?? undefined);
		const text = String(init.body);
		const message = JSON.parse(text) as Message;
		if (message.method === 'initialize') return this.#initialize(text, message);
		if (message.method === undefined || message.id === undefined) return this.#tell(text, message);
		return this.#request(text, message, init.signal ?? undefined);
	};

	/** Begins the process, unless it runs; tells why it could not. */
	async start(): Promise<string | undefined> {
		return (await this.#isRunning()) ? undefined : this.#trouble;
	}

	/** Closes the input of the process, and ends it if that is not enough. */
	async close(): Promise<void> {
		const child = this.#process;
		if (!child || child.exitCode !== null) return;
		const ended = new Promise((resume) => child.once('exit', resume));
		child.stdin?.end();
		for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
			const timer = setTimeout(() => child.kill(signal), GRACE_MS);
			const isEnded = await Promise.race([
				ended.then(() => true),
				new Promise((resume) => setTimeout(() => resume(false), GRACE_MS + 200).unref()),
			]);
			clearTimeout(timer);
			if (isEnded) return;
		}
	}

	get #session(): string {
		return `stdio-${this.#generation}`;
	}

	async #initialize(text: string, { id }: Message): Promise<Response> {
		if (!(await this.#isRunning())) return this.#failed();
		this.#initialized ??= this.#answerOf(text, id ?? 0);
		const answer = await this.#initialized;
		const { result, error } = JSON.parse(answer) as Message;
		const headers = { 'content-type': 'application/json', 'mcp-session-id': this.#session };
		return new Response(
			JSON.stringify({ jsonrpc: '2.0', id, ...(error ? { error } : { result }) }),
			{
				headers,
			},
		);
	}

	#answerOf(text: string, id: string | number): Promise<string> {
		return new Promise((resolve) => {
			const say = async (answer: string) => resolve(answer);
			const died = () => resolve(this.#deathOf(id));
			this.#pending.set(id, { say, died, end: () => {}, progressToken: undefined });
			this.#send(text);
		});
	}

	/** A notification, or the answer to a question of the server. */
	async #tell(text: string, { method }: Message): Promise<Response> {
		if (!(await this.#isRunning())) return this.#failed();
		const isAgain = method === 'notifications/initialized' && this.#isReady;
		if (method === 'notifications/initialized') this.#isReady = true;
		if (!isAgain) this.#send(text);
		return new Response(null, { status: 202 });
	}

	async #request(text: string, message: Message, signal?: AbortSignal): Promise<Response> {
		if (!(await this.#isRunning())) return this.#failed();
		const { id, params } = message;
		const key = id ?? 0;
		const meta = params?._meta as { progressToken?: unknown } | undefined;
		const leave = () => {
			if (this.#pending.delete(key))
				this.#send(
					JSON.stringify({
						jsonrpc: '2.0',
						method: 'notifications/cancelled',
						params: { requestId: id, reason: 'The caller has gone.' },
					}),
				);
		};
		signal?.addEventListener('abort', leave, { once: true });
		const body = eventStream((say, end) => {
			const died = () => {
				void say(this.#deathOf(key, message.method));
				end();
			};
			this.#pending.set(key, { say, died, end, progressToken: meta?.progressToken });
		}, leave);
		this.#send(text);
		return new Response(body, { headers: EVENT_STREAM });
	}

	#listen(signal?: AbortSignal): Response {
		if (!this.#process) return new Response(null, { status: 405 });
		let mine: Say | undefined;
		const leave = () => mine && this.#listeners.delete(mine);
		const body = eventStream((say, end) => {
			mine = say;
			this.#listeners.add(say);
			signal?.addEventListener('abort', end, { once: true });
		}, leave);
		signal?.addEventListener('abort', leave, { once: true });
		return new Response(body, { headers: EVENT_STREAM });
	}

	#failed(): Response {
		return new Response(this.#trouble, { status: 502 });
	}

	/** Begins the process unless it runs. */
	async #isRunning(): Promise<boolean> {
		if (this.#process) return true;
		const { command, args, env, cwd, onNoise = () => {} } = this.#command;
		const child = spawn(command, [...args], {
			stdio: ['pipe', 'pipe', 'pipe'],
			env: { ...process.env, ...env },
			...(cwd !== undefined && { cwd }),
			windowsHide: true,
			shell: process.platform === 'win32',
		});
		this.#process = child;
		this.#generation++;
		child.stdin.on('error', () => {});
		const ended = (reason: string) => {
			if (this.#process === child) this.#ended(reason);
		};
		const words = lastWords(child.stderr);
		child.once('exit', async (code, signal) => {
			const how = `the command "${command}" ended with ${signal ?? `code ${code}`}`;
			const last = await words();
			ended(last === '' ? how : `${how}; it said last: ${last}`);
		});
		const begun = new Promise<boolean>((resolve) => {
			child.once('spawn', () => resolve(true));
			child.once('error', ({ message }) => {
				ended(`the command "${command}" could not be started: ${message}`);
				resolve(false);
			});
		});
		void this.#read(child, onNoise).catch((error: Error) => {
			ended(`the command "${command}" sent ${error.message}`);
			child.kill();
		});
		return begun;
	}

	async #read(child: ChildProcess, noise: (text: string) => void): Promise<void> {
		if (!child.stdout) return;
		for await (const line of linesOf(child.stdout, noise)) await this.#heard(line);
	}

	async #heard({ text, message }: Line): Promise<void> {
		const { id, method, params } = message;
		if (method === undefined) {
			const asked = this.#pending.get(id ?? '');
			this.#pending.delete(id ?? '');
			void asked?.say(text);
			asked?.end();
		} else if (id !== undefined) this.#asked(text, message);
		else await this.#told(text, params);
	}

	/** A notification goes where it belongs: to its call, else to who listens. */
	async #told(text: string, params: Message['params']): Promise<void> {
		const about = [...this.#pending].find(
			([key, { progressToken }]) =>
				(progressToken !== undefined && params?.progressToken === progressToken) ||
				(params?._meta as Record<string, unknown> | undefined)?.[SUBSCRIPTION] === key,
		);
		if (about) await about[1].say(text);
		else await Promise.all([...this.#listeners].map((say) => say(text)));
	}

	/** A question goes to whoever listens, else along with the latest call. */
	#asked(text: string, { id }: Message): void {
		const [listener] = this.#listeners;
		const say = listener ?? [...this.#pending.values()].at(-1)?.say;
		if (say) void say(text);
		else
			this.#send(
				JSON.stringify({
					jsonrpc: '2.0',
					id,
					error: { code: -32600, message: 'No client is listening now' },
				}),
			);
	}

	#send(text: string): void {
		this.#process?.stdin?.write(`${text}\n`);
	}

	#ended(reason: string): void {
		this.#process = undefined;
		this.#initialized = undefined;
		this.#isReady = false;
		this.#trouble = reason;
		const pending = [...this.#pending.values()];
		this.#pending.clear();
		for (const { died } of pending) died();
		this.#listeners.clear();
	}

	/** What a request is answered whose process has ended; that of a call is read by a model. */
	#deathOf(id: string | number, method?: string): string {
		const text = this.#trouble;
		const answer =
			method === 'tools/call'
				? { result: { content: [{ type: 'text', text }], isError: true } }
				: { error: { code: -32603, message: text } };
		return JSON.stringify({ jsonrpc: '2.0', id, ...answer });
	}
}

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

/** Passes on what a process writes to standard error; tells its last line once it has ended. */
function lastWords(stream: Readable): () => Promise<string> {
	let tail = '';
	const decoder = new TextDecoder();
	stream.on('data', (chunk: Buffer) => {
		process.stderr.write(chunk);
		tail = (tail + decoder.decode(chunk, { stream: true })).slice(-4 * LAST_WORDS);
	});
	const isOver = new Promise<void>((resolve) => stream.once('close', resolve));
	return async () => {
		await Promise.race([isOver, new Promise((resume) => setTimeout(resume, ECHO_MS).unref())]);
		const line =
			tail
				.trimEnd()
				.split(/[\r\n]/)
				.at(-1) ?? '';
		return line.trim().slice(0, LAST_WORDS);
	};
}

/** A reader that takes nothing for long is given up: what others wait for stands behind what it leaves. */
function eventStream(begin: (say: Say, end: () => void) => void, leave: () => void) {
	const encoder = new TextEncoder();
	let room: PromiseWithResolvers<void> | undefined;
	const hasRoom = () => {
		room?.resolve();
		room = undefined;
	};
	return new ReadableStream<Uint8Array>(
		{
			start(controller) {
				let isOpen = true;
				const giveUp = () => {
					if (isOpen) controller.error(new Error('not read in time'));
					isOpen = false;
					leave();
					hasRoom();
				};
				const say: Say = async (text) => {
					if (!isOpen) return;
					controller.enqueue(encoder.encode(`data: ${text}\n\n`));
					if ((controller.desiredSize ?? 1) > 0) return;
					room ??= Promise.withResolvers();
					const timer = setTimeout(giveUp, PATIENCE_MS);
					await room.promise;
					clearTimeout(timer);
				};
				begin(say, () => {
					if (isOpen) controller.close();
					isOpen = false;
					hasRoom();
				});
			},
			pull: hasRoom,
			cancel() {
				hasRoom();
				leave();
			},
		},
		new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING }),
	);
}
