// `npm run bench -- soak`: mixed calls of four tenants, two clients of each at once, on one process, `serve` and
// workerd, 100,000 unless `--calls=N` says else: what is in use after a collection, what the process holds, and what
// lies on the disk, at every tenth, and once more when what ends has ended. It ends with 1 where a call failed, or where
// the last three tenths lie above the three before (soak/table.ts). `--only=serve` does one of them; `--save` keeps those
// that were measured before, and keeps each tenth: a run that is broken off says how far it came.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serveOn } from '../nightly/faults/place';
import { startEverything } from '../test/upstreams/everything-server';
import { bundleWorker, root } from '../test/worker/bundle';
import type { Loadline } from '../test/worker/serve';
import { startWorkerd } from '../test/worker/workerd';
import { connect } from './overhead/profile';
import { readResults, saveResults } from './results';
import { type Mix, mixOf } from './soak/mix';
import { grown, type Sample, type SoakRow, soakTable } from './soak/table';

const flag = (name: string): string | undefined =>
	process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const CALLS = Number(flag('calls') ?? 100_000);
/** Seconds until results and crowded sessions have ended, and what follows from their end is done. */
const REST = Number(flag('rest') ?? 420);
/** Of V8's inspector; workerd takes a free one. */
const PORTS = { serve: 9_121, workerd: 0 };
const AT_ONCE = 8;
/** Milliseconds between two calls of a client: below the calls that a workspace may make in a minute, however fast the machine. */
const PACE_MS = 60;
const TENANTS = ['one', 'two', 'three', 'four'];
const tokenOf = (tenant: string) => `token-of-tenant-${tenant}`;
const VARS = {
	...{ LOADLINE_DEV: '1', LOADLINE_SECRET: '0123456789abcdef0123456789abcdef' },
	LOADLINE_TOKENS: JSON.stringify(
		TENANTS.map((name) => ({
			...{ name, workspace: `ws-${name}`, scopes: ['admin'] },
			sha256: createHash('sha256').update(tokenOf(name)).digest('hex'),
		})),
	),
};

type Host = keyof typeof PORTS;

const rows: SoakRow[] = [];
for (const host of ['serve', 'workerd'] as const) {
	if (!(flag('only') ?? host).split(',').includes(host)) continue;
	const state = mkdtempSync(join(tmpdir(), 'loadline-soak-'));
	const everything = await startEverything();
	const server = await (host === 'serve' ? serving(state) : workerd(state));
	const stop = async () => {
		await server.stop();
		await everything.close();
		rmSync(state, { recursive: true, force: true });
	};
	const stopNow = () => void stop().finally(() => process.exit(1));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopNow);
	const as = (tenant: string): Loadline => ({
		...server,
		fetch: (path, init = {}) => {
			const authorization = `Bearer ${tokenOf(tenant)}`;
			return server.fetch(path, { ...init, headers: { ...init.headers, authorization } });
		},
	});
	// A process that asks for tokens calls no server of this machine by its address: it has it as a command.
	const upstreams = host === 'serve' ? [] : [{ name: 'everything', url: everything.url }];
	const mixes = TENANTS.map((tenant) => mixOf(as(tenant), upstreams));
	await soaked(host, allOf(mixes), state);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stopNow);
	await stop();
}
console.log(soakTable(rows));
const all = rows.flatMap(grown);
const failed = rows.reduce((sum, row) => sum + row.failed, 0);
console.log(all.length > 0 ? `not flat: ${all.join('; ')}` : 'flat');
process.exit(all.length + failed > 0 ? 1 : 0);

/** The calls of all tenants, one after the other. */
function allOf(mixes: readonly Mix[]): Mix {
	return {
		call: async (n) => mixes[n % mixes.length]?.call(Math.floor(n / mixes.length)),
		get done() {
			const sum = (of: keyof Mix['done']) => mixes.reduce((all, { done }) => all + done[of], 0);
			return { runs: sum('runs'), rules: sum('rules'), everything: sum('everything') };
		},
	};
}

