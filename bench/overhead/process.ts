// CPU time of the workerd processes that a program has started.
import { readdirSync, readFileSync } from 'node:fs';

/** Hundredths of a second, as Linux counts. */
const TICK_MS = 10;

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

/** Milliseconds of CPU that a process has used. */
export const cpuOf = (pid: number): number => {
	const stat = statOf(pid);
	return (Number(stat[11]) + Number(stat[12])) * TICK_MS;
};
