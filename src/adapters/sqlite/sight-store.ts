// What tools looked like, in SQLite: a row a server, the least recently written first.
import type { SightStore } from '../../gateway/tool-sights';
import { first, type Sql } from '../../shared/sql';

export const createSqliteSightStore = (sql: Sql): SightStore => {
	sql.all(`CREATE TABLE IF NOT EXISTS tool_sights (
		n INTEGER PRIMARY KEY AUTOINCREMENT, server TEXT NOT NULL UNIQUE, text TEXT NOT NULL)`);
	return {
		get: (server) =>
			first<{ text: string }>(sql, 'SELECT text FROM tool_sights WHERE server = ?', server)?.text,
		put: (server, text) => {
			sql.all('INSERT OR REPLACE INTO tool_sights (server, text) VALUES (?, ?)', server, text);
		},
		all: () => sql.all('SELECT server, text FROM tool_sights ORDER BY n'),
		delete: (server) => {
			sql.all('DELETE FROM tool_sights WHERE server = ?', server);
		},
	};
};
