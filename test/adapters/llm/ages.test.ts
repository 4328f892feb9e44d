// Entries of a cache by their age: after a pause one may be there still, and another, older one be gone.
import { expect, it } from 'vitest';
import { CLAUDE_CODE, Conversation, type HostStyle } from '../../../bench/leaving/conversation';
import { Calls } from '../../../bench/leaving/ruled-shapes';
import { ANTHROPIC, OPUS } from '../../../bench/leaving/simulated-provider';
import { Stage } from '../../../bench/leaving/stage';
import { expectPaid, expectTold, numbersOf } from './play';

/** A slow conversation with a provider whose entries outlive their time, and are renewed one by one. */
async function played(seed: number): Promise<Conversation> {
	const next = numbersOf(seed);
	const pick = <T>(...all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
	const style: { -readonly [Name in keyof HostStyle]: HostStyle[Name] } = {
		...CLAUDE_CODE,
		marks: pick('end', 'four', 'system and end'),
		system: pick(3_000, 12_000),
	};
	const stage = new Stage({
		...pick(ANTHROPIC, OPUS),
		renewsFound: true,
		renewsMarked: pick(true, false),
		outlasts: pick(1.4, 2),
	});
	const talk = new Conversation(stage, style, 'main');
	const calls = new Calls();
	talk.pace = pick(8, 100, 150, 200);
	await talk.request();
	for (let at = 0; at < 40; at++) {
		// Models think in some turns, and of some models it goes when the user speaks.
		style.thinks = style.thinks ? next() > 0.2 : next() < 0.1;
		const event = next();
		if (event < 0.3) await talk.call(calls.page(pick(1_500, 5_400)));
		else if (event < 0.55) await talk.call(calls.finding());
		else if (event < 0.85) await talk.call(calls.log(pick(100, 900, 4_000)));
		else if (event < 0.92) await talk.request(pick(316, 330, 400, 450));
		else {
			talk.messages.push({ role: 'assistant', content: 'Done so far.' });
			talk.say('Go on.');
			await talk.request(pick(8, 330, 450));
		}
		const of = `seed ${seed}, request ${talk.requests.length}`;
		expectPaid(stage, 0, of);
		expectTold(stage, of);
	}
	return talk;
}

it.each([5, 17, 49, 59, 70, 94])(
	'an entry that may be gone is not counted on by one that is younger: seed %d',
	async (seed) => {
		const { faults } = await played(seed);
		expect(faults).toEqual([]);
	},
);

it('conversations in any order, slow and with pauses, cost no more', async () => {
	const seed = Number(process.env.SEED ?? 1_000);
	let left = 0;
	for (let at = seed; at < seed + Number(process.env.RUNS ?? 6); at++)
		left += (await played(at)).collapsed.size;
	expect(left).toBeGreaterThan(6);
}, 600_000);
