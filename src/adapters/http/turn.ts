// Turns of requests: while the process is at work for more than half of the time, a workspace that has at least half as
// many requests as the average has one under way, and rests after each as long as that took; who has fewer, or one at a
// time, begins at once. What waits for a server behind leaves the process free. A turn is a delay, with a bound,
// in the order of arrival; it refuses nobody. Large requests wait for room besides: the body of one is there several times
// until it is answered.
import type { MiddlewareHandler } from 'hono';
import type { Pausing } from '../../shared/free-moment';
import { Hold, inFlight, NoRoom, PAUSING } from '../fetch';
import type { RouteState } from './deps';
import { refuse } from './errors';

/** Milliseconds between two looks, and of a stretch that shows whether the process is free. */
const LOOK_MS = 5;
const STRETCH_MS = 20;
/** Milliseconds between the looks of one that waits, whether anybody looks for all. */
const OWN_LOOK_MS = 100;
/** Milliseconds that a workspace rests at most after a request. */
const REST_MS = 200;
/** Milliseconds after which another begins, whatever is under way; and after which a request begins in any case. */
const STALLED_MS = 1_000;
const PATIENCE_MS = 5_000;
/** Milliseconds after its last request for which a workspace counts as asking, and between two looks for those. */
const ASKING_MS = 3_000;
const SWEEP_MS = 1_000;
/** Milliseconds after which a request under way counts no more: it waits for a server, or was ended from outside. */
const GONE_MS = 10_000;

/** A process; `now` should not jump. */
interface Host extends Pausing {
	/** Returns the milliseconds that it has been at work so far; 0 where nobody knows: then looks that come late tell. */
	readonly worked: () => number;
}

interface Turn {
	readonly since: number;
	begunAt: number;
	begin: () => void;
}

/** A workspace; sets are in the order in which requests came, or began. */
interface Asking {
	readonly waiting: Set<Turn>;
	readonly underWay: Set<Turn>;
	requests: number;
	askedAt: number;
	begunAt: number;
	endedAt: number;
	rest: number;
	/** The last stretches in which one waited, and in which it rested. */
	stretch: number;
	rested: number;
	/** Requests that may begin besides in that stretch. */
	extra: number;
}

/** Turns of a process. */
export class Turns {
	/** Workspaces in the order of their last request. */
	readonly #workspaces = new Map<string, Asking>();
	readonly #waiting = new Set<Asking>();
	/** Requests of all, and workspaces that have some. */
	#requests = 0;
	#having = 0;
	#sweptAt = 0;
	/** The looks under way, when one was last, and by how much they came late. */
	#looker: object | undefined;
	#lookedAt = 0;
	#late = 0;
	/** The stretch under way, what had been worked at its begin, and whether the process was free in the one before. */
	#stretch = { number: 0, since: 0, worked: 0, isFree: false };

	constructor(private readonly host: Host) {}

