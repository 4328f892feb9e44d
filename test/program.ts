// Runs a program of this repository as its user does, and tells what it said.
import { spawn } from 'node:child_process';
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

/** The command line, `loadline ARGUMENTS`. */
export const commandLine = (args: readonly string[], surroundings?: Surroundings): Promise<Said> =>
	program([inject('command'), ...args], surroundings);
