// Work that is put off and done in batches, in its order, by whichever request of an isolate comes to it.

/** Dependencies of write-behind. */
export interface BacklogPorts<Given, Entry> {
	/** Reads what is to be done of what was given, which may be large and is let go of; undefined: nothing. */
	readonly read: (given: Given) => Entry | undefined;
	/** Does what there is; the entries are in order. Never rejects. */
	readonly drain: (entries: readonly Entry[]) => Promise<void>;
	/** Work that an answer does not wait for. */
	readonly defer: (work: Promise<unknown>) => void;
	readonly wait: (milliseconds: number) => Promise<void>;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

/** Milliseconds for which entries are collected. */
const COLLECTED_FOR = 100;
/** Time after which running work has died with its request. */
const DEAD_AFTER = 10_000;
/** Milliseconds between two looks at what another request began. */
const LOOK_EVERY = 10;
/** Milliseconds that a reader waits, at most. */
const PATIENCE = 2_000;

/** Entries of this isolate that wait to be worked off, in their order. */
export class Backlog<Given, Entry> {
	/** Given since the last reading, which comes within a moment, however long a draining takes. */
	#given: Given[] = [];
	readonly #waiting: Entry[] = [];
	/** Entries so far: taken up, and done. */
	#taken = 0;
	#done = 0;
	/** Times of the next promised draining, and of the start of the present one; undefined without one. */
	#promised: number | undefined;
	#draining: number | undefined;

	/** Entries that wait to be taken up. */
	waiting = 0;

	constructor(private readonly ports: BacklogPorts<Given, Entry>) {}

	/** True while there is nothing to be done. */
	get isIdle(): boolean {
		return this.waiting === 0 && !this.#isAlive(this.#promised) && !this.#isAlive(this.#draining);
	}

	add(given: Given): void {
		this.#given.push(given);
		this.waiting++;
		if (this.#promised !== undefined && this.#isAlive(this.#promised)) return;
		this.#promised = this.ports.now();
		this.ports.defer(this.#drainLater());
	}

	/** Resolves when all that was added before is done: after two seconds at most, whatever became of it. */
	settled(): Promise<void> {
		return this.#settle(PATIENCE);
	}

	/** Waits for a slow draining to end or die: no other request would take up the work behind it. */
	async #drainLater(): Promise<void> {
		await this.ports.wait(COLLECTED_FOR);
		this.#promised = undefined;
		await this.#settle(DEAD_AFTER + LOOK_EVERY);
	}

	/** Waits for no entry that comes later: under constant traffic there is always another. */
	async #settle(patience: number): Promise<void> {
		for (const given of this.#given.splice(0)) {
			const entry = this.ports.read(given);
			if (entry === undefined) this.waiting--;
			else this.#waiting.push(entry);
		}
		const wanted = this.#taken + this.#waiting.length;
		const until = this.ports.now() + patience;
		while (this.#done < wanted && this.ports.now() < until) {
			if (this.#isAlive(this.#draining)) await this.ports.wait(LOOK_EVERY);
			else if (this.#taken >= wanted) return;
			else {
				const work = this.#drain();
				// It goes on when the client of this request leaves.
				this.ports.defer(work);
				await work;
			}
		}
	}

	/** Polled rather than awaited by others: a promise belongs to the request that made it. */
	async #drain(): Promise<void> {
		const entries = this.#waiting.splice(0);
		this.waiting -= entries.length;
		const taken = this.#taken + entries.length;
		this.#taken = taken;
		const begun = this.ports.now();
		this.#draining = begun;
		try {
			await this.ports.drain(entries);
		} finally {
			this.#done = Math.max(this.#done, taken);
			if (this.#draining === begun) this.#draining = undefined;
		}
	}

	#isAlive(since: number | undefined): boolean {
		return since !== undefined && this.ports.now() - since < DEAD_AFTER;
	}
}
