// Serves what the benchmarks measure: the deployed bundle in workerd, addressed on workerd's own socket
// rather than through Miniflare's proxy, with a small MCP server behind it.
import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorker, root } from '../test/worker/bundle';
import { startWorkerd } from '../test/worker/workerd';
import { urlOf, WAIT_MS, within } from './overhead/process';

export interface Bench {
	/** Loadline's MCP endpoint for one upstream, `bench` or `demo`. */
	mcp(upstream: string): string;
	/** The upstream itself. */
	readonly direct: string;
	/** Port of V8's inspector, 0 where it does not listen. */
	readonly inspectorPort: number;
	/** Folder of the bundle. */
	readonly bundle: string;
	stop(): Promise<void>;
}

export interface BenchOptions {
	/** A statement of the bundle that is left out, to see what it costs. */
	readonly without?: RegExp;
	/** The program of the upstream, in `bench/`. */
	readonly upstream?: string;
	/** V8's inspector listens, and the bundle is as it was written. */
	readonly isInspected?: boolean;
	/** Names under which Loadline has the upstream, `bench` unless told. */
	readonly names?: readonly string[];
	/** Members of the runtime configuration beside the upstream. */
	readonly config?: Readonly<Record<string, unknown>>;
}

/** Starts upstream and Worker, and introduces them to each other. */
export async function serveBench(options: BenchOptions = {}): Promise<Bench> {
	const { without, upstream: program = 'upstream.ts', names = ['bench'] } = options;
	const { config, isInspected = false } = options;
	// Statements and files are found in code as it is written.
	const isRead = without !== undefined || isInspected;
	const bundle = await bundleWorker(undefined, isRead ? ['--no-minify'] : []);
	if (without !== undefined) await leaveOut(bundle, without);
	const upstream = await startUpstream(`bench/${program}`);
	const started = startWorkerd(bundle, { vars: { LOADLINE_DEV: '1' }, isInspected });
	const workerd = await within(started, 'workerd starts');
	const bench: Bench = {
		mcp: (name) => `${workerd.directUrl}/mcp/${name}?toolsets=results`,
		direct: upstream.url,
		inspectorPort: workerd.inspectorPort,
		bundle,
		stop: async () => {
			upstream.stop();
			await workerd.stop();
			await rm(bundle, { recursive: true, force: true });
		},
	};
	const answer = await fetch(`${workerd.directUrl}/api/config`, {
		signal: AbortSignal.timeout(WAIT_MS),
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({
			upstreams: names.map((name) => ({ name, url: upstream.url })),
			demo: true,
			...config,
		}),
	});
	if (answer.ok) return bench;
	await bench.stop();
	throw new Error(`PUT /api/config answers ${answer.status}: ${await answer.text()}`);
}

async function leaveOut(bundle: string, statement: RegExp): Promise<void> {
	const file = join(bundle, 'worker.js');
	const [before, after, ...more] = (await readFile(file, 'utf8')).split(statement);
	if (after === undefined || more.length > 0)
		throw new Error(`the bundle does not have ${statement} exactly once`);
	await writeFile(file, `${before}undefined${after}`);
}

async function startUpstream(program: string): Promise<{ url: string; stop: () => void }> {
	const child = spawn(process.execPath, ['scripts/run.mjs', program], {
		cwd: root,
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	return { url: await urlOf(child, program), stop: () => void child.stdin.end() };
}
