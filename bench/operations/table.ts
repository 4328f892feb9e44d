// Operations and dollars of each kind of call as a table of docs/benchmarks.md.
import type { Cost } from '../../test/worker/limits/calls';

export interface OperationsResults {
	readonly callsAMinute: number;
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

export const operationsTable = ({ callsAMinute, rows, alone }: OperationsResults): string =>
	[
		'| call | KV reads / writes | Durable Object requests | rows read | rows written | dollars a million |',
		'|---|---|---|---|---|---|',
		...rows.map(
			({ name, kv, objectRequests, rowsRead, rowsWritten, dollars }) =>
				`| ${name} | ${kv.map(figure).join(' / ')} | ${figure(objectRequests)} | ${figure(rowsRead)} | ${figure(rowsWritten)} | ${dollars.toFixed(2)} |`,
		),
		'',
		`Rows and dollars hold a call's share of what its session tells once a minute, at ${callsAMinute} calls a minute. The only call of a session uses ${figure(alone.objectRequests)} requests and ${figure(alone.rowsWritten)} rows, its object, its telling and its alarms included: ${alone.dollars.toFixed(2)} dollars a million.`,
	].join('\n');
