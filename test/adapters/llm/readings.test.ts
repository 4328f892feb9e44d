// Readings of what providers say of their caches: whatever a read renews, and however long an entry outlives its time, leaving
// costs no more, and what was paid without it is told as a number only where usage shows it.
import { describe, expect, it } from 'vitest';
import { CLAUDE_CODE, Conversation, type HostStyle } from '../../../bench/leaving/conversation';
import { Calls } from '../../../bench/leaving/ruled-shapes';
import { ANTHROPIC, OPUS, type Provider } from '../../../bench/leaving/simulated-provider';
import { Stage } from '../../../bench/leaving/stage';
import { type Event, expectPaid, expectTold, numbersOf, OFF, Play } from './play';

const READINGS: readonly Partial<Provider>[] = [
	{},
	{ renewsFound: true },
	{ outlasts: 1.4 },
	{ outlasts: 2, runs: true },
	{ outlasts: 1.4, renewsFound: true, runs: true },
	{ outlasts: 1.4, renewsFound: true, renewsMarked: true },
];
async function played(seed: number): Promise<void> {
	const next = numbersOf(seed);
	const pick = <T>(...all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
	const style: HostStyle = {
		marks: pick('end', 'system and end', 'four', 'automatic', 'head at times'),
		ttl: pick('5m', '5m', '1h'),
		system: pick(1_000, 14_000, 45_000),
		thinks: pick(true, false),
		named: true,
	};
	const stage = new Stage({ ...pick(ANTHROPIC, OPUS), ...pick(...READINGS) });
	const play = new Play(stage, style, [['main', 'main']], pick(8, 60, 150));
	const events: readonly (() => Event)[] = [
		() => ({ kind: 'pages', count: pick(1, 1, 3, 12), size: pick(5_400, 1_200) }),
		() => ({ kind: 'log', size: pick(80, 300, 1_500) }),
		() => ({ kind: 'finding' }),
		() => ({ kind: 'pause', seconds: pick(200, 310, 400, 420, 550, 900) }),
		() => ({ kind: 'turn' }),
		() => ({ kind: 'back', turns: pick(1, 2) }),
		() => ({ kind: 'edit', times: pick(2, 8), calls: pick(0, 0, 2), pause: pick(8, 320, 450) }),
	];
	const done: string[] = [];
	await play.talk.request();
	for (let at = 25; at > 0; at--) {
		const event = pick(...events.slice(0, pick(3, 4, 7)))();
		done.push(event.kind);
		await play.act(event);
		expectPaid(stage, 0, `seed ${seed}: ${done.join(' ')}`);
	}
	expect(play.faults, `seed ${seed}`).toEqual([]);
	expectTold(stage, `seed ${seed}: ${done.join(' ')}`);
}

it('conversations with pauses, of any reading, cost no more, and are told what they would have cost', async () => {
	const seed = Number(process.env.SEED ?? 1);
	for (let at = seed; at < seed + Number(process.env.RUNS ?? 10); at++) await played(at);
}, 600_000);

it('a system text that is marked in each request, and read by none, is not counted on', async () => {
	const stage = new Stage({ ...ANTHROPIC, renewsFound: true });
	const calls = new Calls();
	const talk = new Conversation(stage, CLAUDE_CODE, 'main');
	talk.pace = 75;
	await talk.request();
	for (let at = 0; at < 4; at++) {
		await talk.call(calls.page());
		for (let n = 0; n < 4; n++) await talk.call(calls.log(60));
		for (const call of [calls.finding(), calls.log(60)]) {
			await talk.call(call);
			expectPaid(stage, 0, `request ${talk.requests.length}`);
		}
	}
});

it('a provider that was seen to renew what a read covers is counted on to, by other conversations too', async () => {
	const stage = new Stage(ANTHROPIC);
	const calls = new Calls();
	const talk = new Conversation(stage, CLAUDE_CODE, 'main');
	talk.pace = 200;
	for (let at = 0; at < 5; at++) await (at === 0 ? talk.request() : talk.call(calls.log(60)));
	const aside = new Conversation(stage, CLAUDE_CODE, 'main');
	aside.say('A name for it?');
	await aside.request();
	const other = new Conversation(stage, CLAUDE_CODE, 'other');
	other.pace = 200;
	await other.request();
	const before = { through: stage.through.price, direct: stage.direct.price };
	for (let at = 0; at < 20; at++)
		for (const call of [calls.page(), calls.log(300), calls.finding()]) {
			await other.call(call);
			expectPaid(stage);
		}
	const paid = stage.through.price - before.through;
	expect(paid).toBeLessThan((stage.direct.price - before.direct) * 0.75);
});

describe('what the same would have cost', () => {
	const host = { ...CLAUDE_CODE, system: 14_000 };

	it.each([1, 1.4, 2])(
		'is known after pauses by what was read: entries that live %d times as long',
		async (outlasts) => {
			const stage = new Stage({ ...ANTHROPIC, outlasts });
			const calls = new Calls();
			const talk = new Conversation(stage, host, 'main');
			await talk.request();
			for (let at = 0; at < 6; at++) {
				for (const call of [calls.page(), calls.log(300), calls.finding()]) await talk.call(call);
				await talk.request([310, 400, 550][at % 3]);
				talk.messages.push({ role: 'assistant', content: 'Done so far.' });
				const { messages } = talk;
				for (let again = 0; again < 4; again++) {
					talk.messages = [...messages];
					talk.say(`Otherwise, ${at} ${again}.`);
					await talk.request([8, 310, 400][again % 3]);
				}
			}
			expect(talk.collapsed.size).toBeGreaterThan(3);
			expectTold(stage, `${outlasts}`);
			const { would = 0, unsure = 1 } = stage.session('main').view({}).prompts ?? {};
			expect(unsure / would).toBeLessThan(OFF);
		},
	);

	it('is no more than what was read shows, where the cache has more than is known', async () => {
		const style = { ...CLAUDE_CODE, chooses: false };
		const stage = new Stage({ ...ANTHROPIC });
		const calls = new Calls();
		const talk = new Conversation(stage, style, 'main');
		await talk.request();
		for (let at = 0; at < 9; at++) {
			style.chooses = at % 3 === 2;
			for (const call of [calls.page(1_200), calls.log(1_500), calls.finding(), calls.log(900)]) {
				await talk.call(call);
				expectPaid(stage, 0, `request ${talk.requests.length}`);
			}
		}
		expectTold(stage, 'choice');
	});

	it('counts calls in a row as one block, and results, where twenty are looked back', async () => {
		const stage = new Stage({ ...ANTHROPIC, runs: true });
		const calls = new Calls();
		const talk = new Conversation(stage, host, 'main');
		await talk.request();
		for (let at = 0; at < 4; at++) {
			await talk.call(...Array.from({ length: 14 }, () => calls.page(1_800)));
			expectPaid(stage);
			for (const call of [calls.finding(), calls.log(80)]) await talk.call(call);
		}
		expectTold(stage, 'runs');
	});
});

it('nothing leaves behind the mark of a request that marks its system alone', async () => {
	for (const [page, log] of [
		[2_600, 4_000],
		[1_200, 8_000],
	] as const) {
		const style = { ...CLAUDE_CODE, system: 14_000, marks: 'system and end' as HostStyle['marks'] };
		const stage = new Stage(ANTHROPIC);
		const calls = new Calls();
		const talk = new Conversation(stage, style, 'main');
		await talk.request();
		for (const call of [calls.page(page), calls.log(log), calls.finding()]) await talk.call(call);
		style.marks = 'head alone';
		for (let at = 0; at < 3; at++) {
			await talk.call(calls.log(40));
			style.marks = 'system and end';
			expectPaid(stage, 0, `page of ${page}, request ${talk.requests.length}`);
		}
	}
});
