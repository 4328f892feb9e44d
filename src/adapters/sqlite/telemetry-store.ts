// Telemetry over SQLite: the newest records of one workspace, and what each minute came to.
// Answers are exact while the records reach back far enough and are not too many to be read beside the
// writes, else from the roll-ups, whose percentiles are within 2 %.
import type { Result } from '../../shared/result';
import { first, type Sql } from '../../shared/sql';
import {
	add,
	type CallRecord,
	type Group,
	groupOf,
	inOrder,
	keyOf,
	merge,
	noTally,
	percentilesOf,
	type RequestsPage,
	type RequestsQuery,
	type Tally,
	type TelemetryFault,
	type TelemetryQuery,
} from '../../telemetry';
import { TelemetryBatches } from './telemetry-batches';
import { TelemetryPeriods, tallyAt } from './telemetry-periods';
import { makeTelemetryTables } from './telemetry-schema';

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
export const TELEMETRY_DAYS = 90;

/** Dependencies of the store; `mostRecords` bounds the records kept. */
export interface TelemetryStoreOptions {
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Asks for `clear` to be called at a time. */
	readonly wakeAt: (time: number) => void;
	readonly mostRecords?: number;
}

/** A service: every method is one transaction. */
export class TelemetryStore {
	readonly #options: Required<TelemetryStoreOptions>;
	readonly #batches: TelemetryBatches;
	readonly #periods: TelemetryPeriods;

	/** @param sql a database of this workspace alone; tables are made where they are missing */
	constructor(
		private readonly sql: Sql,
		options: TelemetryStoreOptions,
	) {
		this.#options = { mostRecords: MOST_RECORDS, ...options };
		makeTelemetryTables(sql);
		this.#batches = new TelemetryBatches(sql);
		this.#periods = new TelemetryPeriods(sql);
	}

	write(records: readonly CallRecord[]): void {
		this.sql.transaction(() => this.enter(records));
	}

	/** The same inside a transaction of the caller's. */
	enter(records: readonly CallRecord[]): void {
		if (records.length === 0) return;
		this.#batches.add(records);
		this.#periods.add(records);
		if (this.#batches.kept() > this.#options.mostRecords + SLACK) this.#forget();
		this.#options.wakeAt(this.#options.now() + CLEARED_EVERY);
	}

	query(query: TelemetryQuery): Group[] {
		const isExact = this.#reachesBackTo(query.from) && this.#batches.countIn(query) <= MOST_READ;
		const tallies = isExact ? this.#exact(query) : this.#rolledUp(query);
		const groups = [...tallies].map(([key, tally]) =>
			groupOf(key, tally.sums, percentilesOf(tally)),
		);
		return inOrder(groups, query.groupBy);
	}

	/** All calls of the last minutes as one group, quickly; the running minute is part of it. */
	latest(minutes: number): Group {
		const from = this.#options.now() - minutes * MINUTE;
		const all = noTally();
		const query = { from, to: this.#options.now() + 1, groupBy: 'outcome' } as const;
		for (const tally of this.#rolledUp(query).values()) merge(all, tally);
		return groupOf('all', all.sums, percentilesOf(all));
	}

	requests(query: RequestsQuery): Result<RequestsPage, TelemetryFault> {
		return this.#batches.page(query);
	}

	/** Removes what is too old. @returns whether anything is left */
	clear(days = TELEMETRY_DAYS): boolean {
		this.sql.transaction(() => {
			this.#forget();
			const oldest = this.#options.now() - days * DAY;
			this.#periods.forgetBefore(oldest);
			this.#batches.forgetBefore(oldest);
		});
		if (this.#periods.isEmpty) return false;
		this.#options.wakeAt(this.#options.now() + CLEARED_EVERY);
		return true;
	}

	#forget(): void {
		const at = this.#batches.forgetBut(this.#options.mostRecords);
		if (at === undefined) return;
		this.sql.all(
			`INSERT INTO telemetry_marks (name, at) VALUES ('forgotten', ?)
				ON CONFLICT (name) DO UPDATE SET at = max(at, excluded.at)`,
			at,
		);
	}

	#reachesBackTo(from: number): boolean {
		const mark = first<{ at: number }>(
			this.sql,
			"SELECT at FROM telemetry_marks WHERE name = 'forgotten'",
		);
		return mark === undefined || mark.at < from;
	}

	#exact({ groupBy, ...filter }: TelemetryQuery): Map<string, Tally> {
		const tallies = new Map<string, Tally>();
		for (const record of this.#batches.matching(filter))
			add(tallyAt(tallies, keyOf(record, groupBy)), record);
		return tallies;
	}

	#rolledUp({ from, to, ...query }: TelemetryQuery): Map<string, Tally> {
		const now = this.#options.now();
		const begin = Math.max(from, now - 2 * TELEMETRY_DAYS * DAY);
		return this.#periods.sums({ ...query, from: begin, to: Math.min(to, now + DAY) });
	}
}
