// Long texts of workflows over several rows, each well under what a row may hold.
import type { Sql } from '../../shared/sql';

/** Characters (UTF-16 code units) of a part: at most three bytes each. */
const PART = 262_144;

export interface WorkflowParts {
	write(owner: string, text: string): void;
	/** The text; empty when there is none. */
	read(owner: string): string;
	drop(owner: string): void;
}

export const workflowParts = (sql: Sql): WorkflowParts => ({
	write(owner, text) {
		let from = 0;
		for (let part = 0; from < text.length; part++) {
			let to = Math.min(from + PART, text.length);
			// Half a surrogate pair would not survive as UTF-8.
			if (to < text.length && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to--;
			sql.all(
				'INSERT INTO workflow_parts (owner, part, text) VALUES (?, ?, ?)',
				owner,
				part,
				text.slice(from, to),
			);
			from = to;
		}
	},
	read: (owner) =>
		sql
			.all<{ text: string }>('SELECT text FROM workflow_parts WHERE owner = ? ORDER BY part', owner)
			.map(({ text }) => text)
			.join(''),
	drop: (owner) => void sql.all('DELETE FROM workflow_parts WHERE owner = ?', owner),
});
