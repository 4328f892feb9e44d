// The range, filter and groups that a request for telemetry asks for (docs/telemetry.md "API").
import { defined } from '../shared/json-values';
import { err, ok, type Result } from '../shared/result';
import { PERIODS } from './group';
import { type RecordFilter, recordedName, type TelemetryQuery } from './record';

/** `parameter` is the one that is wrong; `message` says what to write. */
export interface ParameterFault {
	readonly parameter: string;
	readonly message: string;
}

/** A filter as it is asked for: ISO 8601 or milliseconds since the epoch, and a tool, `<upstream>__<tool>`. */
type Asked = Partial<Pick<RecordFilter, 'outcome' | 'variant'>> &
	Readonly<Partial<Record<'from' | 'to' | 'endpoint', string>>>;

const DAY = 86_400_000;
/** Points of a series: a day of minutes, and a little. */
const MOST_PERIODS = 1_500;

/** @param now milliseconds since the epoch */
export function readTelemetryQuery(
	{ groupBy = 'endpoint', ...asked }: Asked & Partial<Pick<TelemetryQuery, 'groupBy'>>,
	now: number,
): Result<TelemetryQuery, ParameterFault> {
	const filter = readFilter(asked, now);
	if (!filter.ok) return filter;
	const period = PERIODS[groupBy];
	if (period !== undefined && (filter.value.to - filter.value.from) / period > MOST_PERIODS)
		return fault(
			'groupBy',
			`${groupBy} over this range is more than ${MOST_PERIODS} groups: move from and to closer, or take a longer period`,
		);
	return ok({ ...filter.value, groupBy });
}

const fault = (parameter: string, message: string): Result<never, ParameterFault> =>
	err({ parameter, message });

/** @param now milliseconds since the epoch */
export function readFilter(
	{ from: first, to: last, endpoint: named, ...chosen }: Asked,
	now: number,
): Result<RecordFilter, ParameterFault> {
	// Calls until now are before the next millisecond.
	const to = time('to', last, now + 1);
	if (!to.ok) return to;
	const from = time('from', first, to.value - DAY);
	if (!from.ok) return from;
	if (from.value >= to.value) return fault('from', 'must be before to');
	if (named === '') return fault('endpoint', 'must be a tool name, <upstream>__<tool>');
	const endpoint = named && recordedName(named);
	return ok(defined({ from: from.value, to: to.value, endpoint, ...chosen }));
}

const DATE_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Returns whether a month has the day: Date.parse takes February 30 for March 2. */
const isDay = (date: string): boolean => new Date(date).toISOString().startsWith(date);

/** An ISO 8601 date or date-time, or milliseconds since the epoch. */
function time(
	name: string,
	given: string | undefined,
	fallback: number,
): Result<number, ParameterFault> {
	if (given === undefined) return ok(fallback);
	// A + of a time zone that was not percent-encoded arrives as a space.
	const text = given.replace(/ (?=\d\d:\d\d$)/, '+');
	const isNumber = /^\d{1,14}$/.test(text);
	const value = isNumber ? Number(text) : DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
	if (Number.isNaN(value) || !(isNumber || isDay(text.slice(0, 10))))
		return fault(
			name,
			'must be a time such as 2026-01-31T12:00:00Z, or milliseconds since the epoch',
		);
	return ok(value);
}
