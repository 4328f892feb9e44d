// `npm run bump`: what waits in .changeset becomes the next version: package.json, its lock file, the
// changelog, what registries are told, and what it says of itself.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const path = (/** @type {string} */ name) => join(root, name);
const json = (/** @type {string} */ name) => JSON.parse(readFileSync(path(name), 'utf8'));

const { status } = spawnSync(process.execPath, [path('scripts/tool.mjs'), 'changeset', 'version'], {
	cwd: root,
	stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

const { version } = json('package.json');
const lock = json('package-lock.json');
lock.version = version;
lock.packages[''].version = version;
writeFileSync(path('package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
// As it is written but for the numbers: the formatter has its own way with it.
const server = readFileSync(path('server.json'), 'utf8');
writeFileSync(path('server.json'), server.replaceAll(/("version": ")[^"]+/g, `$1${version}`));
const own = path('src/shared/version.ts');
writeFileSync(own, readFileSync(own, 'utf8').replace(/(VERSION = ')[^']+/, `$1${version}`));
console.log(`Version ${version}.`);
