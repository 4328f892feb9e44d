// Alarms of objects, in a table beside them. As on Cloudflare an alarm is removed when it fires, so
// that what it wakes can set the next; until it has rung it stands apart, for should it fail or the process end.
import type { Database } from './database';

/** One alarm at most an object, known by its kind and name; all processes of a folder share them. */
export class Alarms {
	constructor(private readonly database: Database) {
		for (const table of ['alarms', 'ringing'])
			database.all(
				`CREATE TABLE IF NOT EXISTS ${table} (kind TEXT NOT NULL, name TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (kind, name)) WITHOUT ROWID`,
			);
	}

	/** Milliseconds since the epoch, or null. */
	of(kind: string, name: string): number | null {
		const [row] = this.database.all<{ time: number }>(
			'SELECT time FROM alarms WHERE kind = ? AND name = ?',
			kind,
			name,
		);
		return row?.time ?? null;
	}

	set(kind: string, name: string, time: number): void {
		this.database.all('INSERT OR REPLACE INTO alarms VALUES (?, ?, ?)', kind, name, time);
	}

	remove(kind: string, name: string): void {
		this.database.all('DELETE FROM alarms WHERE kind = ? AND name = ?', kind, name);
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
		for (const { kind, name } of this.#taken(now, again))
			await wake(kind, name).then(() => this.#rung(kind, name, again), onError);
	}

	#taken(now: number, again: number): { kind: string; name: string }[] {
		return this.database.transaction(() => {
			const rows = this.database.all<{ kind: string; name: string }>(
				`SELECT kind, name, min(time) AS time FROM (SELECT * FROM alarms UNION ALL SELECT * FROM ringing)
				WHERE time <= ? GROUP BY kind, name ORDER BY time LIMIT 100`,
				now,
			);
			for (const { kind, name } of rows) {
				this.database.all(
					'DELETE FROM alarms WHERE kind = ? AND name = ? AND time <= ?',
					...[kind, name, now],
				);
				this.database.all('INSERT OR REPLACE INTO ringing VALUES (?, ?, ?)', kind, name, again);
			}
			return rows;
		});
	}

	#rung(kind: string, name: string, again: number): void {
		this.database.all(
			'DELETE FROM ringing WHERE kind = ? AND name = ? AND time = ?',
			...[kind, name, again],
		);
	}
}
