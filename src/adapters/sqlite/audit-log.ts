// The audit log of a workspace, or of the deployment: rows are added, the oldest of many leave, none is ever changed.

import type { ReadOf } from '../../contract';
import { canonicalJson } from '../../shared/canonical-json';
import { sha256Hex } from '../../shared/hash';
import { counted, first, insert, piece, raw, type Sql } from '../../shared/sql';

/** An act, without any secret. */
interface Act {
	/** Principal id, and how the principal is called. */
	readonly by: string;
	readonly name: string;
	/** The action: `PUT /api/secrets/:name`. */
	readonly action: string;
	/** To what: `API_KEY`. */
	readonly target: string;
	readonly detail: Readonly<Record<string, unknown>>;
	readonly correlationId: string;
}

interface AuditEntry extends Act {
	/** Counts from 1, without gaps. */
	readonly n: number;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** Hash of the entry before; empty for the first. */
	readonly previous: string;
	/** SHA-256 of all of the above, hexadecimal. */
	readonly hash: string;
}

/** The newest entry: what to keep elsewhere. */
interface Head {
	readonly n: number;
	readonly hash: string;
}

const NO_HEAD: Head = { n: 0, hash: '' };

/** SHA-256 in hex over an entry and the hash of the one before it. */
const hashOf = ({ hash: _, ...facts }: Omit<AuditEntry, 'hash'> & { hash?: string }): string =>
	sha256Hex(canonicalJson(facts));

/** The first entry that is not as written, if any. @param entries oldest first @param before what the first follows */
const brokenAt = (entries: readonly AuditEntry[], before: Head | undefined): number | undefined => {
	let previous = before;
	for (const entry of entries) {
		const follows =
			previous === undefined || (entry.n === previous.n + 1 && entry.previous === previous.hash);
		if (!follows || entry.hash !== hashOf(entry)) return entry.n;
		previous = entry;
	}
	return undefined;
};

interface Row extends Omit<AuditEntry, 'detail'> {
	readonly detail: string;
}

/** Entries kept. Who raises it has logs whose oldest entries left under the former bound: `verify` would miss them. */
const MOST_KEPT = 50_000;
/** Refusals of one kind that are noted in an hour: whoever is refused could write without end. */
const MOST_REFUSED = 30;
const HOUR_MS = 3_600_000;
/** Newest entries among which they are counted. */
const LOOKED_BACK = 1_000;
const AT_ONCE = 1_000;

const entryOf = ({ detail, ...row }: Row): AuditEntry => ({ ...row, detail: JSON.parse(detail) });

const COLUMNS =
	'n, at, by, name, action, target, detail, correlation_id AS correlationId, previous, hash';

/** The audit log of a workspace or deployment: a hash chain of entries. */
export class AuditLog {
	/** @param now milliseconds since the epoch */
	constructor(
		private readonly sql: Sql,
		private readonly now: () => number,
		private readonly most = MOST_KEPT,
	) {
		sql.all(`CREATE TABLE IF NOT EXISTS audit_log (
			n INTEGER PRIMARY KEY, at INTEGER NOT NULL, by TEXT NOT NULL, name TEXT NOT NULL,
			action TEXT NOT NULL, target TEXT NOT NULL, detail TEXT NOT NULL, correlation_id TEXT NOT NULL,
			previous TEXT NOT NULL, hash TEXT NOT NULL)`);
		// The newest entry once more, so that the next one does not hide that it was taken out.
		sql.all(`CREATE TABLE IF NOT EXISTS audit_head (
			id INTEGER PRIMARY KEY CHECK (id = 1), n INTEGER NOT NULL, hash TEXT NOT NULL)`);
		sql.all(
			`INSERT OR IGNORE INTO audit_head (id, n, hash)
			SELECT 1, n, hash FROM audit_log ORDER BY n DESC LIMIT 1`,
		);
	}

