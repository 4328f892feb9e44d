// Virtual time for the recording process: `Date` begins at a fixed moment, `performance` at 0, short timers fire in
// order of their time as soon as nothing else is left to do, and intervals never do. What runs after an answer is then
// done before the next request, on a machine of any speed.

/** Milliseconds since the epoch; later than any date in the fixtures. */
export const BEGIN = Date.UTC(2031, 0, 1);
/** Milliseconds; longer timers are patience that no recorded exchange exhausts. */
const LONGEST_MS = 2_500;
/** Turns of the event loop without work after which nothing is left to do. */
const QUIET_TURNS = 4;
/** Milliseconds of the real clock. */
const PATIENCE_MS = 60_000;

interface Timer {
	readonly due: number;
	readonly ms: number;
	readonly order: number;
	readonly run: () => void;
}

const RealDate = Date;
const realTimeout = globalThis.setTimeout;
/** Milliseconds of the real clock. */
export const realNow = performance.now.bind(performance);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const waiting = new Set<Timer>();
let now = BEGIN;
let made = 0;
let busy = 0;

/** Replaces the clock and the timers of this process; call it before Loadline is loaded. */
export function installClock(): void {
	globalThis.Date = class extends RealDate {
		constructor(...parts: ConstructorParameters<DateConstructor> | []) {
			super(...((parts.length === 0 ? [now] : parts) as [number]));
		}
		static override now = (): number => now;
	} as DateConstructor;
	performance.now = () => now - BEGIN;
	globalThis.setTimeout = ((run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
		const timer: Timer & Record<string, unknown> = {
			due: now + Math.max(ms, 0),
			ms,
			order: made++,
			run: () => run(...args),
			ref: () => timer,
			unref: () => timer,
			hasRef: () => true,
		};
		waiting.add(timer);
		return timer;
	}) as unknown as typeof setTimeout;
	globalThis.clearTimeout = ((timer: Timer) =>
		void waiting.delete(timer)) as unknown as typeof clearTimeout;
	globalThis.setInterval = (() => ({ ref() {}, unref() {} })) as unknown as typeof setInterval;
	globalThis.clearInterval = () => {};
	const { subtle } = crypto;
	for (const name of [
		'digest',
		'sign',
		'verify',
		'importKey',
		'deriveKey',
		'deriveBits',
		'encrypt',
		'decrypt',
	]) {
		const real = (subtle as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[
			name
		];
		Object.defineProperty(subtle, name, {
			value: (...args: unknown[]) =>
				working(() => (real as typeof working).apply(subtle, args as never)),
		});
	}
}

/** Runs work that goes on outside of this thread; no timer fires meanwhile. */
export async function working<T>(work: () => Promise<T>): Promise<T> {
	busy++;
	try {
		return await work();
	} finally {
		busy--;
	}
}

/** Moves the clock to the next whole second. */
export const nextSecond = (): void => {
	now = Math.floor(now / 1000) * 1000 + 1000;
};

/** Milliseconds between the beginnings of two groups. */
const GROUP_MS = 10_000_000;

/** Moves the clock to where the next group begins, however long the last one was. */
export const nextGroup = (): void => {
	now = Math.ceil(now / GROUP_MS) * GROUP_MS;
};

/** Resolves when nothing is left to do but to wait for a timer. */
async function idle(): Promise<void> {
	for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
		await turn();
		if (busy > 0) {
			quiet = -1;
			await new Promise((resolve) => realTimeout(resolve, 1));
		}
	}
}

/** Fires the next short timer; false where none waits. */
function fire(): boolean {
	const [next] = [...waiting]
		.filter(({ ms }) => ms <= LONGEST_MS)
		.sort((a, b) => a.due - b.due || a.order - b.order);
	if (next === undefined) return false;
	waiting.delete(next);
	now = Math.max(now, next.due);
	next.run();
	return true;
}

/** Waits for work, firing short timers while it waits for them. @throws Error where it never ends */
export async function played<T>(work: Promise<T>, what: string): Promise<T> {
	let isOver = false;
	const over = work.finally(() => {
		isOver = true;
	});
	over.catch(() => {});
	const begun = realNow();
	while (!isOver) {
		await idle();
		if (realNow() - begun > PATIENCE_MS) throw new Error(`${what}: never answered`);
		// Files are read and written outside of this thread.
		if (!isOver && !fire()) await new Promise((resolve) => realTimeout(resolve, 1));
	}
	return over;
}

/** Does all that is left to do after an answer. */
export async function settled(): Promise<void> {
	for (let fired = 0; fired < 500; fired++) {
		await idle();
		if (!fire()) return;
	}
	throw new Error('timers without end');
}
