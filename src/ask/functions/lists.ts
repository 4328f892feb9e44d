// Functions on lists.
import { isEqual, order } from '../compare';
import { AskFault } from '../fault';
import type { Meter } from '../meter';
import { describe } from '../observations';
import { isFalse, lengthOf, typeOf, type Value } from '../value';
import {
	type CallContext,
	type Definition,
	define,
	keyOf,
	list,
	Reference,
	VARIADIC,
} from './signature';

/** Sorts stably; nulls come last. */
const sorted = (
	items: readonly Value[],
	keys: readonly Value[],
	task: CallContext,
	isDown = false,
): readonly Value[] => {
	const { meter, call } = task;
	let first: Value = null;
	for (const [at, key] of keys.entries()) {
		if (key === null) continue;
		const type = typeOf(key);
		if (type !== 'number' && type !== 'string' && type !== 'boolean')
			throw new AskFault(
				`${call.name}() sorts by numbers or strings; item ${at} gives ${describe(key)}.`,
				call.at,
			);
		if (first === null) first = key;
		else if (typeOf(first) !== type)
			throw new AskFault(
				`${call.name}() cannot order ${describe(first)} and ${describe(key)} (item ${at}). Bring them to one type: to_string() or to_number().`,
				call.at,
			);
	}
	meter.make(items.length);
	const places = Array.from(items, (_, at) => at);
	places.sort((a, b) => {
		meter.step();
		const left = keys[a] as Value;
		const right = keys[b] as Value;
		// Also in descending order.
		if (left === null || right === null) return left === right ? a - b : left === null ? 1 : -1;
		const between =
			typeof left === 'boolean' ? Number(left) - Number(right) : (order(left, right) ?? 0);
		return (isDown ? -between : between) || a - b;
	});
	return places.map((at) => items[at] as Value);
};

/** Returns the item with the greatest (sign 1) or least (−1) key, ignoring nulls. */
const extreme = (
	items: readonly Value[],
	keys: readonly Value[],
	sign: number,
	task: CallContext,
): Value => {
	let best = -1;
	for (const [at, key] of keys.entries()) {
		task.meter.step();
		if (key === null) continue;
		if (best < 0) {
			best = at;
			if (order(key, key) === undefined) throw unordered(key, at, task);
			continue;
		}
		const between = order(key, keys[best] as Value);
		if (between === undefined) throw unordered(key, at, task);
		if (between * sign > 0) best = at;
	}
	return best < 0 ? null : (items[best] as Value);
};

const unordered = (key: Value, at: number, { call }: CallContext): AskFault =>
	new AskFault(
		`${call.name}() takes numbers or strings, all of one type; item ${at} is ${describe(key)}.`,
		call.at,
	);

/** Removes duplicates by key, in order of appearance. */
export const distinct = (
	items: readonly Value[],
	keys: readonly Value[],
	meter: Meter,
): readonly Value[] => {
	const scalars = new Set<string>();
	const others: Value[] = [];
	return items.filter((_, at) => {
		meter.step();
		const key = keys[at] as Value;
		const name = keyOf(key);
		if (name !== undefined) {
			const tagged = `${typeOf(key)[0]}${name}`;
			if (scalars.has(tagged)) return false;
			scalars.add(tagged);
			return true;
		}
		if (others.some((other) => isEqual(other, key, meter))) return false;
		others.push(key);
		return true;
	});
};

const keysBy = (items: readonly Value[], by: unknown): readonly Value[] =>
	by instanceof Reference ? items.map(by.of) : items;

const isDown = (direction: unknown, { call }: CallContext): boolean => {
	if (direction === undefined || direction === 'asc') return false;
	if (direction === 'desc') return true;
	throw new AskFault(`${call.name}(): the order is 'asc' or 'desc'.`, call.at);
};

const distinctOf: Definition = define(
	'distinct(list, &key?)',
	['list', 'reference'],
	(args, task) => {
		const items = list(args[0], task);
		return distinct(items, keysBy(items, args[1]), task.meter);
	},
	1,
);

const count: Definition = define(
	'count(list, &condition?)',
	['countable', 'reference'],
	(args, task) => {
		const [counted, condition] = args;
		if (!(condition instanceof Reference)) return lengthOf(counted as Value) ?? 0;
		return list(counted, task).filter((item) => !isFalse(condition.of(item))).length;
	},
	1,
);

const by = (name: string, sign: number): Definition =>
	define(`${name}(list, &key)`, ['list', 'reference'], (args, task) => {
		const items = list(args[0], task);
		return extreme(items, keysBy(items, args[1]), sign, task);
	});

const plain = (name: string, sign: number): Definition =>
	define(`${name}(list)`, ['list'], (args, task) => {
		const items = list(args[0], task);
		return extreme(items, items, sign, task);
	});

export const LISTS: Readonly<Record<string, Definition>> = {
	count,
	distinct: distinctOf,
	unique: distinctOf,
	sort: define(
		"sort(list, 'desc'?)",
		['list', 'string'],
		(args, task) => {
			const items = list(args[0], task);
			return sorted(items, items, task, isDown(args[1], task));
		},
		1,
	),
	sort_by: define(
		"sort_by(list, &key, 'desc'?)",
		['list', 'reference', 'string'],
		(args, task) => {
			const items = list(args[0], task);
			return sorted(items, keysBy(items, args[1]), task, isDown(args[2], task));
		},
		1,
	),
	max: plain('max', 1),
	min: plain('min', -1),
	max_by: by('max_by', 1),
	min_by: by('min_by', -1),
	map: define('map(&expression, list)', ['reference', 'list'], ([mapped, items], task) => {
		task.meter.make(list(items, task).length);
		return list(items, task).map((mapped as Reference).of);
	}),
	filter: define('filter(list, &condition)', ['list', 'reference'], ([items, condition], task) =>
		list(items, task).filter((item) => !isFalse((condition as Reference).of(item))),
	),
	any: define('any(list, &condition)', ['list', 'reference'], ([items, condition], task) =>
		list(items, task).some((item) => !isFalse((condition as Reference).of(item))),
	),
	all: define('all(list, &condition)', ['list', 'reference'], ([items, condition], task) =>
		list(items, task).every((item) => !isFalse((condition as Reference).of(item))),
	),
	reverse: define('reverse(list)', ['searchable?'], ([reversed], task) => {
		if (reversed === null) return null;
		if (typeof reversed !== 'string') return list(reversed, task).toReversed();
		task.meter.make(reversed.length);
		return [...reversed].reverse().join('');
	}),
	to_array: define('to_array(value)', ['any'], ([value]) =>
		typeOf(value as Value) === 'array' ? (value as Value) : [value as Value],
	),
	zip: define(
		'zip(list, list, …)',
		['list'],
		(args, task) => {
			const lists = args.map((one) => list(one, task));
			const length = Math.min(...lists.map((one) => one.length));
			task.meter.make(length * lists.length);
			return Array.from({ length }, (_, at) => lists.map((one) => one[at] as Value));
		},
		VARIADIC,
	),
};
