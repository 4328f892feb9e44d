import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Entry {
	readonly version?: string;
	readonly resolved?: string;
	readonly integrity?: string;
	readonly link?: boolean;
	readonly optional?: boolean;
	readonly os?: readonly string[];
	readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = resolve(import.meta.dirname, '../..');

describe.each(['package-lock.json', ...globSync('tools/*/package-lock.json', { cwd: root })])(
	'%s',
	(file) => {
		const { packages } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
			readonly packages: Readonly<Record<string, Entry>>;
		};

		// npm once wrote a lock file that knew this machine's platform only: npm ci failed everywhere.
		it('knows the binaries of every platform', () => {
			const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
				Object.keys(optionalDependencies).filter(
					(name) =>
						!(`${path}/node_modules/${name}` in packages || `node_modules/${name}` in packages),
				),
			);
			expect(missing).toEqual([]);
		});

		// A registry may lack what other machines run: whoever installs those there has its word alone.
		it('knows by its digest what every package must be that runs everywhere', () => {
			const unknown = Object.entries(packages)
				.filter(([path, { integrity, link }]) => path !== '' && !link && integrity === undefined)
				.filter(([, { optional, os }]) => !(optional && os))
				.map(([path]) => path);
			expect(unknown).toEqual([]);
		});

		it('names no registry, so that each machine uses its own', () => {
			const named = Object.values(packages).filter(({ resolved }) => resolved !== undefined);
			expect(named).toEqual([]);
		});
	},
);
