// Durable Objects on SQLite files, one to an object. Several processes may share them: every call runs
// alone on its object, and one that finds the file changed elsewhere makes the object anew. As on Cloudflare an alarm is removed when it fires, so that
// what it wakes can set the next; until it has rung it stands apart, for should it fail or the process end.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { FreeMoments } from '../../shared/free-moment';
import { isRecord } from '../../shared/json-values';
import { PAUSING } from '../fetch';
import type { Alarms } from './alarms';
import { Checkpoints } from './checkpoints';
import { Database } from './database';

/** Methods of the Worker's classes. */
interface HostedInstance {
	invoke(service: string, method: string, args: readonly unknown[]): unknown;
	alarm?(): unknown;
}

interface Live {
	readonly database: Database;
	instance: HostedInstance;
	/** Calls that wait for something. */
	waiting: number;
	/** Looks of `rest` since the last call. */
	rested: number;
	isEnded: boolean;
}

interface ObjectsOptions {
	readonly files: ObjectFiles;
	readonly alarms: Alarms;
	/** The bindings, for objects that call others. */
	readonly env: unknown;
	/** Objects whose files stay open. */
	readonly mostOpen?: number;
}

/** Durable Objects of one class on Node: one live instance a name, its SQLite file beside it. */
export class Objects {
	readonly #live = new Map<string, Live>();
	/** Turns of objects that are about to be opened: their calls stay in order. */
	readonly #opening = new Map<string, Promise<void>>();

	constructor(
		private readonly kind: string,
		private readonly type: new (state: never, env: never) => HostedInstance,
		private readonly options: ObjectsOptions,
	) {}

	getByName(name: string) {
		return {
			// Plain data crosses to an object and back, as it does between machines.
			invoke: async (service: string, method: string, args: readonly unknown[]) =>
				structuredClone(
					await this.#run(name, (instance) => instance.invoke(service, method, args.map(crossed))),
				),
		};
	}

	async ring(name: string): Promise<void> {
		await this.#run(name, (instance) => instance.alarm?.());
	}

