// The price of leaving where a session has several conversations, whose requests overlap, or where its steps are slow.
import { describe, expect, it, vi } from 'vitest';
import { CLAUDE_CODE, Conversation } from '../../../bench/leaving/conversation';
import { Calls } from '../../../bench/leaving/ruled-shapes';
import { ANTHROPIC, GPT_5 } from '../../../bench/leaving/simulated-provider';
import { Stage } from '../../../bench/leaving/stage';
import { share } from '../../fuzz-runs';

/** By how much a conversation may cost more than without Loadline, at any of its requests. */
const MOST = 1.03;

describe('several conversations of one session', () => {
	const host = { ...CLAUDE_CODE, system: 12_000 };
	const shapes = [ANTHROPIC, GPT_5].flatMap((provider) =>
		['first', 'last', 'fork'].map((answered) => ({ provider, answered, ...provider })),
	);

	it.each(share(shapes, 2))(
		'asking at once cost no more than without, and are told in full: $model, $answered',
		async ({ provider, answered }) => {
			const stage = new Stage(provider);
			const calls = new Calls();
			const [main, other] = ['main-s', 'other-s'].map(
				(name) => new Conversation(stage, host, 'main', name),
			) as [Conversation, Conversation];
			for (const each of [main, other]) await each.request();
			for (let at = 0; at < 90; at++) {
				const next = () => [calls.page(), calls.log(300), calls.finding()][at % 3] ?? calls.page();
				stage.held = [];
				await main.call(next());
				let side = other;
				if (answered === 'fork') {
					side = new Conversation(stage, host, 'main', 'main-s');
					side.messages = [...main.messages, { role: 'user', content: 'What may come next?' }];
				}
				side.pace = 0.3;
				if (side === other) await side.call(next());
				else await side.request();
				const all = stage.held;
				stage.held = undefined;
				for (const read of answered === 'first' ? all : all.toReversed()) await read();
				expect(stage.through.price).toBeLessThanOrEqual(stage.direct.price * MOST);
			}
			const { prompts } = stage.session('main').view({});
			expect(prompts).toMatchObject({ requests: 182, told: 182, disagrees: false });
			expect(prompts?.paid).toBeCloseTo(stage.through.price, 3);
			expect(Math.abs((prompts?.would ?? 0) / stage.direct.price - 1)).toBeLessThan(0.06);
			expect(stage.through.price).toBeLessThan(stage.direct.price * 0.75);
			expect(main.faults).toEqual([]);
		},
	);

	it('by turns, within a moment, cost no more than without: what the cache holds of one is known beside the other', async () => {
		const stage = new Stage(ANTHROPIC);
		const calls = new Calls();
		const [main, other] = ['main-s', 'other-s'].map(
			(name) => new Conversation(stage, host, 'main', name),
		) as [Conversation, Conversation];
		other.pace = 0;
		for (let at = 0; at < 60; at++) {
			await main.call(calls.log(1_100));
			await other.call(calls.log(280));
		}
		for (let at = 0; at < 75; at++) {
			await main.call([calls.page(), calls.log(6_000), calls.finding()][at % 3] ?? calls.page());
			await other.call(calls.log(160));
			expect(stage.through.price).toBeLessThanOrEqual(stage.direct.price * MOST);
		}
	});

	it.each([
		{ provider: ANTHROPIC, sides: 40 },
		{ provider: GPT_5, sides: 40 },
		// More than there is room for: what was forgotten is unknown again.
		{ provider: ANTHROPIC, sides: 560 },
		{ provider: GPT_5, sides: 560 },
	])(
		'$sides others between two requests change nothing: $provider.model',
		async ({ provider, sides }) => {
			const stage = new Stage(provider);
			const calls = new Calls();
			const main = new Conversation(stage, host, 'main', 'main-s');
			await main.request();
			const loop = async () => {
				for (const call of [calls.page(), calls.log(300), calls.finding()]) {
					await main.call(call);
					expect(stage.through.price).toBeLessThanOrEqual(stage.direct.price * MOST);
				}
			};
			for (let at = 0; at < 8; at++) await loop();
			const before = main.collapsed.size;
			for (let at = 0; at < sides; at++) {
				const side = new Conversation(stage, host, 'main', `side-${at}`);
				side.pace = 0.1;
				await side.request();
			}
			for (let at = 0; at < 8; at++) await loop();
			const { prompts } = stage.session('main').view({});
			expect(prompts).toMatchObject({ told: sides + 49, disagrees: false });
			expect(Math.abs((prompts?.would ?? 0) / stage.direct.price - 1)).toBeLessThan(0.06);
			expect(before).toBeGreaterThan(0);
			expect(main.collapsed.size).toBeGreaterThan(before);
			expect(main.faults).toEqual([]);
		},
	);
});

