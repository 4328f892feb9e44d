// The members of a workspace and what they may do there.
import { isRole, type Role } from '../../auth';
import { counted, raw, type Sql } from '../../shared/sql';

/** Somebody in a workspace, with one role there; who added them may be gone by now. */
export interface Member {
	readonly id: string;
	readonly name: string;
	readonly role: Role;
	/** Milliseconds since the epoch. */
	readonly addedAt: number;
	readonly addedBy: string;
}

const COLUMNS = 'id, name, role, added_at AS addedAt, added_by AS addedBy';
const MOST_MEMBERS = 10_000;

/** Members of a workspace with their roles. */
export class Members {
	/** @param now milliseconds since the epoch */
	constructor(
		private readonly sql: Sql,
		private readonly now: () => number,
	) {
		sql.all(`CREATE TABLE IF NOT EXISTS members (
			id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, added_at INTEGER NOT NULL,
			added_by TEXT NOT NULL)`);
	}

	/** Adds a member, or changes name and role of one; false where there is no room. */
	put({ id, name, role, addedBy }: Omit<Member, 'addedAt'>): boolean {
		const isNew = this.find(id) === null;
		if (isNew && counted(this.sql, 'members') >= MOST_MEMBERS) return false;
		this.sql.all`INSERT INTO members (id, name, role, added_at, added_by)
			VALUES (${id}, ${name}, ${role}, ${this.now()}, ${addedBy})
			ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role`;
		return true;
	}

	find(id: string): Member | null {
		const row = this.sql.all<Member>`SELECT ${raw(COLUMNS)} FROM members WHERE id = ${id}`[0];
		return row && isRole(row.role) ? row : null;
	}

	list(): Member[] {
		return this.sql.all<Member>(`SELECT ${COLUMNS} FROM members ORDER BY name, id`);
	}

	remove(id: string): boolean {
		return this.sql.all`DELETE FROM members WHERE id = ${id} RETURNING id`.length > 0;
	}
}
