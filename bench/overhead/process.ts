// Processes that a program has started: their CPU time, and waits for them that come to an end.
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds for a start, or an answer, on a busy machine. */
export const WAIT_MS = 120_000;

/** The promised value, or an error that says what did not happen in time. */
export async function within<Value>(promised: Promise<Value>, what: string): Promise<Value> {
	let late: NodeJS.Timeout | undefined;
	const end = new Promise<never>((_, fail) => {
		const said = new Error(`after ${WAIT_MS / 1000} s still waiting that ${what}`);
		late = setTimeout(() => fail(said), WAIT_MS);
	});
	return Promise.race([promised, end]).finally(() => clearTimeout(late));
}

/** The URL that a program prints first; an error where it ends without one. */
export function urlOf(child: ChildProcess, program: string): Promise<string> {
	const said = new Promise<string>((tell, fail) => {
		child.stdout?.setEncoding('utf8').once('data', (line: string) => tell(line.trim()));
		child.once('exit', (code, signal) =>
			fail(new Error(`${program} ended with ${code ?? signal}`)),
		);
	});
	return within(said, `${program} prints its URL`);
}

/** The fields of /proc/PID/stat behind the name, which may hold anything. */
const statOf = (pid: number | string): string[] => {
	try {
		return (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
	} catch {
		return [];
	}
};

/** Children of this process. */
export const children = (): number[] =>
	readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name) && Number(statOf(name)[1]) === process.pid)
		.map(Number);

/** Milliseconds of CPU that the threads of a process have used. */
export const cpuOf = (pid: number): number => {
	let nanoseconds = 0;
	try {
		for (const thread of readdirSync(`/proc/${pid}/task`))
			nanoseconds += Number(
				readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0],
			);
	} catch {
		// It has ended, or one of them has.
	}
	return nanoseconds / 1e6;
};
