// Kinds of fields that a list has, learnt from its items: some can be summed, others grouped or compared.
import { spelledKey } from '../needle/readers/jmespath';

export interface Field {
	/** Members from the item. */
	readonly path: readonly string[];
	/** As an expression says it: `properties.mag`, `"IMDB Votes"`. */
	readonly spelled: string;
}

export interface Fields {
	/** Numbers in every item, ten different ones at least. */
	readonly numbers: readonly Field[];
	/** Numbers in some items, null or absent in others. */
	readonly sparse: readonly Field[];
	/** Texts in every item, two to twenty-five different ones. */
	readonly groups: readonly Field[];
	readonly flags: readonly Field[];
	/** ISO dates or times, all of one form. */
	readonly dates: readonly Field[];
	/** Texts of some words. */
	readonly texts: readonly Field[];
	/** Texts or numbers, different in every item. */
	readonly ids: readonly Field[];
}

export const fieldValue = (item: unknown, { path }: Field): unknown =>
	path.reduce<unknown>(
		(inside, key) =>
			typeof inside === 'object' && inside !== null && Object.hasOwn(inside, key)
				? (inside as Record<string, unknown>)[key]
				: undefined,
		item,
	);

export function fieldsOf(items: readonly unknown[]): Fields {
	const all = new Map<string, Field>();
	for (const item of items.slice(0, 50)) collect(item, [], all);
	const found: Record<keyof Fields, Field[]> = {
		numbers: [],
		sparse: [],
		groups: [],
		flags: [],
		dates: [],
		texts: [],
		ids: [],
	};
	for (const field of all.values()) {
		const values = items.map((item) => fieldValue(item, field));
		const there = values.filter((value) => value !== undefined && value !== null);
		const different = new Set(there).size;
		const isFull = there.length === items.length;
		const isAll = (type: string) => there.every((value) => typeof value === type);
		if (there.length === 0) continue;
		if (isAll('number') && different >= 10) found[isFull ? 'numbers' : 'sparse'].push(field);
		if (isAll('boolean') && isFull && different === 2) found.flags.push(field);
		if (isAll('string') && isFull) {
			const texts = there as string[];
			if (
				texts.every((text) => DATE.test(text)) &&
				new Set(texts.map(({ length }) => length)).size === 1 &&
				different > 5
			)
				found.dates.push(field);
			else if (
				different >= 2 &&
				different <= 25 &&
				different * 2 < items.length &&
				texts.every((text) => text !== '' && text.length < 60)
			)
				found.groups.push(field);
			else if (texts.some((text) => text.split(' ').length > 2)) found.texts.push(field);
		}
		if (
			isFull &&
			different === items.length &&
			(isAll('string') || isAll('number')) &&
			String(there[0]).length < 60
		)
			found.ids.push(field);
	}
	return found;
}

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z?)?$/;

/** Leaves up to three members deep; lists are left to questions of their own. */
function collect(value: unknown, path: readonly string[], all: Map<string, Field>): void {
	if (typeof value !== 'object' || value === null) {
		const spelled = path.map(spelledKey).join('.');
		if (path.length > 0) all.set(spelled, { path, spelled });
		return;
	}
	if (Array.isArray(value) || path.length === 3) return;
	for (const [key, inner] of Object.entries(value)) collect(inner, [...path, key], all);
}
