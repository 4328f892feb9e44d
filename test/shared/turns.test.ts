// Turns of requests, in a process with a clock of its own (turn-process.ts).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { delayOf, processOf, timeOf } from './turn-process';

/** Milliseconds after which one begins beside another of its workspace in any case, and what a look may come later. */
const LONGEST = 1_000;
const LOOK = 200;

/** Works `before` and `after` a server behind has answered. */
const steps = fc.tuple(
	fc.integer({ min: 0, max: 12 }),
	fc.integer({ min: 0, max: 400 }),
	fc.integer({ min: 0, max: 12 }),
);
const arrivals = fc.array(
	fc.record({
		workspace: fc.constantFrom('a', 'b', 'c', 'd'),
		after: fc.integer({ min: 0, max: 60 }),
		atOnce: fc.integer({ min: 1, max: 12 }),
		steps,
	}),
	{ minLength: 1, maxLength: 25 },
);
const most = (times: readonly number[]) => Math.max(0, ...times);
const p95 = (values: readonly number[]) =>
	values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? Number.NaN;

describe.each([
	{ isKnown: true, isAway: true },
	{ isKnown: false, isAway: true },
	{ isKnown: true, isAway: false },
	{ isKnown: false, isAway: false },
])('in a process %o', (host) => {
	it('all begin, each workspace’s in the order in which they came, as soon as there is time', async () => {
		await fc.assert(
			fc.asyncProperty(arrivals, async (groups) => {
				const at = processOf(host);
				void (async () => {
					for (const { workspace, after, atOnce, steps } of groups) {
						await at.pause(after);
						for (let n = 0; n < atOnce; n++) void at.ask(workspace, steps);
					}
				})();
				await at.run();
				expect(at.asked.every(({ endedAt }) => endedAt > 0)).toBe(true);
				// Nobody waits longer than all that there is to do, with two looks for each.
				const work = at.worked() + 10 * at.asked.length;
				expect(most(at.asked.map(delayOf))).toBeLessThanOrEqual(work + LOOK);
				for (const mine of Map.groupBy(at.asked, ({ workspace }) => workspace).values())
					expect(mine.map(({ order }) => order)).toEqual(
						mine.map(({ order }) => order).toSorted((one, other) => one - other),
					);
				expect(await at.isForgotten()).toBe(true);
			}),
			{ numRuns: times(15, 300) },
		);
	});

	it('one that is alone, or asks one at a time, never waits', async () => {
		const at = processOf(host);
		at.keepAsking('alone', { atOnce: 64, until: 3_000, steps: [5, 3, 5] });
		await at.run();
		expect(most(at.asked.map(delayOf))).toBe(0);
		expect(at.looks()).toBe(0);
		const until = at.clock.now + 5_000;
		at.keepAsking('many', { atOnce: 64, until, steps: [5, 3, 5] });
		for (const one of ['one', 'other'])
			at.keepAsking(one, { atOnce: 1, until, steps: [2, 1, 2], every: 7 });
		await at.run();
		const delays = at.asked.filter(({ workspace }) => workspace.startsWith('o')).map(delayOf);
		expect(delays.length).toBeGreaterThan(100);
		expect(most(delays)).toBe(0);
	});

	it('what came with the end of another of its workspace lets others in first', async () => {
		const { clock, ask, compute, inTurn, run } = processOf(host);
		const [first, next] = [inTurn('many', () => compute(4)), ask('small', [1])];
		await run();
		await Promise.all([first, next]);
		const order: string[] = [];
		const work = (name: string) => inTurn(name, () => compute(4)).then(() => order.push(name));
		// Of one look at what arrived, as a process handles it: one after the other.
		void work('many').then(() => Promise.all([work('many'), work('small')]));
		await run();
		expect(order).toEqual(['many', 'small', 'many']);
		expect(clock.now).toBeLessThan(1_100);
	});

	it.each([1, 2, 8, 64])(
		'beside %i at once, a small one waits for about one request',
		async (n) => {
			const [many, small] = [
				[3, 1, 4, 1, 6],
				[2, 1, 3],
			] as const;
			const at = processOf(host);
			at.keepAsking('many', { atOnce: n, until: 9_000, steps: many });
			at.keepAsking('small', { atOnce: 1, until: 9_000, steps: small, every: 19 });
			await at.run();
			const times = at.asked.filter(({ workspace }) => workspace === 'small').map(timeOf);
			const one = [...many, ...small].reduce<number>((sum, ms) => sum + ms, 0);
			expect(p95(times)).toBeLessThanOrEqual(1.2 * one);
		},
	);

	it('two that ask much have equal parts, however much', async () => {
		const at = processOf(host);
		at.keepAsking('twelve', { atOnce: 12, until: 9_000, steps: [3, 1, 4] });
		at.keepAsking('ten', { atOnce: 10, until: 9_000, steps: [3, 1, 4] });
		at.keepAsking('small', { atOnce: 1, until: 9_000, steps: [2], every: 19 });
		await at.run();
		const [twelve = 0, ten = 0] = ['twelve', 'ten'].map(
			(name) => at.asked.filter(({ workspace }) => workspace === name).length,
		);
		expect(Math.max(twelve, ten) / Math.min(twelve, ten)).toBeLessThan(host.isKnown ? 1.3 : 2);
		const small = at.asked.filter(({ workspace }) => workspace === 'small').map(timeOf);
		expect(p95(small)).toBeLessThan(25);
	});

	it('what waits for a server behind keeps nobody waiting, though small work of others comes often', async () => {
		const at = processOf(host);
		at.keepAsking('many', { atOnce: 12, until: 9_000, steps: [1, 300, 1] });
		at.keepAsking('small', { atOnce: 1, until: 9_000, steps: [4], every: 9 });
		await at.run();
		const many = at.asked.filter(({ workspace }) => workspace === 'many');
		// Nine of ten that there would be without turns.
		expect(many.length).toBeGreaterThan((0.9 * 12 * 8_000) / 302);
		expect(p95(many.map(delayOf))).toBeLessThan(50);
	});

	it('who asks many of a server behind has their answers beside one that keeps the process at work', async () => {
		const at = processOf(host);
		at.keepAsking('many', { atOnce: 10, until: 9_000, steps: [1, 300, 1] });
		const isBusy = { atOnce: host.isAway ? 12 : 1, steps: [12], every: host.isAway ? 0 : 9 };
		at.keepAsking('busy', { ...isBusy, until: 9_000 });
		await at.run();
		const many = at.asked.filter(({ workspace }) => workspace === 'many');
		expect(many.length).toBeGreaterThan((0.8 * 10 * 8_000) / 302);
	});

	it('a flood that is longer than anybody waits keeps no other waiting', async () => {
		const at = processOf(host);
		// Twice as much as there is time for.
		const flood = async () => {
			for (let n = 0; at.clock.now < 21_000; await at.pause(10))
				for (; n < (at.clock.now - 1_000) / 5; n++) void at.ask('flood', [4, 1, 6]);
		};
		void flood();
		at.keepAsking('small', { atOnce: 1, until: 21_000, steps: [2, 1, 3], every: 19 });
		await at.run(21_000);
		const small = at.asked.filter(({ workspace }) => workspace === 'small').map(timeOf);
		expect(small.length).toBeGreaterThan(300);
		expect(p95(small)).toBeLessThan(25);
		const waiting = at.asked.filter(({ order }) => Number.isNaN(order));
		expect(waiting.every(({ workspace }) => workspace === 'flood')).toBe(true);
		const begun = at.asked.filter(({ workspace }) => workspace === 'flood');
		expect(begun.length - waiting.length).toBeGreaterThan(700);
	});

	it('who asks now and then takes no time from who asks much', async () => {
		const at = processOf(host);
		at.keepAsking('many', { atOnce: 12, until: 9_000, steps: [5, 1, 5] });
		at.keepAsking('ping', { atOnce: 1, until: 9_000, steps: [1], every: 2_000 });
		await at.run();
		const many = at.asked.filter(({ workspace }) => workspace === 'many');
		expect(many.length).toBeGreaterThan((0.9 * 8_000) / (host.isAway ? 10 : 11));
	});

	it('two have the same time, however long one request takes', async () => {
		const at = processOf(host);
		at.keepAsking('long', { atOnce: 12, until: 9_000, steps: [60] });
		at.keepAsking('short', { atOnce: 12, until: 9_000, steps: [4] });
		at.keepAsking('other', { atOnce: 12, until: 9_000, steps: [30] });
		await at.run(9_000);
		const times = ['long', 'short', 'other'].map((name) => {
			const ended = at.asked.filter(({ workspace, endedAt }) => workspace === name && endedAt > 0);
			return ended.length * (name === 'long' ? 60 : name === 'short' ? 4 : 30);
		});
		expect(Math.max(...times) / Math.min(...times)).toBeLessThan(1.3);
	});

	it('many at once that need no work begin at once, soon after others asked', async () => {
		const at = processOf(host);
		void at.ask('other', [1]);
		await at.run();
		for (let n = 0; n < 128; n++) void at.ask('many', [0, 300, 0]);
		await at.run();
		const delays = at.asked.map(delayOf).toSorted((one, other) => one - other);
		expect(most(delays)).toBeLessThan(50);
	});

	it('a clock that jumps delays nobody beyond the bound, and lets nobody go before another', async () => {
		const jumps = [2_000, 2_004, 2_008, 2_012].flatMap((time) => [
			[time, -3_600_000] as const,
			[time, 3_600_000] as const,
		]);
		for (const [time, jump] of jumps) {
			const at = processOf(host);
			at.keepAsking('many', { atOnce: 12, until: 3_000, steps: [5, 3, 5] });
			at.keepAsking('small', { atOnce: 1, until: 3_000, steps: [2], every: 9 });
			await at.run(time);
			at.clock.jumped = jump;
			await at.run();
			expect(at.asked.every(({ endedAt }) => endedAt > 0)).toBe(true);
			expect(most(at.asked.map(delayOf))).toBeLessThanOrEqual(LONGEST + LOOK);
			const orders = at.asked.filter(({ workspace }) => workspace === 'many');
			expect(orders.map(({ order }) => order)).toEqual(
				orders.map(({ order }) => order).toSorted((one, other) => one - other),
			);
		}
	});

	it('what took long leaves its workspace with no more turns than before', async () => {
		const at = processOf(host);
		at.keepAsking('small', { atOnce: 1, until: 30_000, steps: [2, 1, 3], every: 19 });
		at.keepAsking('many', { atOnce: 12, until: 30_000, steps: [5, 3, 5] });
		// Each time for longer than a turn lasts, and for no server.
		const steps = Array.from({ length: 41 }, (_, at) => (at % 2 === 0 ? 1 : 60));
		at.keepAsking('many', { atOnce: 8, until: 22_000, steps });
		await at.run();
		const late = at.asked.filter(
			({ workspace, askedAt }) => workspace === 'small' && askedAt > 25_000,
		);
		expect(late.length).toBeGreaterThan(100);
		expect(p95(late.map(timeOf))).toBeLessThan(30);
	});

	it('one whose end nobody tells is forgotten, and keeps the others waiting no longer than the bound', async () => {
		const at = processOf(host);
		void at.inTurn('many', () => new Promise(() => {}));
		at.keepAsking('many', { atOnce: 6, until: 4_000, steps: [5, 3, 5] });
		at.keepAsking('small', { atOnce: 1, until: 70_000, steps: [2], every: 90 });
		await at.run();
		expect(most(at.asked.map(delayOf))).toBeLessThanOrEqual(2 * LONGEST + LOOK);
		at.clock.now += 60_000;
		expect(await at.isForgotten()).toBe(true);
	});
});

it('work that fails ends its turn', async () => {
	const at = processOf();
	const failing = Array.from({ length: 5 }, () =>
		at.inTurn('many', async () => {
			await at.compute(10);
			throw new Error('it failed');
		}),
	);
	void at.ask('small', [1]);
	const all = Promise.allSettled(failing);
	await at.run();
	expect((await all).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
	expect(await at.isForgotten()).toBe(true);
});
