// Costs of the prompts of a session, paid and without removals, as its ledger tells it.
import { describe, expect, it } from 'vitest';
import { Conversation } from '../../../bench/leaving/conversation';
import { Calls } from '../../../bench/leaving/ruled-shapes';
import { ANTHROPIC } from '../../../bench/leaving/simulated-provider';
import { Stage } from '../../../bench/leaving/stage';

describe('the sums of a session', () => {
	it('are those of the provider, paid and without removals', async () => {
		const stage = new Stage(ANTHROPIC);
		const calls = new Calls();
		const host = {
			marks: 'system and end',
			ttl: '5m',
			system: 45_000,
			thinks: false,
			named: true,
		} as const;
		const talk = new Conversation(stage, host, 'main');
		await talk.request();
		for (let at = 0; at < 12; at++) {
			await talk.call(calls.page());
			await talk.call(calls.log(200));
			await talk.call(calls.finding());
		}
		const { prompts, totals } = stage.session('main').view({});
		expect(prompts).toMatchObject({ requests: 37, told: 37 });
		expect(prompts?.paid).toBeCloseTo(stage.through.price, 3);
		expect(Math.abs((prompts?.would ?? 0) / stage.direct.price - 1)).toBeLessThan(0.06);
		expect(totals.left).toBe(talk.collapsed.size);
		expect(talk.collapsed.size).toBeGreaterThan(10);
	});

	it('have nothing of a provider that could not be reached', async () => {
		const stage = new Stage(ANTHROPIC);
		const calls = new Calls();
		const host = { marks: 'end', ttl: '5m', system: 4_500, thinks: false, named: true } as const;
		const talk = new Conversation(stage, host, 'main');
		await talk.call(calls.page());
		stage.loses = Object.assign(new TypeError('fetch failed'), { wentOut: false });
		await talk.call(calls.log(200));
		const none = { requests: 1, told: 1, lost: 0, unknown: 0 };
		expect(stage.session('main').view({}).prompts).toMatchObject(none);
		// As on Workers, which do not say.
		stage.loses = new Error('Network connection lost.');
		await talk.call(calls.log(200));
		const { prompts } = stage.session('main').view({});
		expect(prompts).toMatchObject({ ...none, requests: 2, unknown: expect.any(Number) });
		expect(prompts?.unknown).toBeGreaterThan(1_000);
	});

	it('have what requests may have cost of which nothing was told, at the most', async () => {
		const stage = new Stage(ANTHROPIC);
		const calls = new Calls();
		const host = { marks: 'end', ttl: '5m', system: 4_500, thinks: false, named: true } as const;
		const talk = new Conversation(stage, host, 'main');
		for (let at = 0; at < 36; at++) {
			stage.loses = at % 5 === 3;
			await talk.call(
				at % 3 === 0 ? calls.page() : at % 3 === 1 ? calls.log(200) : calls.finding(),
			);
		}
		const { prompts } = stage.session('main').view({});
		const { requests = 0, told, paid = 0, lost = 0 } = prompts ?? {};
		expect([requests, told]).toEqual([36, 29]);
		expect(paid).toBeLessThan(stage.through.price);
		expect(paid + lost).toBeGreaterThan(stage.through.price);
		expect(lost).toBeLessThan(0.5 * stage.through.price);
	});
});
