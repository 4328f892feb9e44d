// The demo's log: 10,000 short lines of one day, now and then an error with its stack trace.
import { type Generator, generator, lazily } from './generator';

const LOG_LINES = 10_000;

/** The first chunk of 200 lines ends with an entry; later ones may fall into a trace. */
const FIRST_CHUNK = 200;

const ROUTINE = [
	'INFO sync done',
	'INFO mail sent to guest',
	'INFO calendar updated',
	'INFO price refreshed',
	'INFO search served in 14 ms',
	'INFO booking opened',
	'INFO photo stored',
	'INFO review received',
	'INFO session closed',
	'INFO queue empty',
	'DEBUG cache hit',
	'DEBUG lock released',
	'WARN slow answer, 412 ms',
	'WARN retry of payment',
] as const;

const FAULTS = [
	'ERROR payment refused',
	'ERROR calendar not reachable',
	'ERROR message lost',
] as const;

const FRAMES = [
	'at charge (pay.ts:41)',
	'at book (stay.ts:118)',
	'at fetch (net.ts:73)',
	'at run (queue.ts:29)',
	'at handle (http.ts:52)',
] as const;

const two = (value: number): string => String(value).padStart(2, '0');

const clock = (seconds: number): string =>
	`${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

const traceOf = (chance: Generator): readonly string[] =>
	Array.from({ length: chance.whole(2, 5) }, () => `    ${chance.pick(FRAMES)}`);

/** One text of exactly `LOG_LINES` lines, without a line break at the end. */
export const logText = lazily((): string => {
	const chance = generator('log');
	const lines: string[] = [];
	let seconds = 0;
	while (lines.length < LOG_LINES) {
		// 13 seconds at most, for at most 10,000 entries of 8.5 on average: one day holds them.
		seconds = Math.min(seconds + chance.whole(3, 13), 86_399);
		const trace = chance.percent(3) ? traceOf(chance) : [];
		const end = lines.length + 1 + trace.length;
		const splits = end > LOG_LINES || (lines.length < FIRST_CHUNK && end > FIRST_CHUNK);
		if (trace.length > 0 && !splits)
			lines.push(`${clock(seconds)} ${chance.pick(FAULTS)}`, ...trace);
		else lines.push(`${clock(seconds)} ${chance.pick(ROUTINE)}`);
	}
	return lines.join('\n');
});
