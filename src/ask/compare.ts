// Equality and order of values: large integers exactly, texts by what they mean (readings.ts) where they have one scale in
// common, other texts by code point.
import { byCodePoint } from '../shared/code-point-order';
import type { Rank } from './amounts';
import type { Meter, Pace } from './meter';
import { areApart, commonRanks, commonScale, hasNumber, isPlaced, type Meant } from './readings';
import {
	asNumber,
	itemsOf,
	LosslessNumber,
	membersOf,
	type Numeric,
	Part,
	typeOf,
	type Value,
} from './value';

const INTEGER = /^-?\d+$/;

/** Compares two numbers: negative, 0 or positive. */
const compareNumbers = (a: Numeric, b: Numeric): number => {
	const left = typeof a === 'number' ? a : a.number;
	const right = typeof b === 'number' ? b : b.number;
	if (left !== right || (typeof a === 'number' && typeof b === 'number'))
		return left < right ? -1 : left > right ? 1 : 0;
	const [first = '', second = ''] = [a, b].map((value) =>
		value instanceof LosslessNumber ? value.text : String(value),
	);
	if (!INTEGER.test(first) || !INTEGER.test(second)) return 0;
	const difference = BigInt(first) - BigInt(second);
	return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

const byRank = (left: Rank = '', right: Rank = ''): number =>
	left < right ? -1 : left > right ? 1 : 0;

/**
 * Returns the order of several values, which is one for all texts, and what has no place in it, as `TBD` among dates.
 * @param meant - what they are
 */
export function* orderOf(values: readonly Value[], pace: Pace, meant: Meant | undefined) {
	const texts = values.filter((value) => typeof value === 'string');
	const ranks = yield* commonScale(texts, pace, meant);
	return {
		order: (a: Value, b: Value): number | undefined => {
			if (typeof a !== 'string' || typeof b !== 'string') return order(a, b);
			return ranks ? byRank(ranks.get(a), ranks.get(b)) : byCodePoint(a, b);
		},
		isByText: ranks === undefined || [...ranks].every(([text, rank]) => text === rank),
		isApart: (value: Value) => typeof value === 'string' && ranks?.has(value) === false,
	};
}

/** Compares two values of one type; undefined where they have no order. */
export const order = (a: Value, b: Value, meant?: Meant): number | undefined => {
	if (typeof a === 'string' && typeof b === 'string') {
		if (a === b) return 0;
		if (hasNumber(a) !== hasNumber(b)) return [a, b].some(isPlaced) ? undefined : byCodePoint(a, b);
		const ranks = commonRanks(a, b, meant);
		if (!ranks && areApart(a, b)) return undefined;
		return ranks ? byRank(...ranks) : byCodePoint(a, b);
	}
	const isNumber = (value: Value): value is Numeric => asNumber(value) !== undefined;
	return isNumber(a) && isNumber(b) ? compareNumbers(a, b) : undefined;
};

/** Compares values deeply; members in any order. */
export const isEqual = (a: Value, b: Value, meter: Meter): boolean => {
	meter.step();
	if (a === b) return true;
	if (a === null || b === null || typeof a === 'string' || typeof b === 'string') return false;
	if (typeof a === 'boolean' || typeof b === 'boolean') return false;
	if (asNumber(a) !== undefined || asNumber(b) !== undefined) return order(a, b) === 0;
	if (a instanceof Part && b instanceof Part && a.tree === b.tree && a.node === b.node) return true;
	if (typeOf(a) !== typeOf(b)) return false;
	const items = itemsOf(a, meter);
	if (items) {
		const others = itemsOf(b, meter) as readonly Value[];
		return (
			items.length === others.length &&
			items.every((item, at) => isEqual(item, others[at] as Value, meter))
		);
	}
	const members = membersOf(a, meter) ?? [];
	const others = new Map(membersOf(b, meter));
	if (members.length !== others.size) return false;
	return members.every(([key, value]) => {
		const other = others.get(key);
		return other !== undefined && isEqual(value, other, meter);
	});
};

/** Spells a value alike for all that are equal to it: of several with one spelling, {@link isEqual} decides. */
export const likenessOf = (value: Value, meter: Meter): string => {
	meter.step();
	if (value === null || typeof value === 'boolean') return `${value}`;
	if (typeof value === 'string') return JSON.stringify(value);
	const number = asNumber(value);
	// A negative zero is zero.
	if (number !== undefined) return `${number + 0}`;
	const items = itemsOf(value, meter);
	if (items) return `[${items.map((item) => likenessOf(item, meter)).join()}]`;
	const members = [...(membersOf(value, meter) ?? [])].map(
		([key, inner]) => `${JSON.stringify(key)}:${likenessOf(inner, meter)}`,
	);
	return `{${members.sort().join()}}`;
};
