// Equality and order of values: large integers exactly, ISO times with an offset by instant, other strings
// by code point.
import { byCodePoint } from '../shared/code-point-order';
import type { Meter } from './meter';
import { momentOf } from './moment';
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

/** A time with an offset; bare dates compare as text. */
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** Compares strings by code point, independently of the locale. */
const compareStrings = (a: string, b: string): number => {
	if (a === b) return 0;
	const c = a.charCodeAt(0);
	if (c >= 48 && c <= 57) {
		const isTimed = [a, b].every((text) => text.length < 40 && MOMENT.test(text));
		const [left, right] = isTimed ? [momentOf(a), momentOf(b)] : [];
		if (left !== undefined && right !== undefined) return left - right;
	}
	return byCodePoint(a, b);
};

/** Compares two values of one type; undefined where they have no order. */
export const order = (a: Value, b: Value): number | undefined => {
	if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
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
