import { describe, expect, it } from 'vitest';
import { allItems, findList, items } from '../../../src/protect/json/list';
import { rawText } from '../../../src/protect/json/tape';
import { parsed } from './texts';

const pathOf = (text: string, itemsPath?: string): string | undefined =>
	findList(parsed(text), { itemsPath })?.path;

describe('findList', () => {
	it('takes a top-level array, however short', () => {
		expect(findList(parsed(' []'))).toEqual({ node: 0, path: '' });
	});

	it('takes the heaviest array of at least two items', () => {
		expect(
			pathOf('{"tags":["a","b"],"items":[{"id":1},{"id":2}],"one":["a very long single item"]}'),
		).toBe('items');
		expect(pathOf('{"one":[1],"none":[],"x":{"deep":[1,2]}}')).toBeUndefined();
		expect(pathOf('{"a":[1,2,3],"b":[1,2],"a":7}')).toBe('b');
		expect(pathOf('"text"')).toBeUndefined();
	});

	it('takes the configured list where it exists', () => {
		expect(pathOf('{"data":{"rows":[]},"items":[1,2]}', 'data.rows')).toBe('data.rows');
		expect(pathOf('{"data.rows":[1],"items":[1,2]}', 'data.rows')).toBe('data.rows');
		expect(pathOf('{"data":{"rows":7},"items":[1,2]}', 'data.rows')).toBe('items');
		expect(pathOf('{"items":[1,2]}', '__proto__.x')).toBe('items');
	});
});

describe('items', () => {
	it('gives any range of a list, clamped to it', () => {
		const tape = parsed('{"list":[1,[2,2],{"a":3},4]}');
		const texts = (from: number, to: number) =>
			Array.from(items(tape, 1, from, to), (node) => rawText(tape, node));
		expect(texts(1, 3)).toEqual(['[2,2]', '{"a":3}']);
		expect(texts(-5, 99)).toHaveLength(4);
		expect(texts(9, 12)).toEqual([]);
		expect(texts(3, 1)).toEqual([]);
		expect(allItems(tape, 1)).toBe(allItems(tape, 1));
	});
});
