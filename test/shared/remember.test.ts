import { describe, expect, it } from 'vitest';
import { remember } from '../../src/shared/remember';

describe('what is remembered', () => {
	const noted = (keys: string) => {
		const kept = new Map<string, number>();
		for (const [at, key] of [...keys].entries()) remember(kept, key, at, 3);
		return [...kept];
	};

	it('is all there is room for', () => {
		expect(noted('abc')).toEqual([
			['a', 0],
			['b', 1],
			['c', 2],
		]);
	});

	it('loses what was noted longest ago', () => {
		expect(noted('abcd').map(([key]) => key)).toEqual(['b', 'c', 'd']);
	});

	it('is as new as it was noted last, with that value', () => {
		expect(noted('abcad')).toEqual([
			['c', 2],
			['a', 3],
			['d', 4],
		]);
	});
});
