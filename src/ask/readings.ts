// Readings of a text where it is put in order: a time, a version, an amount with its unit. A text may have several.
import type { Slices } from '../shared/slices';
import type { Pace } from './meter';
import { momentOf } from './moment';

export type Rank = number | string;

/** Ranks by scale: texts with one scale in common are in order by their ranks on it. */
type Readings = ReadonlyMap<string, Rank>;

/** Characters of a text that may have a reading. */
export const LONGEST_READ = 72;
/** Steps of work that reading one counts as. */
export const READING_STEPS = 20;
const PLAIN = /^[-+]?\d+(?:\.\d+)?$/;

const NUMBER = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?';
const UNIT = '[%‰°\\p{L}\\p{Sc}µ²³/]{1,24}';
const AMOUNT = new RegExp(
	`^([-+−]?)(\\p{L}{0,3}\\p{Sc}|[A-Z]{3} )? ?([-+−]?)(${NUMBER}) ?(${UNIT})?$`,
	'u',
);
const PARTS = new RegExp(`(${NUMBER}) ?(${UNIT}),? ?`, 'gu');
const CLOCK = /^(\d{1,4}):([0-5]\d)(?::([0-5]\d(?:\.\d+)?))?$/;

const counted = (entries: string): ReadonlyMap<string, number> =>
	new Map(
		entries.split(', ').flatMap((entry) => {
			const [names = '', size] = entry.split(': ');
			return names.split(' ').map((name) => [name, Number(size)] as const);
		}),
	);
/** Seconds of the units of time. */
const TIMES = counted(
	'ns nanosecond: 1e-9, us µs microsecond: 1e-6, ms msec millisecond: 1e-3, s sec second: 1, ' +
		'm min minute: 60, h hr hour: 3600, d day: 86400, w wk week: 604800',
);
const PREFIXES = counted(
	'n: 1e-9, u µ: 1e-6, m: 1e-3, c: 1e-2, k K: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, ' +
		'Ki: 1024, Mi: 1048576, Gi: 1073741824, Ti: 1099511627776',
);
const PREFIXED = /^([numckµKMGTP]|[KMGT]i)?(B|bit|bps|Hz|Wh?|VA?|A|g|m|L|l|J|Pa|eV)$/;
/** Thousands and more, alone or behind a currency. */
const MULTIPLES = counted('k K: 1e3, M mn: 1e6, B bn G: 1e9, T: 1e12');

/** Returns the scales of a unit with its size on them; the unit by its own name is the last. */
const scalesOf = (unit: string, currency: string): (readonly [scale: string, size: number])[] => {
	const [head = '', ...rest] = unit.split('/');
	const per = ['', ...rest].join('/');
	const word = head.replace(/^(\p{L}{2,})s$/u, '$1');
	// Nobody counts thousandths of a bit.
	const spelled = head
		.replace(/^[mgt](?=bit|bps)/, (small) => small.toUpperCase())
		.replace(
			// Of small letters alone: `Mb` are bits.
			/^(?:([kmgt])(i?)b|([kmgtKMGT]?)(i?)(?:[Bb]ytes?|B))$/,
			(_, small = '', ofSmall = '', large = '', ofLarge = '') =>
				`${(small + large).toUpperCase()}${ofSmall}${ofLarge}B`,
		);
	const [, prefix = '', base] = PREFIXED.exec(spelled) ?? [];
	const size = prefix === '' ? 1 : PREFIXES.get(prefix);
	const multiple = MULTIPLES.get(head);
	const time = TIMES.get(word.length > 1 ? word.toLowerCase() : word);
	const scales: (readonly [string, number])[] = [];
	if (time !== undefined) scales.push([`time${per}`, time]);
	if (base !== undefined && size !== undefined) scales.push([base + per, size]);
	if (multiple !== undefined && (head !== 'B' || currency !== '')) scales.push(['', multiple]);
	return [...scales, [word.replace(/^\p{Lu}\p{Ll}+$/u, (each) => each.toLowerCase()) + per, 1]];
};

/** Returns the unit of an amount, `12min` or `1.5 GB`; undefined for any other text. */
export const unitOf = (text: string): string | undefined =>
	text.length > LONGEST_READ ? undefined : AMOUNT.exec(text)?.[5];

/** Spells a number with the currency and the unit of an amount. */
export const inUnitOf = (amount: string, number: string): string => {
	const [, , currency = '', , , unit = ''] = AMOUNT.exec(amount.slice(0, LONGEST_READ)) ?? [];
	return currency + number + unit;
};

