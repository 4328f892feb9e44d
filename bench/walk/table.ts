// Sums of functions that ran, and their table of docs/benchmarks.md.
import type { Ran } from './coverage';

interface Counts {
	readonly functions: number;
	readonly files: number;
	/** Functions by room of `src`, most first. */
	readonly rooms: readonly (readonly [room: string, functions: number])[];
}

export interface WalkRow {
	readonly name: string;
	/** The protocol's version. */
	readonly era: string;
	readonly before: Counts;
	readonly after: Counts;
}

/** Functions by file, in the order of the files' names. */
export const filesOf = (ran: Ran): readonly (readonly [file: string, functions: number])[] =>
	[...sumsBy(ran, (file) => file)].sort();

/** A room is a folder of `src`; of `src/adapters` a folder deeper. */
export const counts = (ran: Ran): Counts => ({
	functions: ran.size,
	files: new Set(ran.values()).size,
	rooms: [...sumsBy(ran, roomOf)].sort(([, a], [, b]) => b - a),
});

function sumsBy(ran: Ran, nameOf: (file: string) => string): Map<string, number> {
	const sums = new Map<string, number>();
	for (const file of ran.values()) sums.set(nameOf(file), (sums.get(nameOf(file)) ?? 0) + 1);
	return sums;
}

function roomOf(file: string): string {
	const [, top = '', next = '', ...inside] = file.split('/');
	if (next === '') return 'the roots';
	return top === 'adapters' && inside.length > 0 ? next : top;
}

export interface Walk {
	readonly rows: readonly WalkRow[];
}

export function walkTable({ rows }: Walk): string {
	const figures = ({ functions, files }: Counts) => `${functions} / ${files}`;
	return [
		'| call | MCP | before the answer: functions / files | functions by room | after it |',
		'|---|---|---|---|---|',
		...rows.map(({ name, era, before, after }) => {
			const rooms = before.rooms.map(([room, functions]) => `${room} ${functions}`).join(', ');
			return `| ${name} | ${era} | ${figures(before)} | ${rooms} | ${figures(after)} |`;
		}),
	].join('\n');
}
