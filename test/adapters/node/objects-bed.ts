// Objects on SQLite files to test: a counter, and a process of them in a folder.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Alarms } from '../../../src/adapters/node/alarms';
import { Database } from '../../../src/adapters/node/database';
import { ObjectFiles, Objects } from '../../../src/adapters/node/objects';

/** Remembers what it has read, as an object may. */
class Counter {
	#count: number;
	#next: number | undefined;

	constructor(private readonly state: DurableObjectState) {
		state.storage.sql.exec('CREATE TABLE IF NOT EXISTS counts (n INTEGER)');
		const rows = state.storage.sql.exec('SELECT count(*) AS n FROM counts').toArray();
		this.#count = Number(rows[0]?.n);
	}

	invoke(_service: string, method: string, [by]: readonly unknown[]): unknown {
		if (method === 'call') return (by as { back(text: string): void }).back('heard');
		if (method === 'wake') return this.state.storage.setAlarm(Number(by));
		if (method === 'next') this.#next = Number(by);
		if (method === 'end') return this.state.storage.deleteAll();
		if (method === 'make') return this.#made();
		if (method === 'fail') {
			this.#count += 10;
			this.state.storage.sql.exec('INSERT INTO counts VALUES (?)', 1);
			throw new Error('as asked');
		}
		if (method === 'add') this.state.storage.sql.exec('INSERT INTO counts VALUES (?)', 1);
		if (method === 'add') this.#count++;
		return this.#count;
	}

	/** As a service does that finds its tables gone. */
	#made(): unknown {
		this.state.storage.sql.exec('CREATE TABLE IF NOT EXISTS counts (n INTEGER)');
		return this.invoke('any', 'add', []);
	}

	async alarm(): Promise<void> {
		this.state.storage.sql.exec('INSERT INTO counts VALUES (?)', 1);
		this.#count++;
		const isDue = (await this.state.storage.getAlarm()) !== null;
		if (this.#next !== undefined && !isDue) await this.state.storage.setAlarm(this.#next);
	}
}

export const open = (place: string, mostOpen = 200) => {
	const database = new Database(join(place, 'state.sqlite'));
	const alarms = new Alarms(database);
	const files = new ObjectFiles(place, database);
	const objects = new Objects('Counter', Counter as never, {
		...{ files, alarms, mostOpen },
		env: {},
	});
	const ask = (name: string, method: string, ...args: unknown[]) =>
		objects.getByName(name).invoke('any', method, args);
	const failed: unknown[] = [];
	/** Rings what is due, and again after a minute what did not come to its end. @returns how many were called */
	const ring = async (now: number, wake = (name: string) => objects.ring(name)) => {
		let called = 0;
		const one = async (_: string, name: string) => {
			called++;
			await wake(name);
		};
		await alarms.ring(now, now + 60_000, one, (error) => failed.push(error));
		return called;
	};
	return { database, alarms, objects, ask, ring, failed };
};

export const filesOf = (place: string) =>
	readdirSync(join(place, 'Counter')).filter((file) => file.endsWith('.sqlite'));
