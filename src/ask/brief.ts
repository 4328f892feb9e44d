// Summaries of results that are long and need not be read whole: a list of scalars by facts of all of it and its first
// values, groups by their sizes or by the greatest of them.
import { several, withoutUnseen } from '../shared/shown-text';
import { literal } from './expression/lex';
import { jsonOf } from './json';
import { spelledKey } from './outline';
import { asNumber, Groups, itemsOf, keyOf, lengthOf, tally, type Value } from './value';

/** A shorter result is shown whole: tokens of it, and values of a list. */
const WHOLE = 500;
const LEAST = 20;
/** Tokens of the first values. */
const FIRST = 200;
/** Values that are all told, so many of more, and characters of one. */
const ALL = 8;
const MOST_FREQUENT = 5;
const CHARACTERS = 24;
/** Groups of counts that are told, of those of one item, and tokens of the others from which these are not. */
const COUNTED = 20;
const COUNTED_ONCE = 5;
const REST = 100;
/** Characters of an expression that is spelled again. */
const SPELLED = 120;

/** A result in brief. */
interface Brief {
	readonly result: string;
	/** Said where items or members of it are left out: `7 of 76 values`. */
	readonly shown?: string;
	/** A sentence about all of it, or nothing. */
	readonly facts: string;
	/** Those of its items or members that are whole; undefined where none is. */
	readonly items?: number;
}

/** Spells the first values, as many as there is room for, in tokens. */
type First = <T>(
	values: readonly T[],
	textOf: (value: T) => string,
	room?: number,
) => readonly string[];

/** Shortens a result that is long: scalars, or groups; undefined for any other. @param asked - the expression that gave it */
export const briefOf = (
	value: Value,
	json: string,
	asked: string,
	tokensOf: (text: string) => number,
): Brief | undefined => {
	const counted = value instanceof Groups ? countsIn(value, asked, tokensOf) : undefined;
	if (counted || tokensOf(json.slice(0, 8 * WHOLE)) <= WHOLE) return counted;
	const first: First = (values, textOf, room = FIRST) => {
		const shown: string[] = [];
		let left = room;
		for (const value of values) {
			if (left <= 0) break;
			const text = textOf(value);
			left -= tokensOf(text) + 1;
			shown.push(text);
		}
		return shown;
	};
	if (value instanceof Groups) return groupsIn(value, asked, first);
	if (!json.startsWith('[')) return undefined;
	const values = itemsOf(value) ?? [];
	if (values.length <= LEAST) return undefined;
	const areLists = values.every((each) => itemsOf(each)?.every(isScalar));
	// Items with more in them were asked for to be read.
	if (!areLists && !values.every(isScalar)) return undefined;
	const shown = first(values, jsonOf);
	const of = values.length;
	return {
		items: shown.length,
		result: `[${shown.join(',')}]`,
		shown: `${shown.length} of ${of} ${areLists ? 'lists' : 'values'}`,
		facts: allOf(areLists ? values.map(jsonOf) : values),
	};
};

/** Tells the largest of many groups that were counted, and what the others hold; undefined where that spares little. */
const countsIn = (
	groups: Groups,
	asked: string,
	tokensOf: (text: string) => number,
): Brief | undefined => {
	const counts = [...groups.values()].map((value) => asNumber(value) ?? 0);
	if (groups.size <= COUNTED || !/^\s*count_by\(/.test(asked) || counts.includes(0))
		return undefined;
	const items = Math.min(COUNTED, Math.max(counts.filter((one) => one > 1).length, COUNTED_ONCE));
	const all = [...groups].map(memberOf);
	const rest = all.slice(items);
	if (tokensOf(rest.slice(0, REST).join()) <= REST) return undefined;
	const left = counts.slice(items);
	const each = left.every((count) => count === left[0]) ? `, ${left[0]} each` : '';
	return {
		items,
		result: `{${all.slice(0, items).join(',')}}`,
		shown: `the ${items} largest of ${groups.size} groups`,
		facts: `The other ${rest.length} hold ${left.reduce((sum, count) => sum + count, 0)} items${each}.`,
	};
};

const memberOf = ([key, value]: readonly [string, Value]): string =>
	`${JSON.stringify(key)}:${jsonOf(value)}`;

const isScalar = (value: Value): boolean => keyOf(value) !== undefined;

/** Tells groups of items by their sizes, and what was counted or added up by group by the greatest. */
const groupsIn = (groups: Groups, asked: string, first: First): Brief | undefined => {
	const all = [...groups];
	if (all.every(([, value]) => keyOf(value) !== undefined)) {
		const shown = first(all, memberOf);
		if (shown.length === all.length) return undefined;
		return {
			items: shown.length,
			result: `{${shown.join(',')}}`,
			shown: `the first ${shown.length} of ${several(all.length, 'group')}`,
			facts: `All: ${factsOf([...groups.values()])}.`,
		};
	}
	if (all.some(([, value]) => itemsOf(value) === undefined)) return undefined;
	const sizes = all.map(([key, value]) => [key, lengthOf(value) ?? 0] as const);
	sizes.sort(([, a], [, b]) => b - a);
	const shown = first(sizes, memberOf, WHOLE);
	const isAll = shown.length === sizes.length;
	const key = spelledKey(sizes[0]?.[0] ?? '');
	const one = `${asked} | ${key}`;
	const call = one.length <= SPELLED ? `"select":${JSON.stringify(one)}` : `" | ${key}" after it`;
	const count = several(all.length, 'group');
	return {
		result: `{${shown.join(',')}}`,
		...(isAll ? {} : { shown: `the ${shown.length} largest of ${count}` }),
		facts: `${count}, by how many items each has. ${call} gives the items of one; "limit" those of several.`,
	};
};

/** Says what there is to say of all values; nothing of texts that all differ. */
const allOf = (values: readonly Value[]): string => {
	const facts = factsOf(values);
	return facts === `${values.length} different` ? '' : `All: ${facts}.`;
};

const factsOf = (values: readonly Value[]): string => {
	const counts = tally(values).sort((a, b) => b.count - a.count);
	const repeated = counts.filter(({ count }) => count > 1);
	const told = counts.length <= ALL ? counts : repeated.slice(0, MOST_FREQUENT);
	const numbers = values.map(asNumber).filter((number) => number !== undefined);
	let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const number of numbers) {
		low = Math.min(low, number);
		high = Math.max(high, number);
	}
	return [
		`${counts.length} different`,
		...(numbers.length === 0 ? [] : [`numbers ${low} to ${high}`]),
		...told.map(({ value, count }) => `${shown(value)}×${count}`),
	].join(', ');
};

const shown = (value: Value): string => {
	if (typeof value !== 'string') return jsonOf(value);
	const plain = withoutUnseen(value);
	if (plain.length <= CHARACTERS) return literal(plain);
	return `${literal(plain.slice(0, CHARACTERS).toWellFormed())}…`;
};
