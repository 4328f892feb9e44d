// Measures Loadline beside a Worker that only passes requests on: both in the same workerd, before the same server,
// under the same load, by turns, so that whatever else the machine does falls on both; and `loadline serve` beside
// proxies of Node. `--sizes=kb1,kb100` measures some sizes alone.
import { basename } from 'node:path';
import { load, percentiles } from './latency';
import { callOnce, olderCall, toolCall } from './mcp-call';
import { children, cpuOf } from './overhead/process';
import { profiled } from './overhead/profile';
import {
	type Figures,
	type Overhead,
	type OverheadRow,
	overheadTable,
	type ProfileRow,
} from './overhead/table';
import { busiest, startNodeWays, startWorker, type Way } from './overhead/ways';
import { saveResults } from './results';
import { serveBench } from './serve';

const ROUNDS = 5;
/** Calls of one round, by size and clients, and those before the first, until what runs is compiled. */
const SIZES = {
	kb1: { title: '1 KB', calls: { 1: 80, 10: 200, 50: 200 }, warming: 400 },
	kb100: { title: '100 KB', calls: { 1: 20, 10: 40, 50: 50 }, warming: 150 },
	kb1000: { title: '1 MB', calls: { 1: 6, 10: 20, 50: 50 }, warming: 20 },
} as const;
/** Milliseconds in which what goes on behind an answer is done, which counts too. */
const BEHIND_MS = 200;

const only = process.argv
	.find((argument) => argument.startsWith('--sizes='))
	?.slice(8)
	.split(',');
const sizes = Object.entries(SIZES).filter(([tool]) => only?.includes(tool) ?? true);

export async function overheadBench(): Promise<Overhead> {
	const bench = await serveBench({ upstream: 'overhead/upstream.ts', isInspected: true });
	const started: Way[] = [];
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
	const begun = async (way: Promise<Way>) => {
		started.push(await way);
		return way;
	};
	try {
		const url = bench.mcp('bench');
		const loadline = { url, pid: await busiest(children(), url), stop: async () => {} };
		const ways = {
			null: await begun(startWorker('null', bench.direct)),
			reading: await begun(startWorker('reading', bench.direct)),
			keeping: await begun(startWorker('keeping', bench.direct)),
			loadline,
			older: { ...loadline, isOlder: true },
		};
		const rows = await measured(ways, [1, 10, 50]);
		const profiles: ProfileRow[] = [];
		for (const [tool, { title, calls }] of sizes) {
			const amount = calls[10] * 3;
			const work = () => load(url, toolCall(tool), 10, amount);
			const profile = await profiled(bench.inspectorPort, bench.bundle, amount, work);
			profiles.push({ name: title, ...profile });
		}
		const onNode = await startNodeWays(bench.direct);
		started.push(...Object.values(onNode));
		return { rows, profiles, node: await measured(onNode, [1, 10]) };
	} finally {
		for (const way of started) await way.stop();
		await bench.stop();
	}
}

async function measured(
	ways: Readonly<Record<string, Way>>,
	clients: readonly (1 | 10 | 50)[],
): Promise<OverheadRow[]> {
	const rows: OverheadRow[] = [];
	for (const [tool, { title, calls, warming }] of sizes)
		for (const count of clients) {
			console.error(`${Object.keys(ways).join(', ')}: ${title}, clients: ${count}`);
			rows.push({
				...{ size: title, clients: count },
				ways: await compare(ways, tool, count, { amount: calls[count], warming }),
			});
		}
	return rows;
}

/** All ways by turns, each beside the first one in the same round. */
async function compare(
	ways: Readonly<Record<string, Way>>,
	tool: string,
	clients: number,
	{ amount, warming }: { readonly amount: number; readonly warming: number },
): Promise<Readonly<Record<string, Figures>>> {
	const seen = Object.entries(ways).map(([name, way]) => ({
		...{ name, way, call: way.isOlder ? olderCall(tool) : toolCall(tool) },
		...{ times: [] as number[], p50s: [] as number[], cpus: [] as number[] },
	}));
	for (const { way, call } of seen) {
		await callOnce(way.url, call);
		await load(way.url, call, clients, Math.max(clients, warming));
	}
	for (let round = 0; round < ROUNDS; round++)
		for (const { way, call, times, p50s, cpus } of round % 2 === 0 ? seen : seen.toReversed()) {
			const before = cpuOf(way.pid);
			const took = await load(way.url, call, clients, amount);
			await new Promise((resume) => setTimeout(resume, BEHIND_MS));
			cpus.push((cpuOf(way.pid) - before) / took.length);
			times.push(...took);
			p50s.push(percentiles(took).p50);
		}
	const [first] = seen;
	return Object.fromEntries(
		seen.map(({ name, times, p50s, cpus }) => {
			const ratios = p50s.map((p50, round) => p50 / (first?.p50s[round] ?? 1));
			const { p50, p95 } = percentiles(times);
			return [name, { p50, p95, ratio: spreadOf(ratios), cpu: spreadOf(cpus) }];
		}),
	);
}

/** Least, median and most. */
function spreadOf(values: readonly number[]): Figures['cpu'] {
	const sorted = values.toSorted((one, other) => one - other);
	return [sorted.at(0) ?? 0, sorted.at(sorted.length >> 1) ?? 0, sorted.at(-1) ?? 0];
}

if (basename(process.argv[1] ?? '') === 'overhead.ts') {
	const overhead = await overheadBench();
	console.log(overheadTable(overhead));
	saveResults('overhead', overhead);
}
