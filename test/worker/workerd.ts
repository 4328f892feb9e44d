// Runs a bundle (bundle.ts) in workerd with local storage; what tests and the benchmark stand on.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import type { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { OPTIONS } from './bundle';

type Options = Omit<
	ReturnType<typeof unstable_getMiniflareWorkerOptions>['workerOptions'],
	'modulesRules'
>;

export interface WorkerdOptions {
	/** Environment variables and secrets of the Worker. */
	readonly vars?: Readonly<Record<string, string>> | undefined;
	/** Answers what the Worker fetches, in place of the network. */
	readonly outside?: ((url: URL) => Response) | undefined;
	/** A free one unless named. */
	readonly port?: number | undefined;
	/** The source of a module around the bundle's, from the names of its Durable Objects (limits/start.ts). */
	readonly around?: ((classes: readonly string[]) => Promise<string>) | undefined;
	/** The text of the bundle's main module, changed. */
	readonly main?: ((text: string) => string) | undefined;
	/** Further classes of the main module that answer requests, each at an origin of its own (`entry`). */
	readonly entrypoints?: readonly string[] | undefined;
	/** V8's inspector listens, on a free port: workerd waits for one that is taken, and does not say so. */
	readonly isInspected?: boolean | undefined;
	/** Folder of the storage, so that a second start finds it again; nowhere lasting unless named. */
	readonly persistTo?: string | undefined;
}

export interface Workerd {
	/** Origin without a trailing slash, `http://127.0.0.1:41234`. */
	readonly url: string;
	/** Origin of the Worker's own socket, with nothing of Miniflare in between. */
	readonly directUrl: string;
	/** The Worker's log so far, a line each; it is not printed. */
	readonly logs: readonly string[];
	/** Stops workerd; storage that nobody named goes with it. */
	stop(): Promise<void>;
}

export interface WorkerdOfMany extends Workerd {
	/** Port of V8's inspector, 0 where it does not listen. */
	readonly inspectorPort: number;
	/** Returns the origin of one of `entrypoints`. */
	entry(name: string): Promise<string>;
}

/** Starts workerd and waits until it listens. */
export async function startWorkerd(
	bundle: string,
	options: WorkerdOptions,
): Promise<WorkerdOfMany> {
	const logs: string[] = [];
	const miniflare = new Miniflare({
		...convertV4MiniflareOptions({
			...(await readBundle(bundle, options)),
			bindings: { ...options.vars },
			host: '127.0.0.1',
			port: options.port ?? 0,
			cf: false,
			...(options.outside && {
				outboundService: (request: { readonly url: string }) =>
					options.outside?.(new URL(request.url)) as never,
			}),
			unsafeDirectSockets: [undefined, ...(options.entrypoints ?? [])].map((entrypoint) => ({
				...{ host: '127.0.0.1', port: 0 },
				...(entrypoint !== undefined && { entrypoint }),
			})),
			// The timer rings at /cdn-cgi/local/scheduled, as under `wrangler dev`.
			unsafeTriggerHandlers: true,
			handleStructuredLogs: ({ message }) => logs.push(message),
			...(options.isInspected && { inspectorPort: 0 }),
		}),
		// As `wrangler dev --persist-to` names it; in a folder of its own otherwise.
		...(options.persistTo === undefined
			? {}
			: { resourcePersistencePath: join(options.persistTo, 'v3') }),
	});
	return {
		url: (await miniflare.ready).origin,
		directUrl: (await miniflare.unsafeGetDirectURL()).origin,
		inspectorPort: options.isInspected ? Number((await miniflare.getInspectorURL()).port) : 0,
		entry: async (name) => (await miniflare.unsafeGetDirectURL(undefined, name)).origin,
		logs,
		stop: () => miniflare.dispose(),
	};
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
	// A module of a package, named as it is imported.
	'': 'Text',
};

/** Miniflare's options for a bundle. It lies outside the repository: no .dev.vars is found there. */
async function readBundle(folder: string, { around, main }: WorkerdOptions) {
	const worker: Options = JSON.parse(await readFile(join(folder, OPTIONS), 'utf8'));
	const isMain = (path: string) => path === 'worker.js';
	const files = (await readdir(folder, { recursive: true })).filter((path) => !isMain(path));
	const modules = ['worker.js', ...files.sort()].flatMap((path) => {
		const type = kinds[extname(path)];
		return type === undefined ? [] : [{ type, path }];
	});
	if (main) {
		const text = await readFile(join(folder, 'worker.js'), 'utf8');
		Object.assign(modules[0] as object, { contents: main(text) });
	}
	if (!around) return { ...worker, rootPath: folder, modules };
	const objects = (worker.durableObjects ?? {}) as Record<string, { className: string }>;
	const classes = Object.values(objects).map(({ className }) => className);
	const outer = { type: 'ESModule' as const, path: 'around.js', contents: await around(classes) };
	const flags = (worker.compatibilityFlags ?? []) as string[];
	const compatibilityFlags = [...flags, 'nodejs_als'];
	return { ...worker, compatibilityFlags, rootPath: folder, modules: [outer, ...modules] };
}
