import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairShare } from '../../src/shared/fair-share';

const needs = fc.array(fc.nat(50), { minLength: 1, maxLength: 12 });
const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

describe('an even share', () => {
	it.each([
		[[5, 5, 5], 9, undefined, 3],
		[[1, 5, 5], 9, undefined, 4],
		[[5, 1, 5], 10, undefined, 4],
		[[2, 3], 5, undefined, 5],
		[[2, 3], 4, undefined, 2],
		[[5, 5], -1, undefined, 0],
		[[10, 10, 10], 16, [8, 0, 0], 4],
		[[10, 10, 10], 16, [1, 1, 1], 5],
		[[2, 10, 10], 12, [2, 6, 0], 4],
	])('of %j in %i, at least %j, is %i', (needs, amount, floors, level) => {
		expect(fairShare(needs, amount, floors)).toBe(level);
	});

	it('is as high as it can be', () => {
		fc.assert(
			fc.property(needs, fc.nat(300), (needs, amount) => {
				const level = fairShare(needs, amount);
				const taken = (at: number) => total(needs.map((need) => Math.min(need, at)));
				expect(taken(level)).toBeLessThanOrEqual(amount);
				if (total(needs) > amount) expect(taken(level + 1)).toBeGreaterThan(amount);
			}),
		);
	});

	it('is as high as it can be above what each is given in any case', () => {
		fc.assert(
			fc.property(needs, fc.nat(100), fc.nat(9), (needs, more, floor) => {
				const floors = needs.map((need, at) => Math.min(need, (at * floor) % 10));
				const amount = total(floors) + more;
				const level = fairShare(needs, amount, floors);
				const taken = (at: number) =>
					total(needs.map((need, index) => Math.min(need, Math.max(at, floors[index] ?? 0))));
				expect(taken(level)).toBeLessThanOrEqual(amount);
				if (total(needs) > amount) expect(taken(level + 1)).toBeGreaterThan(amount);
			}),
		);
	});
});
