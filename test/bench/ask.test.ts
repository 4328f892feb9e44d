import { expect, it } from 'vitest';
import { exactSum } from '../../bench/ask/decimals';
import { Approximate } from '../../bench/ask/payload';
import { isSame } from '../../bench/ask/same';

it('sums are those of decimals', () => {
	expect(exactSum([0.1, 0.2])).toBe(0.3);
	expect(exactSum([1e21, 1, -1e21])).toBe(1);
	expect(exactSum([1e-7, 2])).toBe(2.0000001);
	expect(exactSum([])).toBe(0);
});

it('an answer is the expected one in any order of members, and in no other way', () => {
	expect(isSame({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
	expect(isSame({ a: 1 }, { a: 1, b: 2 })).toBe(false);
	expect(isSame([1, 2], [2, 1])).toBe(false);
	expect(isSame(1, '1')).toBe(false);
	expect(isSame(new Approximate(1 / 3), 0.333333333333)).toBe(true);
	expect(isSame(new Approximate(1 / 3), 0.33333)).toBe(false);
});
