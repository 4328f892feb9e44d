// Runs the command `loadline` in this process: the bundled program is evaluated anew for each call, its requests go to a
// Loadline of this process.
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { nextSecond, played, settled } from './clock';
import type { House } from './house';

export interface Said {
	readonly out: string;
	readonly err: string;
	readonly code: number;
}

class Exit extends Error {}
let runs = 0;

/**
 * @param args the words after `loadline`
 * @param input standard input
 */
export async function command(house: House, args: readonly string[], input = ''): Promise<Said> {
	const said = { out: '', err: '', code: 0 };
	let left: number | undefined;
	const before = {
		argv: process.argv,
		exit: process.exit,
		out: process.stdout.write,
		err: process.stderr.write,
		log: console.log,
		error: console.error,
		fetch: globalThis.fetch,
		stdin: Object.getOwnPropertyDescriptor(process, 'stdin'),
	};
	const taking = (to: 'out' | 'err') =>
		((chunk: string | Uint8Array, ...rest: unknown[]) => {
			said[to] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
			const done = rest.at(-1);
			if (typeof done === 'function') done();
			return true;
		}) as typeof process.stdout.write;
	nextSecond();
	process.argv = ['node', 'loadline', ...args];
	process.exitCode = undefined;
	process.exit = ((code?: number) => {
		left ??= code ?? Number(process.exitCode ?? 0);
		throw new Exit();
	}) as typeof process.exit;
	process.stdout.write = taking('out');
	process.stderr.write = taking('err');
	console.log = (...words) => {
		// The log of the Loadline in this process.
		if (String(words[0]).startsWith('{"level":')) before.log(...words);
		else process.stdout.write(`${format(...words)}\n`);
	};
	console.error = (...words) => void process.stderr.write(`${format(...words)}\n`);
	globalThis.fetch = ((url: string | URL | Request, init?: RequestInit) => {
		const request = new Request(url, {
			...init,
			...(init?.body && ({ duplex: 'half' } as object)),
		});
		request.headers.set('host', new URL(request.url).host);
		return house.fetch(request);
	}) as typeof fetch;
	Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
	try {
		const file = process.env.TRANSCRIPTS_COMMAND ?? '';
		await played(import(`${pathToFileURL(file)}?run=${runs++}`), args.join(' '));
		await settled();
		said.code = left ?? Number(process.exitCode ?? 0);
	} catch (error) {
		if (!(error instanceof Exit)) throw error;
		said.code = left ?? 0;
	} finally {
		process.argv = before.argv;
		process.exit = before.exit;
		process.stdout.write = before.out;
		process.stderr.write = before.err;
		console.log = before.log;
		console.error = before.error;
		globalThis.fetch = before.fetch;
		if (before.stdin) Object.defineProperty(process, 'stdin', before.stdin);
		process.exitCode = undefined;
	}
	// Leaving from below the program's own catch is told by it as a failure.
	said.err = said.err.replace(/^loadline: *\n$/m, '');
	return said;
}
