// Entries of logs: how they begin, their times and levels (context window protection, FR-021: complete log
// entries; docs/ask.md). A log is written in one or two styles; lines in no style of this log continue the
// entry before them.

const MONTH = '(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}';
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? {1,2}';
const STAMP = `(?:${[
	'\\d{4}([-/.])\\d{1,2}\\1\\d{1,2}(?!\\d)',
	'\\d{8}[T _-]?\\d{6}',
	`(?:${DAY})?\\d{1,2}[-/ ]${MONTH}[-/ ]\\d{2,4}[:T ]`,
	`(?:${DAY})?${MONTH} {1,2}\\d{1,2},? {1,2}(?:\\d{4},? )?\\d{1,2}:\\d{2}`,
	'\\d{1,2}([/.-])\\d{1,2}\\2\\d{2,4},? {1,2}\\d{1,2}:\\d{2}',
	'\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}',
	'\\d{1,2}:\\d{2}:\\d{2}(?!\\d)',
	'(?:\\d{10}(?:\\.\\d{1,9})?|\\d{13}|\\d{16}|\\d{19})(?=[\\s:\\]|,)])',
	'\\[ {0,8}\\d{1,8}\\.\\d{3,9}\\]',
	'[IWEFD]\\d{4} \\d{2}:\\d{2}:\\d{2}',
].join('|')})`;

const LEVELS =
	'TRACE|DEBUG|INFO|INFORMATION|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|CRIT|ALERT|EMERG|PANIC|SEVERE|VERBOSE|FINER|FINEST|LOG';
const ANYCASE_LEVELS = `${LEVELS}|${LEVELS.toLowerCase()}|Trace|Debug|Info|Notice|Warning|Warn|Error|Fatal|Critical`;

/** Text before a stamp: a syslog priority, a container's name, a level, a bracket. */
const LEAD = `(?:<\\d{1,3}>\\d? ?)?(?:[\\w.-]{1,40} {1,8}\\| {1,2})?(?:\\[?(?:${ANYCASE_LEVELS})\\]?[\\s:|-]{1,8})?["'[(]?`;

/**
 * Styles from the surest to the vaguest: how their entries begin, and the share of lines from which each makes a log.
 * `commits` are those of `git log`, which begins with one and has dates on lines of their own; `headed` entries have
 * several comment lines first (MySQL's slow query log); `numbered` ones repeat their number on every line (npm's).
 */
const STYLES = {
	commits: [/^(?:[|\\/ ]{0,20}\* [|\\/ ]{0,20})?commit [0-9a-f]{7,64}(?= |$)/, 1],
	headed: [/^# (?:Time|User@Host|Thread_id|Query_time): /, 0.05],
	stamped: [new RegExp(`^${LEAD}${STAMP}`), 0.15],
	numbered: [/^\d{1,9} (?:silly|verbose|info|http|timing|notice|warn|error|debug) /, 0.3],
	json: [/^\{ ?"/, 0.4],
	levelled: [
		new RegExp(
			`^(?:npm (?:ERR!|WARN|error|warn|notice|info)|[[(<](?:${ANYCASE_LEVELS}) {0,3}[\\])>]|thread '[^']{0,60}' (?:\\(\\d{1,9}\\) )?panicked at |(?:${LEVELS})(?=[\\s:|\\]/,([-]|$)|(?:${ANYCASE_LEVELS}):|[VDIWEF]/[\\w.$-]{1,60}[ (:])`,
		),
		0.3,
	],
	pairs: [/^[A-Za-z_][\w.-]{0,40}=.{1,100}? [A-Za-z_][\w.-]{0,40}=/, 0.5],
	// Not the sort of a file, a state: a word in capitals that is no level.
	bracketed: [/^\[(?![A-Z]+\])[^\]]{2,60}\] /, 0.6],
	// Not the mode of a file, as in what `ls -l` lists.
	tagged: [
		new RegExp(`^(?![\\d ]{0,20}[\\w-](?:[r-][w-][xsStT-]){3})[^\\s#*>|-].{0,60}?[ [(]${STAMP}`),
		0.5,
	],
} as const satisfies Readonly<Record<string, readonly [RegExp, number]>>;

export type EntryStyle = keyof typeof STYLES;
const NAMES = Object.keys(STYLES) as EntryStyle[];
const isIn = (style: EntryStyle, head: string): boolean => STYLES[style][0].test(head);

const CONTINUATION =
	/^(?:[\s)\]}>|+#*-]|at |Caused by|Suppressed:|Traceback \(|During handling of|The above exception|File "|\.\.\.|goroutine \d|created by |panic: |exit status |stack backtrace:|note: |\[signal |[\w./*()-]{1,100}\([^()]{0,100}\)$|stack:|[\w.$]{0,80}(?:Error|Exception|Warning|Exit|Interrupt)\b)/;

