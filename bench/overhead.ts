// What Loadline costs beside a Worker that only passes requests on: both in the same workerd, before the same
// server, under the same load, by turns, so that whatever else the machine does falls on both.
import { basename } from 'node:path';
import { load, percentiles } from './latency';
import { callOnce, toolCall } from './mcp-call';
import { startNullProxy } from './overhead/null-proxy';
import { children, cpuOf } from './overhead/process';
import { profiled } from './overhead/profile';
import { type OverheadRow, overheadTable, type ProfileRow } from './overhead/table';
import { saveResults } from './results';
import { serveBench } from './serve';

const ROUNDS = 5;
/** Calls of one round, by size and clients. */
const SIZES = {
	kb1: { title: '1 KB', calls: { 1: 120, 10: 400, 50: 400 } },
	kb100: { title: '100 KB', calls: { 1: 40, 10: 80, 50: 100 } },
	kb1000: { title: '1 MB', calls: { 1: 12, 10: 20, 50: 50 } },
} as const;
const INSPECTOR_PORT = 9_170;

interface Way {
	readonly url: string;
	readonly pid: number;
}

export async function overheadBench(): Promise<{ rows: OverheadRow[]; profiles: ProfileRow[] }> {
	const bench = await serveBench({
		upstream: 'overhead/upstream.ts',
		inspectorPort: INSPECTOR_PORT,
	});
	const before = children();
	const proxy = await startNullProxy(bench.direct);
	try {
		const pid = (of: readonly number[]) => of.toSorted((a, b) => cpuOf(b) - cpuOf(a))[0] ?? 0;
		const ways = {
			null: { url: proxy.url, pid: pid(children().filter((each) => !before.includes(each))) },
			loadline: { url: bench.mcp('bench'), pid: await busiest(before, bench.mcp('bench')) },
		};
		const rows: OverheadRow[] = [];
		const profiles: ProfileRow[] = [];
		for (const [tool, { title, calls }] of Object.entries(SIZES)) {
			for (const [clients, amount] of Object.entries(calls))
				rows.push(await compare(ways, tool, title, Number(clients), amount));
			const work = () => load(ways.loadline.url, toolCall(tool), 10, calls[10] * 3);
			profiles.push({
				name: title,
				shares: await profiled(INSPECTOR_PORT, bench.bundle, work),
			});
		}
		return { rows, profiles };
	} finally {
		await proxy.stop();
		await bench.stop();
	}
}

/** Which of these processes works when the address is asked. */
async function busiest(pids: readonly number[], url: string): Promise<number> {
	const before = pids.map(cpuOf);
	await load(url, toolCall('kb1'), 10, 300);
	const used = pids.map((pid, at) => cpuOf(pid) - (before[at] ?? 0));
	return pids[used.indexOf(Math.max(...used))] ?? 0;
}

async function compare(
	ways: Readonly<Record<'null' | 'loadline', Way>>,
	tool: string,
	size: string,
	clients: number,
	amount: number,
): Promise<OverheadRow> {
	const call = toolCall(tool);
	const seen = {
		null: { times: [] as number[], cpu: 0 },
		loadline: { times: [] as number[], cpu: 0 },
	};
	const names = ['null', 'loadline'] as const;
	for (const name of names) {
		await callOnce(ways[name].url, call);
		await load(ways[name].url, call, clients, Math.max(clients, Math.ceil(amount / 2)));
	}
	for (let round = 0; round < ROUNDS; round++)
		for (const name of names) {
			const { url, pid } = ways[name];
			const before = cpuOf(pid);
			seen[name].times.push(...(await load(url, call, clients, amount)));
			seen[name].cpu += cpuOf(pid) - before;
		}
	const figures = (name: 'null' | 'loadline') => {
		const { times, cpu } = seen[name];
		const { p50, p95 } = percentiles(times);
		return { p50, p95, cpu: cpu / times.length };
	};
	return { size, clients, null: figures('null'), loadline: figures('loadline') };
}

if (basename(process.argv[1] ?? '') === 'overhead.ts') {
	const measured = await overheadBench();
	console.log(overheadTable(measured));
	saveResults('overhead', measured);
}
