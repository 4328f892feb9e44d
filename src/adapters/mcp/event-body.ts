// A response of events (text/event-stream): comments go out while nothing else does, so that it counts as
// begun and the runtime notices when its reader has left.

export interface EventParts {
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
	const headers = isQuiet ? LEGACY_HEADERS : HEADERS;
	return new Response(body, { headers });
}

export const messageEvent = (json: string): string => `event: message\ndata: ${json}\n\n`;
