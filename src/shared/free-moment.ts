// Pauses of long work: everything else in the process goes on first, for a while at most.

/** Milliseconds that a look takes where the process is free; one that comes later saw others at work. */
const LOOK_MS = 1;
const IN_TIME_MS = 3;
/** Milliseconds after which long work goes on beside others. */
const PATIENCE_MS = 25;

/** Clock and timer of a process. */
export interface Pausing {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Resolves after so many milliseconds; everything else goes on meanwhile. */
	readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** Resolves once nothing else keeps the process busy, or after a while. */
export async function freeMoment({ now, wait }: Pausing): Promise<void> {
	for (const begun = now(); ; ) {
		const looked = now();
		await wait(LOOK_MS);
		if (now() - looked <= IN_TIME_MS || now() - begun >= PATIENCE_MS) return;
	}
}
