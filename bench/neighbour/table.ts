// One noisy tenant beside another, as a table of docs/benchmarks.md.

export interface NeighbourRow {
	readonly host: string;
	readonly way: string;
	/** Answers of the noisy tenant, by status; 0 where the connection was closed, 429 also an error of a tool. */
	readonly answers: Readonly<Record<string, number>>;
	/** Milliseconds of the other tenant's requests, before and meanwhile: the 95th of a hundred. */
	readonly before: number;
	readonly meanwhile: number;
	/** Requests of the other tenant meanwhile, and those not answered as before. */
	readonly asked: number;
	readonly lost: number;
}

const ms = (value: number) => (value >= 10 ? value.toFixed(0) : value.toFixed(1));

export const neighbourTable = (rows: readonly NeighbourRow[]): string =>
	[
		'| on | one tenant sends | answered, by status | the other’s p95 before | meanwhile | × | its requests, lost |',
		'|---|---|---|---|---|---|---|',
		...rows.map(({ host, way, answers, before, meanwhile, asked, lost }) => {
			const told = Object.entries(answers).map(([status, count]) => `${status}: ${count}`);
			const times = (meanwhile / before).toFixed(1);
			const cells = [host, way, told.join(', '), `${ms(before)} ms`, `${ms(meanwhile)} ms`];
			return `| ${[...cells, times, `${asked}, ${lost}`].join(' | ')} |`;
		}),
	].join('\n');
