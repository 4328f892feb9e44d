// Where real material lies: files of installed packages, and documents beside the repository that a
// clone does not have. Run in the repository's folder.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A file of an installed package, as text: `packageText('vega-datasets', 'data/cars.json')`. */
export const packageText = (name: string, path: string): string =>
	readFileSync(join('node_modules', name, path), 'utf8');

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
