// Makes up further lists.
import type { ApiList } from '../api-list';
import { type Made, made, type Person } from '../made';

/** A list of made-up items at a path; `around` stands beside it at the top. */
export const listOf = (
	name: string,
	path: readonly string[],
	need: readonly string[],
	count: number,
	make: (m: Made, at: number) => unknown,
	around: object = {},
): ApiList => {
	const m = made(name);
	const items: unknown = m.list(count, (at) => make(m, at));
	const value = path.reduceRight(
		(inner, key) => ({ ...(key === path[0] ? around : {}), [key]: inner }),
		items,
	);
	return { name, path, need, value };
};

/** The same, of items that have somebody each, who is made up before all else of them. */
export const listWithPeople = (
	name: string,
	path: readonly string[],
	need: readonly string[],
	count: number,
	make: (m: Made, who: Person) => unknown,
	around?: object,
): ApiList => listOf(name, path, need, count, (m) => make(m, m.person()), around);
