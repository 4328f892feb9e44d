// Room that is shared: so much of something may be under way at once, whoever asks. It is looked at, and nobody is
// woken: requests of a runtime that keeps them apart cannot wake each other.

/** Milliseconds after which nobody has it any more: a request that was ended from outside gives nothing back. */
const LAPSES_MS = 60_000;

export interface Taken {
	readonly size: number;
	readonly until: number;
}

export class Room {
	readonly #most: number;
	readonly #taken = new Set<Taken>();

	constructor(most: number) {
		this.#most = most;
	}

	/**
	 * What is larger than all of it takes all of it.
	 * @param now milliseconds since the epoch
	 * @returns what to give back; undefined where there is no room
	 */
	take(wanted: number, now: number): Taken | undefined {
		let free = this.#most;
		for (const taken of this.#taken)
			if (taken.until > now) free -= taken.size;
			else this.#taken.delete(taken);
		const size = Math.min(wanted, this.#most);
		if (size > free) return undefined;
		const taken = { size, until: now + LAPSES_MS };
		this.#taken.add(taken);
		return taken;
	}

	give(taken: Taken): void {
		this.#taken.delete(taken);
	}
}
