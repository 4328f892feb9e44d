import { describe, expect, it } from 'vitest';
import { largestFitting } from '../../../src/protect/budget';

const search = (least: number, most: number, room: number) => {
	const tried: number[] = [];
	const found = largestFitting(least, most, (size) => {
		tried.push(size);
		return size <= room ? size : undefined;
	});
	return { found, tried };
};

describe('the largest that fits', () => {
	it('is found wherever it is, and none where none does', () => {
		for (let room = 0; room <= 41; room++)
			expect(search(1, 40, room).found).toBe(room === 0 ? undefined : Math.min(room, 40));
		expect(search(3, 2, 9)).toEqual({ found: undefined, tried: [] });
		expect(search(5, 5, 9)).toEqual({ found: 5, tried: [5] });
	});

	it('is looked for near the least first, and nothing is made twice', () => {
		expect(search(1, 1_000, 1).tried).toEqual([1, 3, 2]);
		expect(Math.max(...search(1, 1_000, 5).tried)).toBeLessThan(20);
		const { tried } = search(1, 1_000, 700);
		expect(new Set(tried).size).toBe(tried.length);
		expect(tried.length).toBeLessThan(20);
	});
});
