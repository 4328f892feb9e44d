// A SQLite file that several processes may use at once, by Node's own SQLite.
import { chmodSync, closeSync, openSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { err, ok, type Result } from '../../shared/result';
import { boundStatement, type Sql, type Statement } from '../../shared/sql';
import { makeFolder, refuseForeign } from './state';

/** Milliseconds that a process waits for another's write. */
const PATIENCE_MS = 10_000;
/** Of a new file no disk is waited for until its first write is in its log, which stays beside it; later it is put into the file at 4 MB, if nobody did before. */
const NEW =
	'PRAGMA synchronous = OFF; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA wal_autocheckpoint = 0';
const SETTLED =
	'PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = 1048576';

/** SQLite's codes, and what they mean to whoever keeps the file. */
const TROUBLES: Readonly<Record<number, string>> = {
	10: 'cannot be read or written: look at the disk',
	11: 'is damaged: stop Loadline, put the file of a backup in its place (loadline restore) or move it away',
	13: 'cannot be written, the disk is full: free some space',
	26: 'is damaged, no database: stop Loadline, put the file of a backup in its place (loadline restore) or move it away',
};
/** Troubles of files by their path, until they are written again. */
const troubles = new Map<string, string>();

/** Tells which files of this process cannot be used, without their folders. */
export const storageTroubles = (): readonly string[] =>
	[...troubles].map(([path, trouble]) => `${basename(path)} ${trouble}.`);

/** One connection to one file, or to `:memory:`; statements are prepared once and kept until it is closed. */
export class Database implements Sql {
	readonly #database: DatabaseSync;
	readonly #statements = new Map<string, StatementSync>();
	#depth = 0;
	#version = 0;
	#versionQuery: StatementSync | undefined;
	#isNew = false;
	/** Transactions since this was last set to 0. */
	commits = 0;

	constructor(
		readonly path: string,
		patienceMs = PATIENCE_MS,
	) {
		if (path !== ':memory:') ownersAlone(path);
		this.#database = new (sqlite().DatabaseSync)(path);
		try {
			this.#database.exec(`PRAGMA busy_timeout = ${patienceMs}`);
			// So that `clear` can give back what it empties; a file that has a page already stays as it was made.
			this.#isNew = this.#database.prepare('PRAGMA page_count').get()?.page_count === 0;
			// Erased rows are overwritten: they must not be found in the file afterwards.
			this.#database.exec(
				`${this.#isNew ? NEW : SETTLED}; PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON`,
			);
			this.changedElsewhere();
		} catch (error) {
			this.#database.close();
			throw this.#named(error);
		}
	}

	#settle(): void {
		if (this.#depth > 0 || !this.hasLog) return;
		this.#isNew = false;
		this.#database.exec(SETTLED);
	}

	/** Runs one statement; rows as plain objects by column name. */
	all<Row extends object>(...given: Statement): Row[] {
		const [text, bindings] = boundStatement(given);
		try {
			const statement = this.#statements.get(text) ?? this.#database.prepare(text);
			this.#statements.set(text, statement);
			const rows = statement.all(...bindings).map((row) => ({ ...row })) as Row[];
			if (this.#isNew) this.#settle();
			return rows;
		} catch (error) {
			throw this.#named(error);
		}
	}

	/** Names the file in what SQLite says of it. */
	#named(error: unknown): unknown {
		const trouble = TROUBLES[Number((error as { errcode?: number }).errcode) & 0xff];
		if (trouble === undefined) return error;
		troubles.set(this.path, trouble);
		return new Error(`${this.path} ${trouble}.`, { cause: error });
	}

	/** Runs `work` whole or not at all, before or after any other process; may be nested. */
	transaction<T>(work: () => T): T {
		const isOuter = this.#depth === 0;
		const name = `level${this.#depth}`;
		this.#database.exec(isOuter ? 'BEGIN IMMEDIATE' : `SAVEPOINT ${name}`);
		this.#depth++;
		try {
			const value = work();
			this.#database.exec(isOuter ? 'COMMIT' : `RELEASE ${name}`);
			if (isOuter) {
				troubles.delete(this.path);
				this.commits++;
			}
			return value;
		} catch (error) {
			try {
				this.#database.exec(isOuter ? 'ROLLBACK' : `ROLLBACK TO ${name}; RELEASE ${name}`);
			} catch {
				// A full disk has rolled it back already: what is told is the cause of that.
			}
			throw this.#named(error);
		} finally {
			this.#depth--;
			if (this.#isNew) this.#settle();
		}
	}

	/** Keeps other processes from writing, until it is closed. @returns false where one of them does so */
	holds(): boolean {
		try {
			this.#database.exec('BEGIN IMMEDIATE');
			return true;
		} catch (error) {
			if (isBusy(error)) return false;
			throw error;
		}
	}

	/** Returns whether another process has written since this was last asked. */
	changedElsewhere(): boolean {
		const before = this.#version;
		this.#versionQuery ??= this.#database.prepare('PRAGMA data_version');
		this.#version = Number(this.#versionQuery.get()?.data_version);
		return this.#version !== before;
	}

	/** True if nothing is in it, not even a table. */
	get isEmpty(): boolean {
		return this.all('SELECT 1 FROM sqlite_master LIMIT 1').length === 0;
	}

	/** Empties the database, whole or not at all: tables, indexes, rows; the file shrinks with it. */
	clear(): void {
		this.#statements.clear();
		const made = this.all<{ type: string; name: string }>(
			"SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
		);
		this.transaction(() => {
			for (const { type, name } of made)
				this.#database.exec(`DROP ${type.toUpperCase()} IF EXISTS "${name.replaceAll('"', '""')}"`);
		});
		this.#database.exec('PRAGMA incremental_vacuum');
		this.#statements.clear();
	}

	/** Writes a whole copy to a file that is not there yet, while others go on. */
	copyTo(path: string): void {
		ownersAlone(path);
		this.#database.prepare('VACUUM INTO ?').run(path);
	}

	close(): void {
		this.#statements.clear();
		this.#database.close();
	}

	/** True if its log holds something that closing it would put into the file. */
	get hasLog(): boolean {
		return (statSync(`${this.path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
	}

	/** Closes it; its file goes where nothing is in it and nobody else has it open. Meanwhile nobody may open it. */
	closeAndRemove(): void {
		let isOver = false;
		try {
			// Only who is alone may do without a log.
			this.#database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE');
			isOver = this.isEmpty;
		} catch {}
		this.close();
		if (isOver) rmSync(this.path, { force: true });
	}
}

/**
 * Locks a state for one `loadline serve`: conversations that wait and counters of limits live in its memory. The lock is
 * SQLite's, so that the system takes it off a process that was killed.
 * @returns what lets go of the state; else which process has it, 0 where that is not known
 */
export function lockState(folder: string, pid: number): Result<() => void, number> {
	const database = new Database(join(folder, 'serve.lock'), 0);
	try {
		database.all('CREATE TABLE IF NOT EXISTS server (pid INTEGER)');
		database.transaction(() => {
			database.all('DELETE FROM server');
			database.all('INSERT INTO server VALUES (?)', pid);
		});
		if (database.holds()) return ok(() => database.close());
	} catch (error) {
		if (!isBusy(error)) throw error;
	}
	const [row] = database.all<{ pid: number }>('SELECT pid FROM server');
	database.close();
	return err(row?.pid ?? 0);
}

/** SQLITE_BUSY, whatever the bits above say. */
const isBusy = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;

/**
 * Makes a file that its owner alone may read, whatever the folder lets others do; SQLite's others take after it. One
 * that is there is not opened: to close it again would take away the locks that a thread of this process has on it.
 */
function ownersAlone(path: string): void {
	makeFolder(dirname(path));
	refuseForeign(path);
	try {
		closeSync(openSync(path, 'wx', 0o600));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
	}
	if (process.getuid?.() === statSync(path).uid) chmodSync(path, 0o600);
}

/** @throws Error that says which Node has one, where this one has no SQLite */
export const requireSqlite = (): void => void sqlite();

/** Node's SQLite, without the sentence it prints on every start. */
function sqlite(): typeof import('node:sqlite') {
	const { emitWarning } = process;
	process.emitWarning = () => {};
	try {
		const found = process.getBuiltinModule?.('node:sqlite');
		if (found) return found;
	} finally {
		process.emitWarning = emitWarning;
	}
	throw new Error(
		`this command needs Node 22.13 or newer, for its SQLite; this is ${process.versions.node}. Or: npx -y -p node@24 -p loadline loadline …`,
	);
}
