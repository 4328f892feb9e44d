// `npm start [-- wrangler options]`: serves Loadline with `wrangler dev`, offline, and passes the
// development-mode switch, which nothing else sets (README.md, "Run it").
import { spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientLines } from './client-lines.mjs';
import { offline } from './offline.mjs';
import { readOptions } from './start-options.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const options = readOptions(process.argv.slice(2), process.env);
if (!options.ok) fail(options.message);
if (!options.help && (await isTaken(options.port))) {
	fail(`Port ${options.port} is in use. Choose another: npm start -- --port ${options.port + 1}`);
}
for (const notice of options.notices) console.error(notice);

const child = spawn(
	process.execPath,
	[join(root, 'node_modules/wrangler/bin/wrangler.js'), 'dev', ...options.args],
	{ cwd: root, stdio: 'inherit', env: { ...offline, ...process.env } },
);
// A terminal sends Ctrl-C to the whole group, so SIGINT only has to be survived until wrangler ends.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('error', (error) => fail(`wrangler did not start: ${error.message}`));
child.once('exit', (code, signal) => process.exit(signal === null ? code : 128));

if (process.stdout.isTTY && !options.help) {
	const base = `${options.protocol}://localhost:${options.port}`;
	if (await isHealthy(base)) console.log(clientLines(base, options.dev));
}

/** Waits up to a minute for the Worker's own answer. */
async function isHealthy(base) {
	for (let tries = 0; tries < 240; tries++) {
		try {
			const answer = await fetch(`${base}/health`, { signal: AbortSignal.timeout(2000) });
			if (answer.ok) return true;
		} catch {
			// Not listening yet.
		}
		await new Promise((resume) => setTimeout(resume, 250));
	}
	return false;
}

function isTaken(port) {
	return new Promise((resolve) => {
		const socket = createConnection({ port, host: 'localhost' });
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
}

function fail(message) {
	console.error(message);
	process.exit(1);
}
