// Ways of getting the same answers from the same server, each a process of its own: in workerd Loadline and Workers that
// do a part of it, on Node `loadline serve` and proxies.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { serveOn } from '../../nightly/faults/place';
import { fetchTool } from '../../scripts/tools.mjs';
import { root } from '../../test/worker/bundle';
import { load } from '../latency';
import { exchange, toolCall } from '../mcp-call';
import { children, cpuOf } from './process';

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
	await miniflare.ready;
	const { origin } = await miniflare.unsafeGetDirectURL();
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
	const url = await new Promise<string>((tell) => {
		child.stdout.setEncoding('utf8').once('data', (line: string) => tell(line.trim()));
	});
	return { url, ...processOf(child) };
}

const processOf = (child: ChildProcess): Pick<Way, 'pid' | 'stop'> => ({
	pid: child.pid ?? 0,
	stop: async () => child.kill(),
});

const MCP_PROXY_PORT = 9_173;

/** It stands before a server by stdio, which is the same program. */
async function startMcpProxy(): Promise<Way> {
	const program = join(await fetchTool('proxies'), 'node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs');
	const options = ['--port', String(MCP_PROXY_PORT), '--host', '127.0.0.1', '--server', 'stream'];
	const server = [process.execPath, 'scripts/run.mjs', 'bench/overhead/upstream.ts', '--stdio'];
	const child = spawn(process.execPath, [program, ...options, '--', ...server], {
		cwd: root,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	const url = `http://127.0.0.1:${MCP_PROXY_PORT}/mcp`;
	for (let tries = 0; tries < 100; tries++) {
		if (await exchange(url, toolCall('kb1')).catch(() => undefined)) break;
		await new Promise((resume) => setTimeout(resume, 200));
	}
	return { url, ...processOf(child) };
}

async function startServe(upstream: string): Promise<Way> {
	const state = mkdtempSync(join(tmpdir(), 'loadline-overhead-'));
	const place = await serveOn()(state);
	const answer = await fetch(`${place.url}/api/config`, {
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
