// Telemetry over SQLite: the newest records of one workspace, and what each minute came to.
// Answers are exact while the records reach back far enough and are not too many to be read beside the
// writes, else from the roll-ups, whose percentiles are within 2 %.
import type { Platform } from '../shared/platform';
import { first, insert, joined, piece, type Row, raw, type Sql, takeOver } from '../shared/sql';
import { type AlertRules, Alerts } from './alerts';
import { type Group, isOther, isTrialOf, ROLLED_UP, slicesOf } from './group';
import { LearntStore } from './learnt';
import {
	type CallRecord,
	type RequestsQuery,
	TelemetryBatches,
	type TelemetryQuery,
} from './record';
import { merge, rollUpsOf, Tallies, type Tally } from './tallies';

/** Tables, all named telemetry_…; made where they are missing. */
const TABLES: readonly string[] = [
	// Records as they arrived together, a JSON list in one row; `n` is the number of the first, so that
	// the numbers count what is kept.
	`CREATE TABLE IF NOT EXISTS telemetry_batches (
		n INTEGER PRIMARY KEY, from_at INTEGER NOT NULL, to_at INTEGER NOT NULL,
		count INTEGER NOT NULL, records TEXT NOT NULL)`,
	'CREATE INDEX IF NOT EXISTS telemetry_batches_to ON telemetry_batches (to_at)',
	// One row for the calls of a minute, an hour or a day that share endpoint, outcome and variant.
	`CREATE TABLE IF NOT EXISTS telemetry_periods (
		period INTEGER NOT NULL, at INTEGER NOT NULL, endpoint TEXT NOT NULL, outcome TEXT NOT NULL,
		variant TEXT NOT NULL, tally TEXT NOT NULL,
		PRIMARY KEY (period, at, endpoint, outcome, variant)) WITHOUT ROWID`,
	// Until when records are gone that roll-ups still count; when something was done last.
	`CREATE TABLE IF NOT EXISTS telemetry_marks (name TEXT PRIMARY KEY, at INTEGER NOT NULL)`,
];

/** Records of before they were kept in batches, a row each. */
const FIRST_BATCHES = `INSERT INTO telemetry_batches
	SELECT min(n), min(at), max(at), count(*),
		'[' || group_concat(json_insert(record, '$.principal', '', '$.references', '')) || ']'
	FROM (SELECT * FROM telemetry_records ORDER BY n) GROUP BY (n - 1) / 100`;

function conditions({ from, to, endpoint, outcome, variant }: Omit<TelemetryQuery, 'groupBy'>) {
	const equal = Object.entries({ endpoint, outcome, variant }).flatMap(([name, value]) =>
		value === undefined ? [] : piece` AND ${raw(name)} = ${value}`,
	);
	return piece`at >= ${from} AND at < ${to}${joined(equal)}`;
}

const tallyOf = (row: Row): Tally => JSON.parse(String(row.tally));

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Records kept; the newest. */
const MOST_RECORDS = 50_000;
/** Records that one query reads; of more, the roll-ups tell. */
const MOST_READ = 5_000;
/** Records over the bound that a write clears away itself, so that a rush cannot outrun the alarm. */
const SLACK = 2_000;
/** Milliseconds between two clearings. */
const CLEARED_EVERY = 3_600_000;
/** Days that anything is kept, unless told otherwise. */
const TELEMETRY_DAYS = 90;

/** Dependencies of the store; `mostRecords` bounds the records kept. */
interface TelemetryStoreOptions extends Pick<Platform, 'now' | 'wakeAt'> {
	readonly mostRecords?: number;
}

/** A service: every method is one transaction. */
export class TelemetryStore {
	readonly #options: Required<TelemetryStoreOptions>;
	readonly #batches: TelemetryBatches;

	/** @param sql a database of this workspace alone; tables are made where they are missing */
	constructor(
		private readonly sql: Sql,
		options: TelemetryStoreOptions,
	) {
		this.#options = { mostRecords: MOST_RECORDS, ...options };
		for (const table of TABLES) sql.all(table);
		takeOver(sql, 'telemetry_records', 'telemetry_batches', FIRST_BATCHES);
		this.#batches = new TelemetryBatches(sql);
	}

	write(records: readonly CallRecord[]): void {
		this.sql.transaction(() => this.enter(records));
	}

