// Serves the same code as a process of Node, `loadline serve`, in workerd's place: `LOADLINE_ON=node npx
// vitest run --project worker` runs the tests of the Worker on it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import type { Workerd, WorkerdOptions } from './workerd';

/** Starts the process and waits until it listens. */
export async function startNode({
	vars = {},
	port = 0,
	persistTo,
}: WorkerdOptions): Promise<Workerd> {
	const state = persistTo ?? mkdtempSync(join(tmpdir(), 'loadline-node-'));
	const program = [inject('command'), 'serve'];
	const child = spawn(process.execPath, [...program, '--port', `${port}`, '--state', state], {
		env: { ...process.env, LOADLINE_DEV: '0', ...vars },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const logs: string[] = [];
	createInterface({ input: child.stdout }).on('line', (line) => logs.push(line));
	const url = await new Promise<string>((tell, fail) => {
		let said = '';
		child.stderr.on('data', (text) => {
			said += text;
			const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
			if (found) tell(found);
		});
		child.once('exit', () => fail(new Error(said)));
	});
	return {
		...{ url, directUrl: url, logs },
		async stop() {
			const ended = once(child, 'exit');
			child.kill('SIGTERM');
			await ended;
			if (persistTo === undefined) rmSync(state, { recursive: true, force: true });
		},
	};
}
