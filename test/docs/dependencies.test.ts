import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import packageFile from '../../package.json';

const text = readFileSync(join(import.meta.dirname, '../../docs/dependencies.md'), 'utf8');
const [, runtime = '', development = ''] = text.split(/^## .*$/m);
const listed = (part: string) =>
	[...part.matchAll(/^\| `(.+?)` \| \S.*\|$/gm)].map(([, name]) => name);

it('docs/dependencies.md gives a reason for every dependency, and for nothing else', () => {
	const all = [...listed(runtime), ...listed(development)];
	expect(all.sort()).toEqual(Object.keys(packageFile.devDependencies).sort());
});

it('the package installs no other: what it needs is bundled', () => {
	expect(packageFile).not.toHaveProperty('dependencies');
});

it('versions are exact, so that every checkout runs the same', () => {
	const versions = Object.values(packageFile.devDependencies);
	expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});
