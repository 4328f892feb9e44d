// Terms of a query that apply to the entries of a log: `level:` and `time:`.
import type { LogEntry } from '../../shared/log-entries';
import { dayIn, type Meant } from '../readings';
import { entriesIn } from '../rows';
import { type KeyValue, matchesValue, type Term } from './terms';

export interface EntryTerms {
	readonly entries: readonly LogEntry[];
	has(term: Term): term is KeyValue;
	readonly instead: readonly string[];
	/** Meaning of its times, read from all of them. */
	readonly meant: Meant | undefined;
}

const KEYS = ['level', 'time'] as const;

const keyOf = (term: Term): 'level' | 'time' | undefined =>
	term.kind === 'pair' && term.path.length === 1
		? KEYS.find((key) => key === term.path[0])
		: undefined;

/** Returns undefined where no term applies to entries, or the text is no log. */
export const entryTerms = (
	lines: readonly string[],
	terms: readonly Term[],
): EntryTerms | undefined => {
	const asked = new Set(terms.map(keyOf).filter((key) => key !== undefined));
	const found = asked.size > 0 ? entriesIn(lines) : undefined;
	if (!found) return undefined;
	const known = new Set(
		[...asked].filter((key) => found.some((entry) => entry[key] !== undefined)),
	);
	if (known.size === 0) return undefined;
	const entries: LogEntry[] = [];
	for (const entry of found) for (let at = entry.from; at < entry.to; at++) entries.push(entry);
	return {
		entries,
		has: (term): term is KeyValue => known.has(keyOf(term) as 'level'),
		instead: [...known].map((key) => (key === 'level' ? levelsOf(found) : timesOf(found))),
		meant: dayIn(found.flatMap(({ time }) => time ?? [])),
	};
};

const levelsOf = (entries: readonly LogEntry[]): string => {
	const counts: Record<string, number> = {};
	for (const { level } of entries)
		if (level !== undefined) counts[level] = (counts[level] ?? 0) + 1;
	return `"levels":${JSON.stringify(counts)}`;
};

const timesOf = (entries: readonly LogEntry[]): string => {
	const timed = entries.filter(({ time }) => time !== undefined);
	return `"times":${JSON.stringify([timed[0]?.time, timed.at(-1)?.time])}`;
};

/** Matches an entry's level or time; undefined where it has none. */
export const entryMatches = (term: KeyValue, entry: LogEntry): boolean | undefined => {
	const key = keyOf(term);
	const value = key && entry[key];
	return value === undefined ? undefined : matchesValue(term, value);
};
