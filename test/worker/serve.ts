// Serves the real Worker in the real workerd, for tests that look at Loadline from outside:
// what a deployment would run, with local storage, on a port of its own.
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { inject } from 'vitest';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';

export interface LoadlineOptions {
	/** A runtime configuration to put in place first (needs development mode, or `token`). */
	readonly config?: unknown;
	/** Environment variables and secrets of the Worker. */
	readonly vars?: Readonly<Record<string, string>>;
	/** Development mode, on unless told otherwise. */
	readonly dev?: boolean;
	/** Bearer token of an administrator, for `config` without development mode. */
	readonly token?: string;
	/** A free one unless named. */
	readonly port?: number;
	/** Where storage lives, so that a second start finds it again; nowhere lasting unless named. */
	readonly persistTo?: string;
	/** Folder of another bundle (see bundle.ts). */
	readonly bundle?: string;
}

export interface Loadline {
	/** Origin without a trailing slash, `http://127.0.0.1:41234`. */
	readonly url: string;
	/** Fetches a path of this server. */
	fetch(path: string, init?: RequestInit): Promise<Response>;
	/** Stops workerd; storage that nobody named goes with it. */
	stop(): Promise<void>;
}

/** Starts Loadline and waits until `/health` answers; throws when it does not within 20 seconds. */
export async function startLoadline(options: LoadlineOptions = {}): Promise<Loadline> {
	const bundle = options.bundle ?? inject('bundle');
	const miniflare = new Miniflare({
		...convertV4MiniflareOptions({
			...(await readBundle(bundle)),
			bindings: { ...(options.dev === false ? {} : { LOADLINE_DEV: '1' }), ...options.vars },
			host: '127.0.0.1',
			port: options.port ?? 0,
			cf: false,
		}),
		// As `wrangler dev --persist-to` names it; in a folder of its own otherwise.
		...(options.persistTo === undefined
			? {}
			: { resourcePersistencePath: join(options.persistTo, 'v3') }),
	});
	const loadline: Loadline = {
		url: (await miniflare.ready).origin,
		fetch: (path, init) => fetch(new URL(path, loadline.url), init),
		stop: () => miniflare.dispose(),
	};
	try {
		await waitForHealth(loadline);
		if (options.config !== undefined) await putConfig(loadline, options.config, options.token);
		return loadline;
	} catch (error) {
		await loadline.stop();
		throw error;
	}
}

/** Module kinds that wrangler writes next to the main module. */
const kinds: Readonly<Record<string, 'ESModule' | 'Text' | 'Data' | 'CompiledWasm'>> = {
	'.js': 'ESModule',
	'.mjs': 'ESModule',
	'.yaml': 'Text',
	'.html': 'Text',
	'.txt': 'Text',
	'.sql': 'Text',
	'.bin': 'Data',
	'.wasm': 'CompiledWasm',
};

/** Miniflare's options for a bundle. It lies outside the repository: no .dev.vars is found there. */
async function readBundle(folder: string) {
	const { workerOptions } = unstable_getMiniflareWorkerOptions(join(folder, 'wrangler.toml'));
	const { modulesRules: _, ...worker } = workerOptions;
	const main = (path: string) => path === 'worker.js';
	const files = (await readdir(folder, { recursive: true })).filter((path) => !main(path));
	const modules = ['worker.js', ...files.sort()].flatMap((path) => {
		const type = kinds[extname(path)];
		return type === undefined ? [] : [{ type, path }];
	});
	return { ...worker, rootPath: folder, modules };
}

async function waitForHealth(loadline: Loadline): Promise<void> {
	const response = await loadline.fetch('/health', { signal: AbortSignal.timeout(20_000) });
	if (!response.ok) throw new Error(`/health answers ${response.status}: ${await response.text()}`);
}

async function putConfig(loadline: Loadline, config: unknown, token?: string): Promise<void> {
	const response = await loadline.fetch('/api/config', {
		method: 'PUT',
		headers: {
			'content-type': 'application/json',
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
		},
		body: JSON.stringify(config),
	});
	if (!response.ok) {
		throw new Error(`PUT /api/config answers ${response.status}: ${await response.text()}`);
	}
}
