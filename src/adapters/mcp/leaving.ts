// Cancellation by the client: its connection is gone, or it has said so in a request of
// its own (`notifications/cancelled`, MCP 2025-11-25), or has ended its session.
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
