// Durable Objects on SQLite files, one to an object. Several processes may share them: every call runs
// alone on its object, and one that finds the file changed elsewhere makes the object anew.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isRecord } from '../../shared/is-record';
import { Database } from './database';

/** What the Worker's classes offer to callers. */
interface HostedInstance {
	invoke(service: string, method: string, args: readonly unknown[]): unknown;
	alarm?(): unknown;
}

export type HostedClass = new (state: never, env: never) => HostedInstance;

interface Live {
	readonly database: Database;
	instance: HostedInstance;
	/** Calls that wait for something. */
	waiting: number;
}

export interface ObjectsOptions {
	/** Where the files go; `:memory:` keeps everything in this process. */
	readonly folder: string;
	readonly alarms: Alarms;
	/** The bindings, for objects that call others. */
	readonly env: unknown;
	/** Objects whose files stay open. */
	readonly mostOpen?: number;
}

/** The objects of one class, by name. */
export class Objects {
	readonly #kind: string;
	readonly #type: HostedClass;
	readonly #options: ObjectsOptions;
	readonly #live = new Map<string, Live>();

	constructor(kind: string, type: HostedClass, options: ObjectsOptions) {
		this.#kind = kind;
		this.#type = type;
		this.#options = options;
	}

	getByName(name: string) {
		return {
			// Plain data crosses to an object and back, as it does between machines.
			invoke: async (service: string, method: string, args: readonly unknown[]) =>
				structuredClone(
					await this.#run(name, (instance) => instance.invoke(service, method, args.map(crossed))),
				),
		};
	}

	/** Runs the alarm of an object. */
	async ring(name: string): Promise<void> {
		await this.#run(name, (instance) => instance.alarm?.());
	}

	close(): void {
		for (const { database } of this.#live.values()) database.close();
		this.#live.clear();
	}

	async #run(name: string, work: (instance: HostedInstance) => unknown): Promise<unknown> {
		const live = this.#open(name);
		live.waiting++;
		try {
			return await live.database.transaction(() => {
				if (live.database.changedElsewhere()) live.instance = this.#make(name, live.database);
				return work(live.instance);
			});
		} catch (error) {
			// What was undone on disk may still be remembered.
			if (this.#live.get(name) === live && live.waiting === 1) this.#drop(name, live);
			throw error;
		} finally {
			live.waiting--;
		}
	}

	#open(name: string): Live {
		const known = this.#live.get(name);
		if (known) {
			this.#live.delete(name);
			this.#live.set(name, known);
			return known;
		}
		for (const [other, live] of this.#live) {
			if (this.#live.size < (this.#options.mostOpen ?? 200)) break;
			if (live.waiting === 0) this.#drop(other, live);
		}
		const database = new Database(this.#fileOf(name));
		const instance = database.transaction(() => this.#make(name, database));
		const live = { database, instance, waiting: 0 };
		this.#live.set(name, live);
		return live;
	}

	#drop(name: string, { database }: Live): void {
		if (this.#options.folder === ':memory:') return;
		this.#live.delete(name);
		database.close();
	}

	#fileOf(name: string): string {
		const { folder } = this.#options;
		if (folder === ':memory:') return folder;
		const digest = createHash('sha256').update(name).digest('hex').slice(0, 40);
		return join(folder, this.#kind, `${digest}.sqlite`);
	}

	#make(name: string, database: Database): HostedInstance {
		const { alarms } = this.#options;
		const kind = this.#kind;
		const storage = {
			sql: {
				exec: (statement: string, ...bindings: never[]) => {
					const rows = database.all(statement, ...bindings);
					return { toArray: () => rows, rowsRead: 0, rowsWritten: 0 };
				},
			},
			transactionSync: <T>(work: () => T): T => database.transaction(work),
			getAlarm: async () => alarms.of(kind, name),
			setAlarm: async (time: number | Date) => alarms.set(kind, name, Number(time)),
			deleteAlarm: async () => alarms.remove(kind, name),
			deleteAll: async () => {
				database.clear();
				alarms.remove(kind, name);
			},
		};
		return new this.#type({ id: { name }, storage } as never, this.#options.env as never);
	}
}

/** A copy; functions cross as they are, wherever they stand: a caller may be called back. */
function crossed(value: unknown): unknown {
	if (typeof value === 'function') return value;
	if (Array.isArray(value)) return value.map(crossed);
	if (!isRecord(value) || value instanceof Uint8Array) return structuredClone(value);
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, crossed(member)]));
}

/**
 * When which object is to be woken, kept beside the objects. As on Cloudflare an alarm that rings is none any more, so
 * that what it wakes can set the next; until it has rung it stands apart, for should the process end.
 */
export class Alarms {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
		for (const table of ['alarms', 'ringing'])
			database.all(
				`CREATE TABLE IF NOT EXISTS ${table} (kind TEXT NOT NULL, name TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (kind, name)) WITHOUT ROWID`,
			);
	}

	/** Milliseconds since the epoch, or null. */
	of(kind: string, name: string): number | null {
		const [row] = this.#database.all<{ time: number }>(
			'SELECT time FROM alarms WHERE kind = ? AND name = ?',
			kind,
			name,
		);
		return row?.time ?? null;
	}

	set(kind: string, name: string, time: number): void {
		this.#database.all('INSERT OR REPLACE INTO alarms VALUES (?, ?, ?)', kind, name, time);
	}

	remove(kind: string, name: string): void {
		this.#database.all('DELETE FROM alarms WHERE kind = ? AND name = ?', kind, name);
	}

	/**
	 * Takes what is due at `now`; each alarm rings in one process alone.
	 * @param again when one that was taken is due once more, should this process end before it rang
	 */
	due(now: number, again: number): { kind: string; name: string; time: number }[] {
		return this.#database.transaction(() => {
			const rows = this.#database.all<{ kind: string; name: string; time: number }>(
				`SELECT kind, name, min(time) AS time FROM (SELECT * FROM alarms UNION ALL SELECT * FROM ringing)
				WHERE time <= ? GROUP BY kind, name ORDER BY time LIMIT 100`,
				now,
			);
			for (const { kind, name } of rows) {
				this.#database.all(
					'DELETE FROM alarms WHERE kind = ? AND name = ? AND time <= ?',
					...[kind, name, now],
				);
				this.#database.all('INSERT OR REPLACE INTO ringing VALUES (?, ?, ?)', kind, name, again);
			}
			return rows;
		});
	}

	/** An alarm has rung that was taken until `again`. */
	rung(kind: string, name: string, again: number): void {
		this.#database.all(
			'DELETE FROM ringing WHERE kind = ? AND name = ? AND time = ?',
			...[kind, name, again],
		);
	}
}
