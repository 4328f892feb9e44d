// Fingerprints of tools in SQLite: a row a server, the least recently written first.
import type { FingerprintStore } from '../../gateway';
import { first, type Sql } from '../../shared/sql';

/** Makes its tables where they are missing; `get` and `said` give undefined for what was never kept. */
export const createSqliteSightStore = (sql: Sql): FingerprintStore => {
	sql.all(`CREATE TABLE IF NOT EXISTS tool_sights (
		n INTEGER PRIMARY KEY AUTOINCREMENT, server TEXT NOT NULL UNIQUE, text TEXT NOT NULL)`);
	sql.all(`CREATE TABLE IF NOT EXISTS tool_words (
		server TEXT NOT NULL, tool TEXT NOT NULL, digest TEXT NOT NULL, text TEXT NOT NULL,
		PRIMARY KEY (server, tool, digest)) WITHOUT ROWID`);
	return {
		get: (server) =>
			sql.all<{ text: string }>`SELECT text FROM tool_sights WHERE server = ${server}`[0]?.text,
		put: (server, text) => {
			sql.all`INSERT OR REPLACE INTO tool_sights (server, text) VALUES (${server}, ${text})`;
		},
		all: () => sql.all('SELECT server, text FROM tool_sights ORDER BY n'),
		delete: (server) => {
			sql.all`DELETE FROM tool_sights WHERE server = ${server}`;
			sql.all`DELETE FROM tool_words WHERE server = ${server}`;
		},
		said: (...key) =>
			first<{ text: string }>(
				sql,
				'SELECT text FROM tool_words WHERE server = ? AND tool = ? AND digest = ?',
				...key,
			)?.text,
		keepSaid: (...row) => {
			sql.all('INSERT OR REPLACE INTO tool_words VALUES (?, ?, ?, ?)', ...row);
		},
		dropSaid: (server, tool, digests) => {
			sql.all`DELETE FROM tool_words WHERE server = ${server} AND tool = ${tool}
					AND digest NOT IN (SELECT value FROM json_each(${JSON.stringify(digests)}))`;
		},
	};
};
