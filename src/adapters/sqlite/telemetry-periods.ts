// Roll-ups of a workspace by minute, hour and day, by endpoint, outcome and variant.
import { first, type Sql, type SqlValue } from '../../shared/sql';
import {
	add,
	type CallRecord,
	coarse,
	keyOf,
	merge,
	noTally,
	type RecordFilter,
	ROLLED_UP,
	slicesOf,
	type Tally,
	type TelemetryQuery,
} from '../../telemetry';

type Row = Readonly<Record<string, unknown>>;

/** Tallies for ranges that the records no longer reach; of a record only its tally is kept here. */
export class TelemetryPeriods {
	/** @param sql has the tables already */
	constructor(private readonly sql: Sql) {}

	/** In a transaction: one row a period and group, however many records. */
	add(records: readonly CallRecord[]): void {
		const rollUps = new Map<string, { key: SqlValue[]; tally: Tally }>();
		for (const record of records) {
			const { time, endpoint, outcome, variant } = record;
			for (const period of ROLLED_UP) {
				const key = [period, Math.floor(time / period) * period, endpoint, outcome, variant];
				const name = JSON.stringify(key);
				const rollUp = rollUps.get(name) ?? { key, tally: noTally() };
				add(rollUp.tally, record, coarse);
				rollUps.set(name, rollUp);
			}
		}
		for (const { key, tally } of rollUps.values()) this.addTo(key, tally);
	}

	/** Whole minutes: the one in which the range begins counts in full. */
	sums({ groupBy, ...filter }: TelemetryQuery): Map<string, Tally> {
		const tallies = new Map<string, Tally>();
		for (const { period, from, to } of slicesOf(filter.from, filter.to, groupBy)) {
			const { where, bindings } = conditions({ ...filter, from, to });
			const rows = this.sql.all<Row>(
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

	forgetBefore(time: number): void {
		// By period, so that the key finds them: the table is not read whole.
		for (const period of ROLLED_UP)
			this.sql.all('DELETE FROM telemetry_periods WHERE period = ? AND at < ?', period, time);
	}

	get isEmpty(): boolean {
		return first(this.sql, 'SELECT 1 FROM telemetry_periods LIMIT 1') === undefined;
	}

	private addTo(key: readonly SqlValue[], tally: Tally): void {
		const known = first<Row>(
			this.sql,
			`SELECT tally FROM telemetry_periods
				WHERE period = ? AND at = ? AND endpoint = ? AND outcome = ? AND variant = ?`,
			...key,
		);
		if (known) merge(tally, tallyOf(known));
		this.sql.all(
			`INSERT INTO telemetry_periods (period, at, endpoint, outcome, variant, tally)
				VALUES (?, ?, ?, ?, ?, ?)
				ON CONFLICT (period, at, endpoint, outcome, variant) DO UPDATE SET tally = excluded.tally`,
			...key,
			JSON.stringify(tally),
		);
	}
}

/** The tally of a key, to be added to; an empty one is put there where there was none. */
export function tallyAt(tallies: Map<string, Tally>, key: string): Tally {
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

const tallyOf = (row: Row): Tally => JSON.parse(String(row.tally)) as Tally;
