// Measures what recording adds to a call: the Worker against the same Worker that records nothing, load
// alternating between the two.
import { load, type Percentiles, percentiles } from './latency';
import { callOnce, toolCall } from './mcp-call';
import { saveResults } from './results';
import { serveBench } from './serve';

/** The one call in src/app/app.ts from which everything follows. */
const RECORDING = /\bsessions\d*\.record\(\{ facts, context, config: configured \}\)/;
const ROUNDS = 10;

/** Calls of one tool by both, so many at a time. */
export interface Recorded {
	readonly tool: string;
	readonly connections: number;
	readonly silent: Percentiles;
	readonly recording: Percentiles;
}

const benches = {
	recording: await serveBench(),
	silent: await serveBench({ without: RECORDING }),
};
const measured: Recorded[] = [];
try {
	console.log(
		['', 'connections', 'silent p50', 'p95', 'recording p50', 'p95', 'added p50', 'p95']
			.map((head) => head.padStart(14))
			.join(''),
	);
	for (const [upstream, tool, connections, amount] of [
		['bench', 'echo', 1, 1000],
		['bench', 'echo_late', 10, 600],
		['demo', 'list_bookings', 1, 500],
	] as const) {
		const { recording, silent } = await measure(upstream, tool, connections, amount);
		measured.push({ tool, connections, silent, recording });
		const cells = [
			silent.p50,
			silent.p95,
			recording.p50,
			recording.p95,
			recording.p50 - silent.p50,
			recording.p95 - silent.p95,
		].map((value) => `${value.toFixed(2)} ms`.padStart(14));
		console.log(`${tool.padStart(14)}${String(connections).padStart(14)}${cells.join('')}`);
	}
	console.log('\ngoal: below 1 ms of p95 (10 ms are allowed)');
	saveResults('telemetry', measured);
} finally {
	await Promise.all(Object.values(benches).map((bench) => bench.stop()));
}

async function measure(
	upstream: string,
	tool: string,
	connections: number,
	amount: number,
): Promise<Record<keyof typeof benches, Percentiles>> {
	const call = toolCall(tool);
	const times = { recording: [] as number[], silent: [] as number[] };
	const names = ['recording', 'silent'] as const;
	for (const name of names) {
		await callOnce(benches[name].mcp(upstream), call);
		await load(benches[name].mcp(upstream), call, connections, amount / 4);
	}
	for (let round = 0; round < ROUNDS; round++) {
		for (const name of names)
			times[name].push(
				...(await load(benches[name].mcp(upstream), call, connections, amount / ROUNDS)),
			);
	}
	return { recording: percentiles(times.recording), silent: percentiles(times.silent) };
}
