// Before the tests: the packages that they share with other checkouts, and the command `loadline`, bundled once
// for all that run it.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildCommand } from '../scripts/command.mjs';
import { linkPackages } from '../scripts/tools.mjs';

declare module 'vitest' {
	export interface ProvidedContext {
		/** Path of the bundled command. */
		command: string;
	}
}

const cache = resolve(import.meta.dirname, '../node_modules/.cache/loadline');

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	await linkPackages();
	await mkdir(cache, { recursive: true });
	const folder = await mkdtemp(join(cache, 'command-'));
	await buildCommand(folder);
	project.provide('command', join(folder, 'loadline.js'));
	return () => rm(folder, { recursive: true, force: true });
}
