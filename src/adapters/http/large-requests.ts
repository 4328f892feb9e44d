// Room for large requests: an isolate has 128 MB, and the body of a request is there several times until it is
// answered. Small ones need none; large ones wait for each other, each workspace for its part, and are refused
// where that takes too long.
import type { MiddlewareHandler } from 'hono';
import { Room, type Taken } from '../../shared/room';
import type { RouteState } from './deps';
import { refuse } from './errors';

/** Bytes that a body may have without room, of large bodies at once, and of these for workspaces that have none. */
const FREE_BYTES = 262_144;
const MOST_BYTES = 12 * 1024 * 1024;
const KEPT_BYTES = 4 * 1024 * 1024;
/** Milliseconds to wait for room, and between two looks. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 20;
/** Imports are read in pieces, however long they are. */
const IN_PIECES = /^\/api\/records\//;

/** Memory is the isolate's: all its requests share what there is of it. */
const ISOLATE = new Room(MOST_BYTES, KEPT_BYTES);

/** Bytes of large requests of a workspace that are under way, and its share. */
export const requestBytes = (workspace: string) => ({
	used: ISOLATE.of(workspace),
	share: MOST_BYTES - KEPT_BYTES,
});

/** Lets large requests wait for each other; 429 where there is no room. */
export const largeRequests =
	(room = ISOLATE): MiddlewareHandler<RouteState> =>
	async (c, next) => {
		if (!isLarge(c.req.raw) || IN_PIECES.test(c.req.path)) return next();
		const bytes = bytesOf(c.req.raw);
		const taken = await roomFor(room, bytes, c.var.principal.workspace);
		if (!taken)
			return refuse(
				c,
				'busy',
				'There is no room for a request of this size now, beside other large ones: repeat it in a moment.',
				{ headers: { 'Retry-After': '2' } },
			);
		const leave = () => room.give(taken);
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

/** Looked at by each request for itself: none can be woken by another. */
async function roomFor(room: Room, bytes: number, whose: string): Promise<Taken | undefined> {
	for (const until = Date.now() + PATIENCE_MS; ; ) {
		const taken = room.take(bytes, Date.now(), whose);
		if (taken || Date.now() >= until) return taken;
		await new Promise((resume) => setTimeout(resume, LOOK_EVERY_MS));
	}
}

const ending = (over: () => void) =>
	new TransformStream<Uint8Array, Uint8Array>({ flush: over, cancel: over });
