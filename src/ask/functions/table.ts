// Functions on objects and on dates (ISO spellings, and seconds or milliseconds since 1970), and the table of all functions.
import { AskFault } from '../fault';
import {
	isNumbered,
	millisecondsBetween,
	type WrittenDate,
	writtenDate,
	YEARLESS,
} from '../moment';
import { keyOf, lengthOf, memberOf, membersOf, type Value } from '../value';
import { GROUPS, NUMBERS } from './aggregates';
import { LISTS, observeLists } from './lists';
import {
	type CallContext,
	type Checked,
	type Definition,
	define,
	list,
	VARIADIC,
} from './signature';
import { STRINGS } from './strings';

/** Milliseconds of each unit of a difference. */
const UNITS = new Map(
	Object.entries({
		ms: 1,
		seconds: 1_000,
		minutes: 60_000,
		hours: 3_600_000,
		days: 86_400_000,
		weeks: 604_800_000,
	}),
);

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Reads the date that is an argument, as `<` reads it beside the others of its key. */
const dateIn = (
	args: Checked,
	at: number,
	{ call, meant }: CallContext,
	isOfYear = true,
): WrittenDate => {
	const text = keyOf(args[at] as Value) ?? '';
	const date = writtenDate(text, meant());
	const isYearless = isOfYear && YEARLESS.test(text);
	if (date && !isYearless) return date;
	const isOpen = isNumbered(text) ? 'may be of two months' : isYearless ? 'has no year' : 'is none';
	throw new AskFault(
		`${call.name}() takes dates such as '2026-03-01', '2026-03-01T10:00:00Z' or 'Mar 1 2026'; ${JSON.stringify(text.slice(0, 40))} ${isOpen}.`,
		call.at,
	);
};

/** Null where a date is missing. */
const difference: Definition['run'] = (args, task) => {
	const [from = null, to = null, unit = 'days'] = args;
	if (from === null || to === null) return null;
	const length = UNITS.get(`${String(unit).replace(/s$/, '')}s`) ?? UNITS.get(String(unit));
	if (length === undefined)
		throw new AskFault(
			`${task.call.name}(): the unit is one of ${[...UNITS.keys()].join(', ')}.`,
			task.call.at,
		);
	const dates = [dateIn(args, 0, task), dateIn(args, 1, task)] as const;
	return Number((millisecondsBetween(...dates) / length).toFixed(6));
};

/** A part of a date as it is spelled, in its own zone. */
const part = (name: string, pattern: RegExp): Definition =>
	define(`${name}(date)`, ['any'], (args, task) => {
		if ((args[0] ?? null) === null) return null;
		const found = pattern.exec(dateIn(args, 0, task, name === 'year').iso)?.[1];
		return found === undefined ? null : Number(found);
	});

export const DATES: Readonly<Record<string, Definition>> = {
	days_between: define('days_between(from, to)', ['any', 'any'], difference),
	date_diff: define("date_diff(from, to, 'days'?)", ['any', 'any', 'string'], difference, 1),
	year: part('year', /^(\d{4})/),
	month: part('month', /^\d{4}-(\d\d)/),
	day: part('day', /^\d{4}-\d\d-(\d\d)/),
	hour: part('hour', /T(\d\d):/),
	weekday: define('weekday(date)', ['any'], (args, task) => {
		if ((args[0] ?? null) === null) return null;
		return DAYS[new Date(dateIn(args, 0, task).iso.slice(0, 10)).getUTCDay()] ?? null;
	}),
};

const members = (value: unknown, { meter }: CallContext) => membersOf(value as Value, meter) ?? [];

const OBJECTS: Readonly<Record<string, Definition>> = {
	length: define('length(list, object or text)', ['countable'], ([value], task) => {
		observeLists(value as Value, task);
		return lengthOf(value as Value) ?? 0;
	}),
	keys: define('keys(object)', ['object'], ([value], task) =>
		members(value, task).map(([key]) => key),
	),
	values: define('values(object)', ['object'], ([value], task) =>
		members(value, task).map(([, member]) => member),
	),
	items: define('items(object)', ['object'], ([value], task) => {
		const found = members(value, task);
		task.meter.make(found.length * 3);
		return found.map(([key, member]) => [key, member]);
	}),
	from_items: define('from_items(list of [key, value])', ['list'], ([pairs], task) => {
		const made = new Map<string, Value>();
		for (const [at, pair] of list(pairs, task).entries()) {
			const [key, value] = list(pair, task);
			const name = key === undefined || key === null ? undefined : keyOf(key);
			if (name === undefined || value === undefined)
				throw new AskFault(
					`from_items() takes pairs [key, value]; item ${at} is none.`,
					task.call.at,
				);
			made.set(name, value);
		}
		task.meter.make(made.size);
		return made;
	}),
	get: define(
		'get(object, key, default?)',
		['any', 'any', 'any'],
		([object, key, fallback = null], task) => {
			task.meter.step();
			const name = key === null ? undefined : keyOf(key as Value);
			const found = name === undefined ? undefined : memberOf(object as Value, name);
			return found ?? (fallback as Value);
		},
		1,
	),
	merge: define(
		'merge(object, object, …)',
		['object'],
		(args, task) => {
			const made = new Map<string, Value>();
			for (const one of args) for (const [key, value] of members(one, task)) made.set(key, value);
			task.meter.make(made.size);
			return made;
		},
		VARIADIC,
	),
	not_null: define(
		'not_null(value, …)',
		['any'],
		(args) => (args.find((value) => value !== null) as Value | undefined) ?? null,
		VARIADIC,
	),
	not: define(
		'not(value)',
		['any'],
		([value]) => value === null || value === false || lengthOf(value as Value) === 0,
	),
};

export const FUNCTIONS: ReadonlyMap<string, Definition> = new Map(
	Object.entries({ ...DATES, ...GROUPS, ...LISTS, ...NUMBERS, ...OBJECTS, ...STRINGS }),
);
