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

/** So much at once (slots, bytes: whatever the caller counts in); what was never given back lapses. */
export class Room {
	readonly #taken = new Set<Taken>();
	/** Waiting owners, in the order in which they began to wait with nothing. */
	readonly #wanting = new Map<string, { readonly size: number; readonly until: number }>();

	/** @param kept how much of it is always left to those who have none */
	constructor(
		private readonly most: number,
		private readonly kept = 0,
	) {}

	/**
	 * Takes room; a request larger than a share takes the whole share. Who has none goes before who has some, then who
	 * waits longer; who has some gets no more than an equal part while others have or want some.
	 * @param now milliseconds since the epoch
	 * @returns what to give back; undefined where there is no room
	 */
	take(wanted: number, now: number, whose = ''): Taken | undefined {
		this.#forget(now);
		const has = this.#parts();
		const own = has.get(whose) ?? 0;
		const size = Math.min(wanted, this.most - this.kept);
		const others = new Set([...has.keys(), ...this.#wanting.keys(), whose]).size;
		const part = Math.min(this.most - this.kept, this.most / others);
		const isInPart = own === 0 || own + size <= part;
		if (!isInPart || !this.#fits(size, whose, has)) {
			// A holder waits behind all the others, and keeps nobody waiting for more than its part.
			if (own > 0) this.#wanting.delete(whose);
			this.#wanting.set(whose, { size: isInPart ? size : 0, until: now + WANTED_MS });
			return undefined;
		}
		this.#wanting.delete(whose);
		const taken = { size, whose, until: now + LAPSES_MS };
		this.#taken.add(taken);
		return taken;
	}

	/** Returns the used part and the share of an owner. */
	of(whose: string) {
		return { used: this.#parts().get(whose) ?? 0, share: this.most - this.kept };
	}

	give(taken: Taken): void {
		this.#taken.delete(taken);
	}

	#forget(now: number): void {
		for (const taken of this.#taken) if (taken.until <= now) this.#taken.delete(taken);
		for (const [who, { until }] of this.#wanting) if (until <= now) this.#wanting.delete(who);
	}

	#parts(): Map<string, number> {
		const has = new Map<string, number>();
		for (const { whose, size } of this.#taken) has.set(whose, (has.get(whose) ?? 0) + size);
		return has;
	}

	/** Returns whether there is so much, beside what those want who come first. */
	#fits(size: number, whose: string, has: ReadonlyMap<string, number>): boolean {
		let [free, small] = [this.most, 0];
		for (const part of has.values()) {
			free -= part;
			if (part <= this.kept) small += part;
		}
		if (size > free) return false;
		// The part kept for those who hold nothing is free to them: the first of them fits into the rest.
		if (!has.has(whose) && small + size <= this.kept) return true;
		let isBefore = true;
		for (const [who, wanted] of this.#wanting) {
			if (who === whose) isBefore = false;
			else if (has.has(who) === has.has(whose) ? isBefore : !has.has(who)) free -= wanted.size;
		}
		return size <= free;
	}
}
