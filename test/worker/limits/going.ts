// Follows what goes on inside workerd after an answer, so that a count is taken once all of it is done.

/** Work that goes on: of bindings, and timers as short as those that work after an answer waits for. */
let going = 0;
/** Milliseconds; longer timers are patience. */
const SHORT = 150;
const realTimeout = globalThis.setTimeout;
const short = new Set<unknown>();
globalThis.setTimeout = ((run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
	if (ms > SHORT) return realTimeout(run, ms, ...args);
	const timer: unknown = realTimeout(() => {
		ended(timer);
		run(...args);
	}, ms);
	short.add(timer);
	going++;
	return timer;
}) as typeof setTimeout;
const realClear = globalThis.clearTimeout;
globalThis.clearTimeout = (timer) => {
	ended(timer);
	realClear(timer as number);
};
const ended = (timer: unknown): void => {
	if (short.delete(timer)) going--;
};
/** Does work that goes on until it has ended. */
export const during = async <Value>(work: () => Promise<Value>): Promise<Value> => {
	going++;
	try {
		return await work();
	} finally {
		going--;
	}
};

/** Waits, and does not count as work. */
export const wait = (ms: number) => new Promise<void>((resume) => realTimeout(resume, ms));

/** Looks that find nothing going on, a few milliseconds apart, after which all is done. */
const QUIET_LOOKS = 4;
const MOST_LOOKS = 4000;
/** Resolves once nothing goes on. @throws where something never ends */
export async function quiet(): Promise<void> {
	let looks = 0;
	for (let tries = 0; looks < QUIET_LOOKS; tries++) {
		if (tries > MOST_LOOKS) throw new Error(`${going} things never end`);
		await wait(5);
		looks = going > 0 ? 0 : looks + 1;
	}
}
