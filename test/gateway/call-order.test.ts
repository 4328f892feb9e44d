// Calls at the same time are told in the order in which they began.
import { expect, it } from 'vitest';
import type { CallFacts } from '../../src/gateway/contract/call-facts';
import type { GatewayContext } from '../../src/gateway/contract/gateway';
import { ok } from '../../src/shared/result';
import { textResult } from '../../src/shared/tool-result';
import { call, gatewayOf, scripted } from './gateway';

it('a call that began before another has a lower number, whichever ends first', async () => {
	const tools = { slow: { answer: () => textResult('') }, quick: { answer: () => textResult('') } };
	const { source } = scripted('up', tools);
	let end = (): void => {};
	const slow = new Promise<void>((resolve) => {
		end = resolve;
	});
	const waiting: typeof source = {
		...source,
		callTool: async ({ name }) => {
			if (name === 'slow') await slow;
			return ok({ kind: 'result', result: textResult(name) });
		},
	};
	const observed: { facts: CallFacts; context: GatewayContext }[] = [];
	const gateway = gatewayOf({ sources: [waiting], observed });
	const first = call(gateway, 'up__slow', {});
	await call(gateway, 'up__quick', {});
	end();
	await first;
	expect(observed.map(({ facts }) => facts.tool)).toEqual(['up__quick', 'up__slow']);
	const [quick, late] = observed.map(({ facts }) => facts.order ?? Number.NaN);
	expect(late).toBeLessThan(quick ?? Number.NaN);
});