	/** The same inside a transaction of the caller's. */
	enter(records: readonly CallRecord[]): void {
		if (records.length === 0) return;
		this.#batches.add(records);
		this.#rollUp(records);
		if (this.#batches.kept() > this.#options.mostRecords + SLACK) this.#forget();
		this.#options.wakeAt(this.#options.now() + CLEARED_EVERY);
	}

	query(query: TelemetryQuery): Group[] {
		const isExact = this.#reachesBackTo(query.from) && this.#batches.countIn(query) <= MOST_READ;
		return (isExact ? this.#exact(query) : this.#rolledUp(query)).groups();
	}

	/** Returns whether another server than the demo was called, as far back as anything is kept. */
	hasOthers(): boolean {
		return this.sql.all<{ endpoint: string }>`SELECT DISTINCT endpoint
			FROM telemetry_periods WHERE period = ${DAY}`.some(({ endpoint }) => isOther(endpoint));
	}

	/** All calls of the last minutes as one group, quickly; the running minute is part of it. */
	latest({
		windowMinutes,
		isWithoutTrials = false,
	}: Pick<AlertRules, 'windowMinutes' | 'isWithoutTrials'>): Group {
		const from = this.#options.now() - windowMinutes * MINUTE;
		const query = { from, to: this.#options.now() + 1, groupBy: 'endpoint' } as const;
		const isWithout = isWithoutTrials || this.hasOthers();
		return this.#rolledUp(query).total((key) => !isTrialOf(key, isWithout));
	}

	requests(query: RequestsQuery): ReturnType<TelemetryBatches['page']> {
		return this.#batches.page(query);
	}

	/** Removes what is too old. @returns whether anything is left */
	clear(days = TELEMETRY_DAYS): boolean {
		this.sql.transaction(() => {
			this.#forget();
			const oldest = this.#options.now() - days * DAY;
			// By period, so that the key finds them: the table is not read whole.
			for (const period of ROLLED_UP)
				this.sql.all`DELETE FROM telemetry_periods WHERE period = ${period} AND at < ${oldest}`;
			this.#batches.forgetBefore(oldest);
		});
		if (!first(this.sql, 'SELECT 1 FROM telemetry_periods LIMIT 1')) return false;
		this.#options.wakeAt(this.#options.now() + CLEARED_EVERY);
		return true;
	}

	/** One row a period and group, however many records. */
	#rollUp(records: readonly CallRecord[]): void {
		for (const { tally, ...key } of rollUpsOf(records)) {
			const { period, at, endpoint, outcome, variant } = key;
			const [known] = this.sql.all<Row>`SELECT tally FROM telemetry_periods WHERE period = ${period}
				AND at = ${at} AND endpoint = ${endpoint} AND outcome = ${outcome} AND variant = ${variant}`;
			if (known) merge(tally, tallyOf(known));
			const values = { ...key, tally: JSON.stringify(tally) };
			const again = `ON CONFLICT (${Object.keys(key).join(', ')}) DO UPDATE SET tally = excluded.tally`;
			insert(this.sql, 'INSERT INTO telemetry_periods', values, again);
		}
	}

	#forget(): void {
		const at = this.#batches.forgetBut(this.#options.mostRecords);
		if (at === undefined) return;
		this.sql.all`INSERT INTO telemetry_marks (name, at) VALUES ('forgotten', ${at})
				ON CONFLICT (name) DO UPDATE SET at = max(at, excluded.at)`;
	}

	#reachesBackTo(from: number): boolean {
		const mark = this.sql.all<{ at: number }>`SELECT at FROM telemetry_marks
			WHERE name = 'forgotten'`[0];
		return mark === undefined || mark.at < from;
	}

	#exact({ groupBy, ...filter }: TelemetryQuery): Tallies {
		const tallies = new Tallies(groupBy);
		for (const record of this.#batches.matching(filter)) tallies.count(record);
		return tallies;
	}

	/** Of whole minutes: the one in which the range begins counts in full. */
	#rolledUp({ groupBy, ...filter }: TelemetryQuery): Tallies {
		const now = this.#options.now();
		const begin = Math.max(filter.from, now - 2 * TELEMETRY_DAYS * DAY);
		const end = Math.min(filter.to, now + DAY);
		const tallies = new Tallies(groupBy);
		for (const { period, from, to } of slicesOf(begin, end, groupBy)) {
			const rows = this.sql
				.all<Row>`SELECT at, endpoint, outcome, variant, tally FROM telemetry_periods
				WHERE period = ${period} AND ${conditions({ ...filter, from, to })}`;
			for (const row of rows) {
				const call = { ...row, time: Number(row.at) } as unknown as CallRecord;
				tallies.merge(call, tallyOf(row));
			}
		}
		return tallies;
	}
}

/** Makes the stores of the calls of a workspace: records with their roll-ups, plans learnt of them, alerts. */
export function callStores(sql: Sql, clock: Omit<TelemetryStoreOptions, 'mostRecords'>) {
	const telemetry = new TelemetryStore(sql, clock);
	return { telemetry, learnt: new LearntStore(sql, clock.now), alerts: new Alerts(sql, telemetry) };
}
