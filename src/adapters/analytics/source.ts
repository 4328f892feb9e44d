// TelemetrySource over the SQL API of Analytics Engine: the query as the body of a POST, the rows as
// JSON (https://developers.cloudflare.com/analytics/analytics-engine/sql-api/).
import { err, ok, type Result } from '../../shared/result';
import {
	type Group,
	groupOf,
	inOrder,
	MEASURES,
	type Measure,
	PERIODS,
	type Percentiles,
	periodKey,
	type RequestsPage,
	type RequestsQuery,
	recordOfRow,
	SUM_NAMES,
	type Sums,
	type TelemetryFault,
	type TelemetryQuery,
	type TelemetrySource,
} from '../../telemetry';
import { groupsSql, percentileColumn, requestsSql, sumColumn } from './sql';

/** Whose figures are read, and with which of Cloudflare's keys; each query is of this one workspace. */
export interface AnalyticsOptions {
	/** Cloudflare's account id. */
	readonly account: string;
	/** An API token with the permission Account Analytics: Read. */
	readonly token: string;
	readonly workspace: string;
	readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
	/** Origin of the API; Cloudflare's unless given. */
	readonly origin?: string;
}

type Row = Readonly<Record<string, unknown>>;

/** Milliseconds the API has. */
const PATIENCE = 20_000;

/** Figures of a workspace, asked of Analytics Engine by SQL. */
export function analyticsSource(options: AnalyticsOptions): TelemetrySource {
	const { workspace } = options;
	return {
		async query(query: TelemetryQuery): Promise<Result<readonly Group[], TelemetryFault>> {
			const rows = await ask(groupsSql(workspace, query), options);
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
			const rows = await ask(requestsSql(workspace, { ...query, to }, offset), options);
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

/** @returns the rows, or what the API said: its status alone, for its text repeats the query */
async function ask(
	sql: string,
	{ account, token, fetch, origin = 'https://api.cloudflare.com' }: AnalyticsOptions,
): Promise<Result<readonly Row[], TelemetryFault>> {
	const unavailable = (reason: string) => err({ code: 'unavailable', reason } as const);
	const url = `${origin}/client/v4/accounts/${encodeURIComponent(account)}/analytics_engine/sql`;
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}` },
			body: sql,
			signal: AbortSignal.timeout(PATIENCE),
		});
		if (!response.ok) {
			void response.body?.cancel().catch(() => {});
			return unavailable(`the Analytics Engine SQL API answers ${response.status}`);
		}
		const answer = (await response.json()) as { data?: unknown };
		return Array.isArray(answer.data)
			? ok(answer.data as Row[])
			: unavailable('the Analytics Engine SQL API answers without data');
	} catch {
		return unavailable('the Analytics Engine SQL API did not answer');
	}
}
