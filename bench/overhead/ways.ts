// Ways of getting the same answers from the same server, each a process of its own: in workerd Loadline and Workers that
// do a part of it, on Node `loadline serve` and proxies.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { serveOn } from '../../nightly/faults/place';
import { freePort } from '../../scripts/free-port.mjs';
import { fetchTool } from '../../scripts/tools.mjs';
import { root } from '../../test/worker/bundle';
import { load } from '../latency';
import { exchange, toolCall } from '../mcp-call';
import { children, cpuOf, urlOf, WAIT_MS, within } from './process';

export interface Way {
	readonly url: string;
	/** The process whose CPU counts. */
	readonly pid: number;
	/** Of the call: the newer one unless told. */
	readonly isOlder?: boolean;
	stop(): Promise<unknown>;
}

/** Workers that are no gateway: one passes on, one also reads answers, one also keeps long ones, as Loadline does. */
const WORKERS = {
	null: 'export default { fetch: (request, { URL }) => fetch(new Request(URL, request)) }',
	reading: worker(''),
	keeping: worker(
		'if (body.byteLength > 20000) waits.waitUntil(KV.put(crypto.randomUUID(), body, { expirationTtl: 3600 }))',
	),
};

function worker(keep: string): string {
	return `export default { async fetch(request, { URL, KV }, waits) {
		const answer = await fetch(new Request(URL, request));
		const body = await answer.arrayBuffer();
		${keep};
		return new Response(body, { headers: answer.headers });
	} }`;
}

export async function startWorker(name: keyof typeof WORKERS, upstream: string): Promise<Way> {
	const before = children();
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			modules: true,
			script: WORKERS[name],
			bindings: { URL: upstream },
			kvNamespaces: ['KV'],
			compatibilityDate: '2026-10-01',
			host: '127.0.0.1',
			cf: false,
			unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
		}),
	);
	const { origin } = await within(miniflare.unsafeGetDirectURL(), `the Worker ${name} starts`);
	const url = `${origin}/mcp`;
	const pids = children().filter((each) => !before.includes(each));
	return { url, pid: await busiest(pids, url), stop: () => miniflare.dispose() };
}

/** Returns the one of these processes that works when the address is asked. */
export async function busiest(pids: readonly number[], url: string): Promise<number> {
	const before = pids.map(cpuOf);
	await load(url, toolCall('kb1'), 10, 300);
	const used = pids.map((pid, at) => cpuOf(pid) - (before[at] ?? 0));
	return pids[used.indexOf(Math.max(...used))] ?? 0;
}

/** Proxies of Node that stand before a server, Loadline last. */
export async function startNodeWays(upstream: string): Promise<Readonly<Record<string, Way>>> {
	const proxy = (kind: string) => startProgram(['bench/overhead/proxies.ts', kind, upstream]);
	return {
		null: await proxy('null'),
		'the SDK, client and server': await proxy('sdk'),
		'mcp-proxy 6.7.19': await startMcpProxy(),
		'loadline serve': await startServe(upstream),
	};
}

/** A program of this repository that prints its URL. */
async function startProgram(args: readonly string[]): Promise<Way> {
	const child = spawn(process.execPath, ['scripts/run.mjs', ...args], {
		cwd: root,
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const way = processOf(child);
	return { url: await urlOf(child, args.join(' ')), ...way };
}

/** It ends with this program, however that ends. */
function processOf(child: ChildProcess): Pick<Way, 'pid' | 'stop'> {
	const stop = () => child.kill('SIGKILL');
	process.once('exit', stop);
	return { pid: child.pid ?? 0, stop: async () => stop() };
}

/** It stands before a server by stdio, which is the same program. */
async function startMcpProxy(): Promise<Way> {
	const program = join(await fetchTool('proxies'), 'node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs');
	const port = await freePort();
	const options = ['--port', String(port), '--host', '127.0.0.1', '--server', 'stream'];
	const server = [process.execPath, 'scripts/run.mjs', 'bench/overhead/upstream.ts', '--stdio'];
	const child = spawn(process.execPath, [program, ...options, '--', ...server], {
		cwd: root,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const way = { url: `http://127.0.0.1:${port}/mcp`, ...processOf(child) };
	const answers = async () => {
		while (!(await exchange(way.url, toolCall('kb1')).catch(() => undefined))) {
			if (child.exitCode !== null) throw new Error(`mcp-proxy ended with ${child.exitCode}`);
			await new Promise((resume) => setTimeout(resume, 200));
		}
	};
	await within(answers(), 'mcp-proxy answers');
	return way;
}

async function startServe(upstream: string): Promise<Way> {
	const state = mkdtempSync(join(tmpdir(), 'loadline-overhead-'));
	const place = await serveOn()(state);
	process.once('exit', () => void place.kill());
	const answer = await fetch(`${place.url}/api/config`, {
		signal: AbortSignal.timeout(WAIT_MS),
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ upstreams: [{ name: 'bench', url: upstream }] }),
	});
	if (!answer.ok) throw new Error(`PUT /api/config answers ${answer.status}`);
	return {
		url: `${place.url}/mcp/bench?toolsets=results`,
		pid: place.pid ?? 0,
		stop: async () => {
			await place.stop();
			rmSync(state, { recursive: true, force: true });
		},
	};
}
