// Runs a TypeScript program of this repository: `node scripts/run.mjs FILE.ts [argument…]`.
// Bundles it first, because imports are written without extensions; packages stay outside.
import { mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { onNode } from './on-node.mjs';
import { buildWebFiles } from './web-files.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [, , program, ...rest] = process.argv;
if (program === undefined) {
	console.error('Usage: node scripts/run.mjs FILE.ts [argument…]');
	process.exit(2);
}

/** Packages are left to Node, but for one that asks for the Worker's runtime. */
const packagesOutside = {
	name: 'packages outside',
	/** @param {import('esbuild').PluginBuild} build */
	setup({ onResolve }) {
		onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
			const isBundled = path === '@cloudflare/workers-oauth-provider' || path in onNode.alias;
			return kind === 'entry-point' || isBundled ? undefined : { path, external: true };
		});
	},
};

const cache = join(root, 'node_modules/.cache/loadline');
mkdirSync(cache, { recursive: true });
// Node reads the source map's paths from where the bundle really is, also if node_modules is a link.
const folder = realpathSync(cache);
sweep();
const outfile = join(folder, `${basename(program, '.ts')}-${process.pid}.mjs`);
const entry = resolve(program);
await buildWebFiles();
await build({
	entryPoints: [entry],
	outfile,
	...onNode,
	plugins: [packagesOutside, ...onNode.plugins],
	sourcemap: 'inline',
	sourcesContent: false,
});

process.argv = [process.execPath, entry, ...rest];
process.setSourceMapsEnabled(true);
process.once('exit', () => rmSync(outfile, { force: true }));
await import(pathToFileURL(outfile).href);

/** Removes bundles of processes that a signal ended: no exit handler ran there. */
function sweep() {
	for (const name of readdirSync(folder)) {
		const [, pid] = /-(\d+)\.mjs$/.exec(name) ?? [];
		if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
	}
}

/** @param {number} pid */
function isRunning(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		// EPERM: somebody else's process.
		return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
	}
}
