// Before the tests of the project `worker`: one bundle for all of them.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleWorker } from './bundle';

declare module 'vitest' {
	export interface ProvidedContext {
		/** Folder of the bundled Worker. */
		bundle: string;
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const { loadlineBundle } = globalThis as { loadlineBundle?: Promise<string> };
	const folder = await (loadlineBundle ?? bundleWorker());
	await dropSourceMap(folder);
	project.provide('bundle', folder);
	return () => rm(folder, { recursive: true, force: true });
}

/** Every start of workerd would read the map, five times as long as the bundle: a quarter of what a start takes. */
async function dropSourceMap(folder: string): Promise<void> {
	const main = join(folder, 'worker.js');
	const text = await readFile(main, 'utf8');
	await writeFile(main, text.replace(/^\/\/# sourceMappingURL=.*$/m, ''));
	await rm(`${main}.map`);
}
