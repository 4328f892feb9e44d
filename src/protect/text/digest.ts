// Describes a long text in one line: its kind, the places of its parts (docs/protect.md "Chunks"), its fields
// (`status=late delay=12min`) and how they are asked. All of it is looked through but entries of a log beyond a bound,
// and that is said.
import { jsonLinesIn } from '../../shared/json-lines';
import { jsonIn } from '../../shared/json-values';
import { eachEntry, entryStyles, type LogEntry } from '../../shared/log-entries';
import { FEW_VALUES, recordFields, recordHeads, recordStarts } from '../../shared/records';
import { several } from '../../shared/shown-text';
import { whyNoData } from '../../shared/yaml-data';
import type { Weigh } from '../budget';
import { spreadOver } from '../selection/profile';
import { headsOf, lineHead, type Nature, sampleHeads } from './kind';
import { type LineIndex, lineStart } from './lines';
import { arePaths, pathsDigest } from './paths';
import { objectsDigest, tableDigest } from './table-facts';

/** Lines of a log that are looked at. */
const MOST_LINES = 400_000;
/** UTF-16 units in which rows show themselves. */
const ROWS_LOOKED_AT = 4_096;
/** Parts that are named, and characters of one. */
const PARTS = 14;
const PART_CHARS = 40;

/** Patterns of the beginnings of lines. Fences are met too: what stands within them is no heading. */
const HEADING = / {0,3}#{1,4} +(\S.*)$| {0,3}(?:(?:[-*+]|\d{1,9}[.)]) +)*(?:`{3,}|~{3,})/my;
const DECLARED =
	/(?:export +)?(?:default +)?(?:async +|abstract +|pub +|public +|static +|final +)*(?:class|interface|function|def|fn|func|type|struct|enum|trait|impl|module|namespace|const|CREATE TABLE) +[*]?([\w$.`"[\]]+)/y;
/** A file of a diff begins where git says so; in other diffs where its new name stands. */
const GIT_FILE = /diff --git a\/(\S+)/y;
const FILE = /\+\+\+ (?:b\/)?(\S+)/y;
/** A key of YAML: a word, what is quoted, or any words with nothing behind their colon. */
const YAML_KEY =
	/([\p{L}\p{N}_][\p{L}\p{N}_.+#-]*|"[^"\n]+"|'[^'\n]+'|[^\s#'"{}[\]()<>`-][^:\n]*(?=:$)):(?: |\r?$)/muy;

const TAGGED = /^[ \t]*<(?:!doctype|html|\?xml|svg)\b/i;

/** The digest of a text, and how `select` asks it. */
export interface Digest {
	/** '' where there is nothing to tell but the lines. */
	readonly shape: string;
	/** The form in which it is asked, with the names of its fields: `entries {line,level,text}`. */
	readonly asks: string;
	/** An expression that works on it. */
	readonly example: string;
	/** The units that a search finds. */
	readonly finds?: string;
	/** A query that works on it. */
	readonly words?: string;
}

const LINES = { asks: 'lines {line,text}', example: "length([?contains(text, 'word')])" };

export function digest(text: string, lines: LineIndex, nature: Nature, weigh: Weigh): Digest {
	const { kind } = nature;
	const values = jsonLinesIn(text);
	const isLog = kind === 'log' || entryStyles(sampleHeads(text, lines)).length > 0;
	const log = isLog ? logDigest(text, lines) : undefined;
	if (values !== undefined) {
		// Of values without a level there is no log to tell, nor where an entry is not one of them.
		const isToldSo = log?.shape.startsWith(`log of ${several(values.all, 'entry')}`);
		if (!log?.asks.includes('level') || !isToldSo || values.others > 0)
			return objectsDigest(text, values, weigh);
		const head = text.slice(0, Math.max(0, text.lastIndexOf('\n', ROWS_LOOKED_AT)));
		return { ...objectsDigest(head, values, weigh), shape: log.shape };
	}
	const table = tableDigest(text, weigh);
	if (table) return table;
	const diff = (): string =>
		named('diff', parts(text, lines, /^diff --git /m.test(text) ? GIT_FILE : FILE));
	if (log) return { ...log, ...pairsAsked(text, lines), ...(kind === 'diff' && { shape: diff() }) };
	const told = (shape: string): Digest => ({ shape, ...LINES });
	const heads = headsOf(text, lines);
	const records = nature.records ?? (kind === 'diff' ? recordHeads(heads) : undefined);
	const starts = records && recordStarts(heads, records);
	const fields = starts && recordFields(heads, records, starts);
	if (starts && (fields || kind !== 'diff')) {
		const shape = `${several(starts.length, 'record')}, ${records.label}`;
		if (!fields) return { ...told(shape), asks: 'lines {line,record,text}', finds: 'records' };
		return { shape, finds: 'records', ...fieldsAsked(fields, starts.length) };
	}
	if (kind === 'diff') return told(diff());
	if (arePaths(sampleHeads(text, lines))) return { ...LINES, ...pathsDigest(text, lines) };
	const shape = kind === 'prose' ? headingsIn(text, lines, 0) : linesDigest(text, lines);
	return { ...told(shape), ...pairsAsked(text, lines) };
}

