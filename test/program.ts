// Runs a program of this repository as its user does, and tells what it said.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';

export interface Said {
	readonly status: number;
	readonly out: string;
	readonly err: string;
}

export interface Surroundings {
	/** Besides those of the test. */
	readonly env?: Readonly<Record<string, string>>;
	/** Standard input; it is at its end at once unless given. */
	readonly input?: string;
}

/** @param script of this repository, with its arguments, for Node */
export const program = (
	script: readonly string[],
	{ env = {}, input = '' }: Surroundings = {},
): Promise<Said> =>
	new Promise((resolve) => {
		const child = spawn(process.execPath, script, { env: { ...process.env, ...env } });
		const said = { out: '', err: '' };
		child.stdout.on('data', (text) => {
			said.out += text;
		});
		child.stderr.on('data', (text) => {
			said.err += text;
		});
		child.once('close', (status) => resolve({ status: status ?? 1, ...said }));
		child.stdin.on('error', () => {}).end(input);
	});

const HOST = join(import.meta.dirname, 'command-host.mjs');
/** Commands that go on until they are told to end, or listen to signals. */
const LASTING: ReadonlySet<string> = new Set(['wrap', 'serve', 'claude']);
/** Takes the first run of a command of a name, in all processes of these tests. */
function isFirst(name: string): boolean {
	try {
		mkdirSync(join(dirname(inject('command')), `first of ${encodeURIComponent(name)}`));
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		return false;
	}
}
let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * The command line, `loadline ARGUMENTS`: the first of a name in a process of its own, as its user has it, others
 * in a process that has it loaded, one at a time.
 */
export async function commandLine(
	args: readonly string[],
	surroundings: Surroundings = {},
): Promise<Said> {
	const [name = ''] = args;
	if (LASTING.has(name) || isFirst(name))
		return await program([inject('command'), ...args], surroundings);
	const { env, input = '' } = surroundings;
	const said = last.then(() => asked({ args, env: { ...process.env, ...env }, input }));
	last = said.catch(() => {});
	return await said;
}

async function asked(command: object): Promise<Said> {
	host ??= fork(HOST, [inject('command')], { stdio: 'ignore' });
	const process = host;
	// It holds up the end of the tests only while it has work.
	process.ref();
	process.channel?.ref();
	try {
		return await new Promise<Said>((resolve, reject) => {
			const isOver = (status: number | null) => reject(new Error(`the command ended: ${status}`));
			process.once('exit', isOver);
			process.once('message', (said) => {
				process.off('exit', isOver);
				resolve(said as Said);
			});
			process.send(command);
		});
	} catch (error) {
		host = undefined;
		throw error;
	} finally {
		process.unref();
		process.channel?.unref();
	}
}
