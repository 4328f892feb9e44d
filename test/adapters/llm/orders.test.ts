// The price of leaving in conversations of every order: models that change, processes that end or go on by turns with
// notes that are behind, conversations of a session side by side, and requests that overlap.
import { expect, it } from 'vitest';
import { Conversation, type HostStyle } from '../../../bench/leaving/conversation';
import { ANTHROPIC } from '../../../bench/leaving/simulated-provider';
import { Stage } from '../../../bench/leaving/stage';
import { times } from '../../fuzz-runs';
import { type Event, expectPaid, MARKS, numbersOf, Play, PROVIDERS } from './play';

const RUNS = Number(process.env.RUNS ?? times(12, 60));
/** The same conversations in each run; SEED and RUNS try others. */
const SEED = Number(process.env.SEED ?? 1);

const PLAIN = ['finding', 'failing', 'turn', 'other', 'miss'] as const;

/** Plays a conversation of a seed. */
async function played(seed: number) {
	const next = numbersOf(seed);
	const pick = <T>(...all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
	const noise = pick(0.08, 0.2);
	const scale = pick(0.8, 1, 1.2);
	const first = pick(ANTHROPIC, ...PROVIDERS);
	const kin = PROVIDERS.filter(({ dialect }) => dialect === first.dialect);
	const style: HostStyle = {
		marks: pick(...MARKS),
		ttl: pick('5m', '5m', '1h'),
		system: pick(1_000, 4_000, 12_000, 45_000),
		thinks: pick(true, false),
		named: pick(true, true, false),
	};
	const stage = new Stage({ ...first, noise, scale }, pick(true, true, false));
	const names = ['main', 'other'].map((name) => ['main', name] as const);
	const isShared = pick(true, false);
	const play = new Play(stage, style, names, pick(8, 8, 8, 60, 250));
	stage.behind = pick(0, 0, 1);
	const { calls } = play;
	const loop = [() => calls.page(), () => calls.log(300), () => calls.finding()];
	const events: Readonly<Record<string, () => Event>> = {
		...Object.fromEntries(PLAIN.map((kind) => [kind, () => ({ kind })])),
		pages: () => ({ kind: 'pages', count: pick(1, 1, 3, 9), size: pick(5_400, 1_200, 20_000) }),
		log: () => ({ kind: 'log', size: pick(80, 300, 1_500, 6_000) }),
		pause: () => ({ kind: 'pause', seconds: pick(200, 320, 900, 4_000) }),
		back: () => ({ kind: 'back', turns: pick(1, 2, 3) }),
	};
	const act: Readonly<Record<string, () => Promise<void> | void>> = {
		...Object.fromEntries(
			Object.entries(events).map(([kind, event]) => [kind, () => play.act(event())]),
		),
		model: () => stage.switchTo({ ...pick(...kin), noise, scale }),
		restart: () => stage.restart(),
		change: () => stage.change(),
		async overlap() {
			const { talk } = play;
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
	const done: string[] = [];
	await play.talk.request();
	for (let at = 8 + Math.floor(next() * 40); at > 0; at--) {
		if (isShared && next() < 0.5) stage.change();
		const name = pick(
			...'pages pages pages finding finding finding log log'.split(' '),
			...Object.keys(act),
		);
		done.push(name);
		await act[name]?.();
		expectPaid(stage, 0, `seed ${seed}: ${done.join(' ')}`);
	}
	expect(play.faults, `seed ${seed}`).toEqual([]);
	expect(stage.session('main').view({}).prompts?.disagrees ?? false, `seed ${seed}`).toBe(false);
}

it(
	'a conversation of any order never costs 3 % more than without, and loses nothing',
	async () => {
		for (let seed = SEED; seed < SEED + RUNS; seed++) await played(seed);
	},
	RUNS * 10_000,
);

it.each([7_015, 7_246])(
	'what another process sent, whose notes are behind, is no disagreement with the provider: %i',
	played,
);
