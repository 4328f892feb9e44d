import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerCall } from '../../src/transient/ledger';
import { heldByTool, occupancyOf } from '../../src/transient/occupancy';

const call = (id: string, more: Partial<LedgerCall> = {}): LedgerCall => ({
	...{ id, tool: 'list', at: 0, state: 'plain', tokensBefore: 100, tokensAfter: 100 },
	...more,
});

describe('the hull of a conversation', () => {
	it('lays a plank for every result, and lowers what lies on one that left', () => {
		const hull = occupancyOf([
			call('a', { state: 'collapsed', partner: 'c', tokensAfter: 10, tokensOriginal: 900 }),
			call('b'),
			call('c', { state: 'consumed', tokensBefore: 5, tokensAfter: 5, partner: 'a' }),
			call('d', { state: 'used', tokensBefore: 5, tokensAfter: 5, partner: 'e' }),
			call('e', { state: 'consumed', partner: 'd' }),
		]);
		expect(hull.held).toEqual([100, 200, 115, 120, 220]);
		expect(hull.raw).toEqual([900, 1000, 1005, 1010, 1110]);
		expect(hull.layers[0]?.runs).toEqual([
			{ from: 0, to: 2, base: 0, tokens: 100, isUsed: false },
			{ from: 2, to: 5, base: 0, tokens: 10, isUsed: true },
		]);
		expect(hull.layers[1]?.runs).toEqual([
			{ from: 1, to: 2, base: 100, tokens: 100, isUsed: false },
			{ from: 2, to: 5, base: 10, tokens: 100, isUsed: false },
		]);
		expect(hull.layers[2]?.runs).toEqual([{ from: 2, to: 5, base: 110, tokens: 5, isUsed: false }]);
		expect(hull.layers[3]?.runs).toEqual([
			{ from: 3, to: 4, base: 115, tokens: 5, isUsed: false },
			{ from: 4, to: 5, base: 115, tokens: 5, isUsed: true },
		]);
	});

	it('ends the plank of what went with a cleared context, and holds it no more', () => {
		const gone = call('a', { state: 'forgotten', partner: 'b', tokensAfter: 0, tool: 'big' });
		const calls = [gone, call('b'), call('c')];
		const { held, layers } = occupancyOf(calls);
		expect(held).toEqual([100, 100, 200]);
		expect(layers[0]?.runs.map(({ tokens }) => tokens)).toEqual([100, 0]);
		expect(heldByTool(calls)[0]).toMatchObject({ tool: 'list', share: 1 });
	});

	it('is as high as its layers in every column, whatever happened', () => {
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
				const { layers, held } = occupancyOf(calls);
				for (const [column, height] of held.entries()) {
					const here = layers.flatMap(({ runs }) =>
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
			call('b'),
			call('a', { tool: 'big', state: 'used', tokensAfter: 900, tokensCollapsed: 30 }),
			call('c', { tool: 'big', state: 'used', tokensAfter: 50 }),
			call('d', { tool: 'big', tokensAfter: 50, tokensCollapsed: 10 }),
			call('e'),
			call('f'),
		];
		expect(heldByTool(calls)[0]).toEqual({
			...{ tool: 'big', tokens: 1000, results: 3, releasable: 920, idle: 2 },
			share: 1000 / 1300,
		});
		for (const nothing of [[], [call('a', { tokensAfter: 0 })]])
			expect(heldByTool(nothing)[0]?.tokens ?? 0).toBe(0);
	});
});
