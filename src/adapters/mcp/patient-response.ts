// An answer that takes its time comes as an event stream, so that the runtime notices when the client
// has left: workerd tells of it at the next write, and a body that is not begun writes nothing.

export interface Patience {
	/** Milliseconds after which a stream is begun; quicker answers go out as they are. */
	readonly afterMs: number;
	/** Milliseconds between the comments that are written meanwhile. */
	readonly keepAliveMs: number;
	/** The client has closed the stream. */
	onLeave(): void;
}

/** The answer itself, or an event stream in which it comes as soon as it is there. */
export async function patiently(
	answer: Promise<Response>,
	{ afterMs, keepAliveMs, onLeave }: Patience,
): Promise<Response> {
	const prompt = await Promise.race([answer, after(afterMs)]);
	if (prompt) return prompt;
	const encoder = new TextEncoder();
	const leaving = new AbortController();
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			const write = (text: string) => controller.enqueue(encoder.encode(text));
			write(': waiting\n\n');
			const timer = setInterval(() => write(': waiting\n\n'), keepAliveMs);
			leaving.signal.addEventListener('abort', () => clearInterval(timer));
			void answer
				.then((response) => copy(response, controller, encoder, leaving.signal))
				.catch(() => {})
				.finally(() => {
					clearInterval(timer);
					if (!leaving.signal.aborted) controller.close();
				});
		},
		cancel() {
			leaving.abort();
			onLeave();
		},
	});
	const headers = {
		'content-type': 'text/event-stream',
		'cache-control': 'no-cache, no-transform',
	};
	return new Response(body, { headers });
}

async function copy(
	response: Response,
	controller: ReadableStreamDefaultController<Uint8Array>,
	encoder: TextEncoder,
	left: AbortSignal,
): Promise<void> {
	const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
	if (!isStream) {
		const json = (await response.text()).replaceAll(/[\r\n]+/g, '');
		if (!left.aborted && json !== '')
			controller.enqueue(encoder.encode(`event: message\ndata: ${json}\n\n`));
		return;
	}
	const reader = response.body?.getReader();
	left.addEventListener('abort', () => void reader?.cancel().catch(() => {}));
	for (;;) {
		const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
		if (done || left.aborted) return;
		if (value) controller.enqueue(value);
	}
}

const after = (milliseconds: number): Promise<undefined> =>
	new Promise((resume) => setTimeout(() => resume(undefined), milliseconds));
