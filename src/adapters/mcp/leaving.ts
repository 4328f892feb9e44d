// When a client no longer wants an answer: its connection is gone, or it has said so in a request of
// its own (`notifications/cancelled`, MCP 2025-11-25).
import { cancelKey, type Mailbox, untilAborted, waitFor } from './mailbox';

/** Most calls are over before: they never look into the mailbox. */
const LOOK_AFTER_MS = 250;

/** Aborts `leaving` once a cancellation of one of the requests arrives; ends with `over`. */
export async function heedCancellations(
	mailbox: Mailbox,
	requestIds: readonly unknown[],
	cancel: (requestId: unknown) => void,
	over: AbortSignal,
): Promise<void> {
	await untilAborted(new Promise((resume) => setTimeout(resume, LOOK_AFTER_MS)), over);
	await Promise.all(
		requestIds.map(async (id) => {
			if ((await waitFor(mailbox, cancelKey(id), over)) !== undefined) cancel(id);
		}),
	);
}
