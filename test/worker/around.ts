// Bundles a module that stands around the Worker's bundle inside workerd.

import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './bundle';

/** @param lines of TypeScript; they import the bundle as `./worker.js`, and files as from `test/worker/limits` */
export async function around(lines: readonly string[]): Promise<string> {
	const { outputFiles } = await build({
		stdin: {
			contents: lines.join('\n'),
			resolveDir: join(root, 'test/worker/limits'),
			loader: 'ts',
		},
		bundle: true,
		write: false,
		format: 'esm',
		target: 'es2024',
		external: ['./worker.js', 'node:async_hooks', 'cloudflare:workers'],
	});
	return outputFiles[0]?.text ?? '';
}
