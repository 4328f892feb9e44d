// Functions on numbers, grouping and joins.
import { shownName } from '../../shared/shown-text';
import type { Slices } from '../../shared/slices';
import { sumOf } from '../arithmetic';
import { keyName } from '../as-text';
import { order } from '../compare';
import type { Call } from '../expression/ast';
import { AskFault } from '../fault';
import { describe } from '../observations';
import {
	asNumber,
	Groups,
	keyOf,
	LosslessNumber,
	type Numeric,
	numberOfText,
	type Type,
	typeOf,
	type Value,
} from '../value';
import { keyMends } from './mends';
import {
	type CallContext,
	type Definition,
	define,
	list,
	numbers,
	type Reference,
} from './signature';

/** Returns the mean; null of an empty list. */
const averageOf = (values: readonly Value[]): Value => {
	if (values.length === 0) return null;
	const sum = sumOf(values as readonly Numeric[]);
	return (typeof sum === 'number' ? sum : sum.number) / values.length;
};

const math = (form: string, work: (number: number) => number): Definition =>
	define(form, ['number'], ([value]) => {
		// Integers keep their spelling.
		if (value instanceof LosslessNumber && /^\d+$/.test(value.text)) return value;
		return work(asNumber(value as Value) ?? 0);
	});

const digitsOf = (args: readonly unknown[]): number =>
	Math.min(15, Math.max(0, Math.trunc(asNumber(args[1] as Value) ?? 0)));

const round = (number: number, digits: number): number => {
	const scaled = Number(`${number}e${digits}`);
	if (!Number.isFinite(scaled)) return number;
	return Number(`${Math.sign(scaled) * Math.round(Math.abs(scaled))}e-${digits}`);
};

const median = (values: readonly Value[]): Value => {
	const ordered = [...values].sort((a, b) => order(a, b) ?? 0);
	const middle = ordered.length >> 1;
	if (ordered.length === 0) return null;
	if (ordered.length % 2 === 1) return ordered[middle] as Value;
	return averageOf(ordered.slice(middle - 1, middle + 1));
};

const numbersOf = (argument: unknown, task: CallContext): readonly Value[] => {
	const values = list(argument as Value, task);
	task.observed.missing(task.call, values);
	return numbers(values, task);
};

export const NUMBERS: Readonly<Record<string, Definition>> = {
	abs: math('abs(number)', Math.abs),
	ceil: math('ceil(number)', Math.ceil),
	floor: math('floor(number)', Math.floor),
	round: define(
		'round(number, digits?)',
		['number', 'number'],
		(args) => round(asNumber(args[0] as Value) ?? 0, digitsOf(args)),
		1,
	),
	sum: define('sum(list)', ['list'], ([values], task) =>
		sumOf(numbersOf(values, task) as readonly Numeric[]),
	),
	avg: define('avg(list)', ['list'], ([values], task) => averageOf(numbersOf(values, task))),
	median: define('median(list)', ['list'], ([values], task) => median(numbersOf(values, task))),
	to_number: define('to_number(value)', ['any'], ([value]) => {
		if (typeof value === 'string') return numberOfText(value);
		return asNumber(value as Value) === undefined ? null : (value as Value);
	}),
};

/** Groups items, or values of theirs, by key, in order of appearance. */
function* grouped(
	items: readonly Value[],
	by: unknown,
	{ call, meter, pace, observed }: CallContext,
	values = items,
): Slices<Groups<Value[]>> {
	const keys = yield* (by as Reference).over(items);
	const groups = new Groups<Value[]>();
	const types = new Map<string, Type>();
	const mixed = new Map<string, string>();
	for (const [at, key] of keys.entries()) {
		meter.step();
		if (pace.isDue(0)) yield;
		const name = keyOf(key);
		if (name === undefined)
			throw new AskFault(
				`${call.name}() takes a key that is a string, number or boolean; item ${at} gives ${describe(key)}.`,
				(by as Reference).at,
				keyMends(call, key),
			);
		const type = typeOf(key);
		if ((types.get(name) ?? type) !== type) mixed.set(name, `${types.get(name)} and ${type}`);
		else types.set(name, type);
		const group = groups.get(name);
		if (group) group.push(values[at] as Value);
		else groups.set(name, [values[at] as Value]);
	}
	meter.make(items.length + groups.size);
	if (mixed.size > 0) observed.ordered(call, mixedNote(mixed, call));
	return groups;
}

