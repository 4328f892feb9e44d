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
	new RegExp(`^(?:[a-z]{3,9},? )?${NTH}[ /-]${MONTH}[ /,-] ?(\\d{4})${REST}`, 'i'),
];
/** As of the clock of Unix, the time before the year: `Thu Apr 7 15:13:13 2005`. */
const CLOCK_FIRST = /^(.*\d) (\d\d:\d\d:\d\d) (?:([a-z]{3,4}) )?(\d{4})\b/i;

/** Spells a date that has the name of its month as ISO does, in its own zone; undefined for any other. */
export const isoOfWritten = (text: string): string | undefined => {
	if (text.length > 80 || !/[a-z]{3}/i.test(text)) return undefined;
	const spelled = text.replace(CLOCK_FIRST, '$1 $4 $2').replace(/ {2,}/g, ' ');
	const [found, isDayFirst] = [WRITTEN[0]?.exec(spelled), WRITTEN[1]?.exec(spelled)];
	const [, one = '1', other = '1', year, clock = '0:00', half = '', zone = ''] =
		found ?? isDayFirst ?? [];
	const [name, day] = found ? [one, other] : [other, one];
	const begins = name.toLowerCase().replace(/^sept$/, 'sep');
	const month = MONTHS.findIndex((full) => full.startsWith(begins));
	if (year === undefined || month < 0) return undefined;
	const [hour = '', ...rest] = clock.split(':');
	const later = half.toLowerCase() === 'pm' ? 12 : 0;
	const hours = half === '' ? Number(hour) : (Number(hour) % 12) + later;
	const two = (number: number | string): string => String(number).padStart(2, '0');
	const american = 'ecmp'.indexOf(zone.slice(0, -2).toLowerCase()) + (/dt$/i.test(zone) ? 4 : 5);
	const offset = /[+-].*/.exec(zone)?.[0] ?? (/^[ecmp].t$/i.test(zone) ? `-0${american}:00` : 'Z');
	return `${year}-${two(month + 1)}-${two(day)}T${[two(hours), ...rest].join(':')}${offset}`;
};

const compact = (...[, year, month, day, hour, minute, second]: string[]): string =>
	`${year}-${month}-${day}${hour === undefined ? '' : `${hour}:${minute}:${second}`}`;

/** Parses a time, UTC without a zone; undefined without a date. */
export const momentOf = (text: string): number | undefined => {
	const date = DATE.exec(isoOfWritten(text) ?? text.replace(COMPACT, compact));
	const [, weekYear, week, weekday = '1'] = WEEK.exec(text) ?? [];
	let moment = Number.NaN;
	if (date) {
		const [, year, , month, day, clock = '00:00', fraction = '0', zone = ''] = date;
		const spelled =
			zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`) ||
			'Z';
		moment = Date.parse(
			`${year}-${month}-${day}T${clock.length === 5 ? `${clock}:00` : clock}.${fraction.slice(0, 3).padEnd(3, '0')}${spelled}`,
		);
	} else if (weekYear !== undefined) {
		// The fourth of January is in the first week, which begins on a Monday.
		const fourth = Date.UTC(Number(weekYear), 0, 4);
		const before = (new Date(fourth).getUTCDay() + 6) % 7;
		moment = fourth + (7 * Number(week) - 8 - before + Number(weekday)) * DAY;
	} else if (/^\d{9,10}(?:\.\d{1,6})?$/.test(text)) moment = Number(text) * 1_000;
	else if (/^\d{12,13}$/.test(text)) moment = Number(text);
	return Number.isNaN(moment) ? undefined : moment;
};
