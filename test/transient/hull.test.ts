import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heaviestOf, hullOf } from '../../src/transient/hull';
import type { LedgerCall } from '../../src/transient/ledger';

const call = (id: string, more: Partial<LedgerCall> = {}): LedgerCall => ({
	...{ id, tool: 'list', at: 0, state: 'plain', tokensBefore: 100, tokensAfter: 100 },
	...more,
});

describe('the hull of a conversation', () => {
	it('lays a plank for every result, and lowers what lies on one that left', () => {
		const hull = hullOf([
			call('a', { state: 'collapsed', partner: 'c', tokensAfter: 10, tokensOriginal: 900 }),
			call('b'),
			call('c', { state: 'consumed', tokensBefore: 5, tokensAfter: 5 }),
		]);
		expect(hull.held).toEqual([100, 200, 115]);
		expect(hull.raw).toEqual([900, 1000, 1005]);
		expect(hull.planks[0]?.runs).toEqual([
			{ from: 0, to: 2, base: 0, tokens: 100, isUsed: false },
			{ from: 2, to: 3, base: 0, tokens: 10, isUsed: true },
		]);
		expect(hull.planks[1]?.runs).toEqual([
			{ from: 1, to: 2, base: 100, tokens: 100, isUsed: false },
			{ from: 2, to: 3, base: 10, tokens: 100, isUsed: false },
		]);
	});

	it('is as high as its planks in every column, whatever happened', () => {
		const states = ['plain', 'transient', 'consumed', 'used', 'collapsed', 'forgotten'] as const;
		const drawn = fc.array(
			fc.record({ state: fc.constantFrom(...states), tokens: fc.nat(9000), partner: fc.nat(60) }),
			{ maxLength: 60 },
		);
		fc.assert(
			fc.property(drawn, (made) => {
				const calls = made.map(({ state, tokens, partner }, at) =>
					call(`c${at}`, {
						...{ state, tokensBefore: tokens, partner: `c${partner}` },
						tokensAfter: state === 'collapsed' ? Math.min(tokens, 9) : tokens,
					}),
				);
				const { planks, held } = hullOf(calls);
				for (const [column, height] of held.entries()) {
					const here = planks.flatMap(({ runs }) =>
						runs.filter(({ from, to }) => from <= column && column < to),
					);
					expect(here).toHaveLength(column + 1);
					let base = 0;
					for (const run of here) {
						expect(run.base).toBe(base);
						base += run.tokens;
					}
					expect(base).toBe(height);
				}
			}),
		);
	});

	it('names the tool that carries most, and for how long nothing came of it', () => {
		const calls = [
			call('a', { tool: 'big', tokensBefore: 900, tokensAfter: 900 }),
			call('b'),
			call('c'),
		];
		expect(heaviestOf(calls)).toEqual({
			...{ tool: 'big', tokens: 900, results: 1, releasable: 0, idle: 2 },
			share: 900 / 1100,
		});
		expect(heaviestOf([])).toBeUndefined();
	});
});
