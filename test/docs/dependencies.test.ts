import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import packageFile from '../../package.json';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
const [, runtime = '', development = '', fetched = ''] = text.split(/^## .*$/m);
const listed = (part: string) =>
	[...part.matchAll(/^\| `(.+?)` \| \S.*\|$/gm)].map(([, name]) => name);

it('docs/dependencies.md gives a reason for every dependency, and for nothing else', () => {
	const all = [...listed(runtime), ...listed(development)];
	expect(all.sort()).toEqual(Object.keys(packageFile.devDependencies).sort());
});

/** Of each tool, `name@version`. */
const tools = globSync('tools/*/package.json', { cwd: root }).flatMap((file) => {
	const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, file), 'utf8'));
	return Object.entries<string>({ ...dependencies, ...optionalDependencies });
});

it('and for what is fetched', () => {
	const names = tools.map(([name]) => name);
	expect(listed(fetched).sort()).toEqual(names.sort());
});

it('the package installs no other: what it needs is bundled', () => {
	expect(packageFile).not.toHaveProperty('dependencies');
});

it('versions are exact, so that every checkout runs the same', () => {
	const versions = [
		...Object.values(packageFile.devDependencies),
		...tools.map(([, version]) => version),
	];
	expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});
