// Telemetry over SQLite: the newest records of one workspace, and what each minute came to.
// Answers are exact while the records reach back far enough, else from the roll-ups, whose
// percentiles are within 2 %.
import { err, ok, type Result } from '../../shared/result';
import { first, type Sql, type SqlValue } from '../../shared/sql';
import { coarse } from '../../telemetry/distribution';
import { type Group, groupOf } from '../../telemetry/group';
import { inOrder, keyOf } from '../../telemetry/grouping';
import type {
	RecordFilter,
	RequestsPage,
	RequestsQuery,
	TelemetryFault,
	TelemetryQuery,
} from '../../telemetry/ports';
import type { CallRecord } from '../../telemetry/record';
import { ROLLED_UP, slicesOf } from '../../telemetry/slices';
import { add, merge, noTally, percentilesOf, type Tally } from '../../telemetry/tally';
import { TELEMETRY_SCHEMA } from './telemetry-schema';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Records kept; the newest. */
const MOST_RECORDS = 50_000;
/** Days for which roll-ups are kept, by minute, hour and day. */
const KEPT_DAYS = 90;
/** Records over the bound that a write clears away itself, so that a rush cannot outrun the alarm. */
const SLACK = 2_000;
/** Records of one read. */
const READ_AT_ONCE = 5_000;
/** Milliseconds between two clearings. */
const CLEARED_EVERY = 3_600_000;

export interface TelemetryStoreOptions {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Asks for `clear` to be called at a time. */
	readonly wakeAt: (time: number) => void;
	readonly mostRecords?: number;
}

type Row = Readonly<Record<string, unknown>>;

/** A service: every method is one transaction. */
export class TelemetryStore {
	readonly #sql: Sql;
	readonly #options: Required<TelemetryStoreOptions>;

	/** @param sql a database of this workspace alone; tables are made where they are missing */
	constructor(sql: Sql, options: TelemetryStoreOptions) {
		this.#sql = sql;
		this.#options = { mostRecords: MOST_RECORDS, ...options };
		for (const statement of TELEMETRY_SCHEMA) sql.all(statement);
	}

