// Collects records and writes them in batches, after the answers (docs/telemetry.md "Where records
// go"). Bounded, and it never throws: what a sink does not take is counted and gone.
import type { TelemetrySink } from './ports';
import type { CallRecord } from './record';

export interface RecorderPorts {
	readonly sink: TelemetrySink;
	/** Work that an answer does not wait for. */
	readonly defer: (work: Promise<unknown>) => void;
	/** Milliseconds. */
	readonly wait: (milliseconds: number) => Promise<void>;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Learns of every batch that was lost. */
	readonly lost: (error: unknown, records: number) => void;
}

export interface RecorderState {
	/** Batches that the sink did not take. */
	readonly failures: number;
	/** Records lost with them, or because too many were waiting. */
	readonly dropped: number;
}

/** Milliseconds for which records are collected. */
const COLLECTED_FOR = 500;
/** A batch that is due for so long has died with the request that should have written it. */
const DEAD_AFTER = 10_000;
const MOST_WAITING = 2_000;
const LARGEST_BATCH = 200;

export class Recorder {
	readonly #ports: RecorderPorts;
	#waiting: CallRecord[] = [];
	/** When the next batch was promised; undefined when none is. */
	#promised: number | undefined;
	#writing = 0;
	#lastWrite = 0;
	#failures = 0;
	#dropped = 0;

	constructor(ports: RecorderPorts) {
		this.#ports = ports;
	}

	/** Of this isolate. */
	get state(): RecorderState {
		return { failures: this.#failures, dropped: this.#dropped };
	}

	/** Takes a record; it is written soon. */
	record(record: CallRecord): void {
		if (this.#waiting.length >= MOST_WAITING) this.#dropped++;
		else this.#waiting.push(record);
		const now = this.#ports.now();
		if (this.#promised !== undefined && now - this.#promised < DEAD_AFTER) return;
		this.#promised = now;
		this.#ports.defer(this.#writeLater());
	}

	/** Writes what is waiting, and waits for what others write, half a second at most. */
	async flush(): Promise<void> {
		await this.#write();
		// A request that ended while it wrote has left its count behind.
		const isWriting = () => this.#writing > 0 && this.#ports.now() - this.#lastWrite < DEAD_AFTER;
		for (let turn = 0; turn < 20 && isWriting(); turn++) await this.#ports.wait(25);
	}

	async #writeLater(): Promise<void> {
		await this.#ports.wait(COLLECTED_FOR);
		this.#promised = undefined;
		await this.#write();
	}

	async #write(): Promise<void> {
		const records = this.#waiting;
		this.#waiting = [];
		for (let from = 0; from < records.length; from += LARGEST_BATCH) {
			const batch = records.slice(from, from + LARGEST_BATCH);
			this.#writing++;
			this.#lastWrite = this.#ports.now();
			try {
				await this.#ports.sink.write(batch);
			} catch (error) {
				this.#failures++;
				this.#dropped += batch.length;
				this.#ports.lost(error, batch.length);
			} finally {
				this.#writing--;
			}
		}
	}
}
