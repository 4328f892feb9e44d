// Turns of requests, in a process with a clock of its own (turn-process.ts).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../fuzz-runs';
import { delayOf, processOf, timeOf } from './turn-process';

/** Milliseconds after which a request begins in any case, and what a look may come later. */
const MOST_DELAY = 5_000;
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

describe.each([{ isKnown: true }, { isKnown: false }])('where its work is known: %o', (host) => {
	it('all begin, each workspace’s in the order in which they came, within a bound', async () => {
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
				// A look comes as late as all that is ready takes.
				expect(most(at.asked.map(delayOf))).toBeLessThanOrEqual(MOST_DELAY + LOOK);
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

	it('a clock that jumps delays nobody beyond the bound', async () => {
		for (const jump of [-3_600_000, 3_600_000]) {
			const at = processOf(host);
			at.keepAsking('many', { atOnce: 12, until: 4_000, steps: [5, 3, 5] });
			at.keepAsking('small', { atOnce: 1, until: 4_000, steps: [2], every: 9 });
			await at.run(2_000);
			at.clock.jumped = jump;
			await at.run();
			expect(at.asked.every(({ endedAt }) => endedAt > 0)).toBe(true);
			expect(most(at.asked.map(delayOf))).toBeLessThanOrEqual(MOST_DELAY + LOOK);
		}
	});

	it('one whose end nobody tells is forgotten, and keeps the others waiting no longer than the bound', async () => {
		const at = processOf(host);
		void at.turns.run('many', () => new Promise(() => {}));
		at.keepAsking('many', { atOnce: 6, until: 4_000, steps: [5, 3, 5] });
		at.keepAsking('small', { atOnce: 1, until: 70_000, steps: [2], every: 90 });
		await at.run();
		expect(most(at.asked.map(delayOf))).toBeLessThanOrEqual(MOST_DELAY + LOOK);
		at.clock.now += 60_000;
		expect(await at.isForgotten()).toBe(true);
	});
});

it('work that fails ends its turn', async () => {
	const at = processOf();
	const failing = Array.from({ length: 5 }, () =>
		at.turns.run('many', async () => {
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
