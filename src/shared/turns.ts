// Turns of requests between workspaces. While several ask, each computes one request at a time, and has the next under way
// when nobody computes, or when it has rested as long as the last one took; who has computed least is first. Who waits
// for a server behind, which is no work, gives its turn away meanwhile. A turn is a delay, in the order of arrival: who
// asks one at a time has none, much at once waits for itself, and nobody is refused.
import type { Pausing } from './free-moment';

/** Milliseconds between the looks of one that waits for all. */
const LOOK_MS = 5;
/** Milliseconds that a workspace rests at most, and for which others are as if they asked now. */
const REST_MS = 200;
/** Milliseconds after which what a workspace began, or who looks, waits for something or was ended from outside. */
const LONGEST_MS = 1_000;
/** Milliseconds after the end of a request in which the next of its workspace came with it: the process looked at nobody else. */
const AT_ONCE_MS = 0.5;
/** Milliseconds for which it counts as asking. */
const ASKING_MS = 3_000;
/** Workspaces among which the next is chosen, those first that began least lately. */
const CHOICE = 8;

/** A workspace with requests. */
interface Asking {
	readonly workspace: string;
	/** Begin its requests that wait, in the order in which they came. */
	readonly waiting: (() => void)[];
	computing: number;
	begunAt: number;
	endedAt: number;
	rest: number;
	/** Milliseconds that it has computed, as if all had begun together. */
	computed: number;
}

/** Turns of a process, whose `now` should not jump; where nobody knows how long it worked, a look that comes late tells. */
export class Turns {
	readonly #asking = new Map<string, Asking>();
	/** In the order in which they began last. */
	readonly #computing = new Set<Asking>();
	readonly #waiting = new Set<Asking>();
	/** The workspace of the request that ended last. */
	#ended: Asking | undefined;
	/** The workspace that asked last and the time, and the time another did. */
	#last = { workspace: '', at: Number.NEGATIVE_INFINITY };
	#otherAt = Number.NEGATIVE_INFINITY;
	/** Of who began last. */
	#computed = 0;
	/** The waiter that looks for all and the time of its look; and how many may begin where the process is free. */
	#looker: object | undefined;
	#lookedAt = 0;
	#many = 0;

	constructor(private readonly host: Pausing) {}

	/** Begins a request of a workspace in its turn, or what goes on in one; resolves then. */
	enter(workspace: string): Promise<void> | undefined {
		const at = this.host.now();
		if (workspace !== this.#last.workspace) this.#otherAt = this.#last.at;
		this.#last = { workspace, at };
		let own = this.#asking.get(workspace);
		if (!own) {
			const computed = this.#computed;
			own =
				this.#ended?.workspace === workspace
					? this.#ended
					: { workspace, waiting: [], computing: 0, begunAt: at, endedAt: at, rest: 0, computed };
			this.#asking.set(workspace, own);
		}
		const isAlone = Math.abs(at - this.#otherAt) > ASKING_MS;
		const isBusy = own.computing > 0 || (own.rest > 1 && at - own.endedAt < AT_ONCE_MS);
		if (own.waiting.length > 0 || (isBusy && !isAlone)) return this.#wait(own);
		this.#begin(own, at);
	}

	/** Tells whether another workspace asked of late. */
	isAskedBeside(workspace: string): boolean {
		const at = workspace === this.#last.workspace ? this.#otherAt : this.#last.at;
		return Math.abs(this.host.now() - at) < ASKING_MS;
	}

	/** Does work of a workspace in a turn of its own. */
	async run<Done>(workspace: string, work: () => Promise<Done>): Promise<Done> {
		await this.enter(workspace);
		try {
			return await work();
		} finally {
			this.leave(workspace);
		}
	}

	#begin(own: Asking, now: number): void {
		own.computing++;
		own.begunAt = now;
		this.#computing.delete(own);
		this.#computing.add(own);
		this.#computed = Math.max(this.#computed, own.computed);
	}

	/**
	 * Ends what was begun, or gives its turn away while a server is waited for.
	 * @returns false where none was under way
	 */
	leave(workspace: string): boolean {
		const own = this.#asking.get(workspace);
		if (!own?.computing) return false;
		const now = this.host.now();
		const took = Math.min(Math.max(0, now - own.begunAt), LONGEST_MS);
		own.rest = Math.min(took, REST_MS);
		own.endedAt = now;
		this.#ended = own;
		own.computed += took / this.#computing.size;
		if (--own.computing === 0) this.#computing.delete(own);
		if (this.#waiting.size > 0) this.#next(now);
		if (own.computing === 0 && own.waiting.length === 0) this.#asking.delete(workspace);
		return true;
	}

	#wait(own: Asking): Promise<void> {
		let isBegun = false;
		this.#waiting.add(own);
		const turn = new Promise<void>((begin) => void own.waiting.push(begin)).then(() => {
			isBegun = true;
		});
		void this.#look(() => isBegun);
		return turn;
	}

	/** Looks for all who wait, the latest of them first: whoever looked before may have been ended from outside. */
	async #look(isBegun: () => boolean): Promise<void> {
		const { now, wait, worked = () => 0 } = this.host;
		const me = {};
		this.#looker = me;
		while (this.#looker === me ? this.#waiting.size > 0 : !isBegun()) {
			const [isLooking, since, before] = [this.#looker === me, now(), worked()];
			await wait(isLooking ? LOOK_MS : LONGEST_MS);
			const time = now();
			if (isLooking) {
				this.#lookedAt = time;
				const busy = worked() - before || 4 * (time - since - LOOK_MS);
				this.#looked(2 * busy < time - since, time);
			} else if (Math.abs(time - this.#lookedAt) > LONGEST_MS) this.#looker = me;
		}
	}

	/** In a process that stays free what is under way waits for something: more begin beside it each time. */
	#looked(isFree: boolean, now: number): void {
		if (!isFree) this.#many = 0;
		for (let count = isFree ? 1 : 0; count <= this.#many; count++)
			if (!this.#next(now, isFree)) return;
		if (isFree) this.#many = 2 * this.#many || 1;
	}

	/** Lets the next begin, where one may. */
	#next(now: number, isFree = false): boolean {
		for (const own of this.#computing) {
			// A clock that was set back makes nobody wait.
			if (Math.abs(now - own.begunAt) < LONGEST_MS) break;
			own.computing = 0;
			this.#computing.delete(own);
			if (own.waiting.length === 0) this.#asking.delete(own.workspace);
		}
		let next: Asking | undefined;
		let count = 0;
		for (const own of this.#waiting) {
			const mayBegin = isFree || own.computing === 0;
			if (mayBegin && (!next || own.computed < next.computed)) next = own;
			if (++count === CHOICE) break;
		}
		if (!next) return false;
		const otherAt = next.workspace === this.#last.workspace ? this.#otherAt : this.#last.at;
		const rests = Math.abs(now - otherAt) < REST_MS ? next.rest : 0;
		const wait = isFree || this.#computing.size === 0 ? rests : 2 * next.rest;
		if (Math.abs(now - next.endedAt) < wait) return false;
		const begin = next.waiting.shift();
		this.#waiting.delete(next);
		if (next.waiting.length > 0) this.#waiting.add(next);
		this.#begin(next, now);
		begin?.();
		return true;
	}
}
