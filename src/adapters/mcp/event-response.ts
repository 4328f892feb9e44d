// An answer that takes its time comes as an event stream, so that the runtime notices when the client has left: workerd
// tells of it at the next write, and a body that is not begun writes nothing. A client cancels by closing its connection,
// by a request of its own (`notifications/cancelled`, MCP 2025-11-25), or by ending its session.
import { cancelKey, ENDED_KEY, type Mailbox, waitFor } from './mailbox';

interface EventParts {
	/** Text of keep-alive comments. */
	readonly comment: string;
	/** Milliseconds between two of them. */
	readonly everyMs: number;
	/** Aborted when the reader has left. */
	readonly leaving?: AbortController;
	/** The reader has closed the stream. */
	onLeave?(): void;
	/** No comment comes at once, and the headers are the SDK's. */
	readonly isQuiet?: boolean | undefined;
}

const HEADERS = {
	'content-type': 'text/event-stream',
	'cache-control': 'no-cache, no-transform',
};
/** Headers of a stream to a client of an older revision, as the SDK sends them. */
export const LEGACY_HEADERS = {
	...HEADERS,
	connection: 'keep-alive',
	'x-accel-buffering': 'no',
};

/** Ends when `work` does; what it writes is lost once the reader has left. */
export function eventResponse(
	work: (write: (part: string | Uint8Array) => void, left: AbortSignal) => Promise<void>,
	{ comment, everyMs, leaving = new AbortController(), onLeave, isQuiet }: EventParts,
): Response {
	const encoder = new TextEncoder();
	const left = leaving.signal;
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			const write = (part: string | Uint8Array) => {
				if (!left.aborted)
					controller.enqueue(typeof part === 'string' ? encoder.encode(part) : part);
			};
			const wait = () => write(`: ${comment}\n\n`);
			if (!isQuiet) wait();
			const timer = setInterval(wait, everyMs);
			left.addEventListener('abort', () => clearInterval(timer));
			void work(write, left)
				.catch(() => {})
				.finally(() => {
					clearInterval(timer);
					if (!left.aborted) controller.close();
				});
		},
		cancel() {
			leaving.abort();
			onLeave?.();
		},
	});
	return new Response(body, { headers: isQuiet ? LEGACY_HEADERS : HEADERS });
}

export const messageEvent = (json: string): string => `event: message\ndata: ${json}\n\n`;

/**
 * Aborted with a signal. The listener holds nothing else: one that held the request would keep it for ever on Node,
 * where a signal lives as long as the request that was made with it. It goes once the controller is aborted by itself:
 * the reason of that remembers who did it, with all that he holds.
 */
export const following = (signal: AbortSignal): AbortController => {
	const controller = new AbortController();
	const follow = () => controller.abort();
	signal.addEventListener('abort', follow, { once: true });
	controller.signal.addEventListener('abort', () => signal.removeEventListener('abort', follow), {
		once: true,
	});
	return controller;
};

/**
 * Milliseconds between comments on the stream of an answer. A runtime that tells of a caller's departure only
 * at the next write (workerd) cancels the upstream call no later than this.
 */
export const KEEP_ALIVE_MS = 1_000;
/** Milliseconds for which a call is neither a stream nor looked for in the mailbox: most are over before. */
export const PATIENCE_MS = 250;

/** Cancels a request once that arrives, and all of them with their session; ends with `over`. */
export async function heedCancellations(
	mailbox: Mailbox,
	requestIds: readonly unknown[],
	cancel: (requestId: unknown) => void,
	over: AbortSignal,
): Promise<void> {
	const ended = waitFor(mailbox, ENDED_KEY, over).then((message) => {
		if (message !== undefined) for (const id of requestIds) cancel(id);
	});
	const cancelled = requestIds.map(async (id) => {
		if ((await waitFor(mailbox, cancelKey(id), over)) !== undefined) cancel(id);
	});
	await Promise.all([ended, ...cancelled]);
}

/** Sends a JSON-RPC message before the answer: it begins the stream. */
export type Say = (message: object) => void;

interface Patience {
	/** The client has closed the stream. */
	onLeave(): void;
	/** The answer takes longer; the signal is aborted once it is there. */
	onLate?(over: AbortSignal): void;
	/** The stream is as the SDK's to a client of an older revision. */
	readonly isOlder: boolean;
}

/** The answer itself, or an event stream in which it comes as soon as it is there, after what is said before. */
export async function patiently(
	work: (say: Say) => Promise<Response>,
	{ onLeave, onLate, isOlder }: Patience,
): Promise<Response> {
	const said: string[] = [];
	let write = (event: string): void => void said.push(event);
	const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
	let over: AbortController | undefined;
	const timer = setTimeout(() => {
		begin();
		over = new AbortController();
		onLate?.(over.signal);
	}, PATIENCE_MS);
	const answer = work((message) => {
		write(messageEvent(JSON.stringify(message)));
		begin();
	});
	const rested = () => {
		clearTimeout(timer);
		over?.abort();
	};
	answer.then(rested, rested);
	const prompt = await Promise.race([answer, begun]);
	if (prompt && said.length === 0) return prompt;
	const how = isOlder ? { comment: 'keepalive', isQuiet: true } : { comment: 'waiting' };
	const parts = { ...how, everyMs: KEEP_ALIVE_MS, onLeave };
	return eventResponse(async (out, left) => {
		for (const event of said) out(event);
		write = out;
		await copy(await answer, out, left);
	}, parts);
}

async function copy(
	response: Response,
	write: (part: string | Uint8Array) => void,
	left: AbortSignal,
): Promise<void> {
	const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
	if (!isStream) {
		const json = (await response.text()).replaceAll(/[\r\n]+/g, '');
		if (json !== '') write(messageEvent(json));
		return;
	}
	await response.body?.pipeTo(new WritableStream({ write }), { signal: left });
}
