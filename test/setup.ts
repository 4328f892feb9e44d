// Before the tests: the packages that they share with other checkouts, and the command `loadline`, bundled once
// for all that run it.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildCommand } from '../scripts/command.mjs';
import { linkPackages } from '../scripts/tools.mjs';
import { bundleWorker } from './worker/bundle';

declare module 'vitest' {
	export interface ProvidedContext {
		/** Path of the bundled command. */
		command: string;
	}
}

const cache = resolve(import.meta.dirname, '../node_modules/.cache/loadline');
/** Of the run: each project sets itself up. */
const run = globalThis as { loadlineCommand?: Promise<string>; loadlineBundle?: Promise<string> };

async function bundled(): Promise<string> {
	await linkPackages();
	await mkdir(cache, { recursive: true });
	const folder = await mkdtemp(join(cache, 'command-'));
	// It is started some hundred times, and compiled once.
	process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
	// As in the package: Node need not look into a file to know that it is a module.
	await writeFile(join(folder, 'package.json'), '{"type":"module"}');
	await buildCommand(folder);
	return folder;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	// The Worker is bundled meanwhile, where it is tested too; test/worker/setup.ts waits for it.
	if (project.vitest.projects.some(({ name }) => name === 'worker')) {
		run.loadlineBundle ??= bundleWorker();
		run.loadlineBundle.catch(() => {});
	}
	run.loadlineCommand ??= bundled();
	const folder = await run.loadlineCommand;
	project.provide('command', join(folder, 'loadline.js'));
	// Compiled code is still written by commands that end as the tests do.
	return () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
