// Makes records after the answers and writes them in batches (docs/telemetry.md "Where records
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
	/** Records that could not be made, batches that the sink did not take. */
	readonly failures: number;
	/** Records lost with them, or because too many were waiting. */
	readonly dropped: number;
}

/** Milliseconds after which an answer is on its way. */
const ANSWERED_AFTER = 5;
/** Milliseconds for which records are collected. */
const COLLECTED_FOR = 500;
/** What is under way for so long has died with the request that it belonged to. */
const DEAD_AFTER = 10_000;
const MOST_WAITING = 2_000;
const LARGEST_BATCH = 200;

export class Recorder {
	readonly #ports: RecorderPorts;
	#waiting: CallRecord[] = [];
	/** When the next batch was promised; undefined when none is. */
	#promised: number | undefined;
	/** Records being made, batches being written, and since when the latest of them. */
	#underWay = 0;
	#latest = 0;
	#failures = 0;
	#dropped = 0;

	constructor(ports: RecorderPorts) {
		this.#ports = ports;
	}

	/** Of this isolate. */
	get state(): RecorderState {
		return { failures: this.#failures, dropped: this.#dropped };
	}

	/** Makes a record once the call has been answered, and writes it soon. */
	record(make: () => Promise<CallRecord>): void {
		this.#ports.defer(
			this.#attempt(1, async () => {
				await this.#ports.wait(ANSWERED_AFTER);
				this.#collect(await make());
			}),
		);
	}

	/** Writes what there is, and waits for what is under way, half a second at most. */
	async flush(): Promise<void> {
		const isUnderWay = () => this.#underWay > 0 && this.#ports.now() - this.#latest < DEAD_AFTER;
		await this.#write();
		for (let turn = 0; turn < 50 && isUnderWay(); turn++) {
			await this.#ports.wait(10);
			await this.#write();
		}
	}

	#collect(record: CallRecord): void {
		if (this.#waiting.length >= MOST_WAITING) this.#dropped++;
		else this.#waiting.push(record);
		const now = this.#ports.now();
		if (this.#promised !== undefined && now - this.#promised < DEAD_AFTER) return;
		this.#promised = now;
		this.#ports.defer(this.#writeLater());
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
			await this.#attempt(batch.length, () => this.#ports.sink.write(batch));
		}
	}

	/** Does what may fail; never rejects. */
	async #attempt(records: number, work: () => Promise<void>): Promise<void> {
		this.#underWay++;
		this.#latest = this.#ports.now();
		try {
			await work();
		} catch (error) {
			this.#failures++;
			this.#dropped += records;
			this.#ports.lost(error, records);
		} finally {
			this.#underWay--;
		}
	}
}
