// Long use as a table of docs/benchmarks.md.

export interface Sample {
	/** Calls so far. */
	readonly calls: number;
	/** Megabytes: in use after a collection, resident of the process, of the folder of the state. */
	readonly heap: number;
	readonly held: number;
	readonly disk: number;
}

export interface SoakRow {
	readonly host: string;
	readonly calls: number;
	readonly failed: number;
	readonly seconds: number;
	readonly samples: readonly Sample[];
}

const mb = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

export const soakTable = (rows: readonly SoakRow[]): string =>
	[
		'| on | calls | failed | a second | MB in use, after a collection | MB held | MB of state |',
		'|---|---|---|---|---|---|---|',
		...rows.map(({ host, calls, failed, seconds, samples }) => {
			const of = (name: 'heap' | 'held' | 'disk') =>
				samples.map((sample) => mb(sample[name])).join(', ');
			return `| ${host} | ${calls.toLocaleString('en')} | ${failed} | ${Math.round(calls / seconds)} | ${of('heap')} | ${of('held')} | ${of('disk')} |`;
		}),
	].join('\n');