const NAMED_FIELDS = 14;

/** Records are asked by their fields; the example counts by one that has few values. */
function fieldsAsked(fields: NonNullable<ReturnType<typeof recordFields>>, records: number) {
	const few = fields
		.filter(({ count, values }) => count >= records / 2 && values.size > 1)
		.sort((a, b) => a.values.size - b.values.size)
		.findLast(({ values, name }) => values.size <= FEW_VALUES && /^[A-Za-z_]\w*$/.test(name));
	const names = fields.slice(0, NAMED_FIELDS).map(({ name }) => name);
	const more = fields.length > names.length ? ',…' : '';
	return {
		asks: `records {line,${names.join(',')}${more}}`,
		example: few ? `count_by(@, &${few.name})` : '[-1]',
	};
}

const headingsIn = (text: string, lines: LineIndex, least: number): string => {
	const headings = parts(text, lines, HEADING);
	return headings.length > least ? named('headings', headings) : '';
};

function linesDigest(text: string, lines: LineIndex): string {
	if (TAGGED.test(text)) return named('markup', []);
	const headings = headingsIn(text, lines, 2);
	if (headings !== '') return headings;
	const declared = parts(text, lines, DECLARED);
	if (declared.length > 1) return named('code', declared);
	const keys = parts(text, lines, YAML_KEY);
	const why = keys.length > 1 ? whyNoData(text) : '';
	return keys.length > 1 ? named('keys', keys) + (why && `; lines, not data in YAML: ${why}`) : '';
}

const named = (kind: string, all: readonly string[]): string =>
	all.length === 0 ? kind : `${kind}: ${all.join(', ')}`;

const cut = (text: string, most: number): string =>
	text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;

/** Parts with the line each begins at: all of a few, else spread over the text. */
function parts(text: string, { starts }: LineIndex, pattern: RegExp): string[] {
	const found: number[] = [];
	let isFenced = false;
	const nameAt = (line: number): string | undefined => {
		pattern.lastIndex = starts[line] as number;
		return pattern.exec(text)?.map((group) => (group ?? '').trim())[1];
	};
	for (let line = 0; line < starts.length; line++) {
		const name = nameAt(line);
		if (name === '') isFenced = !isFenced;
		if (name && !isFenced) found.push(line);
	}
	const told = (line: number): string => `${cut(nameAt(line) ?? '', PART_CHARS)} ${line + 1}`;
	const spread = spreadOver(found, PARTS).map(told);
	return found.length <= PARTS ? spread : [...spread, `of ${found.length}`];
}

/** Levels of what went wrong. */
const SEVERE = /^(?:ERROR|ERR|FATAL|CRITICAL|CRIT|SEVERE|ALERT|EMERG|PANIC)$/;
/** Classes of errors that are named, that are told apart, and the units of an entry that tell its class. */
const NAMED_CLASSES = 6;
const MOST_CLASSES = 2_000;
const CLASS_UNITS = 600;

/** Entries of one sort: how many, and the line of the first. */
interface Sort {
	count: number;
	readonly line: number;
}

const count = (sorts: Map<string, Sort>, name: string, line: number): void => {
	const known = sorts.get(name);
	if (known) known.count++;
	else sorts.set(name, { count: 1, line });
};

const byCount = (sorts: ReadonlyMap<string, Sort>): (readonly [string, Sort])[] =>
	[...sorts].sort(([, a], [, b]) => b.count - a.count);

function logDigest(text: string, lines: LineIndex): Digest {
	const looked = Math.min(lines.count, MOST_LINES);
	const levels = new Map<string, Sort>();
	const classes = new Map<string, Sort>();
	let entries = 0;
	let least: string | undefined;
	let most: string | undefined;
	let zone: string | undefined;
	const visit = ({ from, to, time, level }: LogEntry): void => {
		entries++;
		if (level) count(levels, level, from + 1);
		if (level && SEVERE.test(level)) {
			const start = lineStart(lines, from + 1);
			const entry = text.slice(start, Math.min(lineStart(lines, to + 1), start + CLASS_UNITS));
			const name = classOf(entry, level);
			count(classes, classes.size < MOST_CLASSES || classes.has(name) ? name : '…', from + 1);
		}
		if (!time || time === most) return;
		zone ??= ZONE.exec(time)?.[0] ?? '';
		if (least === undefined || isBefore(time, least, zone)) least = time;
		if (most === undefined || !isBefore(time, most, zone)) most = time;
	};
	eachEntry(looked, (line) => lineHead(text, lines, line + 1), visit);
	const toSecond = (time = ''): string => time.replace(/(:\d\d)[.,]\d+/, '$1');
	const span = least === undefined ? '' : `, ${toSecond(least)} to ${toSecond(most)}`;
	const sorted = byCount(levels);
	const counts = sorted.map(([level, sort]) => `${level} ${sort.count}`);
	const told = counts.length === 0 ? '' : `; ${counts.join(', ')}`;
	const seen = looked < lines.count ? ` (of the first ${looked} lines)` : '';
	const fields = ['line', least && 'time', sorted.length > 0 && 'level', 'text'].filter(Boolean);
	const rare = (sorted.find(([level]) => SEVERE.test(level)) ?? sorted.at(-1))?.[0];
	return {
		shape: `log of ${several(entries, 'entry')}${span}${told}${errorsIn(classes)}${seen}`,
		asks: `entries {${fields.join(',')}}`,
		example: rare === undefined ? LINES.example : `[?level=='${rare}'].text`,
	};
}

