// Functions on objects, and the table of all functions.

import { AskFault } from '../fault';
import { lengthOf, memberOf, membersOf, type Value } from '../value';
import { GROUPS, NUMBERS } from './aggregates';
import { LISTS } from './lists';
import { type CallContext, type Definition, keyOf, list } from './signature';
import { STRINGS } from './strings';

const members = (value: unknown, { meter }: CallContext) => membersOf(value as Value, meter) ?? [];

export const OBJECTS: Readonly<Record<string, Definition>> = {
	length: {
		form: 'length(list, object or text)',
		takes: ['countable'],
		run: ([value]) => lengthOf(value as Value) ?? 0,
	},
	keys: {
		form: 'keys(object)',
		takes: ['object'],
		run: ([value], task) => members(value, task).map(([key]) => key),
	},
	values: {
		form: 'values(object)',
		takes: ['object'],
		run: ([value], task) => members(value, task).map(([, member]) => member),
	},
	items: {
		form: 'items(object)',
		takes: ['object'],
		run: ([value], task) => {
			const found = members(value, task);
			task.meter.make(found.length * 3);
			return found.map(([key, member]) => [key, member]);
		},
	},
	from_items: {
		form: 'from_items(list of [key, value])',
		takes: ['list'],
		run: ([pairs], task) => {
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
		},
	},
	get: {
		form: 'get(object, key, default?)',
		takes: ['any', 'any', 'any'],
		optional: 1,
		run: ([object, key, fallback = null], task) => {
			task.meter.step();
			const name = key === null ? undefined : keyOf(key as Value);
			const found = name === undefined ? undefined : memberOf(object as Value, name);
			return found ?? (fallback as Value);
		},
	},
	merge: {
		form: 'merge(object, object, …)',
		takes: ['object'],
		variadic: true,
		run: (args, task) => {
			const made = new Map<string, Value>();
			for (const one of args) for (const [key, value] of members(one, task)) made.set(key, value);
			task.meter.make(made.size);
			return made;
		},
	},
	not_null: {
		form: 'not_null(value, …)',
		takes: ['any'],
		variadic: true,
		run: (args) => (args.find((value) => value !== null) as Value | undefined) ?? null,
	},
	not: {
		form: 'not(value)',
		takes: ['any'],
		run: ([value]) => value === null || value === false || lengthOf(value as Value) === 0,
	},
};

export const FUNCTIONS: ReadonlyMap<string, Definition> = new Map(
	Object.entries({ ...GROUPS, ...LISTS, ...NUMBERS, ...OBJECTS, ...STRINGS }),
);
