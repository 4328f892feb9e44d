// Operations and dollars of each kind of call as a table of docs/benchmarks.md.

import { COMPARE_MS, FRESH_MS } from '../../src/config/service';
import type { Cost } from '../../test/worker/limits/calls';
import { onFreePlan, type Uses } from './free-plan';

export interface OperationsResults {
	readonly callsAMinute: number;
	/** `slow` is at one call a minute. */
	readonly rows: readonly Omit<Cost, 'budget'>[];
	/** The only call of its session. */
	readonly alone: {
		readonly objectRequests: number;
		readonly rowsWritten: number;
		readonly dollars: number;
	};
}

const figure = (value: number) =>
	value >= 100 ? Math.round(value).toLocaleString('en') : String(Math.round(value * 100) / 100);

const free = (uses: Uses): string => {
	const { calls, ends } = onFreePlan(uses);
	return `${calls.toLocaleString('en')}, ${ends}`;
};

export const operationsTable = ({ callsAMinute, rows, alone }: OperationsResults): string =>
	[
		'| call | KV reads / writes | Durable Object requests | rows read | rows written | dollars a million | free plan: calls a day, what ends first | the same at one call a minute |',
		'|---|---|---|---|---|---|---|---|',
		...rows.map(
			({ name, dollars, slow, ...uses }) =>
				`| ${name} | ${uses.kv.map(figure).join(' / ')} | ${figure(uses.objectRequests)} | ${figure(uses.rowsRead)} | ${figure(uses.rowsWritten)} | ${dollars.toFixed(2)} | ${free(uses)} | ${free(slow)} |`,
		),
		'',
		`Rows and dollars hold a call's share of what its session tells once a minute, at ${callsAMinute} calls a minute; at one a minute a small call writes ${figure(rows[0]?.slow.rowsWritten ?? 0)} rows. Left out is what each isolate asks for the configuration of a workspace in use, whatever the calls: a KV read in ${FRESH_MS / 1000} seconds and an object request in ${COMPARE_MS / 1000}. The only call of a session uses ${figure(alone.objectRequests)} requests and ${figure(alone.rowsWritten)} rows, its object, its telling and its alarms included: ${alone.dollars.toFixed(2)} dollars a million, ${Math.floor(100_000 / alone.rowsWritten).toLocaleString('en')} a day on the free plan.`,
	].join('\n');
