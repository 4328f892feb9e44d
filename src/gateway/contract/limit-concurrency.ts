// Asks many servers, a few at a time, each with a clock of its own that starts when its turn comes.

/** At the same time: a platform may allow six connections that wait for an answer. */
const AT_ONCE = 4;

/** The reason why a turn's signal aborts when its time is over. */
export class TurnOver extends Error {
	override readonly name = 'TurnOver';
	/** Milliseconds that it had. */
	readonly ms: number;
	constructor(ms: number) {
		super(`not waited for after ${ms} ms`);
		this.ms = ms;
	}
}

/** Outcome of a turn: its time may end before the work does, or before it begins. */
export type Turn<Value> =
	| { readonly kind: 'done'; readonly value: Value }
	| { readonly kind: 'late' }
	| { readonly kind: 'left out' };

/**
 * Does the same for every item, results in the items' order.
 * @param patience milliseconds that one may take, and after which no other turn begins
 * @param work is given a signal that aborts when its time is over, or the caller has gone
 */
export async function limitConcurrency<Item, Value>(
	items: readonly Item[],
	{ eachMs, allMs }: Readonly<Record<'eachMs' | 'allMs', number>>,
	caller: AbortSignal,
	work: (item: Item, signal: AbortSignal) => Promise<Value>,
): Promise<Turn<Value>[]> {
	const turns = items.map((): Turn<Value> => ({ kind: 'left out' }));
	const waiting = [...items.entries()];
	let isOver = false;
	const stop = afterWaiting(allMs, () => {
		isOver = true;
	});
	const worker = async (): Promise<void> => {
		for (let next = waiting.shift(); next && !isOver && !caller.aborted; next = waiting.shift()) {
			const [at, item] = next;
			turns[at] = await turn(eachMs, caller, (signal) => work(item, signal));
		}
	};
	try {
		await Promise.all(Array.from({ length: AT_ONCE }, worker));
	} finally {
		stop();
	}
	return turns;
}

async function turn<Value>(
	ms: number,
	caller: AbortSignal,
	work: (signal: AbortSignal) => Promise<Value>,
): Promise<Turn<Value>> {
	const clock = new AbortController();
	const signal = AbortSignal.any([caller, clock.signal]);
	const late = new Promise<Turn<Value>>((resolve) => {
		if (signal.aborted) resolve({ kind: 'late' });
		signal.addEventListener('abort', () => resolve({ kind: 'late' }), { once: true });
	});
	const stop = afterWaiting(ms, () => clock.abort(new TurnOver(ms)));
	const done = work(signal).then((value): Turn<Value> => ({ kind: 'done', value }));
	try {
		return await Promise.race([done, late]);
	} finally {
		stop();
		done.catch(() => {});
	}
}

/** Parts of a wait: of a long standstill one part counts at most. */
const PARTS = 8;

/** Runs `over` once `ms` milliseconds have been waited. @returns stops the clock */
export function afterWaiting(ms: number, over: () => void): () => void {
	let left = PARTS;
	const part = (): void => {
		left--;
		if (left === 0) over();
		else timer = setTimeout(part, ms / PARTS);
	};
	let timer = setTimeout(part, ms / PARTS);
	return () => clearTimeout(timer);
}
