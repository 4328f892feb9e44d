// Readings of a text where it is put in order: a time, a version, an amount with its unit. A text may have several.
import type { Slices } from '../shared/slices';
import { LONGEST_READ, type Rank, readAmount } from './amounts';
import type { Pace } from './meter';
import { type DayOrder, dayOrderOf, isNumbered, isPadded, ranksOf, YEARLESS } from './moment';

/** Ranks by scale: texts with one scale in common are in order by their ranks on it. */
type Readings = ReadonlyMap<string, Rank>;

/** Steps of work that reading one counts as. */
export const READING_STEPS = 20;
const PLAIN = /^[-+]?\d+(?:\.\d+)?$/;

/** A version: `22.0.0`, `v1.10`, `27.0.0-alpha.1`, `3.12.0b1`, `2.0.0.Final`; a date by day, month and year is none. */
const VERSION =
	/^(?!\d{1,2}\.\d{1,2}\.(?:19|20)\d\d$)v?(\d{1,12}(?:\.\d{1,12})*)(?:-([\w.-]+)|\.?([a-z]\w*(?:[.-]\w+)*))?(?:\+[\w.-]+)?$/i;
const SURELY_VERSION = /^v\d|^\d+\.\d+(?:\.\d|[a-z]+\d|-[a-z])/i;
const EARLY = /^(?:[abcm]|rc|cr|alpha|beta|dev|pre(?:view)?|ea|snapshot)[.-]?(?=\d|$)/i;

const RELEASED = /^(?:final|release|ga)$/i;

const padded = (text: string): string => text.replace(/\d+/g, (digits) => digits.padStart(12, '0'));

/** Spells a version so that its characters have its order: a prerelease before its release, `1.2` with `1.2.0`. */
function versionRank(text: string): string | undefined {
	const [, numbers, early, tail = ''] = VERSION.exec(text) ?? [];
	// The x of `1.11.x` stands for any number.
	if (numbers === undefined || /^x\b/i.test(tail)) return undefined;
	const kept = padded(numbers.replace(/(?:\.0+)+$/, ''));
	if (early !== undefined && !RELEASED.test(early)) return `${kept}!${padded(early.toLowerCase())}`;
	// A letter without a number is a later patch, as in `1.1.1k`.
	if (EARLY.test(tail) && tail.length > 1)
		return `${kept}!${padded(tail.toLowerCase().replace(/^dev/, '!dev'))}`;
	return `${kept}#${RELEASED.test(tail) ? '' : padded(tail)}`;
}

/** The scales of sizes and of what is counted. Of sizes, as `ls -h` prints them, K is 1024, and a number alone is of bytes. */
const [SIZES, COUNTS] = [' B', ' '];
const BYTES = /\d ?[kKMGT]i?B$|^\d+ ?B$/;
const LETTERED = /^\d+(?:\.\d+)?[KMGTB]?$/;
/** Nearly as many as the next letter has: counts are not written so. */
const NEARLY_NEXT = /^10[0-2]\d[KMGT]$/;

/** Returns what letters behind numbers are: of sizes by their name, or where one of these texts says so; undefined without. */
const lettersIn = (texts: readonly string[], areNamed: boolean): Meant | undefined => {
	const isOne = (text: string) => text === '' || LETTERED.test(text) || BYTES.test(text);
	if (!texts.every(isOne) || !texts.some((text) => /\d[KMGT]$/.test(text))) return undefined;
	const areOfBytes = texts.some((text) => /[kKMGT]i?B$/.test(text) || NEARLY_NEXT.test(text));
	// Bytes are whole, billions are seldom.
	const hasBytes =
		texts.some((text) => /^\d+ ?B$/.test(text)) && !texts.some((text) => /\.\d+B$/.test(text));
	return areNamed || areOfBytes || hasBytes ? SIZES : COUNTS;
};

/** Numbers with decimal commas, `1.234,56 €`: of this form all, one at least that is surely so, and none `1,234`. */
const COMMA = 'comma';
const OF_COMMA = /^\D{0,6}?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?\D{0,12}$/;
const SURE_COMMA = /\.\d{3},\d|(?<!\d)\d+,(?:\d\d?|\d{4,})(?!\d)/;
const THOUSANDS = /(?<![\d.])\d{1,3},\d{3}(?!\d)/;
const areOfComma = (texts: readonly string[]): boolean =>
	texts.some((text) => SURE_COMMA.test(text)) &&
	texts.every((text) => text === '' || (OF_COMMA.test(text) && !THOUSANDS.test(text)));