	/** Does work of a workspace in its turn. */
	async run<Done>(workspace: string, work: () => Promise<Done>): Promise<Done> {
		const since = this.host.now();
		const own: Asking = this.#workspaces.get(workspace) ?? {
			...{ waiting: new Set(), underWay: new Set(), requests: 0, askedAt: since },
			...{ begunAt: since, endedAt: since, rest: 0, stretch: 0, rested: 0, extra: 0 },
		};
		this.#workspaces.delete(workspace);
		this.#workspaces.set(workspace, own);
		own.askedAt = since;
		const turn: Turn = { since, begunAt: since, begin: () => {} };
		this.#count(own, 1, since);
		try {
			// Also of those that need not wait, so that they begin one after the other.
			if (own.requests === 1) own.underWay.add(turn);
			else
				await new Promise<void>((begin) => {
					void this.#wait(own, Object.assign(turn, { begin }));
				});
			own.begunAt = turn.begunAt = this.host.now();
			return await work();
		} finally {
			const now = this.host.now();
			if (own.underWay.delete(turn) && own.requests > 0) this.#count(own, -1, now);
			own.endedAt = now;
			own.rest = this.#stretch.isFree ? 0 : Math.min(now - turn.begunAt, REST_MS);
			if (own.waiting.size > 0) this.#let(own, now);
		}
	}

	/** Counts requests that came or went, and forgets those who ask no more. */
	#count(own: Asking, by: number, now: number): void {
		this.#having -= Math.sign(own.requests);
		own.requests += by;
		this.#requests += by;
		this.#having += Math.sign(own.requests);
		// Now and then: who moved to the end of a map leaves a hole at its begin.
		if (Math.abs(now - this.#sweptAt) < SWEEP_MS) return;
		this.#sweptAt = now;
		for (const [name, one] of this.#workspaces) {
			if (Math.abs(now - one.askedAt) < ASKING_MS) break;
			this.#workspaces.delete(name);
			if (one.requests > 0 && Math.abs(now - one.begunAt) < GONE_MS) {
				one.askedAt = now;
				this.#workspaces.set(name, one);
			} else if (one.requests > 0) this.#count(one, -one.requests, now);
		}
	}

	/** Begins a request in its turn; looks now and then itself: whoever looks for all may have been ended from outside. */
	async #wait(own: Asking, turn: Turn): Promise<void> {
		const { now, wait } = this.host;
		own.waiting.add(turn);
		for (this.#let(own, now()); own.waiting.has(turn); this.#let(own, now())) {
			if (!this.#looker || Math.abs(now() - this.#lookedAt) > OWN_LOOK_MS) void this.#look();
			await wait(OWN_LOOK_MS);
		}
	}

	/** Looks for all how the process does, while any wait and a little longer, and lets begin who may. */
	async #look(): Promise<void> {
		const { now, wait } = this.host;
		const me = {};
		this.#looker = me;
		this.#endStretch(now(), false);
		for (let waitedAt = now(); this.#looker === me; ) {
			this.#lookedAt = now();
			await wait(LOOK_MS);
			const time = now();
			this.#late += Math.max(0, time - this.#lookedAt - LOOK_MS - 1);
			if (Math.abs(time - this.#stretch.since) >= STRETCH_MS) this.#endStretch(time, true);
			for (const own of this.#waiting) this.#let(own, time);
			if (this.#waiting.size > 0) waitedAt = time;
			else if (Math.abs(time - waitedAt) > OWN_LOOK_MS) this.#looker = undefined;
		}
	}

	#endStretch(since: number, isSeen: boolean): void {
		// A look that comes late has met the half of a stretch of work.
		const worked = this.host.worked() || 2 * this.#late;
		const before = this.#stretch;
		const isFree = isSeen && 2 * (worked - before.worked) < since - before.since;
		this.#stretch = { number: before.number + 1, since, worked, isFree };
	}

	/** Lets those of a workspace begin that may, first come first. */
	#let(own: Asking, now: number): void {
		this.#waiting.add(own);
		for (const turn of own.waiting) {
			if (!this.#may(own, turn, now)) return;
			own.waiting.delete(turn);
			own.underWay.add(turn);
			own.begunAt = turn.begunAt = now;
			turn.begin();
		}
		this.#waiting.delete(own);
	}

	#may(own: Asking, turn: Turn, now: number): boolean {
		const isFew = 2 * own.requests * this.#having < this.#requests;
		if (isFew || this.#workspaces.size === 1) return true;
		// A clock that was set back makes nobody wait.
		const waited = Math.abs(now - turn.since);
		if (waited >= PATIENCE_MS || Math.abs(now - own.begunAt) >= STALLED_MS) return true;
		const { number, isFree } = this.#stretch;
		// As many again in each stretch; that it rested itself does not show a free process.
		if (own.stretch !== number)
			own.extra = isFree && own.rested < number - 1 ? own.underWay.size : 0;
		own.stretch = number;
		if (own.extra-- > 0) return true;
		for (const one of own.underWay) {
			if (Math.abs(now - one.begunAt) < GONE_MS) return false;
			own.underWay.delete(one);
			this.#count(own, -1, now);
		}
		const rests =
			(own.waiting.size > 1 && 2 * waited < PATIENCE_MS) || this.#requests > own.requests;
		if (!rests || Math.abs(now - own.endedAt) >= own.rest) return true;
		own.rested = number;
		return false;
	}
}

/** Node says how long its loop has been at work, other runtimes nothing, or zero. */
const measured: { eventLoopUtilization?(): { readonly active: number }; now(): number } =
	performance;

/** Of this process. */
export const turns = new Turns({
	now: measured.now.bind(performance),
	wait: PAUSING.wait,
	worked: () => measured.eventLoopUtilization?.().active ?? 0,
});

/** Does the work of a caller's request in its turn. */
export const inTurn: MiddlewareHandler<RouteState> = (c, next) =>
	turns.run(c.var.principal.workspace, next);

/** Bytes that a body may have without room, and how often it is there. */
const FREE_BYTES = 262_144;
const COPIES = 4;
/** Imports are read in pieces, however long they are. */
const IN_PIECES = /^\/api\/records\//;

/** Lets large requests wait for each other; 429 where there is no room. */
export const largeRequests =
	(room = inFlight): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		const bytes = largeSize(c.req.raw);
		if (bytes === 0 || IN_PIECES.test(c.req.path)) return next();
		const hold = new Hold(room, c.req.raw.signal, c.var.principal.workspace);
		try {
			await hold.need(bytes * COPIES, FREE_BYTES);
		} catch (error) {
			if (!(error instanceof NoRoom)) throw error;
			return refuse(
				c,
				'busy',
				'There is no room for a request of this size now, beside other large ones: repeat it in a moment.',
				{ headers: { 'Retry-After': '2' } },
			);
		}
		const leave = () => hold.release();
		try {
			await next();
		} finally {
			const { body, headers } = c.res;
			// A streamed answer is still worked on, unless it is only passed on.
			const isPassedOn = c.req.path.startsWith('/llm/');
			const isStream =
				!isPassedOn && body !== null && headers.get('content-type')?.includes('event-stream');
			if (isStream) c.res = new Response(body.pipeThrough(ending(leave)), c.res);
			else leave();
		}
	};

/** Returns the bytes of a request that takes room that others may have, as declared; 0 of one that is small. */
export function largeSize({ body, headers }: Request): number {
	const size = body === null ? 0 : Number(headers.get('content-length') ?? FREE_BYTES + 1);
	return size > FREE_BYTES ? size : 0;
}

const ending = (over: () => void) =>
	new TransformStream<Uint8Array, Uint8Array>({ flush: over, cancel: over });
