// Calls at the same time are told in the order in which they began.
import { expect, it } from 'vitest';
import type { CallFacts } from '../../src/gateway/contract/call-facts';
import type { GatewayContext } from '../../src/gateway/contract/gateway';
import { ok } from '../../src/shared/result';
import { textResult } from '../../src/shared/tool-result';
import { ada, call, contextOf, gatewayOf, scripted } from './gateway';

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

it('the numbers go on under another configuration, for calls that fail and for those whose server is listed first', async () => {
	const definition = { annotations: { readOnlyHint: true } };
	const tools = { tool: { definition, answer: () => textResult('') } };
	const observed: { facts: CallFacts; context: GatewayContext }[] = [];
	// A caller that may only read waits for the list that says so of a tool.
	const reader = contextOf({ ...ada, scopes: ['mcp:read'] });
	const { source } = scripted('up', tools);
	const { source: fails } = scripted('fails', tools);
	const { source: late } = scripted('late', tools);
	let list = (): void => {};
	const listed = new Promise<void>((resolve) => {
		list = resolve;
	});
	const sources: (typeof source)[] = [
		source,
		{ ...fails, callTool: async () => Promise.reject(new Error('cancelled')) },
		{
			...late,
			listTools: async (context) => {
				await listed;
				return late.listTools(context);
			},
		},
	];
	const [before, after] = [gatewayOf({ sources, observed }), gatewayOf({ sources, observed })];
	await call(before, 'up__tool', { at: 1 }, reader);
	const first = call(before, 'late__tool', { at: 2 }, reader);
	await call(after, 'fails__tool', { at: 3 }, reader).catch(() => {});
	await call(after, 'up__tool', { at: 4 }, reader);
	list();
	await first;
	await call(before, 'up__tool', { at: 5 }, reader);
	const calls = observed.toSorted(
		(one, other) => (one.facts.order ?? Number.NaN) - (other.facts.order ?? Number.NaN),
	);
	expect(calls.map(({ facts }) => facts.arguments?.at)).toEqual([1, 2, 3, 4, 5]);
});
