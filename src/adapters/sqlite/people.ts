// People of a deployment: the members of a workspace and what they may do there, who is signed in in a browser, of which
// only digests of cookies are kept, and the owner, set once with the claim secret.
import { isRole, type Role } from '../../auth';
import { counted, first, insert, raw, storeOf } from '../../shared/sql';

/** Somebody in a workspace, with one role there; who added them may be gone by now. */
interface Member {
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
export class Members extends storeOf(
	`CREATE TABLE IF NOT EXISTS members (
		id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, added_at INTEGER NOT NULL,
		added_by TEXT NOT NULL)`,
	['members', 'role_at INTEGER'],
) {
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
interface WorkspaceFacts {
	readonly name: string;
	readonly title: string;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly createdBy: string;
}

/** Workspaces of a deployment. */
export class Workspaces extends storeOf(
	`CREATE TABLE IF NOT EXISTS workspaces (
		name TEXT PRIMARY KEY, title TEXT NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS memberships (
		principal TEXT NOT NULL, workspace TEXT NOT NULL, PRIMARY KEY (principal, workspace))`,
) {
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

/** Somebody who is signed in, in one browser; the digest of the cookie, not the cookie, finds it. */
interface Visit {
	readonly id: string;
	readonly name: string;
	/** Way of signing in: `openid`, `passphrase`, `token`. */
	readonly via: string;
	/** Sealed data for checking a token again; null where there is none. */
	readonly sealed: Uint8Array | null;
	/** The one workspace that a token is of; null where they signed in otherwise. */
	readonly workspace: string | null;
}

/** Milliseconds: of a visit in all, and without a request. */
const LIFE_MS = 7 * 86_400_000;
const IDLE_MS = 12 * 3_600_000;
/** A request is noted once in so many milliseconds. */
const NOTED_MS = 600_000;
const MOST_OF_ONE = 20;

/** Sign-in sessions of a deployment. */
export class Visits extends storeOf(
	`CREATE TABLE IF NOT EXISTS visits (
		digest TEXT PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL, via TEXT NOT NULL, sealed BLOB,
		begun_at INTEGER NOT NULL, seen_at INTEGER NOT NULL)`,
	['visits', 'workspace TEXT'],
	'CREATE INDEX IF NOT EXISTS visits_id ON visits (id, seen_at)',
) {
	begin(digest: string, { id, name, via, sealed, workspace }: Visit): void {
		const now = this.now();
		const times = { begun_at: now, seen_at: now };
		insert(this.sql, 'INSERT INTO visits', { digest, id, name, via, sealed, ...times, workspace });
		this.sql.all`DELETE FROM visits WHERE id = ${id} AND digest NOT IN (SELECT digest FROM visits
			WHERE id = ${id} ORDER BY seen_at DESC LIMIT ${MOST_OF_ONE})`;
		const [begun, seen] = [now - LIFE_MS, now - IDLE_MS];
		this.sql.all`DELETE FROM visits WHERE begun_at <= ${begun} OR seen_at <= ${seen}`;
	}

	find(digest: string): Omit<Visit, 'workspace'> | null {
		const now = this.now();
		const [row] = this.sql.all<Visit & { readonly seenAt: number }>`
			SELECT id, name, via, sealed, seen_at AS seenAt FROM visits
			WHERE digest = ${digest} AND begun_at > ${now - LIFE_MS} AND seen_at > ${now - IDLE_MS}`;
		if (!row) return null;
		const { seenAt, ...visit } = row;
		if (now - seenAt > NOTED_MS)
			this.sql.all`UPDATE visits SET seen_at = ${now} WHERE digest = ${digest}`;
		return visit;
	}

	end(digest: string): void {
		this.sql.all`DELETE FROM visits WHERE digest = ${digest}`;
	}

	/** Ends those by tokens of a workspace. @param isLast also those as a person, who is in no other @returns how many */
	endOf(id: string, workspace: string, isLast: boolean): number {
		return this.sql.all`DELETE FROM visits WHERE id = ${id}
			AND (workspace = ${workspace} OR ${Number(isLast)} AND via <> 'token') RETURNING id`.length;
	}
}

/** The owner of a claimed deployment. */
interface Owner {
	readonly id: string;
	readonly name: string;
	/** Origin at which it was claimed, `https://loadline.example.com`. */
	readonly home: string;
	/** Salt and hash of the owner's passphrase, where it was claimed with one. */
	readonly passphrase: string | null;
	/** Milliseconds since the epoch. */
	readonly claimedAt: number;
}

/**
 * Milliseconds in which so many secrets may be tried, from one address and from all together; beyond that a network
 * that has tried none may try one, so that few addresses keep nobody out. A thousand a minute are 2^29 a year: a
 * passphrase of twelve characters drawn at random has 2^56 and more, and a try costs the deployment a hash.
 */
const WINDOW_MS = 60_000;
const MOST_OF_ADDRESS = 10;
const MOST_TRIES = 100;
const MOST_OF_ALL = 1_000;

interface Try {
	readonly at: number;
	readonly from: string;
}

/** The claim of a deployment. */
export class Ownership extends storeOf(
	`CREATE TABLE IF NOT EXISTS owner (
		one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, name TEXT NOT NULL, home TEXT NOT NULL,
		passphrase TEXT, claimed_at INTEGER NOT NULL)`,
) {
	readonly #tries = { passphrase: [] as Try[], claim: [] as Try[] };

	get(): Owner | null {
		const columns = 'id, name, home, passphrase, claimed_at AS claimedAt';
		return first<Owner>(this.sql, `SELECT ${columns} FROM owner`) ?? null;
	}

	/** False when somebody was first. */
	claim({ id, name, home, passphrase }: Omit<Owner, 'claimedAt'>): boolean {
		if (this.get()) return false;
		this.sql.all`INSERT INTO owner (one, id, name, home, passphrase, claimed_at)
			VALUES (1, ${id}, ${name}, ${home}, ${passphrase}, ${this.now()})`;
		return true;
	}

	/** Returns whether another secret may be tried now; counts it. No address uses up what the others have. */
	mayTry(what: 'passphrase' | 'claim', from: string): boolean {
		const now = this.now();
		const tries = this.#tries[what].filter(({ at }) => now - at < WINDOW_MS);
		this.#tries[what] = tries;
		const own = tries.filter((one) => one.from === from).length;
		const isNew = !tries.some((one) => siteOf(one.from) === siteOf(from));
		const most = isNew ? MOST_OF_ALL : MOST_TRIES;
		return own < MOST_OF_ADDRESS && tries.length < most && tries.push({ at: now, from }) > 0;
	}
}

/** An IPv4 address; of an IPv6 network (`2001:db8:1:2::/64`) the /48 of which one customer has all. */
const siteOf = (from: string) => (from.endsWith('::/64') ? from.split(':', 3).join(':') : from);
