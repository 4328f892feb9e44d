// The price of leaving in conversations of every order: models that change, processes that end or go on by turns with
// notes that are behind, conversations of a session side by side, and requests that overlap.
import { expect, it } from 'vitest';
import { Conversation, type HostStyle } from '../../../bench/leaving/conversation';
import { Calls } from '../../../bench/leaving/ruled-shapes';
import {
	ANTHROPIC,
	GEMINI,
	GPT_5,
	GPT_41,
	GPT_56,
	OPUS,
} from '../../../bench/leaving/simulated-provider';
import { Stage } from '../../../bench/leaving/stage';
import { times } from '../../fuzz-runs';

/** By how much a conversation may cost more than without Loadline, at any of its requests. */
const MOST = 1.03;
const RUNS = Number(process.env.RUNS ?? times(12, 60));
/** The same conversations in each run; SEED and RUNS try others. */
const SEED = Number(process.env.SEED ?? 1);

/** Numbers from 0 to 1, the same for the same seed. */
function numbersOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
	};
}

/** Plays a conversation of a seed. @returns its highest price at any request, by what it would be without */
async function played(seed: number) {
	const next = numbersOf(seed);
	const pick = <T>(...all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
	const noise = pick(0.08, 0.2);
	const scale = pick(0.8, 1, 1.2);
	const first = pick(ANTHROPIC, ANTHROPIC, OPUS, GPT_5, GPT_41, GPT_56, GEMINI);
	const kin = [ANTHROPIC, OPUS, GPT_5, GPT_41, GPT_56, GEMINI].filter(
		({ dialect }) => dialect === first.dialect,
	);
	const style: HostStyle = {
		marks: pick('end', 'system and end', 'four', 'automatic', 'none', 'at times'),
		ttl: pick('5m', '5m', '1h'),
		system: pick(1_000, 4_000, 12_000, 45_000),
		thinks: pick(true, false),
		named: pick(true, true, false),
	};
	const stage = new Stage({ ...first, noise, scale }, pick(true, true, false));
	const calls = new Calls();
	const talks = ['main', 'other'].map((name) => new Conversation(stage, style, 'main', name));
	const isShared = pick(true, false);
	const pace = pick(8, 8, 8, 60, 250);
	for (const each of talks) each.pace = pace;
	let [talk] = talks as [Conversation, Conversation];
	stage.behind = pick(0, 0, 1);
	const loop = [() => calls.page(), () => calls.log(300), () => calls.finding()];
	const act: Readonly<Record<string, () => Promise<void> | void>> = {
		pages: () =>
			talk.call(
				...Array.from({ length: pick(1, 1, 3, 9) }, () => calls.page(pick(5_400, 1_200, 20_000))),
			),
		finding: () => talk.call(calls.finding()),
		log: () => talk.call(calls.log(pick(80, 300, 1_500, 6_000))),
		failing: () => talk.call(calls.failing()),
		turn: () => talk.turn('Go on.'),
		pause: () => talk.request(pick(200, 320, 900, 4_000)),
		back: () => talk.back(pick(1, 2, 3)),
		other: () => {
			talk = talks.find((each) => each !== talk) ?? talk;
		},
		model: () => stage.switchTo({ ...pick(...kin), noise, scale }),
		restart: () => stage.restart(),
		change: () => stage.change(),
		async overlap() {
			stage.held = [];
			await talk.call(pick(...loop)());
			const side = new Conversation(stage, style, 'main', pick('main', 'other'));
			side.messages = [...talk.messages, { role: 'user', content: 'What may come next?' }];
			side.pace = 0.3;
			if (isShared) stage.change();
			await side.request();
			const all = stage.held;
			stage.held = undefined;
			for (const read of pick(all, all.toReversed())) await read();
		},
	};
	let highest = 0;
	const done: string[] = [];
	await talk.request();
	for (let at = 8 + Math.floor(next() * 40); at > 0; at--) {
		if (isShared && next() < 0.5) stage.change();
		const name = pick(
			...'pages pages pages finding finding finding log log'.split(' '),
			...Object.keys(act),
		);
		done.push(name);
		await act[name]?.();
		highest = Math.max(highest, stage.through.price / stage.direct.price);
	}
	return { seed, highest, faults: talks.flatMap(({ faults }) => faults), done };
}

it(
	'a conversation of any order never costs 3 % more than without, and loses nothing',
	async () => {
		for (let seed = SEED; seed < SEED + RUNS; seed++) {
			const { highest, faults, done } = await played(seed);
			expect(highest, `seed ${seed}: ${done.join(' ')}`).toBeLessThanOrEqual(MOST);
			expect(faults, `seed ${seed}`).toEqual([]);
		}
	},
	RUNS * 10_000,
);
