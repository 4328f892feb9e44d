// One `loadline serve` on one state: conversations that wait and counters of limits live in its memory. The
// lock is SQLite's, so that the system takes it off a process that was killed.
import { join } from 'node:path';
import { err, ok, type Result } from '../../shared/result';
import { Database } from './database';

/** @returns what lets go of the state; else which process has it, 0 where that is not known */
export function lockState(folder: string, pid: number): Result<() => void, number> {
	const database = new Database(join(folder, 'serve.lock'), 0);
	try {
		database.all('CREATE TABLE IF NOT EXISTS server (pid INTEGER)');
		database.transaction(() => {
			database.all('DELETE FROM server');
			database.all('INSERT INTO server VALUES (?)', pid);
		});
		database.hold();
		return ok(() => database.close());
	} catch (error) {
		// SQLITE_BUSY, whatever the bits above say.
		if (((error as { errcode?: number }).errcode ?? 0) % 256 !== 5) throw error;
		const [row] = database.all<{ pid: number }>('SELECT pid FROM server');
		database.close();
		return err(row?.pid ?? 0);
	}
}
