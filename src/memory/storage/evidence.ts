// Usage of a workspace's memory: all events and counts of one step in one row. Counts are
// summed up when there are many such rows, and known in between.
import { count, type Row, type Rows, text } from '../../shared/sql';
import type { Attestation, AttestationQuery, NewAttestation, Tally } from '../store';

/** Events of a row, at most. */
const MOST_EVENTS = 200;
/** Rows of one read. */
const READ_AT_ONCE = 100;
/** Rows whose counts are not summed up yet. */
const MOST_UNSUMMED = 500;

type Counted = readonly [objectId: string, what: Tally['what'], key: string, at: number];
type Kept = Omit<Attestation, 'principal' | 'session'>;

/** Holds what was noted in memory until `flush`; reading events flushes first. */
export class MemoryEvidence {
	#events: Attestation[] = [];
	#counted: Counted[] = [];
	/** Number of the newest event; undefined when it has to be read. */
	#newest: number | undefined;
	/** All counts; undefined when they have to be read. */
	#tallies: Map<string, Tally> | undefined;
	#unsummed = 0;

	/** @param rows of a database that has the tables */
	constructor(private readonly rows: Rows) {}

	attest(event: NewAttestation): Attestation {
		const attestation = { ...event, seq: this.#next() };
		this.#events.push(attestation);
		return attestation;
	}

	tally(...counted: Counted): void {
		this.#counted.push(counted);
		if (this.#tallies) addTo(this.#tallies, counted);
	}

	/** Writes what was noted since the last time; in a transaction. */
	flush(): void {
		let counted = this.#counted;
		const events = this.#events;
		this.#counted = [];
		this.#events = [];
		for (const some of together(events)) {
			this.#write(some, counted);
			counted = [];
		}
		if (counted.length > 0) this.#write([], counted);
		if (this.#unsummed > MOST_UNSUMMED) this.sumUp();
	}

	/** Forgets what was noted and not written: its transaction failed. */
	reset(): void {
		this.#events = [];
		this.#counted = [];
		this.#newest = undefined;
		this.#tallies = undefined;
	}

	attestations({ order, limit, ...query }: AttestationQuery): Attestation[] {
		this.flush();
		const { principal, session, objectId, event, afterSeq = 0 } = query;
		const conditions: [string, string | number | undefined][] = [
			['principal = ?', principal],
			['session = ?', session],
			['instr(events, ?)', objectId === undefined ? undefined : inJson(objectId)],
			['instr(events, ?)', event === undefined ? undefined : `"event":${JSON.stringify(event)}`],
			['last > ?', query.afterSeq],
		];
		const given = conditions.filter(([, value]) => value !== undefined);
		const where = given.map(([sentence]) => ` AND ${sentence}`).join('');
		const isNewest = order === 'newest';
		const found: Attestation[] = [];
		let bound = isNewest ? (query.beforeSeq ?? Number.MAX_SAFE_INTEGER) : 0;
		while (found.length < limit) {
			const some = this.rows(
				`SELECT seq, principal, session, events FROM memory_evidence
					WHERE seq ${isNewest ? '<' : '>'} ?${where} ORDER BY seq ${isNewest ? 'DESC' : 'ASC'} LIMIT ?`,
				bound,
				...given.map(([, value]) => value as string | number),
				READ_AT_ONCE,
			);
			for (const row of some) {
				const events = eventsOf(row);
				for (const each of isNewest ? events.toReversed() : events)
					if (
						each.seq > afterSeq &&
						each.seq < (query.beforeSeq ?? Number.MAX_SAFE_INTEGER) &&
						(event === undefined || each.event === event) &&
						(objectId === undefined || each.objectId === objectId)
					)
						found.push(each);
			}
			const last = some.at(-1);
			if (some.length < READ_AT_ONCE || !last) break;
			bound = count(last, 'seq');
		}
		return found.slice(0, limit);
	}

	tallies(): readonly Tally[] {
		return [...this.#all().values()];
	}

	/** Moves counts from one key of an object to another. */
	move(objectId: string, from: string, to: string): void {
		this.flush();
		this.sumUp();
		this.rows`INSERT INTO memory_tallies (object_id, what, key, count, last_at)
				SELECT object_id, what, ${to}, count, last_at FROM memory_tallies
				WHERE object_id = ${objectId} AND key = ${from}
				ON CONFLICT (object_id, what, key) DO UPDATE
				SET count = count + excluded.count, last_at = max(last_at, excluded.last_at)`;
		this.rows`DELETE FROM memory_tallies WHERE object_id = ${objectId} AND key = ${from}`;
		this.#tallies = undefined;
	}

	/** Adds what was counted one by one to the sums; in a transaction. */
	sumUp(): void {
		const changed = new Map<string, Tally>();
		const rows = this.#unsummedRows();
		for (const counted of rows.flatMap(countedOf)) addTo(changed, counted);
		for (const { objectId, what, key, count: more, lastAt } of changed.values())
			this.rows`INSERT INTO memory_tallies (object_id, what, key, count, last_at)
					VALUES (${objectId}, ${what}, ${key}, ${more}, ${lastAt})
					ON CONFLICT (object_id, what, key) DO UPDATE
					SET count = count + excluded.count, last_at = max(last_at, excluded.last_at)`;
		const through = rows.at(-1);
		this.#unsummed = 0;
		if (!through) return;
		this.rows`INSERT INTO memory_marks (name, value) VALUES ('summed', ${count(through, 'seq')})
				ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
	}

	/** Lets events go that are older; their counts stay. In a transaction. */
	forgetBefore(time: number): void {
		this.flush();
		this.sumUp();
		for (;;) {
			const rows = this
				.rows`SELECT seq, at FROM memory_evidence ORDER BY seq LIMIT ${READ_AT_ONCE}`;
			const gone = rows.filter((row) => count(row, 'at') < time).at(-1);
			// The newest stays: it says which number comes next.
			if (!gone || count(gone, 'seq') >= this.#next() - 1) return;
			this.rows`DELETE FROM memory_evidence WHERE seq <= ${count(gone, 'seq')}`;
			if (gone !== rows.at(-1) || rows.length < READ_AT_ONCE) return;
		}
	}

	#write(events: readonly Attestation[], counted: readonly Counted[]): void {
		const [first] = events;
		const seq = first?.seq ?? this.#next();
		const { principal = '', session = '' } = first ?? {};
		const kept = events.map(({ principal: _, session: __, ...rest }) => rest);
		const noted = counted.length === 0 ? '' : JSON.stringify(counted);
		this.rows`INSERT INTO memory_evidence (seq, last, at, principal, session, events, counted)
			VALUES (${seq}, ${events.at(-1)?.seq ?? seq}, ${first?.at ?? counted[0]?.[3] ?? 0},
				${principal}, ${session}, ${JSON.stringify(kept)}, ${noted})`;
		if (counted.length > 0) this.#unsummed++;
	}

	#next(): number {
		const stored = () => this.rows('SELECT last FROM memory_evidence ORDER BY seq DESC LIMIT 1');
		this.#newest = (this.#newest ?? count(stored()[0] ?? { last: 0 }, 'last')) + 1;
		return this.#newest;
	}

	#all(): Map<string, Tally> {
		if (this.#tallies) return this.#tallies;
		this.flush();
		const stored = this.rows('SELECT * FROM memory_tallies ORDER BY n').map(tallyOf);
		const all = new Map(
			stored.map((tally) => [keyOf(tally.objectId, tally.what, tally.key), tally]),
		);
		const rows = this.#unsummedRows();
		for (const counted of rows.flatMap(countedOf)) addTo(all, counted);
		this.#unsummed = rows.length;
		this.#tallies = all;
		return all;
	}

	#unsummedRows(): readonly Row[] {
		return this.rows(
			`SELECT seq, counted FROM memory_evidence
				WHERE seq > coalesce((SELECT value FROM memory_marks WHERE name = 'summed'), 0)
				AND counted <> '' ORDER BY seq`,
		);
	}
}

/** Events in their order, in lists of one principal and session. */
function together(events: readonly Attestation[]): Attestation[][] {
	const lists: Attestation[][] = [];
	for (const event of events) {
		const [first] = lists.at(-1) ?? [];
		const isSame = first?.principal === event.principal && first.session === event.session;
		if (isSame && (lists.at(-1)?.length ?? 0) < MOST_EVENTS) lists.at(-1)?.push(event);
		else lists.push([event]);
	}
	return lists;
}

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

function addTo(tallies: Map<string, Tally>, [objectId, what, key, at]: Counted): void {
	const name = keyOf(objectId, what, key);
	const before = tallies.get(name);
	const lastAt = Math.max(at, before?.lastAt ?? 0);
	tallies.set(name, { objectId, what, key, count: (before?.count ?? 0) + 1, lastAt });
}

/** A text as it stands inside JSON. */
const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

const countedOf = (row: Row): Counted[] => JSON.parse(text(row, 'counted')) as Counted[];

const eventsOf = (row: Row): Attestation[] =>
	(JSON.parse(text(row, 'events')) as Kept[]).map((kept) => ({
		...kept,
		principal: text(row, 'principal'),
		session: text(row, 'session'),
	}));

const tallyOf = (row: Row): Tally => ({
	objectId: text(row, 'object_id'),
	what: text(row, 'what') as Tally['what'],
	key: text(row, 'key'),
	count: count(row, 'count'),
	lastAt: count(row, 'last_at'),
});
