// Puts the write-ahead logs of SQLite files into these files, in a thread of its own: the disk is waited for there, and
// every caller of the process goes on.
import { Worker } from 'node:worker_threads';

/**
 * The program of the thread: it is told paths, one after the other, and says when each is done. A log that is in use
 * stays; a file that is gone is not made anew, and one that has taken its place meanwhile is left as it is.
 */
const THREAD = `
process.emitWarning = () => {};
const { parentPort } = process.getBuiltinModule('node:worker_threads');
const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
const { statSync } = process.getBuiltinModule('node:fs');
parentPort.on('message', ({ path, mode }) => {
	try {
		const { ino } = statSync(path);
		const database = new DatabaseSync(path);
		try {
			database.exec('PRAGMA busy_timeout = 0; PRAGMA synchronous = NORMAL; SELECT 1 FROM sqlite_master LIMIT 1');
			if (statSync(path).ino === ino) database.exec('PRAGMA wal_checkpoint(' + mode + ')');
		} finally {
			database.close();
		}
	} catch {}
	parentPort.postMessage('done');
});
`;

export class Checkpoints {
	#thread: Worker | undefined;
	readonly #waiting: (() => void)[] = [];

	/**
	 * Puts the log of a file into it while others go on; the caller has the file open. Where the thread fails the log
	 * stays, and is put into the file by whoever closes that last.
	 * @param mode `PASSIVE` keeps no writer waiting, `TRUNCATE` leaves no log
	 */
	fold(path: string, mode: 'PASSIVE' | 'TRUNCATE' = 'TRUNCATE'): Promise<void> {
		this.#thread ??= this.#started();
		// Somebody waits: the process does not end before that, though nothing else keeps it.
		this.#thread.ref();
		this.#thread.postMessage({ path, mode });
		return new Promise((resolve) => this.#waiting.push(resolve));
	}

	#started(): Worker {
		const thread = new Worker(THREAD, { eval: true });
		thread.on('message', () => {
			this.#waiting.shift()?.();
			if (this.#waiting.length === 0) thread.unref();
		});
		thread.on('error', () => {});
		thread.on('exit', () => {
			this.#thread = undefined;
			for (const resolve of this.#waiting.splice(0)) resolve();
		});
		return thread;
	}
}
