// Builds the Worker once, exactly as a deployment would, into a folder of its own.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { offline } from '../../scripts/offline.mjs';

/** The repository: npm scripts and vitest run in it. */
export const root = process.cwd();

/**
 * Bundles a Worker with `wrangler deploy --dry-run`, wrangler.toml beside it.
 * @param config the wrangler configuration; the repository's own unless named
 * @param flags further ones of `wrangler deploy`
 * @returns the folder; remove it when done
 */
export async function bundleWorker(
	config = join(root, 'wrangler.toml'),
	flags: readonly string[] = [],
): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'loadline-bundle-'));
	const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js');
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[wrangler, 'deploy', '--dry-run', '--outdir', folder, '--config', config, ...flags],
		{ cwd: root, env: { ...process.env, ...offline, CI: 'true' } },
	);
	await copyFile(config, join(folder, 'wrangler.toml'));
	await writeFile(join(folder, PRINTED), stdout);
	// Here and once: who starts the bundle need not load wrangler.
	const { unstable_getMiniflareWorkerOptions } = await import('wrangler');
	const { workerOptions } = unstable_getMiniflareWorkerOptions(join(folder, 'wrangler.toml'));
	const { modulesRules: _, ...worker } = workerOptions;
	await writeFile(join(folder, OPTIONS), JSON.stringify(worker));
	return folder;
}

/** Files of a bundle's folder: what wrangler printed, and the options that Miniflare takes of its wrangler.toml. */
const PRINTED = 'wrangler.log';
export const OPTIONS = 'options.json';

/** Bytes of an upload. */
export interface Upload {
	readonly bytes: number;
	readonly gzipped: number;
}

/** Reads the "Total Upload" that wrangler printed of a bundle; the source map is not part of it. */
export async function uploadOf(folder: string): Promise<Upload> {
	const printed = await readFile(join(folder, PRINTED), 'utf8');
	const [, total, gzip] = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/.exec(printed) ?? [];
	if (gzip === undefined) throw new Error(`wrangler printed no size: ${printed}`);
	return { bytes: Number(total) * 1024, gzipped: Number(gzip) * 1024 };
}