	/** Puts the logs of idle objects into their files: one of each is a lot of disk. */
	async rest(): Promise<void> {
		for (const live of [...this.#live.values()])
			if (++live.rested === 2) await checkpoints.fold(live.database.path);
	}

	/** Closes all, but for what the process may end without: most logs stay, for whoever opens their files next. */
	close(): void {
		let folded = 0;
		for (const [name, live] of this.#live)
			if (!live.database.hasLog || ++folded <= FOLDED_AT_END) this.#drop(name, live);
	}

	async #run(name: string, work: (instance: HostedInstance) => unknown): Promise<unknown> {
		if (!this.#live.has(name)) await this.#turn(name);
		const live = this.#open(name);
		live.waiting++;
		try {
			const done = live.database.transaction(() => {
				if (live.database.changedElsewhere()) live.instance = this.#make(name, live.database);
				return work(live.instance);
			});
			this.options.files.lighten(live.database);
			return await done;
		} catch (error) {
			// Memory may still hold a change that was undone on disk.
			if (live.waiting === 1) this.#drop(name, live);
			throw error;
		} finally {
			// Only a file that the thread has left can be taken away.
			if (live.isEnded && live.waiting === 1) await checkpoints.fold(live.database.path);
			live.waiting--;
			if (live.isEnded && live.waiting === 0) this.#drop(name, live);
		}
	}

	#turn(name: string): Promise<void> {
		const known = this.#opening.get(name);
		if (known) return known;
		const turn = this.options.files
			.turn(name.split('/', 1)[0] ?? '', () => this.#room())
			.finally(() => this.#opening.delete(name));
		this.#opening.set(name, turn);
		return turn;
	}

	/** Closes those that were idle longest, where many are open. */
	async #room(): Promise<void> {
		const { mostOpen = 200 } = this.options;
		for (const [name, live] of this.#live) {
			if (this.#live.size < mostOpen) return;
			if (live.waiting > 0) continue;
			await checkpoints.fold(live.database.path);
			if (live.waiting === 0) this.#drop(name, live);
		}
	}

	#open(name: string): Live {
		const known = this.#live.get(name);
		if (known) {
			this.#live.delete(name);
			this.#live.set(name, known);
			known.rested = 0;
			return known;
		}
		const database = this.options.files.open(this.kind, name);
		const instance = database.transaction(() => this.#make(name, database));
		const live = { database, instance, waiting: 0, rested: 0, isEnded: false };
		this.#live.set(name, live);
		return live;
	}

	#drop(name: string, live: Live): void {
		if (this.#live.get(name) !== live) return;
		this.#live.delete(name);
		live.rested = Number.NEGATIVE_INFINITY;
		this.options.files.close(live.database);
	}

	#make(name: string, database: Database): HostedInstance {
		const { alarms } = this.options;
		const kind = this.kind;
		const storage = {
			sql: {
				exec: (statement: string, ...bindings: never[]) => {
					const rows = database.all(statement, ...bindings);
					return { toArray: () => rows, rowsRead: 0, rowsWritten: 0 };
				},
			},
			transactionSync: <T>(work: () => T): T => {
				const value = database.transaction(work);
				this.options.files.lighten(database);
				return value;
			},
			getAlarm: async () => alarms.of(kind, name),
			setAlarm: async (time: number | Date) => alarms.set(kind, name, Number(time)),
			deleteAlarm: async () => alarms.remove(kind, name),
			deleteAll: async () => {
				database.clear();
				alarms.remove(kind, name);
				const live = this.#live.get(name);
				if (live?.database === database) live.isEnded = true;
			},
		};
		return new this.type({ id: { name }, storage } as never, this.options.env as never);
	}
}

/** A copy; functions cross as they are, wherever they stand: a caller may be called back. */
function crossed(value: unknown): unknown {
	if (typeof value === 'function') return value;
	if (Array.isArray(value)) return value.map(crossed);
	if (!isRecord(value) || value instanceof Uint8Array) return structuredClone(value);
	const members = Object.entries(value);
	for (const member of members) member[1] = crossed(member[1]);
	return Object.fromEntries(members);
}

/** Transactions after which a log is put into its file: of some ten pages each, 1 MB. */
const COMMITS = 24;

/** Milliseconds that a busy process has between the openings of two files: about as long as one takes. */
const OPENING_MS = 10;

/** Logs that are put into their files when the process ends: each waits for the disk. */
const FOLDED_AT_END = 20;

/** One thread does for the process. */
const checkpoints = new Checkpoints();

/** Finds the file of an object by its kind and a digest of its name; whoever opens one closes it here. */
export class ObjectFiles {
	/** Set when the process ends: nobody asks beside what it has to write. */
	isOver = false;
	/** By workspace, for as long as it opens files. */
	readonly #turns = new Map<string, Promise<void>>();
	readonly #moments = new FreeMoments(PAUSING, OPENING_MS);

	/** @param gate a database of the folder: while one process opens a file of it, no other takes that file away */
	constructor(
		private readonly folder: string,
		private readonly gate: Database,
	) {}

	/** Resolves when a file may be opened and has room: one at a time of a workspace; everything else goes on between two. */
	turn(workspace: string, makeRoom: () => Promise<void>): Promise<void> {
		const turn = (this.#turns.get(workspace) ?? Promise.resolve()).then(makeRoom);
		const rested = () => (this.isOver ? undefined : this.#moments.next(workspace));
		const next = turn.catch(() => {}).then(rested);
		this.#turns.set(workspace, next);
		next.then(() => this.#turns.get(workspace) === next && this.#turns.delete(workspace));
		return turn;
	}

	open(kind: string, name: string): Database {
		const digest = createHash('sha256').update(name).digest('hex').slice(0, 40);
		const path = join(this.folder, kind, `${digest}.sqlite`);
		return this.gate.transaction(() => new Database(path));
	}

	/** Has the log of a file in use put into it now and then, so that no transaction has to. */
	lighten(database: Database): void {
		if (database.commits < COMMITS) return;
		// One at a time: while the thread is at it the log is not begun anew, and grows.
		database.commits = Number.NEGATIVE_INFINITY;
		checkpoints.fold(database.path, 'PASSIVE').then(() => {
			database.commits = 0;
		});
	}

	close(database: Database): void {
		if (database.isEmpty) this.gate.transaction(() => database.closeAndRemove());
		else database.close();
	}
}
