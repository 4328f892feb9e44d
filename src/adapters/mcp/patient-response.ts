// An answer that takes its time comes as an event stream, so that the runtime notices when the client
// has left: workerd tells of it at the next write, and a body that is not begun writes nothing.
import { eventResponse, messageEvent } from './event-body';

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
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<undefined>((resume) => {
		timer = setTimeout(() => resume(undefined), afterMs);
	});
	const prompt = await Promise.race([answer, late]).finally(
		() => timer !== undefined && clearTimeout(timer),
	);
	if (prompt) return prompt;
	const parts = { comment: 'waiting', everyMs: keepAliveMs, onLeave };
	return eventResponse(async (write, left) => copy(await answer, write, left), parts);
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
	const reader = response.body?.getReader();
	left.addEventListener('abort', () => void reader?.cancel().catch(() => {}));
	for (;;) {
		const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
		if (done || left.aborted) return;
		if (value) write(value);
	}
}
