// Parts of the platform that pure code runs on: each room names those that it needs.
import type { Sha256 } from './hash';

/** Clock, timers, ids, digests and log of a process, or of an object. */
export interface Platform {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after so many milliseconds. */
	wait(milliseconds: number): Promise<void>;
	/** Keeps work alive that nobody waits for (`waitUntil`). */
	defer(work: Promise<unknown>): void;
	/** Asks for the object's alarm at a time, in milliseconds since the epoch. */
	wakeAt(time: number): void;
	/** A short random id, of 8 or more letters and digits. */
	newId(): string;
	/** Of a text, short and hard to collide with. */
	digest(text: string): Promise<string>;
	readonly sha256: Sha256;
	/** Writes a line of the log; no secret is in it. */
	log(entry: Readonly<Record<string, unknown>>): void;
	/** Writes a failure to the log. */
	report(error: unknown, correlationId?: string): void;
}
