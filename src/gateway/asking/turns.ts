// Turns of questions: a workspace computes one at a time, in slices between which everybody else goes on, and within
// its share of the processor. A question beyond that is refused before it begins.
import type { FreeMoments, Pausing } from '../../shared/free-moment';
import { err, type Result } from '../../shared/result';
import { inOneGo, type Slices } from '../../shared/slices';

/** Runs slices of a question within its turn. */
export type Run = <T>(slices: Slices<T>) => Promise<T>;
type Asked<T> = Promise<Result<T, string>>;

/** Runs questions of workspaces; the error says when to ask again. */
export interface Turns {
	take<T>(workspace: string, question: (run: Run) => Asked<T>, signal?: AbortSignal): Asked<T>;
	/** Runs slices of what cannot be refused, a result that came: others go before each. */
	run<T>(workspace: string, slices: Slices<T>): Promise<T>;
}

export interface TurnsPorts extends Pausing {
	readonly freeMoments: FreeMoments;
	/** Seconds until a workspace has some of its share. */
	readonly isOver: (workspace: string) => number;
	readonly charge: (workspace: string, milliseconds: number) => void;
}

/** Milliseconds that a slice is charged with at least, where the platform's clock stands still meanwhile. */
const SLICE_MS = 5;
/** Questions of a workspace that wait, milliseconds that each does, and between two looks. */
const MOST_WAITING = 16;
const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 10;
/** Milliseconds after which a question that was ended from outside keeps no other waiting, and no place. */
const GONE_MS = 5_000;

/** Without turns: in a process with one caller. */
export const atOnce: Turns = {
	take: (_, question) => question(async (slices) => inOneGo(slices)),
	run: async (_, slices) => inOneGo(slices),
};

interface Place {
	seen: number;
}

/** Makes turns: one question of a workspace at a time, in slices that let others in between. */
export function createTurns({ now, wait, freeMoments, isOver, charge }: TurnsPorts): Turns {
	/** The first of each workspace has its turn. */
	const queues = new Map<string, Set<Place>>();
	/** Returns the queue without those who have gone, with a place in it. */
	const queueWith = (workspace: string, place: Place): Set<Place> => {
		const queue = queues.get(workspace) ?? new Set();
		for (const one of queue) if (Math.abs(now() - one.seen) > GONE_MS) queue.delete(one);
		place.seen = now();
		queues.set(workspace, queue.add(place));
		return queue;
	};
	const running = async <T>(
		workspace: string,
		slices: Slices<T>,
		place: Place = { seen: 0 },
		signal?: AbortSignal,
	): Promise<T> => {
		for (;;) {
			const begun = now();
			const { done, value } = slices.next();
			place.seen = now();
			charge(workspace, Math.max(place.seen - begun, done ? 1 : SLICE_MS));
			if (done) return value;
			await freeMoments.next(workspace);
			signal?.throwIfAborted();
		}
	};

	return {
		async run(workspace, slices) {
			await freeMoments.next(workspace);
			return running(workspace, slices);
		},
		async take(workspace, question, signal) {
			const place = { seen: now() };
			try {
				const isFull = queueWith(workspace, place).size > 1 + MOST_WAITING;
				const until = isFull ? 0 : now() + PATIENCE_MS;
				let hasWaited = false;
				while (queueWith(workspace, place).values().next().value !== place) {
					if (now() >= until)
						return err(
							'Too many questions of your workspace wait: repeat this same call in 10 s, one at a time.',
						);
					hasWaited = true;
					await wait(LOOK_EVERY_MS);
					signal?.throwIfAborted();
				}
				if (hasWaited) await freeMoments.next(workspace);
				const seconds = isOver(workspace);
				if (seconds > 0)
					return err(
						`Your workspace has used up its time for select and query: repeat this same call in ${seconds} s, or read on without them.`,
					);
				return await question((slices) => running(workspace, slices, place, signal));
			} catch (error) {
				if (signal?.aborted && error === signal.reason) return err('The question was cancelled.');
				throw error;
			} finally {
				const queue = queues.get(workspace);
				queue?.delete(place);
				if (queue?.size === 0) queues.delete(workspace);
			}
		},
	};
}