function readAmount(text: string, into: Map<string, Rank>): void {
	const [, sign, currency = '', inner, number = '', unit = ''] = AMOUNT.exec(text) ?? [];
	if (number !== '') {
		const size = Number(number.replaceAll(',', '')) * (/[-−]/.test(`${sign}${inner}`) ? -1 : 1);
		for (const [scale, factor] of unit === '' ? [['', 1] as const] : scalesOf(unit, currency))
			into.set(`${currency} ${scale}`, size * factor);
		return;
	}
	const [, large, middle, small] = CLOCK.exec(text) ?? [];
	if (large !== undefined)
		into.set(
			small === undefined ? ':' : '::',
			(Number(large) * 60 + Number(middle)) * 60 + Number(small ?? 0),
		);
	if (!/^\d.*\d ?\p{L}/u.test(text) || text.replace(PARTS, '') !== '') return;
	const parts = [...text.matchAll(PARTS)].map(([, count = '', unit = '']) => {
		const [[scale, size] = ['', 0]] = scalesOf(unit, '');
		return scale === 'time' ? Number(count.replaceAll(',', '')) * size : Number.NaN;
	});
	const whole = parts.reduce((sum, part) => sum + part, 0);
	if (parts.length > 1 && !Number.isNaN(whole)) into.set(' time', whole);
}

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

/** A time with an offset; a bare day beside it is its first moment there. */
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z| ?[+-]\d\d(?::?\d\d)?)$/;
const ZONE = /(?<=:.*)(?:Z| ?[+-]\d\d(?::?\d\d)?)$/;
const ISO = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z| ?[+-]\d\d(?::?\d\d)?)?)?$/;
/** A time of syslog: by month and day, of any year. */
const YEARLESS = /^[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d$/;
const NUMBERED_DATE = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:,? (\d{1,2}:\d\d(?::\d\d)?))?$/;

/** The moment of a time, with what is beyond its milliseconds. */
const momentRank = (text: string): number | undefined => {
	const moment = momentOf(text);
	return moment === undefined
		? undefined
		: moment + Number(`0.${/[.,]\d{3}(\d{1,6})/.exec(text)?.[1] ?? 0}`);
};

/** Times without a year of a log that goes from one to the next, and the milliseconds between. */
const WINTER = 'winter';
const LEAP_YEAR = 366 * 86_400_000;

/** A scale that texts are on by the others beside them: versions by their name, dates by day and month, times of a winter. */
export type Meant = 'version' | 'dmy' | 'mdy' | typeof WINTER;

/** Returns which number of dates by day and month is the day, where some of them tell: `25/12/2023`; whether all times are of a winter. */
export const dayIn = (texts: Iterable<string>): Meant | undefined => {
	let [more, isOfWinter, isYearless] = [0, true, false];
	for (const text of texts) {
		if (YEARLESS.test(text)) isYearless = true;
		if (isYearless && isOfWinter) isOfWinter = readingsOf(text).has(WINTER);
		const [, one, , other] = NUMBERED_DATE.exec(text) ?? [];
		more += Number(Number(one) > 12) - Number(Number(other) > 12);
	}
	if (more === 0) return isYearless && isOfWinter ? WINTER : undefined;
	return more > 0 ? 'dmy' : 'mdy';
};

/** Dates of which the first number may be the day or the month have both readings. */
function readNumberedDate(text: string, into: Map<string, Rank>): void {
	const [, one = '', , other = '', year, clock = '0:00'] = NUMBERED_DATE.exec(text) ?? [];
	if (year === undefined) return;
	for (const [scale, day, month] of [
		['dmy', one, other],
		['mdy', other, one],
	] as const) {
		const two = (part: string): string => part.padStart(2, '0');
		const time = clock.length < 5 ? `0${clock}` : clock;
		const moment = momentOf(`${year}-${two(month)}-${two(day)}T${time.padStart(5, '0')}`);
		if (moment !== undefined) into.set(scale, moment);
	}
}

