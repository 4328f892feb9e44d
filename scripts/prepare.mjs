// After `npm install` in this repository, as npm's script `dependencies`, which is none of whoever installs the
// package: where the machine's Node is too old for what the scripts run,
// npm scripts and npx find Node 24 first.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchTool } from './tools.mjs';

/** Node's own SQLite, and what wrangler and vitest ask for. */
const LEAST = { major: 22, minor: 13 };
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isOld = major < LEAST.major || (major === LEAST.major && minor < LEAST.minor);

if (isOld) {
	const isWindows = process.platform === 'win32';
	const own = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
	const name = isWindows ? 'node.exe' : 'node';
	const program = join(await fetchTool('node'), 'node_modules', own, 'bin', name);
	if (!existsSync(program)) {
		console.error(
			`Node ${process.versions.node} is too old, and npm has no ${own}: install Node 24.`,
		);
		process.exit(1);
	}
	const bin = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules/.bin');
	mkdirSync(bin, { recursive: true });
	rmSync(join(bin, name), { force: true });
	symlinkSync(program, join(bin, name));
}
