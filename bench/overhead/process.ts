// CPU time of processes that a program has started.
import { readdirSync, readFileSync } from 'node:fs';

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
