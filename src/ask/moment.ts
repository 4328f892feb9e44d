// Times of data as moments, in milliseconds.

const DATE =
	/^(\d{4})([-/.])(\d\d)\2(\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9}))?)?\s?(.*)$/;

/** `20240305`, of this century or the last, and of that form with a time. */
const COMPACT = /^((?:19|20)\d\d)(0[1-9]|1[0-2])([0-3]\d)(?=$|T)(?:(T\d\d)(\d\d)(\d\d))?/;
const WEEK = /^(\d{4})-?W(0[1-9]|[1-4]\d|5[0-3])(?:-?([1-7]))?$/;
const DAY = 86_400_000;

const MONTHS =
	'january february march april may june july august september october november december'.split(
		' ',
	);
const MONTH = '([a-z]{3,9})\\.?';
const NTH = '(\\d{1,2})(?:st|nd|rd|th)?';
const REST =
	'(?:,? at|,)?[: T]*(\\d{1,2}:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?)? ?([ap]m)? ?(z|[ecmp][sd]t|(?:gmt|utc)?(?:[+-]\\d\\d:?(?:\\d\\d)?)?)(?: \\(.{1,40}\\))?$';
/** Dates with the name of their month: `Aug 1 2004`, `1 August 2004`, `10/Oct/2000:13:55:36 -0700`, `Aug 2004`. */
const WRITTEN = [
	new RegExp(`^(?:[a-z]{3,9},? )?${MONTH} +(?:${NTH},? +)?(\\d{4})${REST}`, 'i'),
	new RegExp(`^(?:[a-z]{3,9},? )?${NTH}[ /-]${MONTH}[ /,-] ?(\\d{4}|\\d\\d(?!:))${REST}`, 'i'),
];
/** As of the clock of Unix, the time before the year: `Thu Apr 7 15:13:13 2005`. */
const CLOCK_FIRST = /^(.*\d) (\d\d:\d\d:\d\d) (?:([a-z]{3,4}) )?(\d{4})\b/i;

/** A date by numbers alone: `25/12/2023`, `31.01.22`; `2.1.10` is a version. */
const NUMBERED =
	/^(?!(?:\d\.\d{1,2}|\d\d\.\d)\.\d\d$)(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)(?:,? (\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?))?$/;