it.each([ANTHROPIC, GPT_5].flatMap((provider) => [1, 2, 10].map((every) => ({ provider, every }))))(
	'two processes by turns save as one does: $provider.model, each $every requests',
	async ({ provider, every }) => {
		const stage = new Stage(provider);
		const calls = new Calls();
		const talk = new Conversation(stage, { ...CLAUDE_CODE, system: 12_000 }, 'main');
		await talk.request();
		let requests = 0;
		for (let at = 0; at < 40; at++)
			for (const call of [calls.page(), calls.log(300), calls.finding()]) {
				if (++requests % every === 0) stage.change();
				await talk.call(call);
				expect(stage.through.price).toBeLessThanOrEqual(stage.direct.price * MOST);
			}
		const { prompts } = stage.session('main').view({});
		expect(prompts).toMatchObject({ told: 121, disagrees: false });
		expect(Math.abs((prompts?.would ?? 0) / stage.direct.price - 1)).toBeLessThan(0.06);
		expect(stage.through.price).toBeLessThan(stage.direct.price * 0.75);
		expect(talk.faults).toEqual([]);
	},
);

// Each 200 seconds: readings.test.ts.
it.each([76, 100, 320])(
	'a loop of a request each %i seconds saves as one of eight does',
	async (pace) => {
		const stage = new Stage(ANTHROPIC);
		const calls = new Calls();
		const talk = new Conversation(stage, CLAUDE_CODE, 'main');
		talk.pace = pace;
		await talk.request();
		for (let at = 0; at < 20; at++)
			for (const call of [calls.page(), calls.log(300), calls.finding()]) {
				await talk.call(call);
				expect(stage.through.price).toBeLessThanOrEqual(stage.direct.price * MOST);
			}
		expect(stage.through.price).toBeLessThan(stage.direct.price * 0.75);
	},
);

it('a session counts each result once, however many have left, when another process goes on', async () => {
	const stage = new Stage(ANTHROPIC);
	const calls = new Calls();
	const talk = new Conversation(stage, CLAUDE_CODE, 'main');
	await talk.request();
	for (let at = 0; at < 7; at++) {
		await talk.call(...Array.from({ length: 50 }, () => calls.page(1_800)));
		await talk.call(calls.finding());
	}
	const before = stage.session('main').view({}).totals;
	expect(before.left).toBe(350);
	stage.restart();
	await talk.request();
	expect(talk.collapsed.size).toBe(350);
	expect(stage.session('main').view({}).totals).toEqual(before);
});

it('what a session could not be told is told with the next, also when another process goes on', async () => {
	const stage = new Stage(ANTHROPIC);
	const calls = new Calls();
	const talk = new Conversation(stage, CLAUDE_CODE, 'main');
	await talk.request();
	await talk.call(calls.page());
	for (let at = 0; at < 2; at++) {
		vi.spyOn(stage.session('main'), 'left').mockImplementationOnce(() => {
			throw new Error('no answer');
		});
		await expect(talk.call(calls.page(), calls.finding())).rejects.toThrow('no answer');
		stage.errors.length = 0;
		if (at === 1) stage.restart();
		await talk.call(calls.finding());
		expect(talk.collapsed.size).toBe(at + 2);
		expect(stage.session('main').view({}).totals.left).toBe(at + 2);
		expect(stage.session('main').view({}).prompts?.paid).toBeCloseTo(stage.through.price, 3);
	}
});

it.each(
	[ANTHROPIC, GPT_5].flatMap((provider) =>
		[1, 2].map((behind) => ({ ...provider, provider, behind })),
	),
)(
	'two processes by turns whose notes are $behind answers behind cost no more than without: $model',
	async ({ provider, behind }) => {
		const stage = new Stage(provider);
		const calls = new Calls();
		const talk = new Conversation(stage, { ...CLAUDE_CODE, system: 12_000 }, 'main');
		const ask = async (turns: number) => {
			for (let at = 0; at < turns; at++)
				for (const call of [calls.page(), calls.log(300), calls.finding()]) {
					if (stage.behind > 0) stage.change();
					await talk.call(call);
					expect(stage.through.price).toBeLessThanOrEqual(stage.direct.price * MOST);
				}
		};
		await talk.request();
		await ask(4);
		stage.behind = behind;
		await ask(8);
		const before = talk.collapsed.size;
		stage.behind = 0;
		await ask(12);
		expect(stage.session('main').view({}).prompts).toMatchObject({ disagrees: false });
		// Nothing was given up for good.
		expect(talk.collapsed.size).toBeGreaterThan(before);
		expect(talk.faults).toEqual([]);
	},
);

it('a conversation is handed on to the list of conversations at its first answer, before anything has left', async () => {
	const stage = new Stage(ANTHROPIC);
	const talk = new Conversation(stage, CLAUDE_CODE, 'main');
	await talk.request();
	expect(stage.forwarded).toEqual(['main']);
	await talk.request();
	expect(stage.forwarded).toEqual(['main']);
});
