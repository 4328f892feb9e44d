// Converts the sessions of an earlier version: a row an event becomes rows of many,
// and the ledger says how far it has counted.

import { first, type Sql } from '../../shared/sql';
import type { Ledger } from '../../transient';
import type { TextParts } from './text-parts';

/** Events of a row that is made of rows of one. */
const JOINED = 32;

/** Returns whether the database has a table of that name; an index or a view counts, too. */
export const hasTable = (sql: Sql, name: string): boolean =>
	first(sql, 'SELECT 1 FROM sqlite_master WHERE name = ?', name) !== undefined;

/** Each event becomes an entry of its own, with the number that it has. */
export function convertSession(sql: Sql, parts: TextParts, ledger: string): void {
	if (!hasTable(sql, 'session_trace')) return;
	const newest = first<{ n: number | null; at: number | null }>(
		sql,
		'SELECT max(n) AS n, min(at) AS at FROM session_trace',
	);
	sql.all(`INSERT OR IGNORE INTO session_chunks
		SELECT min(n), min(n), '[' || group_concat('{"at":' || at || ',"events":[' || event || ']}') || ']'
		FROM (SELECT * FROM session_trace ORDER BY n) GROUP BY (n - 1) / ${JOINED}`);
	const old = parts.read(ledger);
	if (old !== '') {
		const through = newest?.n ?? 0;
		const converted = {
			ledger: JSON.parse(old) as Ledger,
			...{ through, forwarded: through, born: newest?.at ?? 0 },
		};
		parts.write(ledger, JSON.stringify(converted));
	}
	sql.all('DROP TABLE session_trace');
}
