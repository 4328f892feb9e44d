// Functions on objects, and the table of all functions.

import { AskFault } from '../fault';
import { itemsOf, keyOf, lengthOf, memberOf, membersOf, type Value } from '../value';
import { GROUPS, NUMBERS } from './aggregates';
import { DATES } from './dates';
import { LISTS } from './lists';
import { type CallContext, type Definition, define, list, VARIADIC } from './signature';
import { STRINGS } from './strings';

const members = (value: unknown, { meter }: CallContext) => membersOf(value as Value, meter) ?? [];

const OBJECTS: Readonly<Record<string, Definition>> = {
	length: define('length(list, object or text)', ['countable'], ([value], { call, observed }) => {
		const [inner, ...others] = Array.isArray(value) ? (value as readonly Value[]) : [];
		const within = itemsOf(inner ?? null)?.length;
		const note = `This counts one list, of ${within} items: without the brackets around it, it is ${within}.`;
		observed.ordered(call, within === undefined || others.length > 0 ? undefined : note);
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