/** A time of syslog: by month and day, of any year. */
export const YEARLESS = /^[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d$/;

/** The order of the numbers of dates, by others beside them. */
export type DayOrder = 'dmy' | 'mdy';

/** Tells whether a text is a date of which the day may be the month. */
export const isNumbered = (text: string): boolean => NUMBERED.test(text);

/** Tells of a date whether its day or month begins with a zero, as no number of a version does. */
export const isPadded = (text: string): boolean => isNumbered(text) && /\b0\d\b/.test(text);

/** Returns which number of a date is the day, where one cannot be a month. @param isDate - `31.12.22` is no version */
export const dayOrderOf = (text: string, isDate = isPadded(text)): DayOrder | undefined => {
	const [, one, mark, other, year] = NUMBERED.exec(text) ?? [];
	const isLike = mark === '.' && year?.length === 2;
	if (Number(one) > 12 === Number(other) > 12 || (isLike && !isDate)) return undefined;
	return Number(one) > 12 ? 'dmy' : isLike ? undefined : 'mdy';
};

const two = (number: number | string): string => String(number).padStart(2, '0');
const fullYear = (year: string): string =>
	year.length > 2 ? year : `${Number(year) < 70 ? 20 : 19}${year}`;

/** A month by numbers: `03/2024`. */
const MONTHLY = /^(0?[1-9]|1[0-2])\/((?:19|20)\d\d)$/;

/** Spells a date by numbers as ISO does. */
const isoOfNumbered = (text: string, meant: string | undefined): string | undefined => {
	const [, only, ofYear] = MONTHLY.exec(text) ?? [];
	if (only !== undefined) return `${ofYear}-${two(only)}-01`;
	const [, one = '', , other = '', year, clock = ''] = NUMBERED.exec(text) ?? [];
	const order = meant === 'dmy' || meant === 'mdy' ? meant : dayOrderOf(text);
	if (year === undefined || order === undefined) return undefined;
	const [day, month] = order === 'dmy' ? [one, other] : [other, one];
	return `${fullYear(year)}-${two(month)}-${two(day)}${clock && `T${clock.replace(/^\d:/, '0$&')}`}`;
};

/** Spells the first day of a week as ISO does. */
const isoOfWeek = (text: string): string | undefined => {
	const [, year, week, weekday = '1'] = WEEK.exec(text) ?? [];
	if (year === undefined) return undefined;
	// The fourth of January is in the first week, which begins on a Monday.
	const fourth = Date.UTC(Number(year), 0, 4);
	const before = (new Date(fourth).getUTCDay() + 6) % 7;
	const moment = fourth + (7 * Number(week) - 8 - before + Number(weekday)) * DAY;
	return new Date(moment).toISOString().slice(0, 10);
};

/** Spells a date that has the name of its month as ISO does, in its own zone; undefined for any other. */
const isoOfWritten = (text: string): string | undefined => {
	if (text.length > 80 || !/[a-z]{3}/i.test(text)) return undefined;
	const spelled = (YEARLESS.test(text) ? text.replace(/ +\d+/, `$& ${NO_YEAR}`) : text)
		.replace(CLOCK_FIRST, '$1 $4 $2')
		.replace(/ {2,}/g, ' ');
	const [found, isDayFirst] = [WRITTEN[0]?.exec(spelled), WRITTEN[1]?.exec(spelled)];
	const [, one = '1', other = '1', year, clock = '', half = '', zone = ''] =
		found ?? isDayFirst ?? [];
	const [name, day] = found ? [one, other] : [other, one];
	const begins = name.toLowerCase().replace(/^sept$/, 'sep');
	const month = MONTHS.findIndex((full) => full.startsWith(begins));
	if (year === undefined || month < 0) return undefined;
	const [hour = '', ...rest] = clock.split(':');
	const later = half.toLowerCase() === 'pm' ? 12 : 0;
	const hours = half === '' ? Number(hour) : (Number(hour) % 12) + later;
	const american = 'ecmp'.indexOf(zone.slice(0, -2).toLowerCase()) + (/dt$/i.test(zone) ? 4 : 5);
	const isAmerican = /^[ecmp].t$/i.test(zone);
	const offset = /[+-].*/.exec(zone)?.[0] ?? (isAmerican ? `-0${american}:00` : zone && 'Z');
	return `${fullYear(year)}-${two(month + 1)}-${two(day)}${clock && `T${[two(hours), ...rest].join(':')}${offset}`}`;
};

const compact = (...[, year, month, day, hour, minute, second]: string[]): string =>
	`${year}-${month}-${day}${hour === undefined ? '' : `${hour}:${minute}:${second}`}`;

/** A leap year, of times without one. */
const NO_YEAR = 2000;

/** A date as it is written: by its own clock, `2026-03-01` or `2026-03-01T10:00:00.000`, and how that stands to UTC. */
export interface WrittenDate {
	readonly iso: string;
	/** `Z`, `+02:00`; empty where it does not say. */
	readonly zone: string;
}

/** Reads a date, for all that is asked of one; undefined for any other text. @param meant - the order of its numbers, where others tell */
export const writtenDate = (text: string, meant?: string): WrittenDate | undefined => {
	const seconds = /^\d{9,10}(?:\.\d{1,6})?$/.test(text) ? 1_000 : /^\d{12,13}$/.test(text) ? 1 : 0;
	if (seconds > 0)
		return { iso: new Date(Number(text) * seconds).toISOString().slice(0, -1), zone: 'Z' };
	const spelled = () => isoOfNumbered(text, meant) ?? isoOfWritten(text) ?? isoOfWeek(text);
	const found = DATE.exec(text) ?? DATE.exec(spelled() ?? text.replace(COMPACT, compact));
	if (!found) return undefined;
	const [, year, , month, day, clock, fraction = '', rest = ''] = found;
	const seconded = clock?.length === 5 ? `${clock}:00` : clock;
	const iso = `${year}-${month}-${day}${seconded ? `T${seconded}.${fraction.slice(0, 3).padEnd(3, '0')}` : ''}`;
	const zone = rest.replace(
		/^([+-]\d\d):?(\d\d)?$/,
		(_, hours, minutes = '00') => `${hours}:${minutes}`,
	);
	const date = { iso, zone };
	return Number.isNaN(momentIn(date)) ? undefined : date;
};

/** Returns the milliseconds since 1970 of a date, by UTC where it does not say another zone. */
const momentIn = ({ iso, zone }: WrittenDate): number =>
	Date.parse(`${iso}${iso.length === DAY_LENGTH ? 'T00:00' : ''}${zone || 'Z'}`);
const DAY_LENGTH = '2026-03-01'.length;

/** Returns the milliseconds from one date to another: by their own clocks, where one does not say its zone. */
export const millisecondsBetween = (from: WrittenDate, to: WrittenDate): number =>
	from.zone === '' || to.zone === ''
		? momentIn({ ...to, zone: '' }) - momentIn({ ...from, zone: '' })
		: momentIn(to) - momentIn(from);

/** Parses a time, UTC without a zone; undefined without a date and its year. */
export const momentOf = (text: string): number | undefined => {
	const date = YEARLESS.test(text) ? undefined : writtenDate(text);
	return date && momentIn(date);
};

/** The value by which a date is compared with others, with what is beyond its milliseconds; `clock` is what its own clock shows. */
export const ranksOf = (text: string, meant?: string) => {
	const date = writtenDate(text, meant);
	if (!date) return undefined;
	const rest = Number(`0.${/[.,]\d{3}(\d{1,6})/.exec(text)?.[1] ?? 0}`);
	const moment = momentIn(date) + rest;
	const clock = /^Z?$/.test(date.zone) ? moment : momentIn({ ...date, zone: '' }) + rest;
	return { moment, clock, isZoned: date.zone !== '' };
};
