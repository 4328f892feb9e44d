// A million inputs: random and broken texts to every reader (test/security, test/ask/hostile), and a share of them
// over HTTP to `loadline serve`. Nothing throws, nothing takes a second, no answer is a 5xx. `--seed=N` repeats a
// run, `--runs=N` says how many inputs each reader gets, `--requests=N` how many go over HTTP. A machine that is busy
// makes no input slow: readers are measured by their CPU, answers without the time in which others had the machine.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Random, seeded } from '../test/protect/payloads';
import { postRaw } from '../test/worker/raw-calls';
import { type Place, serveOn } from './faults/place';

const flag = (name: string, usual: number): number =>
	Number(process.argv.find((each) => each.startsWith(`--${name}=`))?.split('=')[1] ?? usual);
const seed = flag('seed', Date.now() % 1_000_000);
const runs = flag('runs', 42_000);
const requests = flag('requests', 20_000);
/** Milliseconds. */
const MOST_MS = 1_000;
console.log(`seed ${seed}`);

const env = {
	...process.env,
	LOADLINE_FUZZ_RUNS: String(runs),
	LOADLINE_FUZZ_SEED: String(seed),
	LOADLINE_FUZZ_MS: String(MOST_MS),
};
const tests = ['vitest', 'run', '--project', 'unit', '--testTimeout', '7200000'];
const readers = await new Promise<number | null>((resolve) => {
	const child = spawn('npx', [...tests, 'test/security', 'test/ask/hostile.test.ts'], {
		stdio: 'inherit',
		env,
	});
	child.once('exit', resolve);
});

const PIECES = [
	...[
		'{',
		'}',
		'[',
		']',
		':',
		',',
		'"',
		"'",
		'\\',
		'\n',
		' ',
		'- ',
		'# ',
		'---\n',
		'*a',
		'&a ',
		'|',
		'>',
	],
	...[
		'`',
		'@',
		'$',
		'?',
		'*',
		'(',
		')',
		'==',
		'&&',
		'null',
		'1e999',
		'-1',
		'0',
		'true',
		'\u0000',
		'\ud800',
	],
	...[
		'upstreams',
		'url',
		'__proto__',
		'constructor',
		'sum(',
		'sort_by(',
		'/a+/',
		'id:',
		'日本',
		'\u202e',
	],
];
const junk = (random: Random, most = 40): string =>
	Array.from({ length: Math.floor(random() * most) }, () =>
		random() < 0.8
			? PIECES[Math.floor(random() * PIECES.length)]
			: String.fromCodePoint(Math.floor(random() * 0xd000)),
	).join('');

/** A value that may be anything, with junk at its ends. */
const value = (random: Random, depth = 0): unknown => {
	const kind = Math.floor(random() * (depth > 2 ? 5 : 7));
	if (kind === 5) return Array.from({ length: 3 }, () => value(random, depth + 1));
	if (kind === 6)
		return { [junk(random, 4)]: value(random, depth + 1), id: value(random, depth + 1) };
	return [junk(random), random() * 1e6 - 5e5, Math.floor(random() * 300) - 5, null, random() < 0.5][
		kind
	];
};

const TOOLS: Readonly<Record<string, readonly string[]>> = {
	read_result: ['handle', 'pointer', 'query', 'select', 'fields', 'limit', 'startLine', 'endLine'],
	demo__list_bookings: ['cursor', 'status', 'from', '_loadline'],
	search_records: ['model', 'query', 'where', 'sort', 'fields', 'limit', 'cursor'],
	artifact: ['resource', 'op', 'session_id'],
	memload: ['ids', 'knownHashes', 'session_id'],
	workflow_advance: ['run_id', 'if_position', 'output', 'outcome', 'artefacts'],
	workflow_set_tasks: ['run_id', 'loop_id', 'tasks'],
	store_analysis_memory: ['finding', 'tags', 'recordIds'],
};

/** Loadline's own arguments of any tool, under their name. */
const OWN = [
	'cursor',
	'limit',
	'fields',
	'query',
	'select',
	'startLine',
	'dry',
	'gather',
	'tokens',
];

const drawn = (random: Random, names: readonly string[]): object =>
	Object.fromEntries(
		names.flatMap((key) => {
			const isOwn = key === '_loadline' && random() < 0.9;
			return random() < 0.5 ? [[key, isOwn ? drawn(random, OWN) : value(random)]] : [];
		}),
	);

