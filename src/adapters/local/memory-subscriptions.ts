// Resource subscriptions of a client of MCP 2025-11-25 in a session, for the stream on which it
// is told: requests and stream may be served by different isolates.

/** Resources of one session. */
const MOST = 1_000;

/** Resources of one session by upstream, 1,000 of each at most; one more is left out without a word. */
export class MemorySubscriptions {
	readonly #uris = new Map<string, Set<string>>();
	readonly #waiting = new Set<() => void>();

	/** True if a stream is open that is told of them. */
	get isWatched(): boolean {
		return this.#waiting.size > 0;
	}

	set(upstream: string, uri: string, isWanted: boolean): void {
		const uris = this.#uris.get(upstream) ?? new Set();
		this.#uris.set(upstream, uris);
		if (isWanted && uris.size < MOST) uris.add(uri);
		if (!isWanted) uris.delete(uri);
		for (const wake of [...this.#waiting]) wake();
	}

	/** The resources wanted now; waits while they are those already known, so many milliseconds at most. */
	async wanted(
		upstream: string,
		known: readonly string[],
		milliseconds: number,
	): Promise<readonly string[]> {
		const now = () => [...(this.#uris.get(upstream) ?? [])];
		const isKnown = () =>
			now().length === known.length && known.every((uri) => now().includes(uri));
		if (!isKnown() || milliseconds <= 0) return now();
		await new Promise<void>((resolve) => {
			const wake = (): void => {
				clearTimeout(timer);
				this.#waiting.delete(wake);
				resolve();
			};
			const timer = setTimeout(wake, milliseconds);
			this.#waiting.add(wake);
		});
		return now();
	}
}
