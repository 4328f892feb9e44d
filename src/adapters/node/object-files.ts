// The SQLite files of objects, one to an object, in a folder that several processes share. One that holds nothing is
// taken away when it is closed, as nothing is left of a Durable Object whose storage is empty.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Database } from './database';

/** Finds the file of an object by its kind and a digest of its name; whoever opens one closes it here. */
export class ObjectFiles {
	/** @param gate a database of the folder: while one process opens a file of it, no other takes that file away */
	constructor(
		private readonly folder: string,
		private readonly gate: Database,
	) {}

	/** Opens the file of an object, and makes it where there is none. */
	open(kind: string, name: string): Database {
		const digest = createHash('sha256').update(name).digest('hex').slice(0, 40);
		const path = join(this.folder, kind, `${digest}.sqlite`);
		return this.gate.transaction(() => new Database(path));
	}

	close(database: Database): void {
		if (database.isEmpty) this.gate.transaction(() => database.closeAndRemove());
		else database.close();
	}
}
