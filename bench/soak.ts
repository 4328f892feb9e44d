// `npm run bench -- soak`: mixed calls of eight clients at once on one process, `serve` and workerd, 100,000 unless
// `--calls=N` says else: what is in use after a collection, what the process holds, and what lies on the disk, at
// every tenth. `--only=serve` does one of them; `--save` keeps those that were measured before.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveOn } from '../nightly/faults/place';
import { bundleWorker } from '../test/worker/bundle';
import { callRaw } from '../test/worker/raw-calls';
import type { Loadline } from '../test/worker/serve';
import { startWorkerd } from '../test/worker/workerd';
import { connect } from './overhead/profile';
import { readResults, saveResults } from './results';
import { type Sample, type SoakRow, soakTable } from './soak/table';

const flag = (name: string): string | undefined =>
	process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const CALLS = Number(flag('calls') ?? 100_000);
const PORTS = { serve: 9_411, workerd: 9_412 };
const AT_ONCE = 8;
/** Sessions that take turns, and calls of all of them until others follow: so many are kept, older ones must go. */
const SESSIONS = 50;
const TURN = 5_000;
/** Results are kept for six times as long: what ends must be seen to end. */
const CONFIG = { cursorTtlSeconds: 60, snapshotLifeSeconds: 600, limits: { sessions: SESSIONS } };
/** Versions of the configuration are kept; so few are made. */
const CONFIG_EVERY = 10_000;

type Server = Pick<Loadline, 'url' | 'fetch' | 'stop'>;

const rows: SoakRow[] = [];
for (const host of ['serve', 'workerd'] as const) {
	if (!(flag('only') ?? host).split(',').includes(host)) continue;
	const state = mkdtempSync(join(tmpdir(), 'loadline-soak-'));
	const server = await (host === 'serve' ? serving(state) : workerd(state));
	rows.push(await soaked(host, server, state));
	await server.stop();
	rmSync(state, { recursive: true, force: true });
}
console.log(soakTable(rows));
const before = (readResults().soak?.value ?? []) as readonly SoakRow[];
const others = before.filter(({ host }) => rows.every((row) => row.host !== host));
saveResults(
	'soak',
	[...rows, ...others].sort((one, other) => (one.host < other.host ? -1 : 1)),
);
process.exit();

function serving(state: string): Promise<Server> {
	return serveOn({ NODE_OPTIONS: `--inspect=127.0.0.1:${PORTS.serve}` })(state);
}

async function workerd(persistTo: string): Promise<Server> {
	const bundle = await bundleWorker();
	const vars = { LOADLINE_DEV: '1' };
	const { url, stop } = await startWorkerd(bundle, {
		...{ vars, persistTo, inspectorPort: PORTS.workerd },
	});
	return {
		url,
		fetch: (path, init) => fetch(new URL(path, url), init),
		async stop() {
			await stop();
			rmSync(bundle, { recursive: true, force: true });
		},
	};
}

async function soaked(host: 'serve' | 'workerd', server: Server, state: string): Promise<SoakRow> {
	const calls = callsOf(server);
	let [made, failed] = [0, 0];
	const samples: Sample[] = [await sampled(0, host, state)];
	let seconds = 0;
	for (let tenth = 1; tenth <= 10; tenth++) {
		const until = Math.floor((CALLS * tenth) / 10);
		const begun = performance.now();
		await Promise.all(
			Array.from({ length: AT_ONCE }, async () => {
				while (made < until)
					await calls(made++).catch((error: Error) => {
						if (failed++ < 5) console.error(error.message.slice(0, 300));
					});
			}),
		);
		seconds += (performance.now() - begun) / 1000;
		samples.push(await sampled(made, host, state));
		console.error(`${host}: ${seconds.toFixed()} s, ${JSON.stringify(samples.at(-1))}`);
	}
	return { host, calls: made, failed, seconds, samples };
}

/** The call of each number: of forty, one makes a long result, four read on in it, and most are small. */
function callsOf(server: Server): (n: number) => Promise<void> {
	const loadline = { ...server, logs: [] };
	const cursors = new Map<string, string>();
	const set = new Set<string>();
	return async (n) => {
		const session = `soak-${Math.floor(n / TURN)}-${n % SESSIONS}`;
		const call = async (tool: string, args: object): Promise<string> => {
			const text = await callRaw(loadline, tool, JSON.stringify(args), { session });
			if (!text.includes('"result"') || text.includes('"isError":true')) throw new Error(text);
			return text;
		};
		// Each session goes through all kinds, each at its own time.
		const kind = (Math.floor(n / SESSIONS) + n) % 40;
		const cursor = cursors.get(session);
		if (n % CONFIG_EVERY === 0) await configure(server, n / CONFIG_EVERY);
		else if (kind === 0) {
			const text = await call('demo__list_bookings', { limit: 10 + (n % 100) });
			const next = /nextCursor\\?":\\?"([\w-]+)/.exec(text)?.[1];
			if (next !== undefined) cursors.set(session, next);
		} else if (kind < 5 && cursor !== undefined) await call('read_result', { handle: cursor });
		else if (kind === 5) await call('demo__list_bookings', { select: 'bookings[?total>`900`].id' });
		else if (kind < 10) await call('search_records', { model: 'activity', limit: 5 });
		else if (kind < 15) await call('workflow_list', {});
		else if (kind === 15) {
			await call('memsetup', { session_id: session, knownHashes: { 'META_PROMPT.md': '' } });
			set.add(session);
		} else if (kind < 20 && set.has(session)) await call('memdisc', { session_id: session });
		else if (kind < 24) await answered(server.fetch('/api/config'));
		else await call('demo__get_booking', { id: 'bk_0001', fields: 'id,status' });
	};
}

async function configure(server: Server, version: number): Promise<void> {
	const body = JSON.stringify({ defaultPageSize: 40 + (version & 7), ...CONFIG });
	const headers = { 'content-type': 'application/json' };
	await answered(server.fetch('/api/config', { method: 'PUT', headers, body }));
}

async function answered(asked: Promise<Response>): Promise<void> {
	const answer = await asked;
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${answer.status} ${text}`);
}

async function sampled(calls: number, host: keyof typeof PORTS, state: string): Promise<Sample> {
	// Before a snapshot, which takes memory of its own.
	const resident = held(host);
	const inspector = await connect(PORTS[host]);
	// workerd never answers `collectGarbage`, nor does it collect; a snapshot, whose parts nobody reads, begins with it.
	if (host === 'serve') await inspector.ask('HeapProfiler.collectGarbage');
	else await inspector.ask('HeapProfiler.takeHeapSnapshot');
	const { usedSize } = (await inspector.ask('Runtime.getHeapUsage')) as { usedSize: number };
	inspector.close();
	const [kilobytes = '0'] = execFileSync('du', ['-sk', state], { encoding: 'utf8' }).split('\t');
	return { calls, heap: usedSize / 1e6, held: resident, disk: Number(kilobytes) / 1e3 };
}

/** Megabytes that the process holds of the machine's memory, outside of V8's heap too. */
function held(host: keyof typeof PORTS): number {
	const command = { serve: 'loadline.js serve', workerd: 'workerd serve' }[host];
	const found = execFileSync('pgrep', ['-P', String(process.pid), '-f', command]);
	const pids = String(found).trim().replaceAll('\n', ',');
	const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', pids], { encoding: 'utf8' });
	return kilobytes.split('\n').reduce((sum, line) => sum + Number(line), 0) / 1e3;
}
