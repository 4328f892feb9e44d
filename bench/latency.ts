// Measures how much longer a call takes through Loadline than straight to the upstream, and how long a page
// from a snapshot takes. Load comes from autocannon, goes to workerd itself, and alternates between
// the two in one run, so that whatever else the machine does falls on both.
import { basename } from 'node:path';
import { callOnce, type HttpCall, toolCall } from './mcp-call';
import { packageModule } from './payloads/found';
import { saveResults } from './results';
import { type Bench, serveBench } from './serve';

const ROUNDS = 4;
/** For which an answer is waited at most; nothing is asked after one that fails. */
const SECONDS = 120;

/** The part of autocannon that is used; it brings no types. */
type Autocannon = (
	options: HttpCall & {
		readonly url: string;
		readonly connections: number;
		readonly amount: number;
		readonly timeout: number;
		readonly bailout: number;
	},
) => PromiseLike<{ readonly errors: number; readonly non2xx: number }> & {
	on(
		event: 'response',
		listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
	): void;
};

export interface Percentiles {
	/** Milliseconds. */
	readonly p50: number;
	readonly p95: number;
	readonly requests: number;
}

export interface Comparison {
	readonly name: string;
	readonly connections: number;
	readonly direct: Percentiles;
	readonly through: Percentiles;
}

export interface LatencyBench {
	readonly comparisons: readonly Comparison[];
	/** The next page of 50 demo bookings, from its snapshot. */
	readonly page: Percentiles;
}

export async function latencyBench(bench: Bench): Promise<LatencyBench> {
	const comparisons: Comparison[] = [];
	for (const [tool, connections, amount] of [
		['echo', 1, 400],
		['echo', 10, 1000],
		['echo_late', 1, 90],
		['echo_late', 10, 300],
	] as const) {
		const call = toolCall(tool);
		const name = tool === 'echo' ? '1 KB at once' : '1 KB after 100 ms';
		const measured = { direct: [] as number[], through: [] as number[] };
		const urls = { direct: bench.direct, through: bench.mcp('bench') };
		for (const way of ['direct', 'through'] as const) {
			await callOnce(urls[way], call);
			await load(urls[way], call, connections, amount / 2);
		}
		for (let round = 0; round < ROUNDS; round++) {
			for (const way of ['direct', 'through'] as const) {
				measured[way].push(...(await load(urls[way], call, connections, amount / ROUNDS)));
			}
		}
		const direct = percentiles(measured.direct);
		comparisons.push({ name, connections, direct, through: percentiles(measured.through) });
	}
	return { comparisons, page: await pages(bench) };
}

async function pages(bench: Bench): Promise<Percentiles> {
	const url = bench.mcp('demo');
	const first = await callOnce(url, toolCall('list_bookings'));
	const next = toolCall('list_bookings', { cursor: first.structuredContent?.nextCursor });
	await callOnce(url, next);
	await load(url, next, 1, 50);
	return percentiles(await load(url, next, 1, 300));
}

/** Milliseconds of each response. */
export async function load(
	url: string,
	call: HttpCall,
	connections: number,
	amount: number,
): Promise<number[]> {
	const times: number[] = [];
	const asked = { url, ...call, connections, amount, timeout: SECONDS, bailout: 1 };
	const run = packageModule<Autocannon>('autocannon')(asked);
	run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
	const { errors, non2xx } = await run;
	if (errors + non2xx > 0)
		throw new Error(`${errors + non2xx} of ${amount} calls to ${url} failed`);
	return times;
}

export function percentiles(times: number[]): Percentiles {
	times.sort((a, b) => a - b);
	const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
	return { p50: at(0.5) ?? 0, p95: at(0.95) ?? 0, requests: times.length };
}

/** The figures as text, with the goals. */
export function latencyReport({ comparisons, page }: LatencyBench): string {
	const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(10);
	return [
		`${'milliseconds'.padEnd(20)}connections  ${['direct p50', 'p95', 'through p50', 'p95', 'added p50', 'p95', 'ratio p50'].map((head) => head.padStart(12)).join('')}`,
		...comparisons.map(({ name, connections, direct, through }) => {
			const values = [
				ms(direct.p50),
				ms(direct.p95),
				ms(through.p50),
				ms(through.p95),
				ms(through.p50 - direct.p50),
				ms(through.p95 - direct.p95),
				(through.p50 / direct.p50).toFixed(2),
			];
			const cells = values.map((value) => value.padStart(12)).join('');
			return `${name.padEnd(20)}${String(connections).padStart(11)}  ${cells}`;
		}),
		'goal: added p95 at most 10 ms on an upstream that takes 100 ms',
		'',
		`page of 50 from a snapshot: p50 ${ms(page.p50).trim()}, p95 ${ms(page.p95).trim()} (goal: at most 5 ms)`,
	].join('\n');
}

if (basename(process.argv[1] ?? '') === 'latency.ts') {
	const bench = await serveBench();
	try {
		const measured = await latencyBench(bench);
		console.log(latencyReport(measured));
		saveResults('latency', measured);
	} finally {
		await bench.stop();
	}
}
