// Measures how long memdisc and memload take in a workspace of 500 objects: through the deployed bundle in
// workerd, from the HTTP request to its answer.
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { bundleWorker } from '../test/worker/bundle';
import { startWorkerd } from '../test/worker/workerd';
import { type CallResult, callOnce, toolCall } from './mcp-call';
import { saveResults } from './results';
import { rulePath, ruleText, TOPICS } from './rule-text';

const OBJECTS = 500;
/** Ids of one load. */
const LOADED = 20;
const RUNS = 60;
/** Calls that are not counted. */
const WARM_UP = 10;
export interface Timed {
	readonly name: string;
	/** Milliseconds. */
	readonly p50: number;
	readonly p95: number;
}

async function memoryBench(): Promise<readonly Timed[]> {
	const bundle = await bundleWorker();
	const workerd = await startWorkerd(bundle, { vars: { LOADLINE_DEV: '1' } });
	try {
		const url = `${workerd.directUrl}/mcp`;
		const ids = await publish(workerd.directUrl);
		await callOnce(url, setup);
		const hashes = new Map<string, string>();
		const loadOf = (chosen: readonly string[], knows: boolean) =>
			ownCall('memload', {
				ids: chosen,
				knownHashes: Object.fromEntries(
					chosen.map((id) => [id, knows ? (hashes.get(id) ?? '') : '']),
				),
			});
		const chosen = (run: number) =>
			Array.from({ length: LOADED }, (_, at) => ids[(run * LOADED + at) % ids.length] as string);
		for (const { id, hash } of await inventory(workerd.directUrl)) hashes.set(id, hash);
		const call = (make: (run: number) => ReturnType<typeof toolCall>) => (run: number) =>
			callOnce(url, make(run));
		return [
			await timed(
				'memdisc, all',
				call(() => ownCall('memdisc')),
			),
			await timed(
				'memdisc, by query',
				call((run) => ownCall('memdisc', { query: `${TOPICS[run % 8]} of module ${run}` })),
			),
			await timed(
				`memload of ${LOADED}`,
				call((run) => loadOf(chosen(run), false)),
			),
			await timed(
				`memload of ${LOADED}, unchanged`,
				call((run) => loadOf(chosen(run), true)),
			),
			await timed(
				'memactivate',
				call((run) =>
					ownCall('memactivate', { query: `write ${TOPICS[run % 8]} for module ${run}` }),
				),
			),
		];
	} finally {
		await workerd.stop();
		await rm(bundle, { recursive: true, force: true });
	}
}

const SESSION = { session_id: 'bench' };
const setup = toolCall('memsetup', { ...SESSION, knownHashes: { 'META_PROMPT.md': '' } });
const ownCall = (tool: string, args: object = {}) => toolCall(tool, { ...SESSION, ...args });

/** @returns the ids of the published objects */
async function publish(server: string): Promise<readonly string[]> {
	const files = Array.from({ length: OBJECTS }, (_, at) => ({
		file: rulePath(at),
		content: ruleText(at, 20),
		base: null,
	}));
	const answer = await fetch(`${server}/api/memory/sync/apply`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ files }),
	});
	if (!answer.ok) throw new Error(`publishing answers ${answer.status}: ${await answer.text()}`);
	const { published } = (await answer.json()) as { published: { id: string }[] };
	return published.map(({ id }) => id);
}

async function inventory(server: string): Promise<{ id: string; hash: string }[]> {
	const all: { id: string; hash: string }[] = [];
	for (let offset = 0; offset < OBJECTS; offset += 200) {
		const answer = await fetch(`${server}/api/memory/objects?limit=200&offset=${offset}`);
		all.push(...((await answer.json()) as { objects: typeof all }).objects);
	}
	return all;
}

async function timed(name: string, call: (run: number) => Promise<CallResult>): Promise<Timed> {
	for (let run = 0; run < WARM_UP; run++) await call(run);
	const times: number[] = [];
	for (let run = 0; run < RUNS; run++) {
		const start = performance.now();
		await call(run);
		times.push(performance.now() - start);
	}
	times.sort((one, other) => one - other);
	const at = (share: number) => times[Math.floor(share * RUNS)] ?? 0;
	return { name, p50: at(0.5), p95: at(0.95) };
}

/** The figures as text, with the goal. */
const memoryReport = (results: readonly Timed[]): string =>
	[
		`${`milliseconds, ${OBJECTS} objects`.padEnd(28)}${'p50'.padStart(10)}${'p95'.padStart(10)}`,
		...results.map(
			({ name, p50, p95 }) =>
				`${name.padEnd(28)}${p50.toFixed(1).padStart(10)}${p95.toFixed(1).padStart(10)}`,
		),
		`goal: memdisc and memload of ${LOADED} under 50 ms each`,
	].join('\n');

if (basename(process.argv[1] ?? '') === 'memory.ts') {
	const measured = await memoryBench();
	console.log(memoryReport(measured));
	saveResults('memory', measured);
}
