// The provider's numbers beside the rules: where they differ by chance, by what other conversations do, or since the
// provider drops thinking, they agree; where its rules are other ones they do not, and nothing more leaves.
import { describe, expect, it } from 'vitest';
import { CLAUDE_CODE, Conversation } from '../../../bench/leaving/conversation';
import {
	ANTHROPIC,
	GEMINI,
	GPT_5,
	GPT_56,
	OPUS,
	type Provider,
} from '../../../bench/leaving/simulated-provider';
import { Stage } from '../../../bench/leaving/stage';
import { expectPaid, numbersOf, Play } from './play';

const LOOP = [
	{ kind: 'pages', count: 1, size: 5_400 },
	{ kind: 'log', size: 300 },
	{ kind: 'finding' },
] as const;
const NAMES = [['main', 'main']] as const;
const pricesOf = (stage: Stage) => stage.session('main').view({}).prompts;

describe('a model that is shown no thinking of before its user spoke', () => {
	it.each(['claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-opus-4-1', 'claude-sonnet-4-20250514'])(
		'agrees, and more leaves of it: %s',
		async (model) => {
			const least = model.includes('haiku') ? 4_096 : 1_024;
			const stage = new Stage({ ...ANTHROPIC, model, least });
			const play = new Play(stage, { ...CLAUDE_CODE, thinks: true }, NAMES);
			await play.talk.request();
			for (let turn = 0; turn < 6; turn++) {
				for (const event of [...LOOP, ...LOOP, { kind: 'turn' } as const]) {
					await play.act(event);
					expectPaid(stage);
				}
			}
			expect(pricesOf(stage)).toMatchObject({ told: 43, missed: 0, disagrees: false });
			expect(Math.abs((pricesOf(stage)?.would ?? 0) / stage.direct.price - 1)).toBeLessThan(0.06);
			expect(play.talk.collapsed.size).toBeGreaterThan(10);
			expect(play.faults).toEqual([]);
		},
	);
});

it.each([ANTHROPIC, OPUS, GPT_5, GPT_56])(
	'misses by chance are counted as such, and what is used leaves all the same: $model',
	async (provider) => {
		for (let seed = 1; seed <= 4; seed++) {
			const next = numbersOf(seed);
			const stage = new Stage(provider);
			const play = new Play(stage, CLAUDE_CODE, NAMES);
			await play.talk.request();
			let missed = 0;
			for (let at = 0; at < 75; at++) {
				const misses = next() < 0.06;
				for (const each of [stage.through, stage.direct]) each.misses = misses;
				if (misses) missed++;
				await play.act(LOOP[at % 3] ?? LOOP[0]);
				expectPaid(stage);
			}
			expect(missed).toBeGreaterThan(0);
			expect(pricesOf(stage)).toMatchObject({ disagrees: false });
			expect(Math.abs((pricesOf(stage)?.missed ?? 0) - missed)).toBeLessThanOrEqual(1);
			expect(play.talk.collapsed.size, `seed ${seed}`).toBeGreaterThan(12);
		}
	},
);

it.each([ANTHROPIC, OPUS, GPT_5])(
	'a subagent that rests finds what its main agent kept in the cache, and agrees: $model',
	async (provider) => {
		const stage = new Stage(provider);
		const main = new Play(stage, CLAUDE_CODE, [['main', 'both']]);
		const sub = new Conversation(stage, CLAUDE_CODE, 'main-sub', 'both');
		await main.talk.request();
		await sub.request();
		for (let round = 0; round < 8; round++) {
			// A quarter of an hour goes by, in which only one of them asks.
			for (let at = 0; at < 9; at++) {
				await main.talk.request(88);
				await main.act(LOOP[at % 3] ?? LOOP[0]);
				expectPaid(stage);
			}
			for (const call of [main.calls.page(), main.calls.log(80), main.calls.finding()]) {
				await sub.call(call);
				expectPaid(stage);
			}
		}
		for (const name of ['main', 'main-sub'])
			expect(stage.session(name).view({}).prompts).toMatchObject({ disagrees: false });
		expect(sub.collapsed.size).toBeGreaterThan(3);
	},
);

it.each([
	{ ...GPT_5, model: 'gpt-5.4', long: { beyond: 272_000, times: 2 } },
	{ ...GEMINI, long: { beyond: 200_000, times: 2 } },
])('a prompt beyond a length costs more, and is told so: $model', async (provider) => {
	const stage = new Stage(provider);
	const play = new Play(stage, CLAUDE_CODE, NAMES);
	await play.talk.request();
	for (let at = 0; at < 8; at++) {
		await play.act({ kind: 'pages', count: 8, size: 20_000 });
		await play.act({ kind: 'finding' });
		await play.act({ kind: 'log', size: 4_000 });
		expectPaid(stage);
	}
	expect(stage.direct.price).toBeGreaterThan(2 * stage.through.price);
	expect(pricesOf(stage)).toMatchObject({ missed: 0, disagrees: false });
	expect(pricesOf(stage)?.paid).toBeCloseTo(stage.through.price, 3);
	expect(Math.abs((pricesOf(stage)?.would ?? 0) / stage.direct.price - 1)).toBeLessThan(0.06);
});

describe('a provider of other rules', () => {
	const other: readonly (readonly [string, Provider, Partial<Provider>, boolean])[] = [
		['looks back less far', ANTHROPIC, { lookBack: 4 }, true],
		['keeps for two days', ANTHROPIC, { lives: { '5m': 3_000, '1h': 3_000 } }, false],
		['caches nothing', ANTHROPIC, { least: 10_000_000 }, true],
		['caches nothing', GPT_5, { least: 10_000_000 }, true],
		['finds ends of prompts alone', GPT_5, { automatic: { step: 128, anywhere: false } }, false],
		['drops no thinking', ANTHROPIC, { forgetsThinking: false }, false],
		['drops thinking', OPUS, { forgetsThinking: true }, false],
	];

	it.each(other)('that %s is not paid more than without', async (_, provider, rules, disagrees) => {
		const stage = new Stage({ ...provider, ...rules });
		const play = new Play(stage, { ...CLAUDE_CODE, thinks: true }, NAMES);
		await play.talk.request();
		for (let at = 0; at < 30; at++) {
			for (const event of LOOP) await play.act(event);
			if (at % 5 === 4) await play.act({ kind: 'turn' });
			if (at % 5 === 2) await play.act({ kind: 'pause', seconds: 240 });
			expectPaid(stage);
		}
		expect(pricesOf(stage)).toMatchObject({ disagrees });
	});
});