const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;
const HALF_YEAR = 183 * 86_400_000;
const instant = (time: string) => Date.parse(time.replace(',', '.').replace(/(\/\d{4}):/, '$1 '));

/** Compares times of a log, which are spelled alike: those that begin with the year as texts where both are of this zone. */
const isBefore = (a: string, b: string, zone: string): boolean => {
	if (/^\d{4}/.test(a) && a.endsWith(zone) && b.endsWith(zone)) return a < b;
	const ahead = instant(b) - instant(a);
	// Of times without a year January is behind December.
	return /\d{4}/.test(a) || Math.abs(ahead) < HALF_YEAR ? ahead > 0 : ahead < 0;
};

function errorsIn(classes: ReadonlyMap<string, Sort>): string {
	const all = byCount(classes);
	if (all.length === 0) return '';
	const told = all
		.slice(0, NAMED_CLASSES)
		.map(
			([name, sort]) => `${name} ${sort.count === 1 ? '' : `${sort.count} from `}line ${sort.line}`,
		);
	const left = all.slice(NAMED_CLASSES).reduce((sum, [, sort]) => sum + sort.count, 0);
	return `; errors: ${told.join(', ')}${left === 0 ? '' : `, ${several(left, 'other')}`}`;
}

/** The class of an error: the exception it names, else its message without numbers, else its level. */
function classOf(entry: string, level: string): string {
	const exception = /\b(?:[\w$]+\.)*([A-Z][\w$]*(?:Error|Exception))\b/.exec(entry)?.[1];
	if (exception !== undefined) return cut(exception, PART_CHARS);
	const named = entry.search(new RegExp(`\\b${level}\\b`, 'i'));
	const after = named < 0 ? entry : entry.slice(named + level.length);
	const quoted = /(?:"(?:msg|message|error)" ?: ?|\b(?:msg|message|error)=)"((?:[^"\\]|\\.)+)/.exec(
		after,
	)?.[1];
	const written = quoted === undefined ? after : String(jsonIn(`"${quoted}"`) ?? quoted);
	const message = written
		.slice(0, written.search(/[\r\n]|$/))
		.replace(/^[^\p{L}[(]+/u, '')
		.replace(/^[[(]+(?![^\])]*[\])])/, '');
	const plain = message
		.replace(/=[^\s=]+/g, '=#')
		.replace(/\b(?:0x)?[\da-f]*\d[\da-f.:-]*\b/gi, '#');
	return plain === '' ? level : `'${cut(plain.trim(), PART_CHARS)}'`;
}

const PAIR = /(?<=^|[\s,;([{])([A-Za-z_]\w{0,30})=([\w.:%/-]{1,24})(?=$|[\s,;)\]}])/g;
/** Lines that must have a field, and their share of those that are looked at. */
const LEAST_LINES = 3;
const LEAST_SHARE = 0.5;

/** Returns an example of `query` and one of `select` on a field that most lines have; undefined where there is none. */
function pairsAsked(text: string, lines: LineIndex) {
	const heads = sampleHeads(text, lines);
	const found = new Map<string, string[]>();
	for (const head of heads)
		for (const [, key = '', value = ''] of head.matchAll(PAIR)) {
			const values = found.get(key) ?? [];
			if (values.push(value) === 1) found.set(key, values);
		}
	const least = Math.max(LEAST_LINES, heads.length * LEAST_SHARE);
	const fields = [...found].filter(([key, { length }]) => length >= least && !/id$/i.test(key));
	const kinds = (values: readonly string[]): number => new Set(values).size;
	// Of fields whose values differ, the one of fewest sorts.
	const [best] = fields
		.filter(([, values]) => kinds(values) > 1)
		.sort(([, a], [, b]) => kinds(a) - kinds(b));
	if (!best) return undefined;
	const [key, [value]] = best;
	return { words: `${key}:${value}`, example: `count_by(@, &field(text,'${key}'))` };
}
