// Commands of the command line in this process: what one says and how it ends. The bundled command itself, in a
// process of its own, is tested by test/adapters/node and test/package.test.ts.
import { Readable } from 'node:stream';
import { createProgram } from '../../../src/adapters/cli';
import type { Said, Surroundings } from '../../program';

class Exit extends Error {
	constructor(readonly status: number) {
		super(`exit ${status}`);
	}
}

let last: Promise<unknown> = Promise.resolve();

/** Runs `loadline ARGUMENTS`, one command after the other. @param cwd its folder */
export function inProcess(
	args: readonly string[],
	surroundings: Surroundings & { readonly cwd?: string } = {},
): Promise<Said> {
	const said = last.then(() => run(args, surroundings));
	last = said.catch(() => undefined);
	return said;
}

async function run(
	args: readonly string[],
	{ env = {}, input = '', cwd = process.cwd() }: Surroundings & { readonly cwd?: string },
): Promise<Said> {
	const said = { out: '', err: '' };
	const saying =
		(stream: 'out' | 'err') =>
		(text: string | Uint8Array, ...rest: unknown[]) => {
			said[stream] += typeof text === 'string' ? text : new TextDecoder().decode(text);
			const written = rest.find((each) => typeof each === 'function') as (() => void) | undefined;
			if (written) process.nextTick(written);
			return true;
		};
	const line = (stream: 'out' | 'err') => (text: unknown) => void saying(stream)(`${text}\n`);
	const before = { ...process.env };
	const folder = process.cwd();
	const { exitCode } = process;
	const { log, error, warn } = console;
	const [stdin, out, err] = [
		Object.getOwnPropertyDescriptor(process, 'stdin'),
		process.stdout.write,
		process.stderr.write,
	];
	const { exit } = process;
	try {
		Object.assign(process.env, env);
		if (cwd !== folder) process.chdir(cwd);
		process.exitCode = 0;
		Object.assign(console, { log: line('out'), error: line('err'), warn: line('err') });
		Object.defineProperty(process, 'stdin', {
			configurable: true,
			value: Readable.from(input === '' ? [] : [Buffer.from(input)]),
		});
		process.stdout.write = saying('out') as typeof process.stdout.write;
		process.stderr.write = saying('err') as typeof process.stderr.write;
		process.exit = (status) => {
			throw new Exit(Number(status ?? process.exitCode ?? 0));
		};
		const open = () => Promise.reject(new Error('no server is opened in a test'));
		await createProgram(open as never, ['loadline'])
			.parseAsync(args, { from: 'user' })
			.catch((failed: Error) => {
				if (failed instanceof Exit) process.exitCode = failed.status;
				else {
					said.err += `loadline: ${failed.message}\n`;
					process.exitCode = 1;
				}
			});
		return { ...said, status: Number(process.exitCode) };
	} finally {
		for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
		Object.assign(process.env, before);
		if (cwd !== folder) process.chdir(folder);
		process.exitCode = exitCode;
		Object.assign(console, { log, error, warn });
		Object.assign(process, { exit });
		Object.assign(process.stdout, { write: out });
		Object.assign(process.stderr, { write: err });
		if (stdin) Object.defineProperty(process, 'stdin', stdin);
	}
}
