// Everything that a stopped workerd has left on disk, as text: rows of every object and key, and values of KV.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface StoredText {
	/** File, and table where it is a row. */
	readonly where: string;
	readonly text: string;
}

/** Reads all texts in a folder that storage was persisted to. */
export function storedIn(folder: string): StoredText[] {
	const found: StoredText[] = [];
	for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
		const path = join(folder, name);
		if (/-(?:shm|wal)$/.test(name) || !statSync(path).isFile()) continue;
		if (name.endsWith('.sqlite')) found.push(...rowsIn(path, name));
		else found.push({ where: name, text: readFileSync(path, 'latin1') });
	}
	return found;
}

function rowsIn(path: string, name: string): StoredText[] {
	const database = new DatabaseSync(path, { readBigInts: true });
	try {
		const tables = database
			.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
			.all()
			.map((row) => String(row.name))
			// Counters of the platform's that this machine stands in for.
			.filter((table) => !table.startsWith('_mf_ratelimit'));
		return tables.flatMap((table) =>
			database
				.prepare(`SELECT * FROM "${table}"`)
				.all()
				.map((row) => ({
					where: `${name}: ${table}`,
					text: JSON.stringify(row, (_, value: unknown) =>
						value instanceof Uint8Array
							? Buffer.from(value).toString('latin1')
							: typeof value === 'bigint'
								? `${value}`
								: value,
					),
				})),
		);
	} finally {
		database.close();
	}
}
