// Figures of a workspace read from Analytics Engine: its SQL, and the rows that come back
// (docs/telemetry.md "Analytics Engine").
import { err, ok, type Result } from '../shared/result';
import { COLUMNS as C, recordOfRow } from './columns';
import { type Group, groupOf, inOrder, PERIODS, periodKey } from './group';
import {
	type Grouping,
	MOST_GROUPS,
	OUTCOMES,
	type Outcome,
	type RecordFilter,
	type RequestsPage,
	type RequestsQuery,
	type TelemetryFault,
	type TelemetryQuery,
	type TelemetrySource,
} from './record';
import {
	MEASURED,
	MEASURES,
	type Measure,
	type Percentiles,
	SUM_NAMES,
	type SumName,
	type Sums,
} from './tallies';

type Row = Readonly<Record<string, unknown>>;

type AskSql = (sql: string) => Promise<Result<readonly Row[], TelemetryFault>>;

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
	const of = (measure: Measure): Percentiles => {
		const [p50, p95, p99] = LEVEL_NAMES.map((level) => number(percentileColumn(measure, level)));
		return { p50, p95, p99 } as Percentiles;
	};
	const percentiles = { tokens: of('tokens'), bytes: of('bytes'), latencyMs: of('latencyMs') };
	const period = PERIODS[groupBy];
	const key =
		period === undefined
			? String(row.group_key ?? '')
			: periodKey(Number(row.group_key) * 1000, period);
	return groupOf(key, sums, percentiles);
}

/** The dataset that wrangler.toml names. */
export const DATASET = 'loadline_calls';

const N = '_sample_interval';
const calls = (condition: string): string => `sum(if(${condition}, ${N}, 0))`;
const total = (column: string): string => `sum(${N} * ${column})`;
const totalIf = (condition: string, value: string): string =>
	`sum(if(${condition}, ${N} * ${value}, 0))`;
const isOutcome = (outcome: Outcome): string => `${C.outcome} = '${outcome}'`;
const isFirst = `${C.outcome} != 'page'`;
const isSampled = `${C.exactTokens} >= 0`;
/** Within 20 % of the exact count. */
const isClose = (estimate: string): string =>
	`${isSampled} AND ${estimate} >= 0 AND 5 * ${estimate} <= 6 * ${C.exactTokens} AND 5 * ${estimate} >= 4 * ${C.exactTokens}`;

const SUM_SQL: Readonly<Record<SumName, string>> = {
	count: `sum(${N})`,
	...(Object.fromEntries(OUTCOMES.map((name) => [name, calls(isOutcome(name))])) as Record<
		Outcome,
		string
	>),
	paged: calls(`${C.variant} = 'on' AND ${C.outcome} IN ('paginated', 'page')`),
	oversized: calls(`${C.oversized} > 0`),
	overflowed: calls(`${C.oversized} > 0 AND ${C.estimatedTokens} >= ${C.originalTokens}`),
	admissible: calls(`${C.verification} = 'admissible'`),
	inadmissible: calls(`${C.verification} = 'inadmissible'`),
	tokens: total(C.estimatedTokens),
	bytes: total(C.responseBytes),
	originalTokens: totalIf(isFirst, C.originalTokens),
	originalBytes: totalIf(isFirst, C.originalBytes),
	grossSaved: total(`(${C.originalTokens} - ${C.estimatedTokens})`),
	pageTokens: totalIf(isOutcome('page'), C.estimatedTokens),
	shadowSaved: totalIf(`${C.variant} = 'shadow'`, `(${C.estimatedTokens} - ${C.protectedTokens})`),
	items: totalIf(`${C.itemCount} > 0`, C.itemCount),
	totalMs: total(C.totalMs),
	upstreamMs: totalIf(`${C.upstreamMs} > 0`, C.upstreamMs),
	upstreamCalls: calls(`${C.upstreamMs} >= 0`),
	sampled: calls(isSampled),
	exact: totalIf(isSampled, C.exactTokens),
	sampledEstimate: totalIf(isSampled, C.estimatedTokens),
	calibrated: totalIf(isSampled, C.calibratedTokens),
	heuristic: totalIf(isSampled, C.heuristicTokens),
	closeEstimate: calls(isClose(C.estimatedTokens)),
	closeCalibrated: calls(isClose(C.calibratedTokens)),
	closeHeuristic: calls(isClose(C.heuristicTokens)),
};

