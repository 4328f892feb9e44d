// Messages from one HTTP request of a client to another that is open: cancellations, and answers
// to what a server has asked (MCP 2025-11-25). Any isolate may serve either, so they meet in a mailbox.
import type { Principal } from '../../auth';
import type { JsonObject } from '../../shared/json-values';
import { remember } from '../../shared/remember';
import type { Remote } from '../../shared/remote';
import { within } from '../fetch';

/** Messages nobody has asked for yet, and how long they are held, in milliseconds. */
const MOST_HELD = 200;
const HELD_MS = 60_000;
const MOST_WAITING = 500;

/** Messages by key, each held for a minute, 200 at most; lost when the object or the process ends. */
export class MemoryMailbox<Message> {
	readonly #held = new Map<string, { readonly message: Message; readonly at: number }>();
	readonly #waiting = new Map<string, Set<(message: Message) => void>>();

	/** @param now milliseconds since the epoch */
	constructor(private readonly now: () => number) {}

	/** True if nobody waits and nothing is held. */
	get isIdle(): boolean {
		this.#sweep();
		return this.#held.size + this.#waiting.size === 0;
	}

	/** Gives a message to all who wait under the key; holds it where nobody does. */
	put(key: string, message: Message): void {
		const waiting = this.#waiting.get(key);
		if (waiting) {
			this.#waiting.delete(key);
			for (const give of waiting) give(message);
			return;
		}
		this.#sweep();
		remember(this.#held, key, { message, at: this.now() }, MOST_HELD);
	}

	/** The message under the key, now or within so many milliseconds. */
	async take(key: string, milliseconds: number): Promise<Message | undefined> {
		this.#sweep();
		const held = this.#held.get(key);
		if (held) {
			this.#held.delete(key);
			return held.message;
		}
		if (this.#waiting.size >= MOST_WAITING) return undefined;
		const waiting = this.#waiting.get(key) ?? new Set();
		this.#waiting.set(key, waiting);
		const { promise, resolve } = Promise.withResolvers<Message>();
		waiting.add(resolve);
		const message = await within(promise, milliseconds);
		waiting.delete(resolve);
		if (waiting.size === 0 && this.#waiting.get(key) === waiting) this.#waiting.delete(key);
		return message;
	}

	#sweep(): void {
		for (const [key, { at }] of this.#held) {
			if (this.now() - at < HELD_MS) return;
			this.#held.delete(key);
		}
	}
}

/** The mailbox of one transport session. Messages are plain data. */
export type Mailbox = Omit<Remote<MemoryMailbox<JsonObject>>, 'isIdle'>;

/** The mailbox of a principal's session, by the session's name, not by its `Mcp-Session-Id`. */
export type Mailboxes = (principal: Principal, session: string) => Mailbox;

/** One wait; longer ones are repeated. */
const WAIT_MS = 25_000;
/** Waits that may fail in a row, and the pause after one. */
const MOST_FAILURES = 3;
const PAUSE_MS = 1_000;

/** Under which key a cancellation of a request is put. */
export const cancelKey = (requestId: unknown): string => `cancel ${JSON.stringify(requestId)}`;
export const ENDED_KEY = 'ended';
/** Under which key the answer to a question of ours is put. */
export const answerKey = (id: unknown): string => `answer ${JSON.stringify(id)}`;

/** Waits for a message until the signal is aborted; undefined then, or when the mailbox is gone. */
export async function waitFor(mailbox: Mailbox, key: string, signal: AbortSignal) {
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
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal) {
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
