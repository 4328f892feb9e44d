// Room that is shared: so much of something may be under way at once, and where several want it, each has a part.
// It is looked at, and nobody is woken: requests of a runtime that keeps them apart cannot wake each other.

/** Milliseconds after which nobody has it any more: a request that was ended from outside gives nothing back. */
const LAPSES_MS = 60_000;

/** Milliseconds for which somebody wants room who was refused and does not ask again. */
const WANTED_MS = 1_000;

/** Room that somebody has, until it is given back. */
export interface Taken {
	readonly size: number;
	readonly whose: string;
	readonly until: number;
}

export class Room {
	readonly #most: number;
	readonly #taken = new Set<Taken>();
	readonly #wanting = new Map<string, number>();

	constructor(most: number) {
		this.#most = most;
	}

	/**
	 * What is larger than all of it takes all of it. Who has some gets no more than an equal part while others want
	 * some; who has none gets whatever is free.
	 * @param now milliseconds since the epoch
	 * @returns what to give back; undefined where there is no room
	 */
	take(wanted: number, now: number, whose = ''): Taken | undefined {
		let [free, own] = [this.#most, 0];
		const wanting = new Set([whose]);
		for (const taken of this.#taken) {
			if (taken.until <= now) {
				this.#taken.delete(taken);
				continue;
			}
			free -= taken.size;
			wanting.add(taken.whose);
			if (taken.whose === whose) own += taken.size;
		}
		for (const [who, until] of this.#wanting)
			if (until > now) wanting.add(who);
			else this.#wanting.delete(who);
		const size = Math.min(wanted, this.#most);
		if (size > free || (own > 0 && own + size > this.#most / wanting.size)) {
			this.#wanting.set(whose, now + WANTED_MS);
			return undefined;
		}
		this.#wanting.delete(whose);
		const taken = { size, whose, until: now + LAPSES_MS };
		this.#taken.add(taken);
		return taken;
	}

	give(taken: Taken): void {
		this.#taken.delete(taken);
	}
}
