// Turns of requests: while several workspaces ask and the process is at work, none has more under way than the one that
// asks least, and who has more waiting rests after each as long as that took. What waits for a server behind leaves the
// process free, and keeps nobody waiting. Large requests wait for room besides: the body of one is there several times
// until it is answered.
import type { MiddlewareHandler } from 'hono';
import { Hold, inFlight, NoRoom, PAUSING } from '../fetch';
import type { RouteState } from './deps';
import { refuse } from './errors';

/** Milliseconds between two looks, of which so many show whether the process is free: they take twice as long at most. */
const LOOK_MS = 5;
const LOOKS = 4;
const FREE_MS = 2 * LOOKS * LOOK_MS;
/** Milliseconds to wait for a turn. */
const PATIENCE_MS = 10_000;
/** Milliseconds that a workspace rests at most after a request. */
const REST_MS = 200;
/** Milliseconds after its last request for which a workspace counts as asking. */
const ASKING_MS = 3_000;
/** Milliseconds after which a request that looks no more, or has not ended, counts as ended from outside. */
const GONE_MS = { waiting: 5_000, underWay: 60_000 };

/** A request; `at` is its last look while it waits, then when it was let in. */
type Turn = { at: number };

interface Asking {
	/** In the order in which they came. */
	readonly waiting: Set<Turn>;
	readonly underWay: Set<Turn>;
	askedAt: number;
	admittedAt: number;
	restsUntil: number;
}

/** Lets workspaces have as many requests under way as the others while the process is behind. */
export class Turns {
	readonly #workspaces = new Map<string, Asking>();

	/** @param look resolves after so many milliseconds */
	constructor(
		private readonly now: () => number,
		private readonly look: (milliseconds: number) => Promise<unknown>,
	) {}

	/** Does work in its turn; `refused` instead where that does not come in time. */
	async run<Done, Refused>(
		workspace: string,
		work: () => Promise<Done>,
		refused: () => Refused,
	): Promise<Done | Refused> {
		const begun = this.now();
		for (const [other, { waiting, underWay, askedAt }] of this.#workspaces)
			if (waiting.size + underWay.size === 0 && askedAt + ASKING_MS < begun)
				this.#workspaces.delete(other);
		const own: Asking = this.#workspaces.get(workspace) ?? {
			...{ waiting: new Set(), underWay: new Set() },
			...{ askedAt: 0, admittedAt: 0, restsUntil: 0 },
		};
		this.#workspaces.set(workspace, own);
		own.askedAt = begun;
		const turn = { at: begun };
		own.waiting.add(turn);
		try {
			let [since, looks] = [begun, 0];
			while ((own.underWay.size > 0 || own.waiting.size > 1) && this.#waits(own, turn)) {
				if (turn.at - begun >= PATIENCE_MS) return refused();
				await this.look(LOOK_MS);
				turn.at = this.now();
				own.waiting.add(turn);
				if (++looks < LOOKS) continue;
				// One at a time: of many that look at once, each sees a free process.
				const isFree = turn.at - since <= FREE_MS && own.admittedAt + LOOKS * LOOK_MS <= turn.at;
				if (isFree && own.waiting.values().next().value === turn) break;
				[since, looks] = [turn.at, 0];
			}
			own.waiting.delete(turn);
			own.underWay.add(turn);
			own.admittedAt = turn.at = this.now();
			return await work();
		} finally {
			own.waiting.delete(turn);
			const took = this.now() - turn.at;
			if (own.underWay.delete(turn)) own.restsUntil = turn.at + took + Math.min(took, REST_MS);
		}
	}

	/** Returns whether others of its workspace come first, or others ask and it has as many under way as they, or rests. */
	#waits(own: Asking, turn: Turn): boolean {
		const time = this.now();
		let share = Number.POSITIVE_INFINITY;
		for (const asking of this.#workspaces.values()) {
			for (const kind of ['waiting', 'underWay'] as const)
				for (const one of asking[kind])
					if (Math.abs(time - one.at) > GONE_MS[kind]) asking[kind].delete(one);
			const requests = asking.waiting.size + asking.underWay.size;
			if (asking !== own) share = Math.min(share, Math.max(1, requests));
		}
		if (share === Number.POSITIVE_INFINITY) return false;
		const rest = own.restsUntil - time;
		const isResting = own.waiting.size > 1 && rest > 0 && rest <= REST_MS;
		return isResting || own.underWay.size >= share || own.waiting.values().next().value !== turn;
	}
}

const PROCESS = new Turns(PAUSING.now, PAUSING.wait);

/** Does the work of a caller's request in its turn; 429 where none comes in time. */
export const turned = <Done>(
	c: { readonly var: Pick<RouteState['Variables'], 'principal' | 'correlationId'> },
	work: () => Promise<Done>,
): Promise<Done | Response> =>
	PROCESS.run(c.var.principal.workspace, work, () =>
		busy(c, 'Too many requests of this workspace are under way: repeat it in a moment.'),
	);

const busy = (c: Parameters<typeof refuse>[0], message: string): Response =>
	refuse(c, 'busy', message, { headers: { 'Retry-After': '2' } });

export const inTurn: MiddlewareHandler<RouteState> = turned;

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
			return busy(
				c,
				'There is no room for a request of this size now, beside other large ones: repeat it in a moment.',
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
