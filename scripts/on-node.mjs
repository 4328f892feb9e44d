// Options with which esbuild makes a program of this repository run on Node: one file, and what the Worker takes from
// its runtime from src/adapters/node instead.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const { dirname } = import.meta;

/** The library of logins gets a fetch as that of Workers is: one that strangers cannot send inside. */
const publicFetch = {
	name: 'public fetch',
	/** @param {import('esbuild').PluginBuild} build */
	setup({ onLoad }) {
		onLoad(
			{ filter: /workers-oauth-provider[\\/]dist[\\/]oauth-provider\.js$/ },
			async ({ path }) => {
				const from = join(dirname, '../src/adapters/node/public-fetch.ts');
				const line = `import { Cloudflare, fetch } from ${JSON.stringify(from)};\n`;
				return { contents: line + (await readFile(path, 'utf8')) };
			},
		);
	},
};

/** @satisfies {import('esbuild').BuildOptions} */
export const onNode = /** @type {const} */ ({
	bundle: true,
	platform: 'node',
	format: 'esm',
	target: 'node22',
	// The CommonJS of some packages asks for files that no bundle has.
	mainFields: ['module', 'main'],
	alias: { 'cloudflare:workers': join(dirname, '../src/adapters/node/cloudflare-workers.ts') },
	// Only the Worker connects by it; the room it stands in is loaded here too.
	external: ['cloudflare:sockets'],
	plugins: [publicFetch],
	loader: { '.yaml': 'text', '.txt': 'text' },
	logLevel: 'error',
});
