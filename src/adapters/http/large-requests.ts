// Room for large requests: the body of one is there several times until it is answered. Small ones need none; large
// ones wait for each other, each workspace for its part, and are refused where that takes too long.
import type { MiddlewareHandler } from 'hono';
import { Hold, inFlight, NoRoom } from '../fetch';
import type { RouteState } from './deps';
import { refuse } from './errors';

/** Bytes that a body may have without room, and how often it is there. */
const FREE_BYTES = 262_144;
const COPIES = 4;
/** Imports are read in pieces, however long they are. */
const IN_PIECES = /^\/api\/records\//;

/** Lets large requests wait for each other; 429 where there is no room. */
export const largeRequests =
	(room = inFlight): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		if (!isLarge(c.req.raw) || IN_PIECES.test(c.req.path)) return next();
		const hold = new Hold(room, c.req.raw.signal, c.var.principal.workspace);
		try {
			await hold.need(bytesOf(c.req.raw) * COPIES, FREE_BYTES);
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
			// What is answered piece by piece is still worked on, unless it was only passed on.
			const isPassedOn = c.req.path.startsWith('/llm/');
			const isStream =
				!isPassedOn && body !== null && headers.get('content-type')?.includes('event-stream');
			if (isStream) c.res = new Response(body.pipeThrough(ending(leave)), c.res);
			else leave();
		}
	};

/** Returns whether a request takes room that others may have. */
export const isLarge = (request: Request): boolean => bytesOf(request) > FREE_BYTES;

/** As declared; of a body that declares nothing, what it takes to be large. */
function bytesOf({ body, headers }: Request): number {
	if (body === null) return 0;
	const declared = headers.get('content-length');
	return declared === null ? FREE_BYTES + 1 : Number(declared);
}

const ending = (over: () => void) =>
	new TransformStream<Uint8Array, Uint8Array>({ flush: over, cancel: over });
