// An answer that takes its time comes as an event stream, so that the runtime notices when the client has left: workerd
// tells of it at the next write, and a body that is not begun writes nothing. Cancellation by the client: its connection is gone, or it has said so in a request of
// its own (`notifications/cancelled`, MCP 2025-11-25), or has ended its session.

import { eventResponse, messageEvent } from './event-body';
import { cancelKey, ENDED_KEY, type Mailbox, untilAborted, waitFor } from './mailbox';

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

/** Most calls are over before: they never look into the mailbox. */
export const LOOK_AFTER_MS = 250;

/** Cancels a request once that arrives, and all of them with their session; ends with `over`. */
export async function heedCancellations(
	mailbox: Mailbox,
	requestIds: readonly unknown[],
	cancel: (requestId: unknown) => void,
	over: AbortSignal,
): Promise<void> {
	await untilAborted(new Promise((resume) => setTimeout(resume, LOOK_AFTER_MS)), over);
	const ended = waitFor(mailbox, ENDED_KEY, over).then((message) => {
		if (message !== undefined) for (const id of requestIds) cancel(id);
	});
	const cancelled = requestIds.map(async (id) => {
		if ((await waitFor(mailbox, cancelKey(id), over)) !== undefined) cancel(id);
	});
	await Promise.all([ended, ...cancelled]);
}

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
	try {
		const prompt = await Promise.race([answer, late]);
		if (prompt) return prompt;
	} finally {
		if (timer !== undefined) clearTimeout(timer);
	}
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
