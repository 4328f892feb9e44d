// How esbuild makes a program of this repository run on Node: one file, and what the Worker takes from
// its runtime from src/adapters/node instead.
import { join } from 'node:path';

const { dirname } = import.meta;

/** @satisfies {import('esbuild').BuildOptions} */
export const onNode = /** @type {const} */ ({
	bundle: true,
	platform: 'node',
	format: 'esm',
	target: 'node22',
	// The CommonJS of some packages asks for files that no bundle has.
	mainFields: ['module', 'main'],
	alias: {
		'cloudflare:workers': join(dirname, '../src/adapters/node/cloudflare-workers.ts'),
		// As in the Worker (wrangler.toml).
		'linkify-it': join(dirname, 'unused.mjs'),
		entities: join(dirname, 'unused.mjs'),
	},
	loader: { '.yaml': 'text', '.txt': 'text' },
	logLevel: 'error',
});
