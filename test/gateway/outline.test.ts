// An outline is what JSON.parse gives, but for what lies between the ends of lists.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { outlineOf } from '../../src/gateway/paging/paged-list';
import { containerTape } from '../../src/shared/json/parse';

/** The ends of a parsed list stand for all of it. */
const ends = (value: unknown): unknown => {
	if (Array.isArray(value)) return [value.length, ends(value[0]), ends(value.at(-1))];
	if (typeof value !== 'object' || value === null) return value;
	return Object.entries(value).map(([key, member]) => [key, ends(member)]);
};
const outline = (text: string): unknown => {
	const tape = containerTape(text);
	return tape && outlineOf(tape);
};

it('has the members of objects, and of lists the length and both ends', () => {
	const documents = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
	fc.assert(
		fc.property(documents, fc.constantFrom(0, 2), (document, indent) => {
			const text = JSON.stringify(document, null, indent);
			expect(ends(outline(text))).toEqual(ends(JSON.parse(text)));
		}),
	);
	const text = '{"__proto__":{"next":1},"a":1,"a":[1,2,3],"b\\u0063":1e400}';
	expect(ends(outline(text))).toEqual(ends(JSON.parse(text)));
});

it('opens so many objects, the highest first', () => {
	const list = Array.from({ length: 5_000 }, (_, id) => ({ deep: { id } }));
	const text = JSON.stringify({ ...list, next_cursor: 'c' });
	const opened = outline(text) as Record<string, unknown>;
	expect(Object.keys(opened)).toHaveLength(5_001);
	expect(opened[0]).toEqual({ deep: {} });
	expect(opened[4_000]).toEqual({});
});
