// What the benchmark measures: the deployed bundle in workerd, addressed on workerd's own socket
// rather than through Miniflare's proxy, with a small MCP server behind it.
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { bundleWorker, root } from '../test/worker/bundle';
import { startWorkerd } from '../test/worker/workerd';

export interface Bench {
	/** Loadline's MCP endpoint for one upstream, `bench` or `demo`. */
	mcp(upstream: string): string;
	/** The upstream itself. */
	readonly direct: string;
	/** Folder of the bundle. */
	readonly bundle: string;
	stop(): Promise<void>;
}

/** Starts upstream and Worker, and introduces them to each other. */
export async function serveBench(): Promise<Bench> {
	const bundle = await bundleWorker();
	const upstream = await startUpstream();
	const workerd = await startWorkerd(bundle, { vars: { LOADLINE_DEV: '1' } });
	const bench: Bench = {
		mcp: (name) => `${workerd.directUrl}/mcp/${name}`,
		direct: upstream.url,
		bundle,
		stop: async () => {
			upstream.stop();
			await workerd.stop();
			await rm(bundle, { recursive: true, force: true });
		},
	};
	const answer = await fetch(`${workerd.directUrl}/api/config`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ upstreams: [{ name: 'bench', url: upstream.url }], demo: true }),
	});
	if (answer.ok) return bench;
	await bench.stop();
	throw new Error(`PUT /api/config answers ${answer.status}: ${await answer.text()}`);
}

function startUpstream(): Promise<{ url: string; stop: () => void }> {
	const child = spawn(process.execPath, ['scripts/run.mjs', 'bench/upstream.ts'], {
		cwd: root,
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	return new Promise((resolve, reject) => {
		child.stdout.setEncoding('utf8').once('data', (line: string) => {
			resolve({ url: line.trim(), stop: () => void child.stdin.end() });
		});
		child.once('exit', (code) => reject(new Error(`bench/upstream.ts ended with ${code}`)));
	});
}