/** Tells whether a line typically goes on with what the line before it began: indented, closing, a stack frame. */
export const continues = (head: string): boolean => CONTINUATION.test(head);

const ESCAPE = String.fromCharCode(27);
const COLOUR = new RegExp(`${ESCAPE}\\[[\\d;]{0,12}m`, 'g');
const plain = (head: string): string => (head.includes(ESCAPE) ? head.replace(COLOUR, '') : head);

/**
 * The styles in which entries of this text begin; none if it is no log. A stamped log may have few stamps among many
 * stack frames, so lines that continue count for it. @param heads the beginnings of lines to judge it by
 */
export function entryStyles(heads: readonly string[]): readonly EntryStyle[] {
	const counts = new Map<EntryStyle, number>();
	const others: string[] = [];
	let seen = 0;
	for (const sampled of heads) {
		const head = plain(sampled);
		if (head.trim() === '') continue;
		seen += 1;
		const style = NAMES.find((one) => isIn(one, head));
		if (style === undefined) others.push(head);
		else counts.set(style, (counts.get(style) ?? 0) + 1);
	}
	if (seen < 2) return [];
	const continued = others.filter(continues).length;
	const share = (style: EntryStyle): number => (counts.get(style) ?? 0) / seen;
	const found = NAMES.filter((style) => {
		const [, enough] = STYLES[style];
		if (share(style) >= enough) return true;
		const explained = share(style) + continued / seen;
		const least = style === 'stamped' ? enough / 20 : enough / 5;
		return (counts.get(style) ?? 0) >= 3 && share(style) >= least && explained >= 0.7;
	});
	const sure = found[0];
	if (sure === undefined) return [];
	// A second style counts only where it is the commoner: a line of JSON after each stamped line is its payload.
	const common = found.reduce((best, style) => (share(style) > share(best) ? style : best));
	return common === sure ? [sure] : [sure, common];
}

/**
 * Tells whether an entry begins at a line.
 * @param head the line's beginning, as `lineHead` gives it
 * @param previous the beginning of the line before; a numbered entry ends where the number changes,
 *   and a header goes on from line to line
 */
export function beginsEntry(
	styles: readonly EntryStyle[],
	head: string,
	previous: string | undefined,
): boolean {
	const line = plain(head);
	return styles.some((style) => {
		if (!isIn(style, line)) return false;
		if (style === 'headed') return !previous?.startsWith('# ');
		if (style !== 'numbered' || previous === undefined) return true;
		return !previous.startsWith(line.slice(0, line.indexOf(' ') + 1));
	});
}

/** Lines looked at, in blocks of neighbours spread evenly over the text. */
const BLOCKS = 16;
const BLOCK_LINES = 10;

/** Units of a line by which an entry is known, with its time and level. */
export const HEAD_UNITS = 160;

/** Lines (from 1) to judge a text by: all of a short text, else evenly spread blocks. */
export function sampledLines(count: number): number[] {
	const blocks = count <= BLOCKS * BLOCK_LINES ? 1 : BLOCKS;
	const size = blocks === 1 ? count : BLOCK_LINES;
	const step = blocks === 1 ? 0 : (count - size) / (blocks - 1);
	return Array.from({ length: blocks }, (_, block) => Math.floor(block * step) + 1).flatMap(
		(first) => Array.from({ length: size }, (_, at) => first + at),
	);
}

/** Times at the beginning of an entry; all patterns are bounded. */
const TIMES = [
	/^[[("]{0,2}(\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[ ]?[+-]\d\d:?\d\d)?)/,
	/^(?:<\d{1,3}>)?([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,6})?)/,
	/^.{0,100}?\[(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4})\]/,
	/^\[?([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,6})? \d{4})\]?/,
	/^[[(]?(\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)[\])]?/,
	/^(?:time|ts|timestamp)="?(\d{4}-\d\d-\d\d[T ][\d:.,]{5,18}(?:Z|[+-]\d\d:?\d\d)?)/,
	/^\[?(\d{10}(?:\.\d{1,6}|\d{3})?)\]?\s/,
	/^.{0,100}?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)/,
	/^\{.{0,100}?"(?:time|ts|timestamp)" ?: ?(\d{13})\b/,
];
/** The line of a commit's date. */
const DATE = /^(?:[|\\/ *]{1,20} )?(?:Author|Commit)?Date: {1,5}(.{1,60})$/;

