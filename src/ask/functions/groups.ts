// Functions that group a list by a key, with counts and sums, and that join two lists.
import { sumOf } from '../arithmetic';
import { AskFault } from '../fault';
import { described } from '../observed';
import type { Spelled, Value } from '../value';
import { averageOf } from './numbers';
import { type Definition, keyOf, list, numbers, type Reference, type Task } from './types';

/** The items of each key, keys in the order they first come; a list as key counts under each of its values. */
const grouped = (
	items: readonly Value[],
	by: unknown,
	{ call, meter }: Task,
): ReadonlyMap<string, Value[]> => {
	const groups = new Map<string, Value[]>();
	for (const [at, item] of items.entries()) {
		meter.step();
		const key = (by as Reference).of(item);
		const name = keyOf(key);
		if (name === undefined)
			throw new AskFault(
				`${call.name}() takes a key that is a string, number or boolean; item ${at} gives ${described(key)}.`,
				(by as Reference).at,
			);
		const group = groups.get(name);
		if (group) group.push(item);
		else groups.set(name, [item]);
	}
	meter.make(items.length + groups.size);
	return groups;
};

const mapped = (
	groups: ReadonlyMap<string, readonly Value[]>,
	work: (items: readonly Value[]) => Value,
): ReadonlyMap<string, Value> =>
	new Map([...groups].map(([key, items]) => [key, work(items)] as const));

/** Greatest first: what is asked for is mostly the top. */
const descending = (groups: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> => {
	const size = (value: Value): number =>
		typeof value === 'number'
			? value
			: ((value as Spelled | null)?.number ?? Number.NEGATIVE_INFINITY);
	return new Map([...groups].sort(([, a], [, b]) => size(b) - size(a)));
};

const aggregate = (name: string, work: (values: readonly Value[]) => Value): Definition => ({
	form: `${name}(list, &key, &number)`,
	takes: ['list', 'reference', 'reference'],
	run: ([items, key, value], task) =>
		descending(
			mapped(grouped(list(items, task), key, task), (group) =>
				work(numbers(group.map((value as Reference).of), task)),
			),
		),
});

/** Pairs of two lists whose keys are the same. */
const joined = (name: string, keepsLeft: boolean): Definition => ({
	form: `${name}(left, right, &left_key, &right_key)`,
	takes: ['list', 'list', 'reference', 'reference'],
	optional: 1,
	run: ([left, right, leftKey, rightKey = leftKey], task) => {
		const byKey = new Map(grouped(list(right, task), rightKey, task));
		// What has no key has no partner.
		byKey.delete('null');
		const pairs: Value[] = [];
		for (const item of list(left, task)) {
			task.meter.step();
			const key = keyOf((leftKey as Reference).of(item));
			const partners = key === undefined ? undefined : byKey.get(key);
			const others: readonly Value[] = partners ?? (keepsLeft ? [null] : []);
			task.meter.make(others.length * 3);
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
});

export const GROUPS: Readonly<Record<string, Definition>> = {
	group_by: {
		form: 'group_by(list, &key)',
		takes: ['list', 'reference'],
		run: ([items, key], task) => grouped(list(items, task), key, task),
	},
	count_by: {
		form: 'count_by(list, &key)',
		takes: ['list', 'reference'],
		run: ([items, key], task) =>
			descending(mapped(grouped(list(items, task), key, task), (group) => group.length)),
	},
	sum_by: aggregate('sum_by', (values) => sumOf(values as readonly (number | Spelled)[])),
	avg_by: aggregate('avg_by', averageOf),
	index_by: {
		form: 'index_by(list, &key)',
		takes: ['list', 'reference'],
		run: ([items, key], task) =>
			mapped(grouped(list(items, task), key, task), (group) => group.at(-1) as Value),
	},
	inner_join: joined('inner_join', false),
	left_join: joined('left_join', true),
};
