// Turns of requests, and room for large ones: the body of one is there several times until it is answered.
import type { MiddlewareHandler } from 'hono';
import { Hold, inFlight, NoRoom, turns } from '../fetch';
import type { RouteState } from './deps';
import { refuse } from './errors';
import { largeSize } from './mcp-endpoint';

/** Does the work of a caller's request in its turn. */
export const inTurn: MiddlewareHandler<RouteState> = (c, next) =>
	turns.run(c.var.principal.workspace, next);

/** Copies of a body that are held at the same time. */
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
			await hold.need(bytes * COPIES, 0);
		} catch (error) {
			if (!(error instanceof NoRoom)) throw error;
			return refuse(c, 'busy', NO_ROOM, { headers: { 'Retry-After': '2' } });
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

const NO_ROOM =
	'There is no room for a request of this size now, beside other large ones: repeat it in a moment.';

const ending = (over: () => void) =>
	new TransformStream<Uint8Array, Uint8Array>({ flush: over, cancel: over });
