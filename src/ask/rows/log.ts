// A log as entries `{line, text, time, level}`: an entry goes on until the next line that begins as
// one, so that a stack trace belongs to its error. Other texts are lines `{line, text}`.
import { defined } from '../../shared/defined';

/** How entries begin, as far as logs have that in common; all are bounded at the line's beginning. */
const TIMES = [
	/^[[("]{0,2}(\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[ ]?[+-]\d\d:?\d\d)?)/,
	/^(?:<\d{1,3}>)?([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,6})?)/,
	/^.{0,100}?\[(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4})\]/,
	/^\[?([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,6})? \d{4})\]?/,
	/^[[(]?(\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)[\])]?/,
	/^(?:time|ts|timestamp)="?(\d{4}-\d\d-\d\d[T ][\d:.,]{5,18}(?:Z|[+-]\d\d:?\d\d)?)/,
	/^\[?(\d{10}(?:\.\d{1,6}|\d{3})?)\]?\s/,
];
const LEVEL =
	/\b(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|SEVERE|ALERT|EMERG|PANIC)\b|(?:\blevel["']?\s?[=:]\s?["']?|\[)(trace|debug|info|notice|warn|warning|error|err|fatal|critical|severe|alert|emerg|panic)\b/;
/** Characters of a line in which its time and level stand. */
const HEAD = 200;
/** Share of the lines looked at that must begin an entry. */
const LOG_SHARE = 0.3;
const SAMPLED = 200;

/** One entry of a log: its lines, and its time and level as far as the first of them says so. */
export interface Entry {
	/** Its first line, and the one after its last, counted from 0. */
	readonly from: number;
	readonly to: number;
	readonly time?: string;
	/** In capitals. */
	readonly level?: string;
}

/** Undefined where too few lines begin as log entries do. */
export const entriesIn = (lines: readonly string[]): readonly Entry[] | undefined => {
	const sampled = lines.slice(0, SAMPLED).filter((line) => line.trim() !== '');
	const shape = TIMES.map((time) => ({
		time,
		count: sampled.filter((line) => time.test(line.slice(0, HEAD))).length,
	})).sort((a, b) => b.count - a.count)[0];
	const leveled = sampled.filter((line) => levelOf(line) !== undefined).length;
	const isTimed = shape !== undefined && shape.count >= Math.max(2, sampled.length * LOG_SHARE);
	if (!isTimed && leveled < Math.max(3, sampled.length * 0.6)) return undefined;
	const begins = (line: string): boolean =>
		isTimed ? shape.time.test(line.slice(0, HEAD)) : levelOf(line) !== undefined;
	const entries: Entry[] = [];
	for (let from = 0; from < lines.length; ) {
		let to = from + 1;
		while (to < lines.length && !begins(lines[to] as string)) to++;
		const head = (lines[from] as string).slice(0, HEAD);
		const time = isTimed ? shape.time.exec(head)?.[1] : undefined;
		const level = levelOf(head);
		entries.push({
			from,
			to,
			...defined({ time, level }),
		});
		from = to;
	}
	return entries;
};

/** Undefined where the text is no log. */
export const logEntries = (text: string): string | undefined => {
	const lines = linesOf(text);
	const entries = entriesIn(lines)?.map(({ from, to, time, level }) => {
		const entry = lines.slice(from, to).join('\n').trimEnd();
		return `{"line":${from + 1}${time === undefined ? '' : `,"time":${JSON.stringify(time)}`}${level === undefined ? '' : `,"level":"${level}"`},"text":${JSON.stringify(entry)}}`;
	});
	return entries && `[${entries.join(',')}]`;
};

const levelOf = (line: string): string | undefined => {
	const found = LEVEL.exec(line.slice(0, HEAD));
	return (found?.[1] ?? found?.[2])?.toUpperCase();
};

/** The lines of a text as a JSON list of `{line, text}`, lines from 1. */
export const plainLines = (text: string): string =>
	`[${linesOf(text)
		.map((line, at) => `{"line":${at + 1},"text":${JSON.stringify(line)}}`)
		.join(',')}]`;

/** Lines without their ends; what follows the last one is a line only where there is something. */
export const linesOf = (text: string): readonly string[] => {
	const lines = text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n');
	if (lines.at(-1) === '') lines.pop();
	return lines;
};
