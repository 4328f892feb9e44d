import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRemovals, type Prices, type RemovalCandidate } from '../../src/transient/price';

const PRICES: Prices = { read: 0.1, write: 1.25 };

interface Step {
	/** Tokens of the call and of its result. */
	readonly call: number;
	readonly result: number;
	/** How many earlier results it uses up, and what takes the place of its own. */
	readonly uses: number;
	readonly collapsed?: number;
}

/** A conversation in which each step is a request: `[user, call, result, call, result, …]`. */
function play(
	steps: readonly Step[],
	prices = PRICES,
	enough: typeof chooseRemovals = chooseRemovals,
) {
	const weights = [500];
	const requests = [0];
	const leaving: RemovalCandidate[] = [];
	const pending: number[] = [];
	let sent: number[] = [];
	let cost = 0;
	let full = 0;
	let size = 0;
	let before: ReadonlySet<string> = new Set();
	const worst: number[] = [];
	const request = () => {
		const gone = enough({ weights, requests, candidates: leaving, prices });
		for (const id of before) expect(gone.has(id)).toBe(true);
		before = gone;
		// What the provider is sent, a number a message.
		const now = weights.map((weight, at) => {
			const left = leaving.filter((each) => each.at === at && gone.has(each.id));
			return left.reduce((rest, each) => rest - each.tokens + each.collapsed, weight);
		});
		const same = now.findIndex((each, at) => each !== sent[at]);
		const kept = same < 0 ? now.length : same;
		for (const [at, each] of now.entries()) cost += each * (at < kept ? prices.read : prices.write);
		const old = requests.at(-2) ?? -1;
		for (const [at, each] of weights.entries())
			full += each * (at <= old ? prices.read : prices.write);
		size += now.reduce((all, each) => all + each, 0);
		sent = now;
		worst.push(cost - full);
	};
	request();
	for (const { call, result, uses, collapsed } of steps) {
		weights.push(call, result);
		const at = weights.length - 1;
		requests.push(at);
		for (const used of pending.splice(0, uses)) {
			const index = leaving.findIndex((each) => each.at === used);
			leaving[index] = { ...(leaving[index] as RemovalCandidate), due: at };
		}
		if (collapsed !== undefined) {
			pending.push(at);
			leaving.push({ id: `${at}`, at, due: Infinity, tokens: result, collapsed });
		}
		request();
	}
	return { cost, full, size, worst: Math.max(...worst), gone: before.size };
}

const page: Step = { call: 50, result: 1465, uses: 0, collapsed: 70 };
const store: Step = { call: 120, result: 20, uses: 1 };
const detail: Step = { call: 40, result: 3200, uses: 0 };
const nine = Array.from({ length: 9 }, () => [page, store]).flat();
const all = (steps: readonly Step[]): number => play(steps, PRICES, () => new Set()).size;

describe('a price', () => {
	it('lets each of nine pages go once its finding is stored, and saves at once', () => {
		const { gone, cost, full, size } = play(nine);
		expect(gone).toBe(9);
		expect(cost).toBeLessThan(0.9 * full);
		expect(size).toBeLessThan(0.4 * all(nine));
	});

	it.each([
		// What takes its place, what stands behind it, what has left before it, requests to come after.
		[0, 500, 0, 0, PRICES, 6_794],
		[70, 0, 0, 0, PRICES, 1_022],
		[70, 500, 0, 10, PRICES, 7_815],
		[0, 500, 4_000, 0, PRICES, 882],
		[0, 2_000, 4_000, 10, PRICES, 1_610],
		[70, 500, 4_000, 10, PRICES, 634],
		[300, 2_000, 4_000, 0, PRICES, 14_328],
		[300, 0, 4_000, 10, { read: 0.1, write: 2 }, 905],
		[70, 500, 0, 0, { read: 1, write: 1 }, 120],
		[300, 500, 4_000, 0, { read: 1, write: 1 }, 301],
	])(
		'is worth it from some size up: %i before %i, after %i',
		(...[collapsed, rest, earned, more, prices, least]) => {
			const leaves = (tokens: number): boolean => {
				const weights = [500, earned, 20, tokens, rest, 20, ...Array(more).fill(20)];
				const leaving = [
					{ id: 'earlier', at: 1, due: 2, tokens: earned, collapsed: Math.min(10, earned) },
					{ id: 'this', at: 3, due: 5, tokens, collapsed },
				];
				const requests = [...weights.keys()];
				return chooseRemovals({ weights, requests, candidates: leaving, prices }).has('this');
			};
			expect([leaves(least - 1), leaves(least)]).toEqual([false, true]);
		},
	);

	it('weighs the latest forty places', () => {
		const places = Array.from({ length: 41 }, (_, at) => at);
		const leaving = places.map((at) => ({ id: `${at}`, at, due: 41, tokens: 1_000, collapsed: 0 }));
		const weights = [...places.map(() => 1_000), 20];
		const gone = chooseRemovals({
			weights,
			requests: [0, 41],
			candidates: leaving,
			prices: { read: 1, write: 1 },
		});
		expect(leaving.filter(({ id }) => !gone.has(id)).map(({ id }) => id)).toEqual(['0']);
	});

	it.each([
		[
			'one finding for three pages',
			Array.from({ length: 3 }, () => [page, page, page, { ...store, uses: 3 }]).flat(),
		],
		[
			'a detail between page and finding',
			Array.from({ length: 9 }, () => [page, detail, store]).flat(),
		],
		['small pages', Array.from({ length: 9 }, () => [{ ...page, result: 300 }, store]).flat()],
		['two pages', nine.slice(0, 4)],
		['one page and a question', [page, store]],
		['a cache of an hour', nine],
	])('is never above doing nothing: %s', (name, steps) => {
		const prices = name === 'a cache of an hour' ? { read: 0.1, write: 2 } : PRICES;
		expect(play(steps, prices).worst).toBeLessThanOrEqual(1e-6);
	});

	it('is never above doing nothing at any request of any conversation', () => {
		const step = fc.record({
			call: fc.integer({ min: 5, max: 400 }),
			result: fc.integer({ min: 5, max: 5_000 }),
			uses: fc.integer({ min: 0, max: 3 }),
			collapsed: fc.option(fc.integer({ min: 10, max: 120 }), { nil: undefined }),
		});
		fc.assert(
			fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
				const some = steps.map(
					({ collapsed, ...each }): Step =>
						collapsed === undefined ? each : { ...each, collapsed },
				);
				expect(play(some).worst).toBeLessThanOrEqual(1e-6);
			}),
			{ numRuns: 300 },
		);
	});
});
