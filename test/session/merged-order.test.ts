import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateReplayPayload } from '../../src/replay/validate';
import { livePayload, mergedOrder } from '../../src/session/verified-action';

describe('orders of one session', () => {
	it.each([
		[
			[['plan', 'build'], ['check']],
			['plan', 'build', 'check'],
		],
		[
			[
				['plan', 'build'],
				['look up', 'plan'],
			],
			['look up', 'plan', 'build'],
		],
		[
			[
				['plan', 'build'],
				['plan', 'ask', 'build'],
			],
			['plan', 'ask', 'build'],
		],
		[
			[
				['a', 'b'],
				['c', 'a'],
			],
			['c', 'a', 'b'],
		],
	])('are merged, steps waiting for those before them: %j', (orders, merged) => {
		expect(mergedOrder(orders)).toEqual(merged);
	});

	it('go as first named where they contradict each other, so that a workflow keeps its own', () => {
		expect(
			mergedOrder([
				['plan', 'build', 'ship'],
				['ship', 'plan'],
			]),
		).toEqual(['plan', 'build', 'ship']);
	});

	it('violate no dependency when they agree, however they come', () => {
		const cuts = fc.array(fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 6 }), { maxLength: 12 });
		fc.assert(
			fc.property(cuts, (given) => {
				const requiredOrders = given.map((each) => each.sort((a, b) => a - b).map(String));
				const payload = livePayload({ task: 't', rules: [], requiredOrders });
				expect(payload.required_order).toHaveLength(new Set(given.flat()).size);
				expect(validateReplayPayload(payload, { baseline: payload }).admissible).toBe(true);
			}),
		);
	});

	it('show as evidence, each step once, when they run in a circle', () => {
		const orders = fc.array(fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 5 }), { maxLength: 8 });
		fc.assert(
			fc.property(orders, (given) => {
				const requiredOrders = given.map((each) => each.map(String));
				const { required_order } = livePayload({ task: 't', rules: [], requiredOrders });
				expect([...required_order].sort()).toEqual([...new Set(given.flat().map(String))].sort());
			}),
		);
		const payload = livePayload({
			task: 't',
			rules: [],
			requiredOrders: [
				['a', 'b'],
				['b', 'a'],
			],
		});
		expect(validateReplayPayload(payload, { baseline: payload }).issues).toMatchObject([
			{ failure_label: 'TOOL_ORDER_VIOLATION', evidence: [['b', 'a']] },
		]);
	});
});
