// A process of one thread with a clock of its own: stretches of work run one after the other, as they became ready, and
// timers come when none runs. What is asked of it is done in turns of workspaces.
import { Turns } from '../../src/shared/turns';

/** The steps of one request, in milliseconds: works, waits for a server, works again, and so on. */
export type Steps = readonly number[];

export interface Asked {
	readonly workspace: string;
	readonly askedAt: number;
	/** The number that had begun before. */
	order: number;
	begunAt: number;
	endedAt: number;
}

type Resume = () => void;

/** Milliseconds from which what is waited for is a server; shorter, it may be the storage. */
const SERVER_MS = 100;

/**
 * @param isKnown whether the process says how long it has been at work, as Node does
 * @param isAway whether turns are given away for short waits too; while a server is waited for they are
 */
export function processOf({ isKnown = true, isAway = true } = {}) {
	const clock = { now: 1_000, jumped: 0 };
	const ready: { readonly ms: number; readonly resume: Resume }[] = [];
	const timers: { readonly at: number; readonly resume: Resume }[] = [];
	const asked: Asked[] = [];
	let [worked, looks, begun] = [0, 0, 0];
	const compute = (ms: number) => new Promise<void>((resume) => void ready.push({ ms, resume }));
	const pause = (ms: number) =>
		new Promise<void>((resume) => void timers.push({ at: clock.now + ms, resume }));
	const turns = new Turns({
		now: () => clock.now + clock.jumped,
		wait: (ms) => {
			looks++;
			return pause(ms);
		},
		worked: () => (isKnown ? worked : 0),
	});

	const inTurn = async (workspace: string, work: () => Promise<void>): Promise<void> => {
		await turns.enter(workspace);
		await work().finally(() => turns.leave(workspace));
	};

	/** Asks once; resolves when it is answered. */
	async function ask(workspace: string, steps: Steps): Promise<Asked> {
		const none = Number.NaN;
		const one: Asked = { workspace, askedAt: clock.now, order: none, begunAt: none, endedAt: none };
		asked.push(one);
		await inTurn(workspace, async () => {
			Object.assign(one, { begunAt: clock.now, order: begun++ });
			for (const [at, ms] of steps.entries()) {
				const step = () => (at % 2 === 0 ? compute(ms) : pause(ms));
				const mayLeave = at % 2 === 1 && (isAway || ms >= SERVER_MS);
				const hadTurn = mayLeave && turns.leave(workspace);
				await step();
				if (hadTurn) await turns.enter(workspace);
			}
		});
		one.endedAt = clock.now;
		return one;
	}

	/** Asks so many at once until a time, each again when it was answered and a while has passed. */
	const keepAsking = (
		workspace: string,
		{
			atOnce,
			until,
			steps,
			every = 0,
		}: { atOnce: number; until: number; steps: Steps; every?: number },
	) =>
		void Array.from({ length: atOnce }, async () => {
			while (clock.now < until) {
				await ask(workspace, steps);
				if (every > 0) await pause(every);
			}
		});

	/** Runs until a time, or until nothing is left to do: by turns what is ready, and timers that are due. */
	async function run(until = Number.POSITIVE_INFINITY): Promise<void> {
		for (;;) {
			await new Promise(setImmediate);
			for (const { ms, resume } of ready.splice(0)) {
				clock.now += ms;
				worked += ms;
				resume();
				await new Promise(setImmediate);
			}
			timers.sort((one, other) => one.at - other.at);
			const [timer] = timers;
			if (ready.length === 0 && (!timer || timer.at > until)) return;
			if (ready.length === 0 && timer) clock.now = Math.max(clock.now, timer.at);
			const due = timers.filter(({ at }) => at <= clock.now);
			for (const { resume } of timers.splice(0, due.length)) {
				resume();
				await new Promise(setImmediate);
			}
		}
	}

	/** Tells whether nobody is remembered after a while: then several at once of a new one are alone, and none waits. */
	async function isForgotten(): Promise<boolean> {
		clock.now += 10_000;
		const before = looks;
		const alone = Array.from({ length: 4 }, () => ask('alone', [20]));
		await run();
		return (await Promise.all(alone)).every((one) => delayOf(one) === 0) && looks === before;
	}

	return {
		clock,
		inTurn,
		asked,
		ask,
		compute,
		pause,
		keepAsking,
		run,
		looks: () => looks,
		worked: () => worked,
		isForgotten,
	};
}

export const delayOf = ({ askedAt, begunAt }: Asked): number => begunAt - askedAt;
export const timeOf = ({ askedAt, endedAt }: Asked): number => endedAt - askedAt;