function serving(state: string): Promise<Loadline> {
	const file = join(state, 'loadline.json');
	const args = [join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')];
	const upstreams = [{ name: 'everything', command: process.execPath, args: [...args, 'stdio'] }];
	writeFileSync(file, JSON.stringify({ upstreams }));
	const env = { ...VARS, NODE_OPTIONS: `--inspect=127.0.0.1:${PORTS.serve}` };
	return serveOn(env, undefined, ['--config', file])(state).then((server) => ({
		...server,
		fetch: (path, init) => fetched(new URL(path, server.url), init),
	}));
}

/** A connection that was idle may be closed as it is used, where the machine is slow to say so. */
async function fetched(url: URL, init?: RequestInit): Promise<Response> {
	try {
		return await fetch(url, init);
	} catch (error) {
		const { cause } = error as { cause?: { code?: string } };
		if (cause?.code !== 'ECONNRESET' && cause?.code !== 'UND_ERR_SOCKET') throw error;
		return fetch(url, init);
	}
}

async function workerd(persistTo: string): Promise<Loadline> {
	const bundle = await bundleWorker();
	const { url, logs, stop, inspectorPort } = await startWorkerd(bundle, {
		...{ vars: VARS, persistTo, isInspected: true },
	});
	PORTS.workerd = inspectorPort;
	return {
		...{ url, logs },
		fetch: (path, init) => fetched(new URL(path, url), init),
		async stop() {
			await stop();
			rmSync(bundle, { recursive: true, force: true });
		},
	};
}

async function soaked(host: Host, mix: Mix, state: string): Promise<void> {
	let [made, failed, seconds] = [0, 0, 0];
	const samples: Sample[] = [];
	/** Failures by what was said, numbers left out: one that nobody can explain is looked at. */
	const kinds = new Map<string, number>();
	const sample = async () => {
		samples.push(await sampled(made, host, state));
		console.error(`${host}: ${seconds.toFixed()} s, ${JSON.stringify(samples.at(-1))}`);
	};
	await sample();
	for (let tenth = 1; tenth <= 10; tenth++) {
		const until = Math.floor((CALLS * tenth) / 10);
		const begun = performance.now();
		await Promise.all(
			Array.from({ length: AT_ONCE }, async () => {
				while (made < until) {
					const next = pause(PACE_MS);
					await mix.call(made++).catch((error: Error) => {
						failed++;
						const said = `${error.message} ${String(error.cause ?? '')}`.slice(0, 300);
						const kind = said.replaceAll(/\d+|[0-9a-f-]{36}|[\w-]{40,}/g, '#');
						kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
						if (kinds.get(kind) === 1) console.error(`call ${made}: ${said}`);
					});
					await next;
				}
			}),
		);
		seconds += (performance.now() - begun) / 1000;
		await sample();
		keep({ host, calls: made, wanted: CALLS, failed, seconds, samples, done: mix.done });
	}
	for (const [kind, times] of kinds) console.error(`${host}: ${times} times ${kind}`);
	await pause(REST * 1000);
	await sample();
	keep({ host, calls: made, wanted: CALLS, failed, seconds, samples, done: mix.done });
}

/** The row of a host, in the place of the one before. */
function keep(row: SoakRow): void {
	const at = rows.findIndex(({ host }) => host === row.host);
	rows.splice(at < 0 ? rows.length : at, 1, row);
	const before = (readResults().soak?.value ?? []) as readonly SoakRow[];
	const others = before.filter(({ host }) => rows.every((each) => each.host !== host));
	saveResults(
		'soak',
		[...rows, ...others].sort((one, other) => (one.host < other.host ? -1 : 1)),
	);
}

async function sampled(calls: number, host: Host, state: string): Promise<Sample> {
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
function held(host: Host): number {
	const command = { serve: 'loadline.js serve', workerd: 'workerd serve' }[host];
	const found = execFileSync('pgrep', ['-P', String(process.pid), '-f', command]);
	const pids = String(found).trim().replaceAll('\n', ',');
	const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', pids], { encoding: 'utf8' });
	return kilobytes.split('\n').reduce((sum, line) => sum + Number(line), 0) / 1e3;
}
