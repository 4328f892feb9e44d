// The Analytics Engine SQL API as its documentation describes it, over SQLite: takes data points as
// writeDataPoint does, answers POSTs of SQL with {meta, data, rows}.
import { DatabaseSync } from 'node:sqlite';
import type { DataPoint } from '../../src/telemetry/columns';

export const ACCOUNT = '0123456789abcdef0123456789abcdef';
export const TOKEN = 'a-token-that-may-read';

const numbered = (kind: string, type: string): string =>
	Array.from({ length: 20 }, (_, index) => `${kind}${index + 1} ${type}`).join(', ');

export class AnalyticsStandIn {
	readonly #database = new DatabaseSync(':memory:');
	/** Every query it was asked. */
	readonly asked: string[] = [];

	constructor() {
		this.#database.exec(
			`CREATE TABLE loadline_calls (timestamp INTEGER, _sample_interval INTEGER, index1 TEXT,
				${numbered('blob', "TEXT DEFAULT ''")}, ${numbered('double', 'REAL DEFAULT 0')})`,
		);
		this.#database.function('intDiv', (a, b) => Math.floor(Number(a) / Number(b)));
		this.#database.function('toUInt32', (value) => Math.trunc(Number(value)));
		this.#database.function('toDateTime', (value) => value);
		// The state of an aggregate has to be a value of SQLite's: JSON.
		this.#database.aggregate('quantileExactWeighted', {
			start: '[]',
			step: (state, level, value, weight) =>
				JSON.stringify([...JSON.parse(String(state)), [level, value, weight]]),
			result: (state) => weightedQuantile(JSON.parse(String(state))),
		});
	}

	/** @param stands how many calls the point stands for, as sampling would have it */
	write({ indexes, blobs, doubles }: DataPoint, time: number, stands = 1): void {
		const columns = [
			['timestamp', Math.floor(time / 1000)],
			['_sample_interval', stands],
			...indexes.map((value, index) => [`index${index + 1}`, value]),
			...blobs.map((value, index) => [`blob${index + 1}`, value]),
			...doubles.map((value, index) => [`double${index + 1}`, value]),
		] as [string, string | number][];
		this.#database
			.prepare(
				`INSERT INTO loadline_calls (${columns.map(([name]) => name).join()}) VALUES (${columns.map(() => '?').join()})`,
			)
			.run(...columns.map(([, value]) => value));
	}

	/** As `fetch` of the API's origin. */
	fetch = async (url: string, init: RequestInit): Promise<Response> => {
		const { pathname } = new URL(url);
		if (pathname !== `/client/v4/accounts/${ACCOUNT}/analytics_engine/sql`)
			return new Response('no such path', { status: 404 });
		if (init.method !== 'POST') return new Response('POST a query', { status: 405 });
		if (new Headers(init.headers).get('authorization') !== `Bearer ${TOKEN}`)
			return new Response('not authorized', { status: 403 });
		const sql = String(init.body);
		this.asked.push(sql);
		try {
			const data = this.#database.prepare(inSqlite(sql)).all();
			const meta = Object.keys(data[0] ?? {}).map((name) => ({ name, type: 'Float64' }));
			return Response.json({ meta, data, rows: data.length });
		} catch (error) {
			return new Response(String(error), { status: 422 });
		}
	};
}

/** The few spellings that SQLite does not know. */
const inSqlite = (sql: string): string =>
	sql
		.replaceAll(/\bif\(/g, 'iif(')
		.replaceAll(/quantileExactWeighted\(([\d.]+)\)\(/g, 'quantileExactWeighted($1, ')
		.replace(/\nFORMAT JSON$/, '');

/** @param rows level, value and weight of each */
function weightedQuantile(rows: [number, number, number][]): number {
	rows.sort(([, a], [, b]) => a - b);
	const total = rows.reduce((sum, [, , weight]) => sum + weight, 0);
	let reached = 0;
	for (const [level, value, weight] of rows) {
		reached += weight;
		if (reached >= total * level) return value;
	}
	return 0;
}
