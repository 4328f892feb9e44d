// The price of leaving where a conversation's host asks more than one model, each with a cache of its own.
import { describe, expect, it } from 'vitest';
import { Conversation } from '../../../bench/leaving/conversation';
import { Calls } from '../../../bench/leaving/ruled-shapes';
import { ANTHROPIC, GPT_56, OPUS } from '../../../bench/leaving/simulated-provider';
import { Stage } from '../../../bench/leaving/stage';

/** By how much a conversation may cost more than without Loadline, at any of its requests. */
const MOST = 1.03;

describe('a conversation of two models by turns', () => {
	const host = { marks: 'system and end', ttl: '5m', thinks: false, named: true } as const;

	it.each([
		{ provider: GPT_56, other: 'gpt-5.7', system: 45_000, pages: 1, log: 0 },
		{ provider: ANTHROPIC, other: 'claude-sonnet-4-6', system: 12_000, pages: 3, log: 4_000 },
		{ provider: OPUS, other: 'claude-opus-4-6', system: 12_000, pages: 3, log: 6_000 },
	])('costs no more than without: $provider.model, $other', async (shape) => {
		const { provider, other, system, pages, log } = shape;
		const stage = new Stage(provider);
		const calls = new Calls();
		const talk = new Conversation(stage, { ...host, system }, 'main', 'main');
		const ask = async (model: string, call: ReturnType<Calls['page']>) => {
			Object.assign(stage, { provider: { ...provider, model } });
			await talk.call(call);
			expect(stage.through.price).toBeLessThanOrEqual(stage.direct.price * MOST);
		};
		await talk.request();
		for (let round = 0; round < 3; round++) {
			for (let at = 0; at < pages; at++) await ask(provider.model, calls.page());
			if (log > 0) await ask(provider.model, calls.log(log));
			await ask(other, calls.finding());
			await ask(provider.model, calls.log(80));
		}
	});

	it('leaves as before where a host asks a small model something of its own', async () => {
		const priceWith = async (helper: boolean) => {
			const stage = new Stage(OPUS);
			const calls = new Calls();
			const own = { ...host, system: 12_000 };
			const talk = new Conversation(stage, own, 'main', 'main');
			await talk.request();
			for (let round = 0; round < 6; round++) {
				if (helper) {
					Object.assign(stage, { provider: { ...OPUS, model: 'claude-haiku-4-5' } });
					await new Conversation(stage, own, `title ${round}`, 'main').request();
					Object.assign(stage, { provider: OPUS });
				}
				for (let at = 0; at < 3; at++) await talk.call(calls.page());
				await talk.call(calls.finding());
			}
			return talk.collapsed.size;
		};
		expect(await priceWith(true)).toBe(await priceWith(false));
	});
});
