// The two ways in which Loadline keeps state, each as something that can be killed and opened again: a
// process of Node over SQLite files, and workerd with its Durable Objects and KV.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorker, root } from '../../test/worker/bundle';
import type { Loadline } from '../../test/worker/serve';
import { startWorkerd } from '../../test/worker/workerd';

export interface Place extends Loadline {
	/** Of the process, where it is one alone. */
	readonly pid?: number | undefined;
	/** Ends it as the machine would: nothing is told, nothing finished. */
	kill(): Promise<void>;
}

/** Opens the state in a folder. */
export type Open = (state: string) => Promise<Place>;

/** Milliseconds for a start, or an answer, on a busy machine. */
const START_MS = 300_000;

let command: Promise<string> | undefined;
/** Path of the bundled command `loadline`; beside packages that it leaves outside. */
export const loadlineCommand = (): Promise<string> => {
	command ??= (async () => {
		const folder = mkdtempSync(join(root, 'node_modules/.cache/loadline/faults-'));
		// In a process of its own: it looks for what it builds beside itself.
		const build = `import { buildCommand } from './scripts/command.mjs'; await buildCommand(${JSON.stringify(folder)})`;
		execFileSync(process.execPath, ['--input-type=module', '-e', build], { cwd: root });
		return join(folder, 'loadline.js');
	})();
	return command;
};

/**
 * `loadline serve`.
 * @param env variables of the process, `NODE_OPTIONS` for one
 * @param bundled path of the command, where there is one
 * @param more arguments
 */
export const serveOn =
	(
		env: Readonly<Record<string, string>> = {},
		bundled?: string,
		more: readonly string[] = [],
	): Open =>
	async (state) => {
		const args = [bundled ?? (await loadlineCommand()), 'serve', '--port', '0', '--state', state];
		const child = spawn(process.execPath, [...args, ...more], {
			env: { ...process.env, LOADLINE_DEV: '1', ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const logs: string[] = [];
		child.stdout.on('data', (text) => logs.push(String(text)));
		const url = await new Promise<string>((tell, fail) => {
			let said = '';
			const late = setTimeout(() => fail(new Error(`no start: ${said}`)), START_MS);
			child.stderr.on('data', (text) => {
				said += text;
				logs.push(String(text));
				const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
				if (found === undefined) return;
				clearTimeout(late);
				tell(found);
			});
			child.once('exit', () => fail(new Error(said)));
		});
		return {
			...at(url, logs),
			pid: child.pid,
			kill: () => ended(child, 'SIGKILL'),
			stop: () => ended(child, 'SIGTERM'),
		};
	};

/**
 * Another folder with the same state, but for the lock: `serve` is one process a state, those of `wrap` share one.
 * @param state that a process has opened
 */
export function besides(state: string): string {
	const folder = `${state}-besides`;
	for (const each of [folder, join(state, 'objects')]) mkdirSync(each, { recursive: true });
	for (const name of ['state.sqlite', 'objects', 'secret'])
		symlinkSync(join(state, name), join(folder, name));
	return folder;
}

let bundle: Promise<string> | undefined;

export const workerd: Open = async (state) => {
	bundle ??= bundleWorker();
	const before = new Set(runtimes());
	const { url, logs, stop } = await startWorkerd(await bundle, {
		vars: { LOADLINE_DEV: '1' },
		persistTo: state,
	});
	const own = runtimes().filter((pid) => !before.has(pid));
	return {
		...at(url, logs),
		async kill() {
			for (const pid of own) process.kill(pid, 'SIGKILL');
			await stop().catch(() => {});
		},
		stop,
	};
};

/** Processes of workerd that this one has started. */
function runtimes(): number[] {
	try {
		const found = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'workerd serve']);
		return String(found).trim().split('\n').map(Number);
	} catch {
		return [];
	}
}

const at = (url: string, logs: readonly string[]) => ({
	url,
	logs,
	fetch: (path: string, init?: RequestInit) =>
		fetch(new URL(path, url), { signal: AbortSignal.timeout(START_MS), ...init }),
});

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const gone = once(child, 'exit');
	child.kill(signal);
	await gone;
}
