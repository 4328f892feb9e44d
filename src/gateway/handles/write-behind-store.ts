// A store whose writes an answer does not wait for: what is written is held here until the store has it
// for certain, and for as long as it may be invisible. While writes fail, answers wait again, so that no
// handle goes out for what cannot be kept.
import { err, ok, type Result } from '../../shared/result';
import type { Room } from '../../shared/room';
import type { SnapshotStore, Stored, StoreFault } from './snapshots';

/** Milliseconds that an answer gives a write, to learn of its failure. */
const GRACE_MS = 10;
/** Seconds for which answers wait for the whole write after one has failed, and milliseconds that they do. */
const WARY_SECONDS = 60;
const WARY_MS = 5_000;
/** Milliseconds before a failed write is tried again. */
const AGAIN_AFTER_MS = [1_000, 4_000];
/** Of what is held: UTF-16 units in all, and seconds of each. */
const MOST_HELD = 4_000_000;
const HELD_SECONDS = 150;

export interface WriteBehindPorts {
	/** Keeps work alive that nobody waits for (`waitUntil`). */
	readonly defer: (work: Promise<unknown>) => void;
	/** Resolves after so many milliseconds. */
	readonly wait: (milliseconds: number) => Promise<void>;
	/** Seconds since the epoch. */
	readonly now: () => number;
	/** Room for what waits to be written; beyond it an answer waits for its own write. */
	readonly room: Room;
	/** Learns of what could not be written although its handle had gone out. */
	readonly lost: (fault: StoreFault) => void;
}

type Written = Result<undefined, StoreFault>;

/** A store whose writes go on behind the answer once they take long, read from here meanwhile. */
export function writeBehindStore(store: SnapshotStore, ports: WriteBehindPorts): SnapshotStore {
	const { defer, wait, now, room } = ports;
	const held = new Held();
	let waryUntil = 0;

	const noted = (written: Written): Written => {
		// A text written twice in a second, or one that never fits, says nothing of the store.
		if (!written.ok && written.error.code === 'unavailable') waryUntil = now() + WARY_SECONDS;
		return written;
	};

	/** Sees a slow write through; what fails for good is held on, as long as there is room. */
	const finish = async (first: Promise<Written>, write: () => Promise<Written>): Promise<void> => {
		let written = noted(await first);
		for (const after of AGAIN_AFTER_MS) {
			if (written.ok) return;
			await wait(after);
			written = noted(await write());
		}
		if (!written.ok) ports.lost(written.error);
	};

	return {
		async get(workspace, id) {
			const here = held.get(`${workspace}/${id}`, now());
			return here ? ok(here) : store.get(workspace, id);
		},
		async put(workspace, id, stored, at) {
			const key = `${workspace}/${id}`;
			const write = () => store.put(workspace, id, stored, at);
			const writing = write().catch(failed);
			const taken = room.take(stored.body.length, now() * 1_000, workspace);
			const isWary = now() < waryUntil || !taken;
			const inTime = Promise.race([writing, wait(isWary ? WARY_MS : GRACE_MS)]);
			const written = (await inTime) ?? (isWary ? failed() : undefined);
			const leave = () => void (taken && room.give(taken));
			if (written) leave();
			if (written && !written.ok) return noted(written);
			held.put(key, stored, now());
			if (!written) defer(finish(writing, () => write().catch(failed)).finally(leave));
			return ok(undefined);
		},
	};
}

const failed = (): Written => err({ code: 'unavailable', message: 'the write failed' });

/** Recent writes of this isolate; the oldest is evicted first. */
class Held {
	readonly #all = new Map<string, { readonly stored: Stored; readonly until: number }>();
	#size = 0;

	get(key: string, now: number): Stored | undefined {
		const one = this.#all.get(key);
		return one && now < one.until ? one.stored : undefined;
	}

	put(key: string, stored: Stored, now: number): void {
		this.#drop(key);
		if (stored.body.length > MOST_HELD) return;
		this.#all.set(key, { stored, until: now + HELD_SECONDS });
		this.#size += stored.body.length;
		for (const [oldest, { until }] of this.#all) {
			if (this.#size <= MOST_HELD && now < until) return;
			this.#drop(oldest);
		}
	}

	#drop(key: string): void {
		this.#size -= this.#all.get(key)?.stored.body.length ?? 0;
		this.#all.delete(key);
	}
}
