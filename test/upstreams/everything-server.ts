// The reference server `@modelcontextprotocol/server-everything` as a child process, over streamable HTTP.
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve as pathTo } from 'node:path';
import { freePort } from '../../scripts/free-port.mjs';
import type { RunningServer } from './node-http';

/** npm scripts and vitest run in the repository; a bundle of this file stands elsewhere in it. */
const ENTRY = pathTo('node_modules/@modelcontextprotocol/server-everything/dist/index.js');

/** Starts it, on a free port unless one is given, and waits until it listens. */
export async function startEverything(wanted?: number): Promise<RunningServer> {
	const port = wanted ?? (await freePort());
	const child = spawn(process.execPath, [ENTRY, 'streamableHttp'], {
		env: { ...process.env, PORT: String(port) },
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	await listening(child);
	const origin = `http://127.0.0.1:${port}`;
	return {
		origin,
		url: `${origin}/mcp`,
		close: () =>
			new Promise((resolve) => {
				child.once('exit', () => resolve());
				child.kill('SIGKILL');
			}),
	};
}

const listening = (child: ChildProcess): Promise<void> =>
	new Promise((resolve, reject) => {
		let said = '';
		child.stderr?.on('data', (chunk) => {
			said += String(chunk);
			if (said.includes('listening on port')) resolve();
		});
		child.once('exit', (code) => reject(new Error(`exited with ${code}: ${said}`)));
	});
