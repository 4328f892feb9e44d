// One noisy tenant beside another, as a table of docs/benchmarks.md.

export interface NeighbourRow {
	readonly host: string;
	readonly way: string;
	/** Answers of the noisy tenant, by status; 0 where the connection was closed, 429 also an error of a tool. */
	readonly answers: Readonly<Record<string, number>>;
	/** Milliseconds of the other tenant's requests, before and meanwhile: the 95th of a hundred. */
	readonly before: number;
	readonly meanwhile: number;
	/** The same of what the server computed until its answer, where that was counted. */
	readonly cpuBefore?: number;
	readonly cpuMeanwhile?: number;
	/** Requests of the other tenant meanwhile, and those not answered as before. */
	readonly asked: number;
	readonly lost: number;
}

const ms = (value: number) => (value >= 10 ? value.toFixed(0) : value.toFixed(1));

export const neighbourTable = (rows: readonly NeighbourRow[]): string => {
	const isCounted = rows.some(({ cpuBefore }) => cpuBefore !== undefined);
	const pair = (one: number, other: number) => [
		`${ms(one)} ms`,
		`${ms(other)} ms`,
		(other / one).toFixed(1),
	];
	const names = [
		...['on', 'one tenant sends', 'answered, by status'],
		...['the other’s p95 before', 'meanwhile', '×'],
		...(isCounted ? ['computed until then, before', 'meanwhile', '×'] : []),
		'its requests, lost',
	];
	return [
		`| ${names.join(' | ')} |`,
		`|${'---|'.repeat(names.length)}`,
		...rows.map(({ host, way, answers, asked, lost, before, meanwhile, ...cpu }) => {
			const told = Object.entries(answers).map(([status, count]) => `${status}: ${count}`);
			const { cpuBefore = Number.NaN, cpuMeanwhile = Number.NaN } = cpu;
			const computed = isCounted ? pair(cpuBefore, cpuMeanwhile) : [];
			const cells = [host, way, told.join(', '), ...pair(before, meanwhile), ...computed];
			return `| ${[...cells, `${asked}, ${lost}`].join(' | ')} |`;
		}),
	].join('\n');
};
