// The price of leaving where a provider's cache lives longer than it must, or a host asks for it late; and what is told
// of conversations that have no name.
import { expect, it } from 'vitest';
import { CLAUDE_CODE, Conversation, type HostStyle } from '../../../bench/leaving/conversation';
import { Calls } from '../../../bench/leaving/ruled-shapes';
import { ANTHROPIC, GPT_5, OPUS } from '../../../bench/leaving/simulated-provider';
import { type Call, Stage } from '../../../bench/leaving/stage';
import { cacheRulesFor, chooseRemovals, NEW_CACHE } from '../../../src/transient';
import { entriesOf, hitsIn, readingsOf } from '../../../src/transient/prompt-cache';

/** By how much a conversation may cost more than without Loadline, at any of its requests. */
const MOST = 1.03;

it.each([700, 3_000, 40_000])(
	'an automatic cache may hold a prompt for a day: after %d seconds nothing leaves that it may hold',
	async (pause) => {
		const stage = new Stage({ ...GPT_5, lives: { '5m': 1_440, '1h': 1_440 } });
		const calls = new Calls();
		const talk = new Conversation(stage, { ...CLAUDE_CODE, system: 12_000 }, 'main');
		await talk.request();
		await talk.call(calls.page());
		for (let at = 0; at < 4; at++) await talk.call(calls.log(5_500));
		await talk.call(calls.finding());
		expect(talk.collapsed.size).toBe(0);
		talk.pace = pause;
		await talk.turn('Go on.');
		expect(stage.through.price).toBeLessThanOrEqual(stage.direct.price * MOST);
	},
);

it('a request that says in_memory has a cache of minutes', () => {
	const rulesOf = (model: string, retention?: string) =>
		cacheRulesFor(false, { model, prompt_cache_retention: retention });
	const lives = (...given: Parameters<typeof rulesOf>) => rulesOf(...given).lives;
	expect(lives('gpt-5.1', 'in_memory')).toMatchObject([{ lasts: 300_000 }]);
	expect(lives('gpt-5.1', 'in_memory')[0]?.outlasts).toBeUndefined();
	for (const model of ['gpt-5.1', 'gpt-4.1', 'gpt-5.6'])
		expect(lives(model)).toMatchObject([{ outlasts: 24 * 3_600_000 }]);
	const prompt = {
		blocks: 3,
		upTo: (at: number) => 5_000 * (at + 1),
		prefix: (at: number) => at,
		position: (at: number) => at,
	};
	const after = (retention?: string) => {
		const rules = rulesOf('gpt-5.1', retention);
		const whole = { ...prompt, marks: [] };
		const request = {
			...{ whole, prompt: whole, candidates: [], end: 2, turns: [], firstPending: undefined },
			...{ canMark: () => false, freeMarks: 0, rules, isCounted: true, invests: true },
		};
		const first = chooseRemovals({ ...request, state: NEW_CACHE, now: 0 });
		const state = first.told({ whole, sent: whole }).after(NEW_CACHE);
		const held = entriesOf(whole, state.sent, 3_600_000, rules, false);
		const readings = readingsOf([held], 3_600_000, false);
		const hits = hitsIn(held, readings, 3_600_000, whole, [], rules);
		const tokens = hits.map((at) => whole.upTo(at));
		return [tokens[0], tokens.at(-2), tokens.at(-1)];
	};
	expect(after('in_memory')).toEqual([0, 0, 0]);
	expect(after()).toEqual([0, 15_000, 15_000]);
});

it.each([3, 5, 9])(
	'what stands behind less than a provider caches stays, also while a host marks nothing: %d requests without',
	async (plain) => {
		const stage = new Stage(OPUS);
		const calls = new Calls();
		const style = { ...CLAUDE_CODE, system: 10_500, marks: 'none' as HostStyle['marks'] };
		const talk = new Conversation(stage, style, 'main');
		let asked = 0;
		const ask = async (...made: Call[]) => {
			style.marks = asked++ < plain ? 'none' : 'system and end';
			await (made.length > 0 ? talk.call(...made) : talk.request());
			expect(stage.through.price).toBeLessThanOrEqual(stage.direct.price * MOST);
		};
		await ask();
		await ask(calls.page(2_600));
		await ask(calls.finding());
		for (let at = 0; at < 20; at++) await ask(calls.log(20));
	},
);

it('each conversation without a name is told in full, its first request too', async () => {
	const stage = new Stage(ANTHROPIC);
	const calls = new Calls();
	const talks = ['one', 'two', 'three'].map((name) => {
		const talk = new Conversation(stage, { ...CLAUDE_CODE, named: false }, name);
		talk.say(`Do it for ${name}.`);
		return talk;
	});
	const all = () => [...stage.sessions.values()].map((each) => each.view({}).prompts);
	// Some begin before others have gone on.
	for (const talk of talks.slice(0, 2)) await talk.request();
	for (const talk of talks) {
		if (talk === talks[2]) await talk.request();
		for (let at = 0; at < 3; at++) await talk.call(calls.page());
	}
	expect(all().map((each) => [each?.requests, each?.told])).toEqual(talks.map(() => [4, 4]));
	const paid = all().reduce((sum, each) => sum + (each?.paid ?? 0), 0);
	expect(paid).toBeCloseTo(stage.through.price, 3);
});