/** The date of a commit in UTC; as it stands where it is a day alone, none in other spellings. */
function dateIn(head: string): string | undefined {
	const date = DATE.exec(head)?.[1]?.trim() ?? '';
	const at = /[+-]\d\d:?\d\d$|Z$/.test(date) ? Date.parse(date) : Number.NaN;
	if (Number.isFinite(at)) return new Date(at).toISOString().replace('.000', '');
	return /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined;
}

/** Tells whether a text is the log of a repository: it begins with a commit and has another. @param headOf as for `eachEntry` */
export function isGitLog(lines: number, headOf: (line: number) => string): boolean {
	const isCommit = (line: number): boolean => isIn('commits', plain(headOf(line)));
	if (lines < 2 || !isCommit(0)) return false;
	for (let line = 1; line < lines; line++) if (isCommit(line)) return true;
	return false;
}

/** Levels as JSON loggers number them (pino, bunyan). */
const NUMBERED_LEVEL = /^(?:\{.{0,100}?"level" ?: ?|[A-Za-z_].{0,100}?\blevel=)([1-6]0)\b/;
const NUMBERED = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
/** Milliseconds since 1970, up to the year 2286. */
const MILLISECONDS = /^[1-9]\d{12}$/;
const LEVEL =
	/\b(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|CRIT|SEVERE|ALERT|EMERG|PANIC)\b(?!-)|(?:\blevel["']?\s?[=:]\s?["']?|\[)(trace|debug|info|notice|warn|warning|error|err|fatal|critical|crit|severe|alert|emerg|panic)\b/;

/** Returns the level that JSON loggers number so. */
export const numberedLevel = (number: string): string | undefined =>
	/^[1-6]0$/.test(number) ? NUMBERED[Number(number) / 10 - 1] : undefined;

/** The level that a line's head names, in capitals. */
function levelIn(head: string): string | undefined {
	const numbered = NUMBERED_LEVEL.exec(head)?.[1];
	if (numbered !== undefined) return numberedLevel(numbered);
	const found = LEVEL.exec(head);
	return (found?.[1] ?? found?.[2])?.toUpperCase();
}

/** An entry of a log; lines that continue it, such as a stack trace, belong to it. */
export interface LogEntry {
	/** Lines from 0, the end exclusive. */
	readonly from: number;
	readonly to: number;
	readonly time?: string;
	/** In capitals. */
	readonly level?: string;
}

/** Visits the entries of a log in order; false if the text is none. @param written a line's first `HEAD_UNITS`, from 0 */
export function eachEntry(
	lines: number,
	written: (line: number) => string,
	visit: (entry: LogEntry) => void,
): boolean {
	const headOf = (line: number): string => plain(written(line));
	const heads = sampledLines(lines).map((line) => headOf(line - 1));
	const isDated = isGitLog(lines, headOf);
	const styles: readonly EntryStyle[] = isDated ? ['commits'] : entryStyles(heads);
	if (styles.length === 0) return false;
	const counts = TIMES.map((time) => heads.filter((head) => time.test(head)).length);
	const most = Math.max(...counts);
	const format = most > 0 ? TIMES[counts.indexOf(most)] : undefined;
	let from = 0;
	let first = headOf(0);
	let date: string | undefined;
	/** The message of a commit has begun. */
	let isSaid = false;
	let previous = first;
	const end = (to: number): void => {
		const stamp = isDated ? date : format?.exec(first)?.[1];
		const isCounted = stamp !== undefined && first.startsWith('{') && MILLISECONDS.test(stamp);
		const time = isCounted ? new Date(Number(stamp)).toISOString() : stamp;
		const level = isDated ? undefined : levelIn(first);
		visit({ from, to, ...(time && { time }), ...(level && { level }) });
	};
	for (let line = 1; line < lines; line++) {
		const head = headOf(line);
		if (beginsEntry(styles, head, previous)) {
			end(line);
			from = line;
			first = head;
			date = undefined;
			isSaid = false;
		} else if (isDated && !isSaid) {
			isSaid = /^[|\\/ ]*$/.test(head);
			date ??= dateIn(head);
		}
		previous = head;
	}
	end(lines);
	return true;
}
