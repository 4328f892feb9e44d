// Before the tests of the project `worker`: one bundle for all of them.
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { bundleWorker } from './bundle';

declare module 'vitest' {
	export interface ProvidedContext {
		/** Folder of the bundled Worker. */
		bundle: string;
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const folder = await bundleWorker();
	project.provide('bundle', folder);
	return () => rm(folder, { recursive: true, force: true });
}
