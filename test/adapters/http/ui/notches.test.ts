import { expect, it } from 'vitest';
import { notchesOf } from '../../../../src/adapters/http/ui/notches';
import type { TracedEvent } from '../../../../src/session/store';

const calls = [{ at: 10 }, { at: 20 }, { at: 30 }];
const verified = (at: number, failures: readonly string[], bound?: number): TracedEvent => ({
	...{ n: 1, at, kind: 'verified', run: 'r', admissible: failures.length === 0, failures },
	...(bound !== undefined && { bound }),
});

it('a context action is a notch that says what was held after it, or what was lost', () => {
	const compact: TracedEvent = {
		n: 1,
		at: 20,
		kind: 'context_action',
		run: 'r',
		action: 'compact',
	};
	expect(notchesOf([compact, verified(21, [], 14)], calls)).toEqual([
		{ column: 2, what: '/compact, 14 of 14 held', isBad: false },
	]);
	expect(notchesOf([verified(30, ['missing_constraint: Dates'], 14)], calls)).toEqual([
		{ column: 3, what: 'lost: missing_constraint: Dates', isBad: true },
	]);
	expect(notchesOf([verified(5, [], 0)], calls)[0]?.what).toBe('no rule bound it');
	expect(notchesOf([verified(5, [])], calls)[0]?.what).toBe('all that binds is held');
});
