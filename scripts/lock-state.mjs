// Locks the folder of a local runtime's state: of two on one folder each would overwrite what the other has written.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const BUSY = 5;

/**
 * Takes the folder for as long as this process runs; the lock is SQLite's, so that the system takes it off a process that
 * was killed. Where this Node has no SQLite nothing is locked.
 * @param {string} folder
 * @returns {Promise<number | undefined>} the process that has it already, 0 where that is not known
 */
export async function lockState(folder) {
	const { emitWarning } = process;
	// Node says at each start that its SQLite may change.
	process.emitWarning = () => {};
	const sqlite = await import('node:sqlite').catch(() => undefined);
	process.emitWarning = emitWarning;
	if (!sqlite) return undefined;
	mkdirSync(folder, { recursive: true });
	const database = new sqlite.DatabaseSync(join(folder, 'start.lock'));
	held.push(database);
	try {
		database.exec('CREATE TABLE IF NOT EXISTS server (pid INTEGER); DELETE FROM server');
		database.prepare('INSERT INTO server VALUES (?)').run(process.pid);
		// Whoever only reads still sees who it is.
		database.exec('BEGIN IMMEDIATE');
		return undefined;
	} catch (error) {
		const { errcode = 0 } = /** @type {{ errcode?: number }} */ (error);
		// The lower bits are the code, the upper ones say more of it.
		if (errcode % 256 !== BUSY) throw error;
		const row = database.prepare('SELECT pid FROM server').get();
		database.close();
		return Number(row?.pid ?? 0);
	}
}

/** Kept from being collected, which would let go of the lock. @type {object[]} */
const held = [];