/** Of times of a log that goes from one year to the next: after this moment, so that a Feb 29 is of a leap year. */
const WINTER = `after ${Date.UTC(1999, 6)}` as const;
const endOf = (meant: Meant | undefined): number => Number(/^after (.*)/.exec(meant ?? '')?.[1]);

/**
 * Readings of texts by the others beside them: versions by their name, dates by day and month, times of a winter,
 * sizes and counts by letters, decimal commas.
 */
export type Meant =
	| 'version'
	| DayOrder
	| typeof SIZES
	| typeof COUNTS
	| typeof COMMA
	| typeof WINTER;

/** Says in which of several ways texts are read; undefined where there is no other. */
export const meantNote = (meant: Meant | undefined, name: string): string | undefined => {
	if (meant === SIZES) return `K is 1024 in ${name}, a number alone bytes.`;
	if (meant === COUNTS) return `K is 1000 in ${name}.`;
	return meant === COMMA ? `The comma is decimal in ${name}.` : undefined;
};

/**
 * Returns what some texts are: which number of dates by day and month is the day, where some of them tell: `25/12/2023`;
 * whether all times are of a winter. @param areSizes - by their name
 */
export const dayIn = (texts: Iterable<string>, areSizes = false): Meant | undefined => {
	const orders = { dmy: 0, mdy: 0 };
	let [isOfWinter, isYearless] = [true, false];
	const all = [...texts];
	const letters = lettersIn(all, areSizes);
	if (letters) return letters;
	if (areOfComma(all)) return COMMA;
	const isDate = all.some(isPadded);
	for (const text of all) {
		const order = dayOrderOf(text, isDate);
		if (order !== undefined) orders[order]++;
		if (YEARLESS.test(text)) isYearless = true;
		isOfWinter &&= /^(?:Oct|Nov|Dec|Jan|Feb|Mar) /.test(text);
	}
	if (orders.dmy === orders.mdy) return isYearless && isOfWinter ? WINTER : undefined;
	return orders.dmy > orders.mdy ? 'dmy' : 'mdy';
};

/** A time before now, `2 hours ago`, `About an hour ago`, as an amount of time. */
const AGO = /^(?:(?:about|almost|over) )?(.{1,40}) ago$/i;

/** Tells whether a text has a number, as a word too: `an hour ago`. */
export const hasNumber = (text: string): boolean => /\d/.test(text) || AGO.test(text);

/** Returns what a text may mean; nothing for a word. @param meant - what the others beside it tell of it */
export function readingsOf(text: string, meant?: Meant): Readings {
	const found = new Map<string, Rank>();
	const ago = AGO.exec(text)?.[1]?.replace(/^an? /i, '1 ');
	if (text.length > LONGEST_READ || !/\d/.test(ago ?? text)) return found;
	if (ago !== undefined) {
		const before = readingsOf(ago).get(' time');
		return before === undefined ? found : found.set('ago', -before);
	}
	if (meant === SIZES && LETTERED.test(text))
		return readingsOf(PLAIN.test(text) ? `${text}B` : text.replace(/(?<=[KMGT])$/, 'iB'));
	const isComma = meant === COMMA;
	if (isComma || meant === COUNTS) {
		const amount = isComma ? text.replaceAll('.', '').replace(',', '.') : text.replace(/B$/, 'G');
		readAmount(amount, found);
		return found;
	}
	if (PLAIN.test(text)) found.set(DIGITS, text);
	const date = ranksOf(text, meant);
	const isYearless = YEARLESS.test(text);
	const end = endOf(meant);
	if (date && isYearless && end) found.set(DATE, firstAfter(end, date.moment));
	else if (date) found.set(isYearless ? 'yearless' : DATE, date.moment);
	const version = date === undefined || text.includes('.') ? versionRank(text) : undefined;
	if (version !== undefined) found.set(VERSIONS, version);
	if (date && text[4] === '-') return found;
	// Text in parentheses behind a number only comments on it: `12 (5m ago)`.
	readAmount(text.replace(/\s/g, ' ').replace(/^(\S+) \([^()]*\)$/, '$1'), found);
	return found;
}

/** Returns the first moment after another that has the month, the day and the time of a third. */
const firstAfter = (end: number, like: number): number => {
	const inYear = (more: number) =>
		new Date(like).setUTCFullYear(new Date(end).getUTCFullYear() + more);
	return inYear(0) > end ? inYear(0) : inYear(1);
};

/** Scales, and characters of the longest of a unit that is no word of a name. */
const [DATE, VERSIONS, DIGITS] = ['date', 'version', 'digits'] as const;
const SHORT = 8;