	write(records: readonly CallRecord[]): void {
		this.#sql.transaction(() => {
			const rollUps = new Map<string, { key: SqlValue[]; tally: Tally }>();
			for (const record of records) {
				const { time, endpoint, outcome, variant } = record;
				this.#sql.all(
					'INSERT INTO telemetry_records (at, endpoint, outcome, variant, record) VALUES (?, ?, ?, ?, ?)',
					time,
					endpoint,
					outcome,
					variant,
					JSON.stringify(record),
				);
				for (const period of ROLLED_UP) {
					const key = [period, Math.floor(time / period) * period, endpoint, outcome, variant];
					const name = JSON.stringify(key);
					const rollUp = rollUps.get(name) ?? { key, tally: noTally() };
					add(rollUp.tally, record, coarse);
					rollUps.set(name, rollUp);
				}
			}
			for (const { key, tally } of rollUps.values()) this.#addTo(key, tally);
			if (this.#count() > this.#options.mostRecords + SLACK) this.#forget();
		});
		this.#options.wakeAt(this.#options.now() + CLEARED_EVERY);
	}

	query(query: TelemetryQuery): Group[] {
		const tallies = this.#reachesBackTo(query.from) ? this.#exact(query) : this.#rolledUp(query);
		const groups = [...tallies].map(([key, tally]) =>
			groupOf(key, tally.sums, percentilesOf(tally)),
		);
		return inOrder(groups, query.groupBy);
	}

	/** All calls of the last minutes as one group, quickly; the running minute is part of it. */
	latest(minutes: number): Group {
		const from = this.#options.now() - minutes * MINUTE;
		const all = noTally();
		for (const tally of this.#rolledUp({
			from,
			to: this.#options.now() + 1,
			groupBy: 'outcome',
		}).values())
			merge(all, tally);
		return groupOf('all', all.sums, percentilesOf(all));
	}

	requests({ limit, cursor, ...filter }: RequestsQuery): Result<RequestsPage, TelemetryFault> {
		const after = cursor === undefined ? null : /^(\d{1,15})\.(\d{1,15})$/.exec(cursor);
		if (cursor !== undefined && !after) return err({ code: 'invalid_cursor' });
		const { where, bindings } = conditions(filter);
		const rows = this.#sql.all<Row>(
			`SELECT n, at, record FROM telemetry_records WHERE ${where}
				${after ? 'AND (at, n) < (?, ?)' : ''} ORDER BY at DESC, n DESC LIMIT ?`,
			...bindings,
			...(after ? [Number(after[1]), Number(after[2])] : []),
			limit + 1,
		);
		const page = rows.slice(0, limit);
		const last = page.at(-1);
		return ok({
			requests: page.map(recordOf),
			...(rows.length > limit && last ? { nextCursor: `${last.at}.${last.n}` } : {}),
		});
	}

	/** Removes what is too old; asks to be called again while there is anything. */
	clear(): void {
		this.#sql.transaction(() => {
			this.#forget();
			const oldest = this.#options.now() - KEPT_DAYS * DAY;
			this.#sql.all('DELETE FROM telemetry_periods WHERE at < ?', oldest);
			this.#sql.all('DELETE FROM telemetry_records WHERE at < ?', oldest);
		});
		if (first(this.#sql, 'SELECT 1 FROM telemetry_periods LIMIT 1'))
			this.#options.wakeAt(this.#options.now() + CLEARED_EVERY);
	}

	#addTo(key: readonly SqlValue[], tally: Tally): void {
		const known = first<Row>(
			this.#sql,
			`SELECT tally FROM telemetry_periods
				WHERE period = ? AND at = ? AND endpoint = ? AND outcome = ? AND variant = ?`,
			...key,
		);
		if (known) merge(tally, tallyOf(known));
		this.#sql.all(
			`INSERT OR REPLACE INTO telemetry_periods
				(period, at, endpoint, outcome, variant, tally) VALUES (?, ?, ?, ?, ?, ?)`,
			...key,
			JSON.stringify(tally),
		);
	}

	/** Numbers are given in order and only the lowest are removed, so they count the rows. */
	#count(): number {
		const row = first<Row>(
			this.#sql,
			'SELECT max(n) AS newest, min(n) AS oldest FROM telemetry_records',
		);
		return row?.newest ? Number(row.newest) - Number(row.oldest) + 1 : 0;
	}

	#forget(): void {
		const surplus = this.#count() - this.#options.mostRecords;
		if (surplus <= 0) return;
		const gone = `SELECT n, at FROM telemetry_records ORDER BY n LIMIT ${surplus}`;
		const row = first<Row>(this.#sql, `SELECT max(n) AS n, max(at) AS at FROM (${gone})`);
		this.#sql.all('DELETE FROM telemetry_records WHERE n <= ?', Number(row?.n));
		this.#sql.all(
			`INSERT INTO telemetry_marks (name, at) VALUES ('forgotten', ?)
				ON CONFLICT (name) DO UPDATE SET at = max(at, excluded.at)`,
			Number(row?.at),
		);
	}

	#reachesBackTo(from: number): boolean {
		const mark = first<Row>(this.#sql, "SELECT at FROM telemetry_marks WHERE name = 'forgotten'");
		return mark === undefined || Number(mark.at) < from;
	}

	/** Read in parts: all records at once would be much of an object's memory. */
	#exact({ groupBy, ...filter }: TelemetryQuery): Map<string, Tally> {
		const { where, bindings } = conditions(filter);
		const tallies = new Map<string, Tally>();
		for (let after = 0; ; ) {
			const rows = this.#sql.all<Row>(
				`SELECT n, record FROM telemetry_records WHERE n > ? AND ${where} ORDER BY n LIMIT ?`,
				after,
				...bindings,
				READ_AT_ONCE,
			);
			for (const row of rows) {
				const record = recordOf(row);
				add(tallyAt(tallies, keyOf(record, groupBy)), record);
			}
			if (rows.length < READ_AT_ONCE) return tallies;
			after = Number(rows.at(-1)?.n);
		}
	}

	/** Whole minutes: the one in which the range begins counts in full. */
	#rolledUp({ groupBy, ...filter }: TelemetryQuery): Map<string, Tally> {
		const tallies = new Map<string, Tally>();
		const now = this.#options.now();
		const begin = Math.max(filter.from, now - (KEPT_DAYS + 1) * DAY);
		const end = Math.min(filter.to, now + DAY);
		for (const { period, from, to } of slicesOf(begin, end, groupBy)) {
			const { where, bindings } = conditions({ ...filter, from, to });
			const rows = this.#sql.all<Row>(
				`SELECT at, endpoint, outcome, variant, tally FROM telemetry_periods
					WHERE period = ? AND ${where}`,
				period,
				...bindings,
			);
			for (const row of rows) {
				const call = { ...row, time: Number(row.at) } as unknown as CallRecord;
				merge(tallyAt(tallies, keyOf(call, groupBy)), tallyOf(row));
			}
		}
		return tallies;
	}
}

function tallyAt(tallies: Map<string, Tally>, key: string): Tally {
	const known = tallies.get(key) ?? noTally();
	tallies.set(key, known);
	return known;
}

function conditions({ from, to, endpoint, outcome, variant }: RecordFilter): {
	readonly where: string;
	readonly bindings: readonly SqlValue[];
} {
	const equal = Object.entries({ endpoint, outcome, variant }).filter(
		(entry): entry is [string, string] => entry[1] !== undefined,
	);
	return {
		where: ['at >= ? AND at < ?', ...equal.map(([name]) => `${name} = ?`)].join(' AND '),
		bindings: [from, to, ...equal.map(([, value]) => value)],
	};
}

const recordOf = (row: Row): CallRecord => JSON.parse(String(row.record)) as CallRecord;
const tallyOf = (row: Row): Tally => JSON.parse(String(row.tally)) as Tally;
