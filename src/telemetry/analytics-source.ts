// Figures of a workspace read from Analytics Engine: its SQL, and the rows that come back
// (docs/telemetry.md "Analytics Engine").
import { err, ok, type Result } from '../shared/result';
import { groupsSql, percentileColumn, requestsSql, sumColumn } from './analytics-sql';
import { recordOfRow } from './columns';
import { type Group, groupOf } from './group';
import { inOrder, PERIODS, periodKey } from './grouping';
import type {
	RequestsPage,
	RequestsQuery,
	TelemetryFault,
	TelemetryQuery,
	TelemetrySource,
} from './ports';
import { SUM_NAMES, type Sums } from './sums';
import { MEASURES, type Measure, type Percentiles } from './tally';

type Row = Readonly<Record<string, unknown>>;

/** Runs one statement. */
export type AskSql = (sql: string) => Promise<Result<readonly Row[], TelemetryFault>>;

/** Figures of a workspace, asked of Analytics Engine by SQL. */
export function analyticsSource(workspace: string, ask: AskSql): TelemetrySource {
	return {
		async query(query: TelemetryQuery): Promise<Result<readonly Group[], TelemetryFault>> {
			const rows = await ask(groupsSql(workspace, query));
			if (!rows.ok) return rows;
			return ok(
				inOrder(
					rows.value.map((row) => groupOfRow(row, query)),
					query.groupBy,
				),
			);
		},

		async requests(query: RequestsQuery): Promise<Result<RequestsPage, TelemetryFault>> {
			// Rows have no number: later pages count from the newest record of the first.
			const at = query.cursor === undefined ? null : /^(\d{1,15})\.(\d{1,7})$/.exec(query.cursor);
			if (query.cursor !== undefined && !at) return err({ code: 'invalid_cursor' });
			const to = at ? Number(at[1]) : query.to;
			const offset = at ? Number(at[2]) : 0;
			const rows = await ask(requestsSql(workspace, { ...query, to }, offset));
			if (!rows.ok) return rows;
			const { limit } = query;
			return ok({
				requests: rows.value.slice(0, limit).map(recordOfRow),
				...(rows.value.length > limit ? { nextCursor: `${to}.${offset + limit}` } : {}),
			});
		},
	};
}

function groupOfRow(row: Row, { groupBy }: TelemetryQuery): Group {
	const number = (column: string): number => Number(row[column] ?? 0);
	const sums = Object.fromEntries(SUM_NAMES.map((name) => [name, number(sumColumn(name))])) as Sums;
	const percentiles = Object.fromEntries(
		MEASURES.map((measure): [Measure, Percentiles] => [
			measure,
			{
				p50: number(percentileColumn(measure, 'p50')),
				p95: number(percentileColumn(measure, 'p95')),
				p99: number(percentileColumn(measure, 'p99')),
			},
		]),
	) as Record<Measure, Percentiles>;
	const period = PERIODS[groupBy];
	const key =
		period === undefined
			? String(row.group_key ?? '')
			: periodKey(Number(row.group_key) * 1000, period);
	return groupOf(key, sums, percentiles);
}
