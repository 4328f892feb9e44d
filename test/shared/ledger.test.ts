// A ledger: each account has its share of every period, whatever others take and however the clock is set.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Ledger } from '../../src/shared/ledger';
import { times } from '../fuzz-runs';

it('lets an account take its share of every period, and no more', () => {
	const step = fc.record({
		account: fc.constantFrom('a', 'b'),
		amount: fc.integer({ min: 1, max: 9 }),
		passed: fc.nat(700),
	});
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			let now = 0;
			const ledger = new Ledger({ asks: { most: 20, everyMs: 1_000 } }, () => now);
			const taken: { readonly at: number; readonly account: string; readonly amount: number }[] =
				[];
			for (const { account, amount, passed } of steps) {
				now += passed;
				const isFree = ledger.wait('asks', account) === 0;
				const wait = ledger.charge('asks', account, amount);
				if (!isFree) expect(wait).toBeGreaterThan(0);
				else taken.push({ at: now, account, amount });
				// A holder with some of it left may go beyond it once.
				const recent = taken.filter((one) => one.account === account && one.at > now - 1_000);
				const used = recent.reduce((sum, one) => sum + one.amount, 0);
				expect(used).toBeLessThanOrEqual(2 * (20 + 9));
			}
		}),
		{ numRuns: times(30, 100) },
	);
});

it('keeps nobody waiting for longer than a period after the clock was set back', () => {
	let now = 1e12;
	const ledger = new Ledger({ calls: { most: 1, everyMs: 60_000 } }, () => now);
	expect([ledger.charge('calls', 'a'), ledger.charge('calls', 'a')]).toEqual([0, 60]);
	now -= 86_400_000;
	expect([ledger.wait('calls', 'a'), ledger.charge('calls', 'a')]).toEqual([0, 0]);
	expect(ledger.usage('calls', 'a')).toEqual({ used: 1, share: 1, resetSeconds: 60 });
});
