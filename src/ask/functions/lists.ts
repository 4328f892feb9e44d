// Functions on lists.
import { epochNote, isVersionKey, keyName, neighbours, textNote } from '../as-text';
import { isEqual, orderOf } from '../compare';
import { AskFault } from '../fault';
import { keysOf as keysIn } from '../keys';
import type { Meter } from '../meter';
import { describe } from '../observations';
import { isFalse, keyOf, lengthOf, typeOf, type Value } from '../value';
import { keyMends, typeMends } from './mends';
import { type CallContext, type Definition, define, list, Reference, VARIADIC } from './signature';

/** Sorts stably; nulls come last. */
const sorted = (
	items: readonly Value[],
	by: unknown,
	task: CallContext,
	isDown = false,
): readonly Value[] => {
	const { meter, call } = task;
	const keys = keysBy(items, by);
	const { order, isApart, isByText } = orderOf(keys, isVersionKey(call.args[1]));
	let first: Value = null;
	for (const [at, key] of keys.entries()) {
		if (key === null) continue;
		first ??= key;
		const isOrdered = typeOf(key) === 'boolean' || order(key, key) !== undefined;
		if (!isOrdered || typeOf(key) !== typeOf(first)) throw unordered(key, first, at, by, task);
	}
	meter.make(items.length);
	const isLast = (key: Value): boolean => key === null || isApart(key);
	const places = Array.from(items, (_, at) => at);
	places.sort((a, b) => {
		meter.step();
		const left = keys[a] as Value;
		const right = keys[b] as Value;
		// Also in descending order.
		if (isLast(left) || isLast(right)) return Number(isLast(left)) - Number(isLast(right)) || a - b;
		const between =
			typeof left === 'boolean' ? Number(left) - Number(right) : (order(left, right) ?? 0);
		return (isDown ? -between : between) || a - b;
	});
	const ordered = places.map((at) => keys[at] as Value);
	if (isDown) ordered.reverse();
	const last = keys.filter(isLast);
	const come = last.length === 1 ? 'it comes' : 'they come';
	const note = last.length > 0 ? `${exceptions(last, keys)}: ${come} last, [-1] too.` : undefined;
	const asText = isByText ? textNote(ordered, neighbours(ordered), call.args[1]) : undefined;
	task.observed.ordered(call, asText ?? epochNote(keys, call.args[1]) ?? note);
	return places.map((at) => items[at] as Value);
};

/** Says how many keys have no place in an order: `3 of 40 are null or unlike the others, …`. */
const exceptions = (some: readonly Value[], all: readonly Value[]): string => {
	const text = some.find((key) => key !== null);
	const told = text === undefined ? [] : [`unlike the others, such as ${describe(text)}`];
	const kinds = some.includes(null) ? ['null', ...told] : told;
	return `${some.length} of ${all.length} ${some.length === 1 ? 'is' : 'are'} ${kinds.join(' or ')}`;
};

/** Returns the item with the greatest (sign 1) or least (−1) key, ignoring nulls. */
const extreme = (items: readonly Value[], by: unknown, sign: number, task: CallContext): Value => {
	const { call, observed } = task;
	const keys = keysBy(items, by);
	const { order, isApart, isByText } = orderOf(keys, isVersionKey(call.args[1]));
	let best = -1;
	let equal = 1;
	for (const [at, key] of keys.entries()) {
		task.meter.step();
		if (key === null || isApart(key)) continue;
		const other = (best < 0 ? key : keys[best]) as Value;
		const between = order(key, other);
		if (between === undefined) throw unordered(key, other, at, by, task);
		if (best < 0 || between * sign > 0) [best, equal] = [at, 1];
		else if (between === 0) equal++;
	}
	const isShared = equal > 1 && by !== undefined;
	const word = sign > 0 ? 'maximum' : 'minimum';
	const shared = isShared ? `${equal} items share this ${word}.` : undefined;
	const found = keys[best];
	const pairs = [...new Set(keys)].flatMap((key): [string, string][] => {
		if (typeof key !== 'string' || typeof found !== 'string' || key === found) return [];
		return [sign > 0 ? [key, found] : [found, key]];
	});
	const asText = isByText ? textNote(keys, pairs, call.args[1]) : undefined;
	const unlike = asText ?? epochNote(keys, call.args[1]);
	const apart = keys.filter(isApart);
	const passed = apart.length > 0 ? `${exceptions(apart, keys)}: passed over.` : undefined;
	const notes = [unlike ?? shared, passed].filter((note) => note !== undefined);
	if (by === undefined && notes.length === 0) observed.missing(call, keys);
	else observed.ordered(call, notes.length > 0 ? notes.join(' ') : undefined);
	return best < 0 ? null : (items[best] as Value);
};

const unordered = (
	key: Value,
	other: Value,
	at: number,
	by: unknown,
	{ call }: CallContext,
): AskFault => {
	const types = [typeOf(other), typeOf(key)];
	if (types.every((type) => /number|string|boolean/.test(type)) && types[0] !== types[1]) {
		const name = keyName(call.args[1]);
		const type = types.includes('number') ? 'number' : (types[0] as string);
		return new AskFault(
			`${call.name}() cannot order ${describe(other)} and ${describe(key)} (item ${at}). Keep those of one type first: [?type(${name}) == '${type}'].`,
			call.at,
			typeMends(call, name, type),
		);
	}
	const members = typeOf(key) === 'object' ? ` {${keysIn([key]).text}}` : '';
	const isBy = by instanceof Reference;
	return new AskFault(
		`${call.name}() takes numbers or strings, all of one type; ${isBy ? 'the key of ' : ''}item ${at} is ${describe(key)}${members}.`,
		isBy ? by.at : call.at,
		isBy ? keyMends(call, key) : undefined,
	);
};

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
	([counted, condition], task) => {
		if (!(condition instanceof Reference)) return lengthOf(counted as Value) ?? 0;
		const met = list(counted, task)
			.map(condition.of)
			.filter((value) => !isFalse(value));
		const isValue = met.some((value) => typeof value !== 'boolean');
		const name = keyName(task.call.args[1]);
		const note = `This counts the items that have ${name}; count_by(…, &${name}) counts each value.`;
		task.observed.ordered(task.call, isValue ? note : undefined);
		return met.length;
	},
	1,
);

const extremes = (form: string, takes: Definition['takes'], sign: number): Definition =>
	define(form, takes, ([items, key], task) => extreme(list(items, task), key, sign, task));

export const LISTS: Readonly<Record<string, Definition>> = {
	count,
	distinct: distinctOf,
	unique: distinctOf,
	sort: define(
		"sort(list, 'desc'?)",
		['list', 'string'],
		([items, direction], task) =>
			sorted(list(items, task), undefined, task, isDown(direction, task)),
		1,
	),
	sort_by: define(
		"sort_by(list, &key, 'desc'?)",
		['list', 'reference', 'string'],
		([items, key, direction], task) =>
			sorted(list(items, task), key, task, isDown(direction, task)),
		1,
	),
	max: extremes('max(list)', ['list'], 1),
	min: extremes('min(list)', ['list'], -1),
	max_by: extremes('max_by(list, &key)', ['list', 'reference'], 1),
	min_by: extremes('min_by(list, &key)', ['list', 'reference'], -1),
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
