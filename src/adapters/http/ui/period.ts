// Period and filter of a page of figures, from its address: `last=24` hours or `from` and `to`, an
// `endpoint`, and words that endpoints are searched for.
import { TELLING } from './acts';
import type { Query } from './form';
import { offsetIn, withQuery } from './table';

export const LASTS = [
	[1, 'Hour'],
	[24, 'Day'],
	[168, 'Week'],
	[720, 'Month'],
] as const;

/** The calls that a page of figures is about, read from its address. */
export interface Asked {
	/** Milliseconds since the epoch. */
	readonly from: number;
	readonly to: number;
	/** Hours until now; undefined where the address names times. */
	readonly last: number | undefined;
	readonly endpoint: string | undefined;
	/** In names of endpoints. */
	readonly search: string;
	/** Rows of the table before the page. */
	readonly offset: number;
	/** Further parameters, passed to the API unchanged. */
	readonly rest: Readonly<Record<string, string>>;
	readonly groupBy: 'minute' | 'hour' | 'day';
}

const HOUR = 3_600_000;
const OWN: readonly string[] = [...TELLING, ...'last from to endpoint q offset'.split(' ')];

export const PERIOD_MS = { minute: 60_000, hour: HOUR, day: 24 * HOUR } as const;

/** @param now milliseconds since the epoch */
export function askedIn(query: Readonly<Record<string, string>>, now: number): Asked {
	const timeOf = (text: string | undefined) =>
		text === undefined ? Number.NaN : /^\d+$/.test(text) ? Number(text) : Date.parse(text);
	const given = timeOf(query.to);
	const to = given > 0 ? given : now + 1;
	const begun = timeOf(query.from);
	const hours = Number(query.last ?? 24);
	const last = LASTS.find(([each]) => each === hours)?.[0] ?? 24;
	const from = begun > 0 && begun < to ? begun : to - last * HOUR;
	return {
		...{ from, to, last: begun > 0 ? undefined : last },
		endpoint: query.endpoint || undefined,
		search: (query.q ?? '').trim(),
		offset: offsetIn(query.offset),
		rest: Object.fromEntries(Object.entries(query).filter(([name]) => !OWN.includes(name))),
		groupBy: grouping(to - from),
	};
}

/** @param span milliseconds */
const grouping = (span: number): Asked['groupBy'] =>
	span <= 2 * HOUR ? 'minute' : span <= 200 * HOUR ? 'hour' : 'day';

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
export const queryOf = ({ from, to, last, endpoint, search, rest }: Asked): Query => ({
	...(last === undefined
		? { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
		: { last }),
	...{ endpoint, q: search || undefined },
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
