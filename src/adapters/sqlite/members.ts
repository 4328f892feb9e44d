// The members of a workspace and what they may do there.
import { isRole, type Role } from '../../auth';
import { addColumn, counted, raw, type Sql } from '../../shared/sql';

/** Somebody in a workspace, with one role there; who added them may be gone by now. */
export interface Member {
	readonly id: string;
	readonly name: string;
	readonly role: Role;
	/** Milliseconds since the epoch. */
	readonly addedAt: number;
	readonly addedBy: string;
	/** Time at which they were given their present role. */
	readonly roleAt: number;
}

const COLUMNS =
	'id, name, role, added_at AS addedAt, added_by AS addedBy, coalesce(role_at, added_at) AS roleAt';
const MOST_MEMBERS = 10_000;
const isOther = (now: Member | null, was?: string): boolean =>
	was !== undefined && was !== (now && new Date(now.roleAt).toISOString());

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
		addColumn(sql, 'members', 'role_at INTEGER');
	}

	/** Adds a member, or changes one who came by their role at `was` (ISO 8601), or at any time; null where there is no room. */
	put(member: Omit<Member, 'addedAt' | 'roleAt'>, was?: string): Member | 'changed' | null {
		const { id, name, role, addedBy } = member;
		const before = this.find(id);
		if (isOther(before, was)) return 'changed';
		if (!before && counted(this.sql, 'members') >= MOST_MEMBERS) return null;
		const now = this.now();
		const roleAt = before?.role === role ? before.roleAt : Math.max(now, (before?.roleAt ?? 0) + 1);
		this.sql.all`INSERT INTO members (id, name, role, added_at, added_by, role_at)
			VALUES (${id}, ${name}, ${role}, ${now}, ${addedBy}, ${roleAt})
			ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role,
				role_at = excluded.role_at`;
		return this.find(id);
	}

	find(id: string): Member | null {
		const row = this.sql.all<Member>`SELECT ${raw(COLUMNS)} FROM members WHERE id = ${id}`[0];
		return row && isRole(row.role) ? row : null;
	}

	list(): Member[] {
		return this.sql.all<Member>(`SELECT ${COLUMNS} FROM members ORDER BY name, id`);
	}

	remove(id: string, was?: string): boolean | 'changed' {
		if (isOther(this.find(id), was)) return 'changed';
		return this.sql.all`DELETE FROM members WHERE id = ${id} RETURNING id`.length > 0;
	}
}

/** A workspace as lists show it; `name` is in every storage key, and never changes. */
export interface WorkspaceFacts {
	readonly name: string;
	readonly title: string;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly createdBy: string;
}

/** Workspaces of a deployment. */
export class Workspaces {
	/** @param now milliseconds since the epoch */
	constructor(
		private readonly sql: Sql,
		private readonly now: () => number,
	) {
		sql.all(`CREATE TABLE IF NOT EXISTS workspaces (
			name TEXT PRIMARY KEY, title TEXT NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL)`);
		sql.all(`CREATE TABLE IF NOT EXISTS memberships (
			principal TEXT NOT NULL, workspace TEXT NOT NULL, PRIMARY KEY (principal, workspace))`);
	}

	/** Returns whether it was new; the title of one that is there changes. */
	put({ name, title, createdBy }: Omit<WorkspaceFacts, 'createdAt'>): boolean {
		const known = this.sql.all`UPDATE workspaces SET title = ${title} WHERE name = ${name}
			RETURNING name`;
		if (known.length > 0) return false;
		this.sql.all`INSERT INTO workspaces (name, title, created_at, created_by)
			VALUES (${name}, ${title}, ${this.now()}, ${createdBy})`;
		return true;
	}

	/** With all memberships. @returns whether there was one */
	remove(name: string): boolean {
		this.sql.all`DELETE FROM memberships WHERE workspace = ${name}`;
		return this.sql.all`DELETE FROM workspaces WHERE name = ${name} RETURNING name`.length > 0;
	}

	/** By name; all of them: what is sealed of each is sealed anew by this list. */
	list(): WorkspaceFacts[] {
		return this.sql.all`SELECT name, title, created_at AS createdAt, created_by AS createdBy
			FROM workspaces ORDER BY name`;
	}

	/** Notes where a principal is a member; the workspace's own list decides. */
	join(principal: string, workspace: string): void {
		this.sql.all`INSERT OR IGNORE INTO memberships VALUES (${principal}, ${workspace})`;
	}

	leave(principal: string, workspace: string): void {
		this.sql.all`DELETE FROM memberships WHERE principal = ${principal}
			AND workspace = ${workspace}`;
	}

	/** Workspaces in which a principal is a member; the first is where they are by default, whoever adds them elsewhere. */
	of(principal: string): string[] {
		return this.sql.all<{ workspace: string }>`SELECT workspace FROM memberships
			WHERE principal = ${principal} ORDER BY rowid`.map(({ workspace }) => workspace);
	}
}
