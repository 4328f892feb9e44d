// `npm run bench -- soak`: mixed calls of a hundred sessions on one process, `serve` and workerd, 100,000 unless
// `--calls=N` says else: what is in use after a collection, and what lies on the disk, at every tenth.
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
import { saveResults } from './results';
import { type Sample, type SoakRow, soakTable } from './soak/table';

const flag = (name: string): string | undefined =>
	process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const CALLS = Number(flag('calls') ?? 100_000);
const PORTS = { serve: 9_411, workerd: 9_412 };
const AT_ONCE = 8;
const SESSIONS = 100;
/** Results are kept for six times as long: what ends must be seen to end. */
const SHORT = { cursorTtlSeconds: 60 };
/** Versions of the configuration are kept; so many are made. */
const CONFIG_EVERY = 500;

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
saveResults('soak', rows);
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
	const loadline = { ...server, logs: [] };
	const cursors = new Map<number, string>();
	let [made, failed] = [0, 0];
	const one = async (n: number): Promise<void> => {
		const number = n % SESSIONS;
		const session = `soak-${number}`;
		const call = async (tool: string, args: object): Promise<string> => {
			const text = await callRaw(loadline, tool, JSON.stringify(args), { session });
			if (!text.includes('"result"') || text.includes('"isError":true')) throw new Error(text);
			return text;
		};
		const kind = Math.floor(n / SESSIONS) % 10;
		if (n % CONFIG_EVERY === 7) {
			const body = JSON.stringify({ defaultPageSize: 40 + ((n / CONFIG_EVERY) & 7), ...SHORT });
			const headers = { 'content-type': 'application/json' };
			const answer = await server.fetch('/api/config', { method: 'PUT', headers, body });
			await answer.text();
			if (!answer.ok && answer.status !== 429) throw new Error(`${answer.status}`);
		} else if (kind === 0 || kind === 5) {
			const text = await call('demo__list_bookings', { limit: 10 + number });
			const cursor = /nextCursor\\?":\\?"([\w-]+)/.exec(text)?.[1];
			if (cursor !== undefined) cursors.set(number, cursor);
		} else if ((kind === 1 || kind === 6) && cursors.has(number))
			await call('read_result', { handle: cursors.get(number) });
		else if (kind === 2) await call('demo__list_bookings', { select: 'bookings[?total>`900`].id' });
		else if (kind === 3) await call('search_records', { model: 'activity', limit: 5 });
		else if (kind === 4) await call('workflow_list', {});
		else await call('demo__get_booking', { id: 'bk_0001', fields: 'id,status' });
	};
	const samples: Sample[] = [await sampled(0, PORTS[host], state)];
	const begun = performance.now();
	for (let tenth = 1; tenth <= 10; tenth++) {
		const until = Math.floor((CALLS * tenth) / 10);
		await Promise.all(
			Array.from({ length: AT_ONCE }, async () => {
				while (made < until)
					await one(made++).catch((error: Error) => {
						if (failed++ < 5) console.error(error.message.slice(0, 300));
					});
			}),
		);
		samples.push(await sampled(made, PORTS[host], state));
		console.error(`${host}: ${JSON.stringify(samples.at(-1))}`);
	}
	const seconds = (performance.now() - begun) / 1000;
	return { host, calls: made, failed, seconds, samples };
}

async function sampled(calls: number, port: number, state: string): Promise<Sample> {
	const inspector = await connect(port);
	await inspector.ask('HeapProfiler.collectGarbage');
	const { usedSize } = (await inspector.ask('Runtime.getHeapUsage')) as { usedSize: number };
	inspector.close();
	const [kilobytes = '0'] = execFileSync('du', ['-sk', state], { encoding: 'utf8' }).split('\t');
	return { calls, heap: usedSize / 1e6, disk: Number(kilobytes) / 1e3 };
}
