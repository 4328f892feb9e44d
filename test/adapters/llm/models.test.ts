// The price of leaving where a conversation's host asks more than one model, each with a cache of its own.
import { describe, expect, it } from 'vitest';
import { Conversation } from '../../../bench/leaving/conversation';
import { Calls } from '../../../bench/leaving/ruled-shapes';
import { ANTHROPIC, GEMINI, GPT_5, GPT_56, OPUS } from '../../../bench/leaving/simulated-provider';
import { Stage } from '../../../bench/leaving/stage';
import { cacheRulesFor } from '../../../src/transient';

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

describe('a host that goes over to a model which caches longer beginnings alone', () => {
	const shapes = [
		{ from: ANTHROPIC, to: OPUS },
		{ from: GPT_5, to: GEMINI },
	].flatMap((each) => [2_000, 5_000, 12_000].map((system) => ({ ...each, system, ...each.to })));

	it.each(shapes)('costs no more than without, there and back: $model, $system', async (shape) => {
		const { from, to, system } = shape;
		const stage = new Stage(from);
		const calls = new Calls();
		const host = { marks: 'end', ttl: '5m', system, thinks: false, named: true } as const;
		const talk = new Conversation(stage, host, 'main');
		const ask = async (...made: ReturnType<Calls['page']>[]) => {
			for (const each of made) {
				await talk.call(each);
				expect(stage.through.price).toBeLessThanOrEqual(stage.direct.price * MOST);
			}
		};
		const logs = (count: number) => Array.from({ length: count }, () => calls.log(30));
		await talk.request();
		await ask(calls.page(), calls.page(), calls.page(), calls.finding());
		expect(talk.collapsed.size).toBeGreaterThan(0);
		stage.switchTo(to);
		await ask(...logs(20), ...[1, 2, 3, 4].map(() => calls.page()), calls.finding());
		stage.switchTo(from);
		await ask(...logs(10));
		expect(talk.faults).toEqual([]);
	});
});

it('what is asked aside with another system text, of the same messages, takes nothing from what goes on', async () => {
	const stage = new Stage(ANTHROPIC);
	const calls = new Calls();
	const host = { marks: 'end', ttl: '5m', system: 12_000, thinks: false, named: true } as const;
	const talk = new Conversation(stage, host, 'main', 'main');
	await talk.request();
	for (const call of [calls.page(), calls.log(30_000), calls.finding()]) await talk.call(call);
	const aside = new Conversation(stage, host, 'main', 'aside');
	aside.messages = [...talk.messages, { role: 'user', content: 'In short: what was it?' }];
	await aside.request();
	await talk.call(calls.log(80));
	expect(stage.through.price).toBeLessThanOrEqual(stage.direct.price * MOST);
});

it.each([
	['claude-sonnet-4-5', true, true],
	['claude-opus-5', true, true],
	['claude-opus-5-5', false, true],
	['claude-opus-5-5', true, false],
	['claude-fable-5-1', true, false],
	['a-model-of-tomorrow', true, false],
] as const)(
	'a result before thinking that is bound to it stays: %s, thinks %s: leaves %s',
	async (model, thinks, leaves) => {
		const stage = new Stage({ ...ANTHROPIC, model });
		const calls = new Calls();
		const host = { marks: 'end', ttl: '5m', system: 12_000, thinks, named: true } as const;
		const talk = new Conversation(stage, host, 'main');
		await talk.request();
		for (let round = 0; round < 4; round++) {
			for (let at = 0; at < 3; at++) await talk.call(calls.page());
			await talk.call(calls.finding());
		}
		expect(talk.collapsed.size > 0).toBe(leaves);
	},
);

const kept = (keep: unknown) => ({ edits: [{ type: 'clear_thinking_20251015', keep }] });
it.each([
	['claude-3-7-sonnet-20250219', undefined, 1],
	['claude-sonnet-4-20250514', undefined, 1],
	['claude-sonnet-4-5-20250929', undefined, 1],
	['claude-haiku-4-5', undefined, 1],
	['claude-opus-4-1-20250805', undefined, 1],
	['claude-opus-4-5', undefined, undefined],
	['anthropic/claude-sonnet-4.6', undefined, undefined],
	['claude-haiku-5-5', undefined, undefined],
	['claude-sonnet-4-5', kept('all'), undefined],
	['claude-opus-4-5', kept({ type: 'thinking_turns', value: 2 }), 2],
	['claude-opus-4-5', { edits: [{ type: 'clear_thinking_20251015' }] }, 1],
] as const)('%s is shown its thinking: %j: of turns %s', (model, context_management, turns) => {
	expect(cacheRulesFor(true, { model, context_management }).thinkingTurns).toBe(turns);
	expect(cacheRulesFor(false, { model, context_management }).thinkingTurns).toBeUndefined();
});

it.each([
	['claude-haiku-4-5', 4_096],
	['claude-opus-4-6', 4_096],
	['claude-opus-4-7', 2_048],
	['claude-opus-4-8', 1_024],
	['claude-sonnet-5', 1_024],
	['claude-opus-5', 512],
	['claude-fable-5', 512],
	['claude-opus-5-5', 512],
])('%s caches nothing below %i tokens', (model, least) => {
	expect(cacheRulesFor(true, { model }).least).toBe(least);
});
