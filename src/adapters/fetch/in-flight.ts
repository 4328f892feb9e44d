// Room for what is in flight, each workspace's part of it counted as it comes: an isolate has 128 MB for everything at
// once, and a large body is there several times while it is read, shortened and kept. Small ones need none; large ones
// wait for each other, and one for which there is none in time is refused, so that no call takes another down with it.
import { Room, type Taken } from '../../shared/room';

/** Bytes that an answer may have without room. */
export const FREE_BYTES = 1_000_000;
/** Bytes at once: two answers of the largest that is read unless told otherwise (`maxUpstreamBytes`). */
const SHARE_BYTES = 50_000_000;
/** Bytes beside them for workspaces that have none. */
const KEPT_BYTES = 10_000_000;
/** Milliseconds to wait for room, and between two looks. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 20;

/** Thrown where a body has waited too long for room among the bytes in flight. */
export class NoRoom extends Error {
	override readonly name = 'NoRoom';
}

/** Memory is the isolate's: the requests, answers and writes of all workspaces share what there is of it. */
export const inFlight = new Room(SHARE_BYTES + KEPT_BYTES, KEPT_BYTES);

export class Hold {
	#taken: Taken | undefined;

	/** @param whose workspace: while others wait, each has an equal part */
	constructor(
		private readonly room: Room,
		private readonly signal: AbortSignal,
		private readonly whose = '',
		private readonly patience = PATIENCE_MS,
	) {}

	/** Waits for room for so many bytes, unless they are few or it has some; throws {@link NoRoom}. */
	async need(bytes: number, free = FREE_BYTES): Promise<void> {
		if (bytes <= free) return;
		for (const until = Date.now() + this.patience; !this.#taken; ) {
			this.signal.throwIfAborted();
			this.#taken = this.room.take(bytes, Date.now(), this.whose);
			if (this.#taken) return;
			if (Date.now() >= until) throw new NoRoom();
			await new Promise((resume) => setTimeout(resume, LOOK_EVERY_MS));
		}
	}

	release(): void {
		if (this.#taken) this.room.give(this.#taken);
		this.#taken = undefined;
	}
}
