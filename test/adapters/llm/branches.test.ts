// The price of leaving in conversations that branch: their users edit what they said and send it again, go back to what they
// said before, and return to what they went back from.
import { expect, it } from 'vitest';
import { Conversation, type HostStyle } from '../../../bench/leaving/conversation';
import { Calls } from '../../../bench/leaving/ruled-shapes';
import { ANTHROPIC } from '../../../bench/leaving/simulated-provider';
import { Stage } from '../../../bench/leaving/stage';
import { times } from '../../fuzz-runs';
import { type Event, expectPaid, MARKS, numbersOf, Play, PROVIDERS } from './play';

const RUNS = Number(process.env.RUNS ?? times(12, 60));
/** The same conversations in each run; SEED and RUNS try others. */
const SEED = Number(process.env.SEED ?? 1);

/** Plays a conversation of a seed. */
async function played(seed: number) {
	const next = numbersOf(seed);
	const pick = <T>(...all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
	const rules = { noise: pick(0.08, 0.2), scale: pick(0.8, 1, 1.2) };
	const style: HostStyle = {
		marks: pick(...MARKS),
		ttl: pick('5m', '5m', '1h'),
		system: pick(1_000, 3_000, 8_000, 14_000, 45_000),
		thinks: pick(true, false),
		named: pick(true, true, false),
	};
	const stage = new Stage({ ...pick(ANTHROPIC, ...PROVIDERS), ...rules }, pick(true, true, false));
	const play = new Play(stage, style, [['main', 'main']], pick(8, 8, 8, 60, 250));
	const events: readonly (() => Event)[] = [
		() => ({ kind: 'pages', count: pick(1, 1, 3), size: pick(5_400, 1_200, 600) }),
		() => ({ kind: 'log', size: pick(80, 300, 1_500, 6_000) }),
		() => ({ kind: 'finding' }),
		() => ({ kind: 'finding' }),
		() => ({ kind: 'turn' }),
		() => ({ kind: 'back', turns: pick(1, 2, 3) }),
		() => ({ kind: 'switch', to: pick(0, 1, 2, 3) }),
		() => ({
			kind: 'edit',
			times: pick(1, 3, 14),
			calls: pick(0, 0, 2),
			pause: pick(8, 8, 200, 320),
		}),
	];
	const done: string[] = [];
	await play.talk.request();
	for (let at = 8 + Math.floor(next() * 30); at > 0; at--) {
		const event = pick(...events.slice(0, pick(4, 8)))();
		done.push(event.kind);
		await play.act(event);
		expectPaid(stage, 0, `seed ${seed}: ${done.join(' ')}`);
	}
	expect(play.faults, `seed ${seed}`).toEqual([]);
	expect(stage.session('main').view({}).prompts?.disagrees ?? false, `seed ${seed}`).toBe(false);
}

it(
	'a conversation that branches never costs 3 % more than without, and loses nothing',
	async () => {
		for (let seed = SEED; seed < SEED + RUNS; seed++) await played(seed);
	},
	RUNS * 10_000,
);

const retried = (['end', 'system and end', 'automatic'] as const).flatMap((marks) =>
	[6, 9].map((more) => ({ marks, more })),
);

it.each(retried)(
	'what its user edits and sends again fourteen times never costs more: by marks $marks, $more calls gone back',
	async ({ marks, more }) => {
		const stage = new Stage(ANTHROPIC);
		const style: HostStyle = { marks, ttl: '5m', system: 3_000, thinks: false, named: true };
		const talk = new Conversation(stage, style, 'main');
		const calls = new Calls();
		const ask = async (count: number) => {
			for (let at = 0; at < count; at++)
				await talk.call(talk.requests.length % 3 === 0 ? calls.finding() : calls.page(3_500));
		};
		await talk.request();
		await ask(7);
		const done = [{ type: 'text', text: 'Done so far.' }];
		const said = [...talk.messages, { role: 'assistant', content: done }];
		talk.messages = [...said];
		talk.say('Go on.');
		await talk.request();
		talk.pace = 70;
		await ask(more);
		talk.pace = 8;
		for (let at = 0; at < 14; at++) {
			talk.messages = [...said];
			talk.say(`No: otherwise, for the ${at}th time.`);
			await talk.request();
			expectPaid(stage, 0, `${at}`);
		}
		expect(talk.collapsed.size).toBeGreaterThan(0);
	},
);