/** A scale that is only meant where some text surely has it: digits alone may be anything. */
const isSure = (scale: string, texts: readonly string[]): boolean => {
	if (scale === VERSIONS) return texts.some((text) => SURELY_VERSION.test(text));
	return scale === DIGITS || texts.some((text) => !PLAIN.test(text));
};

/** Returns the scale that most of the different texts have, half of them at least; undefined where there is none, or two are as good. */
export function* commonScale(
	texts: readonly string[],
	pace: Pace,
	meant = dayIn(texts),
): Slices<Readings | undefined> {
	const counts = new Map<string, number>();
	const all: (readonly [string, Readings])[] = [];
	const isVersion = meant === VERSIONS;
	for (const text of new Set(texts)) {
		const readings = readingsOf(text, meant);
		all.push([text, readings]);
		for (const scale of readings.keys()) counts.set(scale, (counts.get(scale) ?? 0) + 1);
		if (pace.isDue(READING_STEPS)) yield;
	}
	const fit = [...counts].filter(([scale, count]) => {
		const having = all.filter(([, readings]) => readings.has(scale)).map(([text]) => text);
		return count * 2 >= all.length && ((isVersion && scale === VERSIONS) || isSure(scale, having));
	});
	const most = Math.max(...fit.map(([, count]) => count));
	const best = fit.filter(([, count]) => count === most).map(([scale]) => scale);
	const sure = isVersion ? VERSIONS : DATE;
	const scale = best.find((one) => one === sure) ?? best[0];
	const isDoubtful = all.some(([, readings]) => {
		const found = best.map((each) => readings.has(each));
		return found.includes(true) && found.includes(false);
	});
	const isOpen = scale === VERSIONS && scale !== meant && texts.every(isNumbered);
	if (scale === undefined || isDoubtful || isOpen) return undefined;
	return new Map(
		all.flatMap(([text, readings]) =>
			readings.has(scale) ? [[text, readings.get(scale) as Rank]] : [],
		),
	);
}

/** Returns true for a number, a time, a surely written version and an amount: a word has no place among such. */
export const isPlaced = (text: string): boolean =>
	isNumbered(text) ||
	[...readingsOf(text).keys()].some((scale) => scale.length <= SHORT && isSure(scale, [text]));

/** Times without a zone, which are in order by their characters. */
const ISO = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+)?$/;

/** The text that others were last compared with, as it is read. */
let asked:
	| { text: string; meant: Meant | undefined; readings: Readings; date: ReturnType<typeof ranksOf> }
	| undefined;

/** Returns the ranks of two texts on a scale that both have; undefined where their characters order them. */
export function commonRanks(
	a: string,
	b: string,
	meant?: Meant,
): readonly [Rank, Rank] | undefined {
	const areIso = ISO.test(a) && ISO.test(b);
	const asWritten: readonly [Rank, Rank] = [a.replace(' ', 'T'), b.replace(' ', 'T')];
	if (areIso && a.length === b.length) return asWritten;
	if (asked?.text !== b || asked.meant !== meant)
		asked = { text: b, meant, readings: readingsOf(b, meant), date: ranksOf(b, meant) };
	const [one, { readings: other, date }] = [readingsOf(a, meant), asked];
	const isOpen = isNumbered(a) && isNumbered(b) && meant !== VERSIONS;
	for (const scale of meant === VERSIONS ? [meant, ...one.keys()] : one.keys()) {
		const [rank, its] = [one.get(scale), other.get(scale)];
		if (rank === undefined || its === undefined || scale === DIGITS) continue;
		if (scale === VERSIONS && isOpen) continue;
		if (scale === DATE) {
			// Beside a time with a zone a date without one is of the same clock.
			const its = ranksOf(a, meant);
			if (its && date && its.isZoned !== date.isZoned) return [its.clock, date.clock];
			// Of which year a time of a listing is that has none is not known.
			const dated = YEARLESS.test(a) ? date : YEARLESS.test(b) ? its : undefined;
			if (YEARLESS.test(a) !== YEARLESS.test(b) && dated && dated.moment > endOf(meant))
				return undefined;
		}
		const isTold = scale === meant || (scale === COUNTS && meant === COMMA);
		if (isTold || isSure(scale, [a, b])) return [rank, its];
	}
	return areIso ? asWritten : undefined;
}

/** Tells whether two texts are amounts, times and the like on different scales: `$5` and `€5`; not where a day may be a month. */
export const areApart = (a: string, b: string): boolean =>
	[a, b].every((text) => !PLAIN.test(text) && isPlaced(text)) && ![a, b].every(isNumbered);