/** Columns of an answer: `sum_<name>`, and `<measure>_p50` and so on. */
const sumColumn = (name: SumName): string => `sum_${name}`;
const percentileColumn = (measure: Measure, level: Level): string => `${measure}_${level}`;
const LEVELS = { p50: 0.5, p95: 0.95, p99: 0.99 } as const;
type Level = keyof typeof LEVELS;
const LEVEL_NAMES = Object.keys(LEVELS) as Level[];

/** The group a row belongs to; a period as the seconds at which it begins. */
const groupKey = (groupBy: Grouping): string => {
	const seconds = (PERIODS[groupBy] ?? 0) / 1000;
	if (seconds > 0) return `intDiv(toUInt32(timestamp), ${seconds}) * ${seconds}`;
	return C[groupBy as 'endpoint' | 'outcome' | 'variant'];
};

/** A string literal. Recorded names hold no quote and no backslash, and neither may anything else. */
const literal = (text: string): string => `'${text.replaceAll(/['\\]/g, '?')}'`;

/** Times are compared to the millisecond; `timestamp`, which whole seconds suffice for, finds the rows. */
const conditions = (workspace: string, filter: RecordFilter): string => {
	const { from, to, ...named } = filter;
	const seconds = (time: number) => Math.floor(time / 1000);
	return [
		`${C.workspace} = ${literal(workspace)}`,
		`timestamp >= toDateTime(${seconds(from) - SKEW})`,
		`timestamp <= toDateTime(${seconds(to) + SKEW})`,
		`${C.time} >= ${from}`,
		`${C.time} < ${to}`,
		...(['endpoint', 'outcome', 'variant', 'principal'] as const).flatMap((name) => {
			const wanted = named[name];
			return wanted === undefined ? [] : [`${C[name]} = ${literal(wanted)}`];
		}),
	].join('\n\tAND ');
};

/** Seconds between a call's end and the moment its record is written. */
const SKEW = 120;

/** The figures of each group of a workspace's calls. */
export function groupsSql(workspace: string, { groupBy, ...filter }: TelemetryQuery): string {
	const isTime = PERIODS[groupBy] !== undefined;
	const columns = [
		`${groupKey(groupBy)} AS group_key`,
		...SUM_NAMES.map((name) => `${SUM_SQL[name]} AS ${sumColumn(name)}`),
		...MEASURES.flatMap((measure) =>
			LEVEL_NAMES.map(
				(level) =>
					`quantileExactWeighted(${LEVELS[level]})(${C[MEASURED[measure]]}, ${N}) AS ${percentileColumn(measure, level)}`,
			),
		),
	];
	return `SELECT
	${columns.join(',\n\t')}
FROM ${DATASET}
WHERE ${conditions(workspace, filter)}
GROUP BY group_key
ORDER BY ${isTime ? 'group_key' : 'sum_count DESC, group_key'}
LIMIT ${isTime ? 2 * MOST_GROUPS : MOST_GROUPS}
FORMAT JSON`;
}

/** A workspace's calls, newest first; those that sampling left out are not there. */
export function requestsSql(
	workspace: string,
	{ limit, cursor: _, ...filter }: RequestsQuery,
	offset: number,
): string {
	return `SELECT ${Object.values(C).join(', ')}
FROM ${DATASET}
WHERE ${conditions(workspace, filter)}
ORDER BY ${C.time} DESC, ${C.correlationId} DESC
LIMIT ${limit + 1}
OFFSET ${offset}
FORMAT JSON`;
}
