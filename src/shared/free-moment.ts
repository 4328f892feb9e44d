// Pauses of long work: everything else in the process goes on first, for a while at most; of much long work one piece at
// a time goes on.

/** Milliseconds that a look takes where the process is free; one that comes later saw others at work. */
const LOOK_MS = 1;
const IN_TIME_MS = 3;
const PATIENCE_MS = 25;
/** A piece that took longer waits as many times as long, but of one that waited itself no more than so many milliseconds. */
const OTHERS = 3;
const LONGEST_MS = 100;

/** Clock and timer of a process. */
export interface Pausing {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Resolves after so many milliseconds; everything else goes on meanwhile. */
	readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** The free moments of a process: one object for all of its long work, however many requests it is of. */
export class FreeMoments {
	/** When a piece of long work went on last, and how long one took. */
	#last = 0;
	#took = 0;
	#isUnderWay = false;

	/** @param patienceMs after which one piece goes on beside others */
	constructor(
		private readonly pausing: Pausing,
		private readonly patienceMs = PATIENCE_MS,
	) {}

	/** Resolves once nothing else keeps the process busy, or no long work has gone on for a while. */
	async next(): Promise<void> {
		const { now, wait } = this.pausing;
		const begun = now();
		if (this.#isUnderWay) this.#took = Math.min(Math.max(0, begun - this.#last), LONGEST_MS);
		this.#isUnderWay = false;
		for (;;) {
			const looked = now();
			await wait(LOOK_MS);
			const time = now();
			// A clock that was set back makes nobody wait.
			const since = Math.max(begun, this.#last > time ? 0 : this.#last);
			const patience = Math.max(this.patienceMs, OTHERS * this.#took);
			const isTooSoon = time >= since && time - since < patience;
			if (time - looked > IN_TIME_MS && isTooSoon) continue;
			this.#last = time;
			this.#isUnderWay = true;
			return;
		}
	}
}
