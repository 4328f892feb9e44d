// Pauses of long work: everything else in the process goes on first, for a while at most; of much long work one piece at
// a time goes on, by turns of those whose work it is.

/** Milliseconds that a look takes where the process is free; one that comes later saw others at work. */
const LOOK_MS = 1;
const IN_TIME_MS = 3;
const PATIENCE_MS = 25;
/** A piece that took longer waits as many times as long, but of one that waited itself no more than so many milliseconds. */
const OTHERS = 3;
const LONGEST_MS = 100;
/** Milliseconds after which who looks no more has gone: its request was ended from outside. */
const GONE_MS = 1_000;

/** Clock and timer of a process. */
export interface Pausing {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Resolves after so many milliseconds; everything else goes on meanwhile. */
	readonly wait: (milliseconds: number) => Promise<unknown>;
	/** Milliseconds that it has been at work so far, 0 where nobody knows, and whether others asked of late. */
	readonly worked?: () => number;
	readonly isAsked?: (whose: string) => boolean;
}

interface Waiting {
	readonly whose: string;
	looked: number;
}

/** The free moments of a process: one object for all of its long work, however many requests it is of. */
export class FreeMoments {
	/** Time at which a piece of long work went on last, the work until then, and the length of one. */
	#last = 0;
	#worked = 0;
	#took = 0;
	#isUnderWay = false;
	/** In the order in which they began to wait. */
	readonly #waiting = new Set<Waiting>();
	/** Those that had a turn while others waited, the last one last. */
	readonly #served = new Set<string>();

	/** @param patienceMs after which one piece goes on beside others */
	constructor(
		private readonly pausing: Pausing,
		private readonly patienceMs = PATIENCE_MS,
	) {}

	/** Resolves once nothing else keeps the process busy, or no long work has gone on for a while, and it is `whose` turn. */
	async next(whose = ''): Promise<void> {
		const { now, wait, worked = () => 0, isAsked } = this.pausing;
		const begun = now();
		const took = (worked() || now()) - this.#worked;
		if (this.#isUnderWay) this.#took = Math.min(Math.max(0, took), LONGEST_MS);
		this.#isUnderWay = false;
		const me = { whose, looked: begun };
		for (;;) {
			this.#waiting.add(me);
			me.looked = now();
			await wait(LOOK_MS);
			const time = now();
			// A clock that was set back makes nobody wait.
			const since = Math.max(begun, this.#last > time ? 0 : this.#last);
			const isLate = time - me.looked > IN_TIME_MS;
			const rest = isLate || isAsked?.(whose) ? OTHERS * this.#took : 0;
			const isTooSoon =
				time >= since && time - since < Math.max(isLate ? this.patienceMs : 0, rest);
			if (isTooSoon || this.#first(time) !== me) continue;
			this.#waiting.delete(me);
			this.#served.delete(whose);
			if (this.#waiting.size > 0) this.#served.add(whose);
			else this.#served.clear();
			this.#last = time;
			this.#worked = worked() || now();
			this.#isUnderWay = true;
			return;
		}
	}

	/** Returns who waits longest, of those whose last turn is the longest ago. */
	#first(time: number): Waiting | undefined {
		const turns = [...this.#served];
		const turnOf = ({ whose }: Waiting) => turns.indexOf(whose);
		let first: Waiting | undefined;
		for (const one of this.#waiting)
			if (Math.abs(time - one.looked) > GONE_MS) this.#waiting.delete(one);
			else if (!first || turnOf(one) < turnOf(first)) first = one;
		return first;
	}
}