/** Returns what a text may mean; nothing for a word. */
export function readingsOf(text: string): Readings {
	const found = new Map<string, Rank>();
	if (text.length > LONGEST_READ || !/\d/.test(text)) return found;
	if (PLAIN.test(text)) found.set(DIGITS, text);
	const moment = momentRank(text);
	if (moment !== undefined) found.set(DATE, moment);
	const yearless = YEARLESS.test(text) ? momentOf(text.replace(/ +\d+/, '$& 2000')) : undefined;
	if (yearless !== undefined) {
		found.set('yearless', yearless);
		const quarter = Math.floor(new Date(yearless).getUTCMonth() / 3);
		if (quarter % 3 === 0) found.set(WINTER, yearless + (quarter === 0 ? LEAP_YEAR : 0));
	}
	const version = moment === undefined || text.includes('.') ? versionRank(text) : undefined;
	if (version !== undefined) found.set(VERSIONS, version);
	// Text in parentheses behind a number only comments on it: `12 (5m ago)`.
	readAmount(text.replace(/\s/g, ' ').replace(/^(\S+) \([^()]*\)$/, '$1'), found);
	readNumberedDate(text, found);
	return found;
}

/** Scales, and characters of the longest of a unit that is no word of a name. */
const [DATE, VERSIONS, DIGITS] = ['date', 'version', 'digits'] as const;
const SHORT = 8;

/** A scale that is only meant where some text surely has it: digits alone may be anything. */
const isSure = (scale: string, texts: readonly string[]): boolean => {
	if (scale === VERSIONS) return texts.some((text) => SURELY_VERSION.test(text));
	return scale === DIGITS || texts.some((text) => !PLAIN.test(text));
};

/** Scales that are none of two texts alone. */
const BY_OTHERS: ReadonlySet<string> = new Set([DIGITS, 'dmy', 'mdy', WINTER]);

/** Returns the scale that most of the different texts have, half of them at least; undefined where there is none, or two are as good. */
export function* commonScale(
	texts: readonly string[],
	pace: Pace,
	isVersion = false,
): Slices<Readings | undefined> {
	const counts = new Map<string, number>();
	const all: (readonly [string, Readings])[] = [];
	for (const text of new Set(texts)) {
		const readings = readingsOf(text);
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
	const sure = [isVersion ? VERSIONS : WINTER, WINTER].find((one) => best.includes(one));
	const [scale] = sure === undefined ? best : [sure];
	const isDoubtful = all.some(([, readings]) => {
		const found = best.map((each) => readings.has(each));
		return found.includes(true) && found.includes(false);
	});
	if (best.includes('dmy') && best.includes('mdy')) return undefined;
	if (scale === undefined || isDoubtful) return undefined;
	return new Map(
		all.flatMap(([text, readings]) =>
			readings.has(scale) ? [[text, readings.get(scale) as Rank]] : [],
		),
	);
}

/** Returns true for a number, a time, a surely written version and an amount: a word has no place among such. */
export const isPlaced = (text: string): boolean =>
	[...readingsOf(text).keys()].some((scale) => scale.length <= SHORT && isSure(scale, [text]));

/** Returns the ranks of two texts on a scale that both have; undefined where their characters order them. */
export function commonRanks(
	a: string,
	b: string,
	meant?: Meant,
): readonly [Rank, Rank] | undefined {
	const areIso = ISO.test(a) && ISO.test(b);
	const [isMoment, isToo] = [MOMENT.test(a), MOMENT.test(b)];
	const asWritten: readonly [Rank, Rank] = [a.replace(' ', 'T'), b.replace(' ', 'T')];
	if (areIso && !isMoment && !isToo && a.length === b.length) return asWritten;
	if (areIso && isMoment !== isToo) {
		const [left, right] = [a, b].map((text) => momentRank(text.replace(ZONE, '')));
		return left === undefined || right === undefined ? asWritten : [left, right];
	}
	const [one, other] = [readingsOf(a), readingsOf(b)];
	if (meant !== undefined) {
		const beside = /^[dm]{2}y$/.test(meant) ? DATE : meant;
		const [left, right] = [one, other].map((read) => read.get(meant) ?? read.get(beside));
		if (left !== undefined && right !== undefined) return [left, right];
	}
	for (const [scale, rank] of one) {
		const its = other.get(scale);
		if (its === undefined || BY_OTHERS.has(scale)) continue;
		if (isSure(scale, [a, b])) return [rank, its];
	}
	return areIso ? asWritten : undefined;
}

/** Tells whether two texts are amounts, times and the like on different scales: `$5` and `€5`; not where a day may be a month. */
export const areApart = (a: string, b: string): boolean =>
	[a, b].every((text) => !PLAIN.test(text) && isPlaced(text)) &&
	![a, b].every((text) => NUMBERED_DATE.test(text));
