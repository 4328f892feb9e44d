// Answers that plain JavaScript gives: counts, groups, the end of an order.
import { type Field, fieldValue } from './fields';

export const count = <Item>(items: readonly Item[], is: (item: Item) => boolean): number =>
	items.filter(is).length;

export const numbersIn = (items: readonly unknown[], field: Field): number[] =>
	items.map((item) => fieldValue(item, field)).filter((value) => typeof value === 'number');

/** Items by the text of a field. */
export function groups(items: readonly unknown[], field: Field): Map<string, unknown[]> {
	const found = new Map<string, unknown[]>();
	for (const item of items) {
		const key = String(fieldValue(item, field));
		found.set(key, [...(found.get(key) ?? []), item]);
	}
	return found;
}

/** The only item at an end of an order; undefined where several share it. */
export function extreme(items: readonly unknown[], field: Field, sign: 1 | -1): unknown {
	const sorted = items
		.filter((item) => typeof fieldValue(item, field) === 'number')
		.toSorted(
			(a, b) => sign * ((fieldValue(b, field) as number) - (fieldValue(a, field) as number)),
		);
	const [first, second] = sorted;
	return first !== undefined && fieldValue(first, field) !== fieldValue(second, field)
		? first
		: undefined;
}

export const byCodePoints = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