const MIXED_SHOWN = 3;

/** Says of groups that they hold items whose keys are of several types. */
const mixedNote = (mixed: ReadonlyMap<string, string>, { args }: Call): string => {
	const told = [...mixed].slice(0, MIXED_SHOWN).map(([key, of]) => `${shownName(key)} (${of})`);
	const more = mixed.size > told.length ? ` and ${mixed.size - told.length} more` : '';
	const kept = `[?type(${keyName(args[1])}) == 'string']`;
	return `Keys of two types are one group: ${told.join(', ')}${more}. ${kept} keeps those of one.`;
};

const mapped = (groups: Groups<Value[]>, work: (items: readonly Value[]) => Value): Groups =>
	new Groups([...groups].map(([key, items]) => [key, work(items)] as const));

/** Sorts groups by value, greatest first. */
const descending = (groups: Groups): Groups => {
	const size = (value: Value): number => asNumber(value) ?? Number.NEGATIVE_INFINITY;
	return new Groups([...groups].sort(([, a], [, b]) => size(b) - size(a)));
};

const aggregate = (name: string, work: (values: readonly Value[]) => Value): Definition =>
	define(
		`${name}(list, &key, &number)`,
		['list', 'reference', 'reference'],
		function* ([items, key, value], task) {
			const all = yield* (value as Reference).over(list(items, task));
			const groups = yield* grouped(list(items, task), key, task, all);
			numbers(all, task);
			const made = mapped(groups, (group) => work(numbers(group, task)));
			if (!task.observed.isTold(task.call)) task.observed.missing(task.call, all);
			return descending(made);
		},
	);

/** Defines a join of two lists on equal keys. */
const joined = (name: string, keepsLeft: boolean): Definition =>
	define(
		`${name}(left, right, &left_key, &right_key)`,
		['list', 'list', 'reference', 'reference'],
		function* ([left, right, leftKey, rightKey = leftKey], task) {
			const byKey = new Map(yield* grouped(list(right, task), rightKey, task));
			// Items without a key match nothing.
			byKey.delete('null');
			const pairs: Value[] = [];
			const lefts = list(left, task);
			const keys = yield* (leftKey as Reference).over(lefts);
			for (const [at, item] of lefts.entries()) {
				task.meter.step();
				const key = keyOf(keys[at] as Value);
				const partners = key === undefined ? undefined : byKey.get(key);
				const others: readonly Value[] = partners ?? (keepsLeft ? [null] : []);
				task.meter.make(others.length * 3);
				if (task.pace.isDue(others.length)) yield;
				for (const other of others)
					pairs.push(
						new Map<string, Value>([
							['left', item],
							['right', other],
						]),
					);
			}
			return pairs;
		},
		1,
	);

/** Items that may be wanted whole. */
const FEW_GROUPED = 20;

export const GROUPS: Readonly<Record<string, Definition>> = {
	group_by: define('group_by(list, &key)', ['list', 'reference'], function* ([items, key], task) {
		const all = list(items, task);
		const note = `count_by(…, &${keyName(task.call.args[1])}) counts each.`;
		const groups = yield* grouped(all, key, task);
		if (all.length > FEW_GROUPED && !task.observed.isTold(task.call))
			task.observed.ordered(task.call, note);
		return groups;
	}),
	count_by: define('count_by(list, &key)', ['list', 'reference'], function* ([items, key], task) {
		const groups = yield* grouped(list(items, task), key, task);
		return descending(mapped(groups, (group) => group.length));
	}),
	sum_by: aggregate('sum_by', (values) => sumOf(values as readonly Numeric[])),
	avg_by: aggregate('avg_by', averageOf),
	index_by: define('index_by(list, &key)', ['list', 'reference'], function* ([items, key], task) {
		const groups = yield* grouped(list(items, task), key, task);
		return mapped(groups, (group) => group.at(-1) as Value);
	}),
	inner_join: joined('inner_join', false),
	left_join: joined('left_join', true),
};
