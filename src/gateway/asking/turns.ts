// Turns of questions: a workspace computes one at a time, in slices between which everybody else goes on, and within
// its share of the processor. A question beyond that is refused before it begins.
import { inOneGo, type Slices } from '../../ask';
import type { FreeMoments, Pausing } from '../../shared/free-moment';
import { err, type Result } from '../../shared/result';

export type Question<T> = () => Slices<Result<T, string>>;

/** Runs questions of workspaces; the error says when to ask again. */
export interface Turns {
	take<T>(workspace: string, question: Question<T>): Promise<Result<T, string>>;
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
/** Milliseconds after which a question that was ended from outside keeps no other waiting. */
const LAPSES_MS = 10_000;

/** Without turns: in a process with one caller. */
export const atOnce: Turns = { take: async (_, question) => inOneGo(question()) };

/** Makes turns: one question of a workspace at a time, in slices that let others in between. */
export function createTurns({ now, wait, freeMoments, isOver, charge }: TurnsPorts): Turns {
	/** Times at which the running questions of workspaces lapse. */
	const running = new Map<string, number>();
	const waiting = new Map<string, number>();
	const begins = (workspace: string): boolean => {
		if ((running.get(workspace) ?? 0) > now()) return false;
		running.set(workspace, now() + LAPSES_MS);
		return true;
	};
	const count = (workspace: string, by: number): void => {
		const left = (waiting.get(workspace) ?? 0) + by;
		if (left > 0) waiting.set(workspace, left);
		else waiting.delete(workspace);
	};

	const turnOf = async (workspace: string): Promise<boolean> => {
		if (begins(workspace)) return true;
		if ((waiting.get(workspace) ?? 0) >= MOST_WAITING) return false;
		count(workspace, 1);
		try {
			for (const until = now() + PATIENCE_MS; !begins(workspace); await wait(LOOK_EVERY_MS))
				if (now() >= until) return false;
			return true;
		} finally {
			count(workspace, -1);
		}
	};

	return {
		async take(workspace, question) {
			if (!(await turnOf(workspace)))
				return err(
					'Too many questions of your workspace wait: repeat this same call in 10 s, one at a time.',
				);
			try {
				const seconds = isOver(workspace);
				if (seconds > 0)
					return err(
						`Your workspace has used up its time for select and query: repeat this same call in ${seconds} s, or read on without them.`,
					);
				const slices = question();
				for (;;) {
					const begun = now();
					const { done, value } = slices.next();
					charge(workspace, Math.max(now() - begun, done ? 1 : SLICE_MS));
					if (done) return value;
					running.set(workspace, now() + LAPSES_MS);
					await freeMoments.next();
				}
			} finally {
				running.delete(workspace);
			}
		},
	};
}
