// A store whose writes no answer waits for: what is written is held here, and opens from here, until the store has it
// for certain, and for as long as it may be invisible. What cannot be held, and what comes after a failure, is waited
// for, so that each handle that goes out opens here at once.
import type { Platform } from '../../shared/platform';
import { err, ok, type Result } from '../../shared/result';
import type { Room } from '../../shared/room';
import type { SnapshotStore, Stored, StoreFault } from './snapshots';

/** Seconds for which answers wait for their write after one has failed, and milliseconds that any waits. */
const WARY_SECONDS = 60;
const WAITED_MS = 5_000;
/** Milliseconds before a failed write is tried again. */
const AGAIN_AFTER_MS = [1_000, 4_000];
/** Of what is held: UTF-16 units in all, and seconds of each once it is written. */
const MOST_HELD = 4_000_000;
const HELD_SECONDS = 150;

interface WriteBehindPorts extends Pick<Platform, 'defer' | 'wait'> {
	/** Seconds since the epoch. */
	readonly now: () => number;
	/** Room for what waits to be written; beyond it an answer waits for its own write. */
	readonly room: Room;
	/** Learns of what could not be written although its handle had gone out. */
	readonly lost: (fault: StoreFault) => void;
}

type Written = Result<undefined, StoreFault>;

/** A store whose writes go on behind the answer, read from here meanwhile. */
export function writeBehindStore(store: SnapshotStore, ports: WriteBehindPorts): SnapshotStore {
	const { defer, wait, now, room, lost } = ports;
	const held = new Held();
	let waryUntil = 0;

	const noted = (written: Written): Written => {
		// A text written twice in a second, or one that never fits, says nothing of the store.
		if (!written.ok && written.error.code === 'unavailable') waryUntil = now() + WARY_SECONDS;
		return written;
	};

	return {
		async get(workspace, id) {
			const here = held.get(`${workspace}/${id}`, now());
			return here ? ok(here) : store.get(workspace, id);
		},
		async put(workspace, id, stored, at) {
			const key = `${workspace}/${id}`;
			const write = async () => noted(await store.put(workspace, id, stored, at).catch(failed));
			const taken = room.take(stored.body.length, now() * 1_000, workspace);
			const isHeld = taken !== undefined && now() >= waryUntil && held.put(key, stored, now());
			const writing = write();
			const finish = async (): Promise<void> => {
				let last = await writing;
				for (const after of isHeld ? AGAIN_AFTER_MS : []) {
					if (last.ok) break;
					await wait(after);
					last = await write();
				}
				if (isHeld || (last.ok && held.put(key, stored, now())))
					held.settle(key, stored, last.ok ? now() + HELD_SECONDS : stored.expiresAt);
				if (taken) room.give(taken);
				if (isHeld && !last.ok) lost(last.error);
			};
			const finished = finish();
			defer(finished);
			if (isHeld) return ok(undefined);
			const ended = finished.then(() => writing);
			return noted(await Promise.race([ended, wait(WAITED_MS).then(failed)]));
		},
	};
}

const failed = (): Written => err({ code: 'unavailable', message: 'the write failed' });

/** Snapshots that this isolate writes and has written lately; the oldest that is written is evicted first. */
class Held {
	readonly #all = new Map<string, { readonly stored: Stored; until: number }>();
	#size = 0;

	get(key: string, now: number): Stored | undefined {
		const one = this.#all.get(key);
		return one && now < one.until ? one.stored : undefined;
	}

	/** Holds it until it is settled; false where what is not settled leaves no room. */
	put(key: string, stored: Stored, now: number): boolean {
		const before = this.#all.get(key)?.stored.body.length ?? 0;
		const most = MOST_HELD - stored.body.length + before;
		for (const [oldest, { until }] of this.#all) {
			if (this.#size <= most && now < until) break;
			if (oldest !== key && until < Number.POSITIVE_INFINITY) this.#drop(oldest);
		}
		if (this.#size > most) return false;
		this.#drop(key);
		this.#all.set(key, { stored, until: Number.POSITIVE_INFINITY });
		this.#size += stored.body.length;
		return true;
	}

	/** From now on it may go, and goes at a time in seconds. */
	settle(key: string, stored: Stored, until: number): void {
		const one = this.#all.get(key);
		if (one?.stored === stored) one.until = until;
	}

	#drop(key: string): void {
		this.#size -= this.#all.get(key)?.stored.body.length ?? 0;
		this.#all.delete(key);
	}
}
