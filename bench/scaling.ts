// `npm run bench -- scaling`: how costs grow with what there is. Each cost is measured at sizes a decade
// apart, in CPU of this process; its slope is that of the line through them on logarithmic scales: 0 is
// constant, 1 linear. With `--only=TEXT` rows are measured whose name has it, and
// the others stay as they were saved.

import { readResults, saveResults } from './results';
import { memory } from './scaling/memory';
import { records } from './scaling/records';
import { results } from './scaling/results';
import { sessions } from './scaling/sessions';
import { type ScalingRow, scalingTable, slopeOf } from './scaling/table';
import { telemetry } from './scaling/telemetry';

/** Something whose cost may depend on how much there is. */
export interface Subject {
	readonly name: string;
	/** Name of the things that `sizes` counts. */
	readonly unit: string;
	readonly sizes: readonly number[];
	/** The slope that it should not exceed. */
	readonly goal: 0 | 1;
	/** Makes as much as `size`, and gives what is then measured. */
	readonly make: (size: number) => Work | Promise<Work>;
}

/** @param run counts the runs, from 0. May tell how many bytes it has read of a store. */
export type Work = (run: number) => unknown;

/** Milliseconds of CPU that one size is given, and the fewest and most runs in them. */
const SPENT = 400;
const RUNS = { fewest: 5, most: 200 };

const rows: ScalingRow[] = [];
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7) ?? '';
const all = [results, sessions, telemetry, memory, records].flat();
for (const subject of all.filter(({ name }) => name.includes(only))) {
	const costs: number[] = [];
	const bytesRead: number[] = [];
	for (const size of subject.sizes) {
		const work = await subject.make(size);
		costs.push(await medianCpu(work));
		const told = (await work(RUNS.most)) as { bytesRead?: number } | undefined;
		if (told?.bytesRead !== undefined) bytesRead.push(told.bytesRead);
		globalThis.gc?.();
	}
	const { name, unit, sizes, goal } = subject;
	const read = bytesRead.length > 0 ? { bytesRead } : {};
	rows.push({ name, unit, sizes, goal, costs, ...read, slope: slopeOf(sizes, costs) });
	console.error(`${name}: ${costs.map((cost) => cost.toPrecision(2)).join(', ')} ms`);
}
console.log(scalingTable(rows));
const saved = (readResults().scaling?.value ?? []) as readonly ScalingRow[];
const newest = [...rows, ...saved];
const named = all.map(({ name }) => newest.find((row) => row.name === name));
saveResults(
	'scaling',
	named.filter((row) => row !== undefined),
);

/** Milliseconds of CPU of one run, the first few not counted. */
async function medianCpu(work: Work): Promise<number> {
	const times: number[] = [];
	let spent = 0;
	for (let run = 0; run < RUNS.most && (run < RUNS.fewest || spent < SPENT); run++) {
		const before = process.cpuUsage();
		await work(run);
		const { user, system } = process.cpuUsage(before);
		spent += (user + system) / 1_000;
		times.push((user + system) / 1_000);
	}
	const warm = times.slice(Math.min(3, times.length - 1)).sort((one, other) => one - other);
	return warm[Math.floor(warm.length / 2)] ?? 0;
}
