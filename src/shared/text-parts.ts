// Long texts over several rows, each well under the two megabytes that a row of a Durable Object holds.

import { insert, raw, type Sql } from './sql';

/** Characters (UTF-16 code units) of a part: at most three bytes each. */
const PART = 262_144;

const AGAIN = 'ON CONFLICT (owner, part) DO UPDATE SET text = excluded.text';

/** Long texts by owner, each replaced, read and dropped whole; a write is several statements. */
export type TextParts = ReturnType<typeof textParts>;

/** @param table of their own; made where it is missing */
export const textParts = (
	sql: Sql,
	table: 'workflow_parts' | 'replay_parts' | 'session_parts' | 'kept_parts',
) => {
	sql.all(`CREATE TABLE IF NOT EXISTS ${table} (
		owner TEXT NOT NULL, part INTEGER NOT NULL, text TEXT NOT NULL,
		PRIMARY KEY (owner, part)) WITHOUT ROWID`);
	return {
		write(owner: string, text: string): void {
			let from = 0;
			let part = 0;
			for (; from < text.length; part++) {
				let to = Math.min(from + PART, text.length);
				// Half a surrogate pair would not survive as UTF-8.
				if (to < text.length && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to--;
				const row = { owner, part, text: text.slice(from, to) };
				insert(sql, `INSERT INTO ${table}`, row, AGAIN);
				from = to;
			}
			sql.all`DELETE FROM ${raw(table)} WHERE owner = ${owner} AND part >= ${part}`;
		},
		/** The text; empty when there is none. */
		read: (owner: string): string =>
			sql
				.all<{ text: string }>(`SELECT text FROM ${table} WHERE owner = ? ORDER BY part`, owner)
				.map(({ text }) => text)
				.join(''),
		drop: (owner: string): void => void sql.all`DELETE FROM ${raw(table)} WHERE owner = ${owner}`,
	};
};
