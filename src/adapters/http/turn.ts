// Turns of requests: while several workspaces ask, and the process is not free, the one that asks most has one request
// under way, and its next waits as long as that took. What waits for a server behind leaves the process free, and keeps
// nobody waiting. Large requests wait for room besides: the body of one is there several times until it is answered.
import type { MiddlewareHandler } from 'hono';
import { Hold, inFlight, NoRoom, PAUSING } from '../fetch';
import type { RouteState } from './deps';
import { refuse } from './errors';

/** Milliseconds between two looks, and by which these come late where the process is at work. */
const LOOK_MS = 5;
const LATE_MS = 3;
/** Looks in time, one after the other, that show a free process; milliseconds to wait for them, or for a turn. */
const LOOKS = 4;
const PATIENCE_MS = 10_000;
/** Milliseconds that a workspace rests at most after a request. */
const REST_MS = 200;
/** Milliseconds after its last request for which a workspace counts as asking. */
const ASKING_MS = 3_000;

/** Requests of a workspace; whoever took a turn takes it off `underWay` at its end, and says when that was. */
interface Asking {
	underWay: number;
	waiting: number;
	askedAt: number;
	admittedAt: number;
	endedAt: number;
}

/** Lets the workspace that asks most rest between its requests while others ask and the process is behind. */
export class Turns {
	readonly #workspaces = new Map<string, Asking>();

	/** @param look resolves after so many milliseconds */
	constructor(
		private readonly now: () => number,
		private readonly look: (milliseconds: number) => Promise<unknown>,
	) {}

	/** Waits for a turn; undefined where none came in time. */
	async take(workspace: string): Promise<Asking | undefined> {
		const begun = this.now();
		for (const [other, { underWay, askedAt }] of this.#workspaces)
			if (underWay === 0 && askedAt + ASKING_MS < begun) this.#workspaces.delete(other);
		const own = this.#workspaces.get(workspace) ?? {
			...{ underWay: 0, waiting: 0, askedAt: 0, admittedAt: 0, endedAt: 0 },
		};
		this.#workspaces.set(workspace, own);
		own.askedAt = begun;
		own.waiting++;
		try {
			for (let free = 0; (own.underWay > 0 || own.waiting > 1) && this.#waits(own); ) {
				const looked = this.now();
				if (looked - begun >= PATIENCE_MS) return undefined;
				await this.look(LOOK_MS);
				free = this.now() - looked < LOOK_MS + LATE_MS ? free + 1 : 0;
				// One at a time: of many that look at once, each sees a free process.
				if (free >= LOOKS && own.admittedAt + LOOK_MS * LOOKS <= this.now()) break;
			}
		} finally {
			own.waiting--;
		}
		own.admittedAt = this.now();
		own.underWay++;
		return own;
	}

	/** Returns whether this one has a request under way, or several after one, while others ask and none more. */
	#waits(own: Asking): boolean {
		const rest = Math.min(own.endedAt - own.admittedAt, REST_MS);
		const rests = own.waiting > 1 && this.now() < own.endedAt + rest;
		if (own.underWay === 0 && !rests) return false;
		const most = Math.max(...[...this.#workspaces.values()].map(requestsOf));
		return this.#workspaces.size > 1 && requestsOf(own) === most;
	}
}

const requestsOf = ({ underWay, waiting }: Asking): number => underWay + waiting;

const PROCESS = new Turns(PAUSING.now, PAUSING.wait);

/** Does the work of a caller's request in its turn; 429 where none comes in time. */
export async function turned<Done>(
	c: { readonly var: Pick<RouteState['Variables'], 'principal' | 'correlationId'> },
	work: () => Promise<Done>,
): Promise<Done | Response> {
	const taken = await PROCESS.take(c.var.principal.workspace);
	const message = 'Too many requests of this workspace are under way: repeat it in a moment.';
	if (!taken) return refuse(c, 'busy', message, { headers: { 'Retry-After': '2' } });
	try {
		return await work();
	} finally {
		taken.underWay--;
		taken.endedAt = Date.now();
	}
}

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
