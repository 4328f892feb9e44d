// Functions on lists.
import type { Slices } from '../../shared/slices';
import { epochNote, keyName, meantBy, neighbours, readingNote, textNote } from '../as-text';
import { isEqual, likenessOf, orderOf } from '../compare';
import type { Call } from '../expression/ast';
import { AskFault } from '../fault';
import { keysOf as keysIn } from '../keys';
import { edited } from '../mend';
import { describe } from '../observations';
import { isFalse, itemsOf, keyOf, lengthOf, typeOf, type Value } from '../value';
import { callIn, keyMends } from './mends';
import {
	type CallContext,
	type Definition,
	define,
	emptyTexts,
	list,
	Reference,
	VARIADIC,
} from './signature';

/** Sorts stably; nulls come last. */
function* sorted(
	items: readonly Value[],
	by: unknown,
	task: CallContext,
	isDown = false,
): Slices<Value> {
	const { meter, pace, call } = task;
	const keys = yield* keysBy(items, by);
	const meant = meantBy(call.args[1], keys);
	const { order, isApart, isByText } = yield* orderOf(keys, pace, meant);
	let first: Value = null;
	for (const [at, key] of keys.entries()) {
		if (key === null) continue;
		first ??= key;
		const isOrdered = typeOf(key) === 'boolean' || order(key, key) !== undefined;
		if (!isOrdered || typeOf(key) !== typeOf(first)) throw unordered(keys, at, first, by, task);
		if (pace.isDue()) yield;
	}
	meter.make(items.length);
	const isLast = (key: Value): boolean => key === null || isApart(key);
	const unsorted = Array.from(items, (_, at) => at);
	const places = yield* pace.sorted(unsorted, (a, b) => {
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
	const pairs = isByText ? yield* neighbours(ordered, pace) : [];
	const asText = isByText ? yield* textNote(ordered, pairs, call.args[1], pace) : undefined;
	const told = asText ?? epochNote(keys, call.args[1]) ?? note;
	task.observed.ordered(call, isByText ? told : readingNote(meant, call.args[1], told));
	return places.map((at) => items[at] as Value);
}

/** Says how many keys have no place in an order: `3 of 40 are null or unlike the others, …`. */
const exceptions = (some: readonly Value[], all: readonly Value[]): string => {
	const text = some.find((key) => key !== null);
	const told = text === undefined ? [] : [`unlike the others, such as ${describe(text)}`];
	const kinds = some.includes(null) ? ['null', ...told] : told;
	return `${some.length} of ${all.length} ${some.length === 1 ? 'is' : 'are'} ${kinds.join(' or ')}`;
};

/** Returns the item with the greatest (sign 1) or least (−1) key, ignoring nulls. */
function* extreme(
	items: readonly Value[],
	by: unknown,
	sign: number,
	task: CallContext,
): Slices<Value> {
	const { call, pace, observed } = task;
	const keys = yield* keysBy(items, by);
	const meant = meantBy(call.args[1], keys);
	const { order, isApart, isByText } = yield* orderOf(keys, pace, meant);
	let best = -1;
	let equal = 1;
	for (const [at, key] of keys.entries()) {
		task.meter.step();
		if (pace.isDue(0)) yield;
		if (key === null || isApart(key)) continue;
		const other = (best < 0 ? key : keys[best]) as Value;
		const between = order(key, other);
		if (between === undefined) throw unordered(keys, at, other, by, task);
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
	const asText = isByText ? yield* textNote(keys, pairs, call.args[1], pace) : undefined;
	const unlike = asText ?? epochNote(keys, call.args[1]);
	const isPassed = (key: Value): boolean => isApart(key) || (by !== undefined && key === null);
	const apart = keys.filter(isPassed);
	const passed = apart.length > 0 ? `${exceptions(apart, keys)}: passed over.` : undefined;
	const notes = [unlike ?? shared, passed].filter((note) => note !== undefined);
	if (by === undefined && notes.length === 0) observed.missing(call, keys);
	else {
		const told = notes.length > 0 ? notes.join(' ') : undefined;
		observed.ordered(call, isByText ? told : readingNote(meant, call.args[1], told));
	}
	return best < 0 ? null : (items[best] as Value);
}

const unordered = (
	keys: readonly Value[],
	at: number,
	other: Value,
	by: unknown,
	{ call }: CallContext,
): AskFault => {
	const key = keys[at] as Value;
	const types = [typeOf(other), typeOf(key)];
	if (types.every((type) => /number|string|boolean/.test(type)) && types[0] !== types[1]) {
		const name = keyName(call.args[1]);
		const type = types.includes('number') ? 'number' : (types[0] as string);
		return new AskFault(
			`${call.name}() cannot order ${describe(other)} and ${describe(key)} (item ${at}).${emptyTexts(keys, name)} Keep those of one type first: [?type(${name}) == '${type}'].`,
			call.at,
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
function* distinct(
	items: readonly Value[],
	by: unknown,
	{ meter, pace }: CallContext,
): Slices<Value> {
	const keys = yield* keysBy(items, by);
	const scalars = new Set<string>();
	/** Lists and objects, by their likeness. */
	const others = new Map<string, Value[]>();
	const found: Value[] = [];
	for (const [at, key] of keys.entries()) {
		meter.step();
		if (pace.isDue(0)) yield;
		const name = keyOf(key);
		if (name === undefined) {
			const likeness = likenessOf(key, meter);
			const alike = others.get(likeness) ?? [];
			if (alike.some((other) => isEqual(other, key, meter))) continue;
			alike.push(key);
			others.set(likeness, alike);
		} else {
			const tagged = `${typeOf(key)[0]}${name}`;
			if (scalars.has(tagged)) continue;
			scalars.add(tagged);
		}
		found.push(items[at] as Value);
	}
	return found;
}

function* keysBy(items: readonly Value[], by: unknown): Slices<readonly Value[]> {
	return by instanceof Reference ? yield* by.over(items) : items;
}

const isDown = (direction: unknown, { call }: CallContext): boolean => {
	if (direction === undefined || direction === 'asc') return false;
	if (direction === 'desc') return true;
	throw new AskFault(`${call.name}(): the order is 'asc' or 'desc'.`, call.at);
};

const distinctOf: Definition = define(
	'distinct(list, &key?)',
	['list', 'reference'],
	([items, key], task) => distinct(list(items, task), key, task),
	1,
);

/** Says of a list that is counted where it holds lists, which may be meant to be counted by what they hold. */
export const observeLists = (counted: Value, { call, observed }: CallContext): void => {
	const lists = Array.isArray(counted) ? (counted as readonly Value[]) : [];
	const within = lists.flatMap((list) => itemsOf(list)?.length ?? []);
	if (lists.length === 1 && within.length === 1)
		observed.ordered(
			call,
			`This counts one list, of ${within[0]} items: without the brackets around it, it is ${within[0]}.`,
		);
	const count = within.reduce((sum, one) => sum + one, 0);
	const areLists = within.length === lists.length && lists.every(observed.isOfItem);
	if (lists.length < 2 || count <= lists.length || !areLists) return;
	observed.ordered(call, (asked) => {
		const { end } = callIn(asked, call.at);
		const all = edited(asked, end - 1, end - 1, ' | []');
		return `This counts ${lists.length} lists, not the ${count} items in them: ${all} counts these.`;
	});
};

const count: Definition = define(
	'count(list, &condition?)',
	['countable', 'reference'],
	function* ([counted, condition], task) {
		if (!(condition instanceof Reference)) {
			observeLists(counted as Value, task);
			return lengthOf(counted as Value) ?? 0;
		}
		const all = yield* condition.over(list(counted, task));
		const met = all.filter((value) => !isFalse(value));
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

/** Asks items for a condition until one decides. */
const until = (form: string, decides: boolean): Definition =>
	define(form, ['list', 'reference'], function* ([items, condition], task) {
		const isLast = (value: Value): boolean => isFalse(value) !== decides;
		const found = yield* (condition as Reference).over(list(items, task), isLast);
		return found.some(isLast) === decides;
	});

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
		return (mapped as Reference).over(list(items, task));
	}),
	filter: define(
		'filter(list, &condition)',
		['list', 'reference'],
		function* ([items, condition], task) {
			const met = yield* (condition as Reference).over(list(items, task));
			return list(items, task).filter((_, at) => !isFalse(met[at] as Value));
		},
	),
	any: until('any(list, &condition)', true),
	all: until('all(list, &condition)', false),
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
