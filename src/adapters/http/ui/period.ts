// Period and filter of a page of figures, from its address: `last=24` hours, an `endpoint`, and words that
// endpoints are searched for.
import { TELLING } from './acts';
import { ORDERS } from './figures';
import type { Query } from './form';
import { offsetIn, withQuery } from './table';

export const LASTS = [
	[1, 'Hour'],
	[24, 'Day'],
	[168, 'Week'],
	[720, 'Month'],
] as const;

const HOUR = 3_600_000;
const READ = 'last from to endpoint q by offset cursor';
const OWN: readonly string[] = [...TELLING, ...READ.split(' ')];

export const PERIOD_MS = { minute: 60_000, hour: HOUR, day: 24 * HOUR } as const;

/** @param now milliseconds since the epoch */
export function askedIn(query: Readonly<Record<string, string>>, now: number) {
	const hours = Number(query.last ?? 24);
	const last = LASTS.find(([each]) => each === hours)?.[0] ?? 24;
	const [from, to] = [now + 1 - last * HOUR, now + 1];
	return {
		...{ from, to, last },
		endpoint: query.endpoint || undefined,
		search: (query.q ?? '').trim(),
		by: Object.hasOwn(ORDERS, query.by ?? '') ? (query.by as keyof typeof ORDERS) : 'need',
		offset: offsetIn(query.offset),
		cursor: query.cursor,
		rest: Object.fromEntries(Object.entries(query).filter(([name]) => !OWN.includes(name))),
		groupBy: grouping(to - from),
	};
}

/**
 * The calls that a page of figures is about: from and to in milliseconds, the hours until now (`last`), words in
 * names of endpoints, where its table and list of calls begin, and further parameters, which the API gets unchanged.
 */
export type Asked = ReturnType<typeof askedIn>;

/** @param span milliseconds */
const grouping = (span: number): keyof typeof PERIOD_MS =>
	span <= 2 * HOUR ? 'minute' : span <= 200 * HOUR ? 'hour' : 'day';

const DAY_WORDS = /^(?:\d{4}-\d\d-\d\d|[A-Za-z]{3,9} \d{1,2},? \d{4})$/;
const TIME_WORDS = /^(?:(.+?)(?:,? |T))?(\d{1,2})(?::(\d\d))?(?::(\d\d))?(?: ?([ap])m)?$/i;

/**
 * Reads a day, or a time of one with its minutes, as people and pages write it; without a day it is the latest such time.
 * @param now milliseconds since the epoch @param zone minutes that the reader's clock is ahead of UTC
 */
export function timeIn(words: string, now: number, zone: number) {
	const ahead = zone * PERIOD_MS.minute;
	const day = (text: string) => Date.parse(`${text.replace(',', '')} UTC`) - ahead;
	const within = (from: number, span: number) =>
		Number.isNaN(from) ? undefined : { from, to: from + span };
	if (DAY_WORDS.test(words)) return within(day(words), PERIOD_MS.day);
	const [, on, hour = '', minute, second, half] = TIME_WORDS.exec(words) ?? [];
	if (hour === '' || (on === undefined ? minute === undefined : !DAY_WORDS.test(on)))
		return undefined;
	const hours =
		half === undefined
			? Number(hour)
			: (Number(hour) % 12) + (half === 'p' || half === 'P' ? 12 : 0);
	const after = hours * HOUR + Number(minute ?? 0) * PERIOD_MS.minute + Number(second ?? 0) * 1_000;
	const span = second !== undefined ? 1_000 : minute !== undefined ? PERIOD_MS.minute : HOUR;
	if (on !== undefined) return within(day(on) + after, span);
	const today = Math.floor((now + ahead) / PERIOD_MS.day) * PERIOD_MS.day - ahead;
	return within(today + after > now ? today + after - PERIOD_MS.day : today + after, span);
}

/** The same from the first of some periods on, in finer ones where that is not long ago. */
export const since = (asked: Asked, first: number): Asked => {
	const from = Math.max(asked.from, first);
	return { ...asked, from, groupBy: grouping(asked.to - from) };
};

/** For the API: `?from=…&to=…&endpoint=…`. */
export const toApi = ({ from, to, endpoint, rest }: Asked, groupBy?: string) => ({
	...{ from, to, endpoint },
	...rest,
	...(groupBy !== undefined && { groupBy }),
});

/** Parameters of the page's address, without how far its table was leafed. */
export const queryOf = ({ last, endpoint, search, by, rest }: Asked): Query => ({
	...{ last, endpoint, q: search || undefined, by: by === 'need' ? undefined : by },
	...rest,
});

/** The address of the page with something else in it, its table from the top; undefined takes a parameter out. */
export const toPage = (asked: Asked, change: Query = {}): string =>
	withQuery('/overview', { ...queryOf(asked), ...change });

/** Beginnings of all periods of a range, milliseconds since the epoch. */
export function periodsOf({ from, to, groupBy }: Asked): readonly number[] {
	const step = PERIOD_MS[groupBy];
	const first = Math.floor(from / step) * step;
	return Array.from({ length: Math.ceil((to - first) / step) }, (_, at) => first + at * step);
}