	note(act: Act): Head;
	/** @param isOnce null where the same is noted already, of the same, by the same */
	note(act: Act, how: { readonly isOnce: boolean }): Head | null;
	note(act: Act, { isOnce }: { readonly isOnce: boolean } = { isOnce: false }): Head | null {
		if (isOnce && this.#isNoted(act)) return null;
		const head = this.head();
		const { by, name, action, target, detail, correlationId } = act;
		const n = head.n + 1;
		const facts = { n, at: this.now(), by, name, action, target, previous: head.hash };
		const hash = hashOf({ ...facts, detail, correlationId });
		const texts = { detail: JSON.stringify(detail), correlation_id: correlationId };
		insert(this.sql, 'INSERT INTO audit_log', { ...facts, ...texts, hash });
		this.sql.all`INSERT OR REPLACE INTO audit_head (id, n, hash) VALUES (1, ${n}, ${hash})`;
		this.sql.all`DELETE FROM audit_log WHERE n <= ${n - this.most}`;
		return { n, hash };
	}

	#isNoted({ by, action, target, detail }: Act): boolean {
		const found = this.sql.all`SELECT 1 FROM audit_log WHERE by = ${by} AND action = ${action}
			AND target = ${target} AND detail = ${JSON.stringify(detail)} LIMIT 1`[0];
		return found !== undefined;
	}

	/** Notes that something was refused; the last that is noted in an hour says so. Null where none is. */
	noteRefused(act: Act): Head | null {
		const refused = piece`audit_log WHERE n > ${this.head().n - LOOKED_BACK}
			AND at > ${this.now() - HOUR_MS} AND action = ${act.action}`;
		const count = counted(this.sql, refused);
		if (count >= MOST_REFUSED) return null;
		if (count < MOST_REFUSED - 1) return this.note(act);
		return this.note({ ...act, detail: { ...act.detail, more: 'not noted for an hour' } });
	}

	head(): Head {
		return (
			first<Head>(
				this.sql,
				`SELECT n, hash FROM (
					SELECT n, hash, 1 AS place FROM audit_head
					UNION ALL SELECT * FROM (SELECT n, hash, 2 FROM audit_log ORDER BY n DESC LIMIT 1)
				) ORDER BY n DESC, place LIMIT 1`,
			) ?? NO_HEAD
		);
	}

	/** Lists entries, the newest first; omitted members of the query do not filter. */
	list(query: ReadOf<'GET /api/audit'>['query']): AuditEntry[] {
		const { before, limit, action, by = '', target = '' } = query;
		return this.sql.all<Row>`SELECT ${raw(COLUMNS)} FROM audit_log
			WHERE n < ${before ?? Number.MAX_SAFE_INTEGER} AND instr(action, ${action ?? ''}) > 0
				AND (${by} = '' OR by = ${by}) AND (${target} = '' OR target = ${target})
			ORDER BY n DESC LIMIT ${limit}`.map(entryOf);
	}

	/**
	 * Returns whether every entry that is kept is what was written, and none is missing, at the ends neither.
	 * @param known a head that was kept elsewhere: it must be among them, or gone for its age
	 */
	verify(known?: Head) {
		const head = this.head();
		const told = { entries: 0, head };
		if (known && known.n > head.n) return { ...told, ok: false, brokenAt: head.n + 1 };
		const lost = this.#lost(head);
		let entries = 0;
		let last: Head | undefined;
		for (let n = 0; ; ) {
			const page = this.sql.all<Row>`SELECT ${raw(COLUMNS)} FROM audit_log WHERE n > ${n}
				ORDER BY n LIMIT ${AT_ONCE}`.map(entryOf);
			// The first of all follows nothing; the first that is left follows what has gone.
			const broken = brokenAt(page, last ?? (page[0]?.n === 1 ? NO_HEAD : undefined));
			const other = page.find((entry) => entry.n === known?.n && entry.hash !== known.hash)?.n;
			entries += page.length;
			const wrong = [broken, other].filter((at) => at !== undefined);
			last = page.at(-1);
			const isLast = !last || page.length < AT_ONCE;
			if (lost !== undefined && (isLast || wrong.length > 0)) wrong.push(lost);
			if (wrong.length > 0) return { ok: false, brokenAt: Math.min(...wrong), entries, head };
			if (!last || isLast) return { ok: true, entries, head };
			n = last.n;
		}
	}

	/** The first entry that is missing at an end, or the newest where it is another one. */
	#lost({ n, hash }: Head): number | undefined {
		if (n === 0) return undefined;
		const due = Math.max(1, n - this.most + 1);
		const ends = 'SELECT min(n) AS oldest, max(n) AS newest FROM audit_log';
		const { oldest, newest } = first<Record<string, number | null>>(this.sql, ends) ?? {};
		if (oldest == null || newest == null || oldest > due) return due;
		if (newest < n) return newest + 1;
		const kept = this.sql.all<Head>`SELECT n, hash FROM audit_log WHERE n = ${n}`[0];
		return kept?.hash === hash ? undefined : n;
	}
}
