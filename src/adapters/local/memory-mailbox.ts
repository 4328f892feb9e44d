// A mailbox in memory: of a Durable Object, or of a process that serves everything itself.
import { remember } from '../../shared/remember';

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
		return new Promise((resolve) => {
			const waiting = this.#waiting.get(key) ?? new Set();
			this.#waiting.set(key, waiting);
			const give = (message?: Message): void => {
				clearTimeout(timer);
				waiting.delete(give);
				if (waiting.size === 0 && this.#waiting.get(key) === waiting) this.#waiting.delete(key);
				resolve(message);
			};
			const timer = setTimeout(() => give(), milliseconds);
			waiting.add(give);
		});
	}

	#sweep(): void {
		for (const [key, { at }] of this.#held) {
			if (this.now() - at < HELD_MS) return;
			this.#held.delete(key);
		}
	}
}
