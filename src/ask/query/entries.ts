// `level:` and `time:` of a query on a log: its entries have them, as they have them for `select`.
import { type Entry, entriesIn } from '../rows/log';
import { type KeyValue, meets, type Term } from './terms';

/** What is asked of the entry a line belongs to. */
export interface EntryTerms {
	/** By line. */
	readonly entries: readonly Entry[];
	/** Whether the term is one of these. */
	has(term: Term): term is KeyValue;
	/** The levels, or the first and last time, where none is as asked for. */
	readonly instead: readonly string[];
}

const KEYS = ['level', 'time'] as const;
/** Levels that are written in two ways. */
const SAME: Readonly<Record<string, string>> = { warning: 'warn', err: 'error' };

const keyOf = (term: Term): 'level' | 'time' | undefined =>
	term.kind === 'pair' && term.path.length === 1
		? KEYS.find((key) => key === term.path[0])
		: undefined;

/** Undefined where no term asks for a level or a time, or the text is no log. */
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
	const entries: Entry[] = [];
	for (const entry of found) for (let at = entry.from; at < entry.to; at++) entries.push(entry);
	return {
		entries,
		has: (term): term is KeyValue => known.has(keyOf(term) as 'level'),
		instead: [...known].map((key) => (key === 'level' ? levelsOf(found) : timesOf(found))),
	};
};

const levelsOf = (entries: readonly Entry[]): string => {
	const counts: Record<string, number> = {};
	for (const { level } of entries)
		if (level !== undefined) counts[level] = (counts[level] ?? 0) + 1;
	return `"levels":${JSON.stringify(counts)}`;
};

const timesOf = (entries: readonly Entry[]): string => {
	const timed = entries.filter(({ time }) => time !== undefined);
	return `"times":${JSON.stringify([timed[0]?.time, timed.at(-1)?.time])}`;
};

/** Whether an entry's own level or time is as asked for; undefined where it has none. */
export const entryMeets = (term: KeyValue, entry: Entry): boolean | undefined => {
	const key = keyOf(term);
	const value = key && entry[key];
	if (value === undefined) return undefined;
	if (
		term.relation !== ':' &&
		momentOf(term.spelled) !== undefined &&
		momentOf(value) !== undefined
	)
		return isInTime(term, value);
	if (meets(term, value)) return true;
	return key === 'level' && term.relation === ':' && !term.test && same(value) === same(term.value);
};

const same = (level: string): string => {
	const folded = level.toLowerCase();
	return SAME[folded] ?? folded;
};

const isInTime = ({ relation, spelled }: KeyValue, time: string): boolean => {
	const left = momentOf(time);
	const right = momentOf(spelled);
	if (left === undefined || right === undefined) return false;
	if (relation === '>') return left > right;
	if (relation === '>=') return left >= right;
	return relation === '<' ? left < right : left <= right;
};

const DATE = /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9}))?)?\s?(.*)$/;
const APACHE = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/;

/** Milliseconds; without a zone it is UTC. Undefined where a time has no date. */
const momentOf = (text: string): number | undefined => {
	const date = DATE.exec(text);
	const apache = APACHE.exec(text);
	let moment = Number.NaN;
	if (date) {
		const [, year, month, day, clock = '00:00', fraction = '0', zone = ''] = date;
		const spelled = zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2') || 'Z';
		moment = Date.parse(
			`${year}-${month}-${day}T${clock.length === 5 ? `${clock}:00` : clock}.${fraction.slice(0, 3).padEnd(3, '0')}${spelled}`,
		);
	} else if (apache) {
		const [, day, month, year, clock, hours, minutes] = apache;
		moment = Date.parse(`${day} ${month} ${year} ${clock} ${hours}${minutes}`);
	} else if (/^\d{10}(?:\.\d{1,6})?$/.test(text)) moment = Number(text) * 1_000;
	else if (/^\d{13}$/.test(text)) moment = Number(text);
	return Number.isNaN(moment) ? undefined : moment;
};
