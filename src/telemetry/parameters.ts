// Parameters of a request for telemetry (docs/telemetry.md "API"): parameters checked by name.
import { defined } from '../shared/defined';
import { err, every, ok, type Result } from '../shared/result';
import { PERIODS } from './group';
import {
	CHOICES,
	type Grouping,
	type RecordFilter,
	type RequestsQuery,
	recordedName,
	type TelemetryQuery,
} from './record';

/** `parameter` is the one that is wrong; `message` says what to write. */
export interface ParameterFault {
	readonly parameter: string;
	readonly message: string;
}

type Parameters = Iterable<readonly [string, string]>;
type Given = ReadonlyMap<string, string>;

const DAY = 86_400_000;
/** Points of a series: a day of minutes, and a little. */
const MOST_PERIODS = 1_500;
const FILTERS = ['endpoint', 'outcome', 'variant', 'from', 'to'] as const;

/** @param now milliseconds since the epoch */
export function readTelemetryQuery(
	parameters: Parameters,
	now: number,
): Result<TelemetryQuery, ParameterFault> {
	const given = readAll(parameters, [...FILTERS, 'groupBy']);
	if (!given.ok) return given;
	const filter = readFilter(given.value, now);
	if (!filter.ok) return filter;
	const groupBy = choice(given.value, 'groupBy');
	if (!groupBy.ok) return groupBy;
	const by: Grouping = groupBy.value ?? 'endpoint';
	const period = PERIODS[by];
	if (period !== undefined && (filter.value.to - filter.value.from) / period > MOST_PERIODS)
		return fault(
			'groupBy',
			`${by} over this range is more than ${MOST_PERIODS} groups: move from and to closer, or take a longer period`,
		);
	return ok({ ...filter.value, groupBy: by });
}

/** @param now milliseconds since the epoch */
export function readRequestsQuery(
	parameters: Parameters,
	now: number,
): Result<RequestsQuery, ParameterFault> {
	const given = readAll(parameters, [...FILTERS, 'limit', 'cursor']);
	if (!given.ok) return given;
	const filter = readFilter(given.value, now);
	if (!filter.ok) return filter;
	const limit = given.value.get('limit') ?? '50';
	if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > 200)
		return fault('limit', 'must be a whole number from 1 to 200');
	const cursor = given.value.get('cursor');
	return ok({ ...filter.value, limit: Number(limit), ...defined({ cursor }) });
}

const fault = (parameter: string, message: string): Result<never, ParameterFault> =>
	err({ parameter: parameter.slice(0, 50), message });

function readAll(
	parameters: Parameters,
	allowed: readonly string[],
): Result<Given, ParameterFault> {
	const given = new Map<string, string>();
	for (const [name, value] of parameters) {
		if (!allowed.includes(name))
			return fault(name, `is not a parameter; allowed are ${allowed.join(', ')}`);
		if (given.has(name)) return fault(name, 'is given twice');
		given.set(name, value);
	}
	return ok(given);
}

function readFilter(given: Given, now: number): Result<RecordFilter, ParameterFault> {
	// Calls until now are before the next millisecond.
	const to = time(given, 'to', now + 1);
	if (!to.ok) return to;
	const from = time(given, 'from', to.value - DAY);
	if (!from.ok) return from;
	if (from.value >= to.value) return fault('from', 'must be before to');
	const chosen = every({
		outcome: choice(given, 'outcome'),
		variant: choice(given, 'variant'),
	});
	if (!chosen.ok) return chosen;
	const named = given.get('endpoint');
	if (named === '') return fault('endpoint', 'must be a tool name, <upstream>__<tool>');
	const endpoint = named && recordedName(named);
	return ok(defined({ from: from.value, to: to.value, endpoint, ...chosen.value }));
}

function choice<Name extends keyof typeof CHOICES>(
	given: Given,
	name: Name,
): Result<(typeof CHOICES)[Name][number] | undefined, ParameterFault> {
	const value = given.get(name);
	if (value === undefined) return ok(undefined);
	const values: readonly (typeof CHOICES)[Name][number][] = CHOICES[name];
	const known = values.find((candidate) => candidate === value);
	return known === undefined ? fault(name, `must be one of ${values.join(', ')}`) : ok(known);
}

const DATE_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Returns whether a month has the day: Date.parse takes February 30 for March 2. */
const isDay = (date: string): boolean => new Date(date).toISOString().startsWith(date);

/** An ISO 8601 date or date-time, or milliseconds since the epoch. */
function time(given: Given, name: string, fallback: number): Result<number, ParameterFault> {
	// A + of a time zone that was not percent-encoded arrives as a space.
	const text = given.get(name)?.replace(/ (?=\d\d:\d\d$)/, '+');
	if (text === undefined) return ok(fallback);
	const isNumber = /^\d{1,14}$/.test(text);
	const value = isNumber ? Number(text) : DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
	if (Number.isNaN(value) || !(isNumber || isDay(text.slice(0, 10))))
		return fault(
			name,
			'must be a time such as 2026-01-31T12:00:00Z, or milliseconds since the epoch',
		);
	return ok(value);
}
