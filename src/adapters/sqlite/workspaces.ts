// The workspaces of a deployment, and in which of them a principal is a member. One object knows them all:
// it is asked when somebody logs in or manages them, never by a call.
import type { Sql } from '../../shared/sql';

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
