// Finds real material: files of packages, of this repository or fetched for the benchmarks, and
// documents beside the repository that a clone does not have. Run in the repository's folder.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { toolFolder } from '../../scripts/tools.mjs';

/** A file of a package. */
export function packageFile(name: string, path: string): string {
	const folders = [toolFolder('bench'), toolFolder('published'), '.'];
	const files = folders.map((folder) => join(folder, 'node_modules', name, path));
	const found = files.find((file) => existsSync(file));
	if (found === undefined) throw new Error(`no ${name}/${path}: npm run tools`);
	return found;
}

/** Returns the exports of a package that was fetched for the benchmarks. */
export const packageModule = <Module>(name: string): Module =>
	createRequire(resolve(toolFolder('bench'), 'package.json'))(name) as Module;

/** A file of a package, as text: `packageText('vega-datasets', 'data/cars.json')`. */
export const packageText = (name: string, path: string): string =>
	readFileSync(packageFile(name, path), 'utf8');

export const packageJson = <Value>(name: string, path: string): Value =>
	JSON.parse(packageText(name, path)) as Value;

/** `shared/fixtures/<folder>` beside this folder or one of those above it. */
export function sharedFixtures(folder: string): string | undefined {
	for (let from = resolve('..'); ; from = dirname(from)) {
		const found = join(from, 'shared/fixtures', folder);
		if (existsSync(found)) return found;
		if (from === dirname(from)) return undefined;
	}
}
