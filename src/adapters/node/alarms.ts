// Alarms of objects, which all processes of a folder share.
import { within } from '../fetch';
import type { Database } from './database';

/** Milliseconds after which an alarm that still rings goes on beside the next. */
const ALONE_MS = 2_000;

/** One alarm at most an object, known by its kind and name; all processes of a folder share them. */
export class Alarms {
	/** Set when the process ends: what was taken and has not rung does so again later, in another. */
	isOver = false;
	/** Objects of this process whose alarms ring. */
	readonly #ringing = new Set<string>();

	constructor(private readonly database: Database) {
		for (const table of ['alarms', 'ringing'])
			database.all(
				`CREATE TABLE IF NOT EXISTS ${table} (kind TEXT NOT NULL, name TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (kind, name)) WITHOUT ROWID`,
			);
	}

	/** Milliseconds since the epoch, or null. */
	of(kind: string, name: string): number | null {
		const [row] = this.database.all<{ time: number }>`SELECT time FROM alarms
			WHERE kind = ${kind} AND name = ${name}`;
		return row?.time ?? null;
	}

	set(kind: string, name: string, time: number): void {
		this.database.all`INSERT OR REPLACE INTO alarms VALUES (${kind}, ${name}, ${time})`;
	}

	remove(kind: string, name: string): void {
		this.database.all`DELETE FROM alarms WHERE kind = ${kind} AND name = ${name}`;
	}

	/**
	 * Rings what is due at `now`; each alarm in one process alone.
	 * @param again when one that was taken rings once more: should it fail, or this process end before it rang
	 * @param wake calls the object
	 */
	async ring(
		now: number,
		again: number,
		wake: (kind: string, name: string) => Promise<unknown>,
		onError: (error: unknown) => void,
	): Promise<void> {
		for (const { kind, name } of this.#taken(now, again)) {
			const object = `${kind} ${name}`;
			if (this.isOver || this.#ringing.has(object)) continue;
			this.#ringing.add(object);
			const rung = wake(kind, name).then(() => {
				this.database
					.all`DELETE FROM ringing WHERE kind = ${kind} AND name = ${name} AND time = ${again}`;
			}, onError);
			await within(
				rung.finally(() => this.#ringing.delete(object)),
				ALONE_MS,
			);
		}
	}

	#taken(now: number, again: number): { kind: string; name: string }[] {
		const { database } = this;
		return database.transaction(() => {
			const rows = database.all<{ kind: string; name: string }>`SELECT kind, name, min(time) AS time
				FROM (SELECT * FROM alarms UNION ALL SELECT * FROM ringing)
				WHERE time <= ${now} GROUP BY kind, name ORDER BY time LIMIT 100`;
			for (const { kind, name } of rows) {
				database.all`DELETE FROM alarms WHERE kind = ${kind} AND name = ${name} AND time <= ${now}`;
				database.all`INSERT OR REPLACE INTO ringing VALUES (${kind}, ${name}, ${again})`;
			}
			return rows;
		});
	}
}
