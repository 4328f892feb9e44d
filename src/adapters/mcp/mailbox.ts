// Messages from one HTTP request of a client to another that is open: cancellations, and answers
// to what a server has asked (MCP 2025-11-25). Any isolate may serve either, so they meet in a mailbox.
import type { Principal } from '../../auth';
import type { JsonObject } from '../../shared/json-values';

/** The mailbox of one transport session. Messages are plain data. */
export interface Mailbox {
	/** Gives a message to whoever waits under the key, or to who asks within a minute. */
	put(key: string, message: JsonObject): Promise<void>;
	/** The message under the key; undefined when none came within so many milliseconds. */
	take(key: string, milliseconds: number): Promise<JsonObject | undefined>;
}

/** The mailbox of a principal's session, by the session's name, not by its `Mcp-Session-Id`. */
export type Mailboxes = (principal: Principal, session: string) => Mailbox;

/** One wait; longer ones are repeated. */
const WAIT_MS = 25_000;
/** Waits that may fail in a row, and the pause after one. */
const MOST_FAILURES = 3;
const PAUSE_MS = 1_000;

/** Under which key a cancellation of a request is put. */
export const cancelKey = (requestId: unknown): string => `cancel ${JSON.stringify(requestId)}`;
/** Under which key the end of the session is put. */
export const ENDED_KEY = 'ended';
/** Under which key the answer to a question of ours is put. */
export const answerKey = (id: unknown): string => `answer ${JSON.stringify(id)}`;

/** Waits for a message until the signal is aborted; undefined then, or when the mailbox is gone. */
export async function waitFor(
	mailbox: Mailbox,
	key: string,
	signal: AbortSignal,
): Promise<JsonObject | undefined> {
	for (let failures = 0; !signal.aborted && failures < MOST_FAILURES; ) {
		try {
			const message = await untilAborted(mailbox.take(key, WAIT_MS), signal);
			if (message !== undefined) return message;
			failures = 0;
		} catch {
			failures++;
			await untilAborted(new Promise((resume) => setTimeout(resume, PAUSE_MS)), signal);
		}
	}
	return undefined;
}

/** The promise, or undefined as soon as the signal is aborted. */
export async function untilAborted<T>(
	promise: Promise<T>,
	signal: AbortSignal,
): Promise<T | undefined> {
	const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
	const leave = () => resolve(undefined);
	if (signal.aborted) leave();
	else signal.addEventListener('abort', leave, { once: true });
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		signal.removeEventListener('abort', leave);
		promise.catch(() => {});
	}
}
