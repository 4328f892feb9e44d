import { describe, expect, it } from 'vitest';
import { parsed } from './texts';

describe('items', () => {
	it('gives any range of a list, clamped to it', () => {
		const tape = parsed('{"list":[1,[2,2],{"a":3},4]}');
		const texts = (from: number, to: number) =>
			Array.from(tape.items(1, from, to), (node) => tape.raw(node));
		expect(texts(1, 3)).toEqual(['[2,2]', '{"a":3}']);
		expect(texts(-5, 99)).toHaveLength(4);
		expect(texts(9, 12)).toEqual([]);
		expect(texts(3, 1)).toEqual([]);
		const long = parsed(JSON.stringify(Array.from({ length: 50 }, (_, at) => at)));
		expect(long.children(0)).toBe(long.children(0));
	});
});
