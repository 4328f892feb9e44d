import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Entry {
	readonly version?: string;
	readonly resolved?: string;
	readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(
	readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
) as { readonly packages: Readonly<Record<string, Entry>> };

// npm once wrote a lock file that knew this machine's platform only: npm ci failed everywhere.
it('the lock file knows the binaries of every platform', () => {
	const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
		Object.keys(optionalDependencies).filter(
			(name) =>
				!(
					`${path}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages
				),
		),
	);
	expect(missing).toEqual([]);
});

it('the lock file names no registry, so that each machine uses its own', () => {
	const named = Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined);
	expect(named).toEqual([]);
});