/** Sends one input and gives what came back. @param cursor a real one, to break */
function send(place: Place, random: Random, cursor: string): Promise<Response> {
	const put = (path: string, type: string, body: string, method = 'PUT') =>
		place.fetch(path, { method, headers: { 'content-type': type }, body });
	const kind = Math.floor(random() * 8);
	if (kind === 0) return put('/api/config?dryRun=true', 'application/yaml', junk(random, 80));
	if (kind === 1) return put('/api/workflows/fuzz', 'application/yaml', junk(random, 80));
	if (kind === 2) return put('/api/records/fuzz', 'application/x-ndjson', junk(random), 'POST');
	if (kind === 3) return put('/mcp', 'application/json', junk(random, 60), 'POST');
	if (kind === 4) {
		const message = {
			jsonrpc: '2.0',
			id: value(random),
			method: 'tools/call',
			params: value(random),
		};
		return put('/mcp', 'application/json', JSON.stringify(message), 'POST');
	}
	if (kind === 5) {
		const at = Math.floor(random() * cursor.length);
		const handle =
			cursor.slice(0, at) + junk(random, 3) + cursor.slice(at + (random() < 0.5 ? 1 : 0));
		const args = JSON.stringify({ handle, query: random() < 0.5 ? junk(random) : undefined });
		return postRaw(place, 'tools/call', `"name":"read_result","arguments":${args}`);
	}
	if (kind === 6) {
		const args = JSON.stringify({
			handle: cursor,
			[random() < 0.5 ? 'select' : 'query']: junk(random),
		});
		return postRaw(place, 'tools/call', `"name":"read_result","arguments":${args}`);
	}
	const names = Object.keys(TOOLS);
	const name = names[Math.floor(random() * names.length)] ?? '';
	const args = drawn(random, TOOLS[name] ?? []);
	return postRaw(place, 'tools/call', `"name":"${name}","arguments":${JSON.stringify(args)}`);
}

const state = mkdtempSync(join(tmpdir(), 'loadline-fuzz-'));
const place = await serveOn()(state);
const listed = await (await postRaw(place, 'tools/call', '"name":"demo__list_bookings"')).text();
const cursor = /nextCursor\\?":\\?"([\w-]+)/.exec(listed)?.[1] ?? '';
/** Milliseconds so far in which server and client would have run, had others not had the machine (Linux says so). */
function denied(): number {
	const of = (process: number | 'self' | undefined): number => {
		try {
			return Number(readFileSync(`/proc/${process}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
		} catch {
			return 0;
		}
	};
	return of('self') + of(place.pid);
}

const wrong: string[] = [];
let slowest = 0;
const answers: Record<string, number> = {};
async function one(at: number): Promise<void> {
	let least = Number.POSITIVE_INFINITY;
	// A disk that is busy is late once; an input that hangs, each time.
	for (let time = 0; time < 3 && least > MOST_MS; time++) {
		const begun = performance.now() - denied();
		const answer = await send(place, seeded(seed * 1_000_003 + at), cursor);
		const text = await answer.text();
		least = Math.min(least, performance.now() - denied() - begun);
		answers[answer.status] = (answers[answer.status] ?? 0) + 1;
		if (answer.status >= 500 || text.includes('-32603'))
			wrong.push(`${at}: ${answer.status} ${text.slice(0, 300)}`);
	}
	slowest = Math.max(slowest, least);
	if (least > MOST_MS) wrong.push(`${at}: ${Math.round(least)} ms`);
}
await Promise.all(
	Array.from({ length: 4 }, async (_, lane) => {
		for (let at = lane; at < requests && wrong.length < 20; at += 4)
			await one(at).catch((error: Error) => void wrong.push(`${at}: ${error.message}`));
	}),
);
await place.stop();
rmSync(state, { recursive: true, force: true });
for (const each of wrong) console.error(each);
console.log(
	`\nseed ${seed}: ${runs.toLocaleString('en')} inputs to each reader; ${requests.toLocaleString('en')} over HTTP, answers ${JSON.stringify(answers)}, the slowest in ${Math.round(slowest)} ms`,
);
process.exit(readers === 0 && wrong.length === 0 ? 0 : 1);
